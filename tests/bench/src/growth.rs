//! Every operation whose cost depends on the number of prompts, arguments, characters, messages or files.

use crate::{block_on, many, requests, sides};
use prompt_runtime::model::JsonObject;
use prompt_runtime::{
    Context, Dialect, InvisibleText, PromptFileOptions, PromptMessage, PromptRegistry,
    RuntimeArgument, RuntimePrompt, prompt, prompts,
};
use serde_json::{Value, json};
use std::hint::black_box;

/// An operation of size `n` that is ready to run.
pub type Run = Box<dyn FnMut()>;

/// An operation with its preparation.
pub struct Operation {
    /// The name of the operation in the table.
    pub name: &'static str,
    /// Prepares the operation for a size. The returned closure runs it once.
    pub prepare: fn(usize) -> Run,
    /// The largest size that is measured.
    pub largest: usize,
}

/// The measured sizes.
pub const SIZES: [usize; 3] = [10, 1000, 100_000];

/// The operations.
pub const OPERATIONS: &[Operation] = &[
    operation("get among n prompts", get_among),
    operation("get with n arguments", get_arguments),
    operation("get with n undeclared arguments", get_undeclared),
    operation("get with an argument of n characters", get_characters),
    operation("get with n invisible characters, stripped", get_stripped),
    operation("get with n messages", get_messages),
    operation("a request of n characters as JSON", answer_characters),
    operation("build a registry of n", build),
    operation("list n prompts, to bytes", list),
    operation("list n prompts for one client, to bytes", list_shown),
    operation("all pages of n prompts, 100 to a page", pages),
    operation("add n prompts at run time at once", update),
    operation("add one prompt to n at run time", insert),
    operation("complete with n values", complete_values),
    operation("complete n characters", complete_characters),
    operation("read a prompt file of n characters", prompt_file),
    operation("read n braces", braces),
    operation("read n characters of tags that never close", open_tags),
    operation(
        "read a file of n placeholders, half of them undeclared",
        placeholders,
    ),
    operation("read a file with n allowed values", file_values),
    operation("read a Claude command of n characters", claude_command),
    Operation {
        name: "add n prompts one by one at run time",
        prepare: inserts,
        largest: 10_000,
    },
    Operation {
        name: "add, get and remove n prompts among n at run time",
        prepare: changes,
        // A change moves the pointers to all prompts with later names, 8 bytes each, which shows beyond this size.
        largest: 1000,
    },
    Operation {
        name: "refresh a directory of n files of which none changed",
        prepare: unchanged,
        largest: 10_000,
    },
    Operation {
        name: "refresh a directory of n files after one changed",
        prepare: refresh,
        largest: 1000,
    },
    Operation {
        name: "read a directory of n prompt files",
        prepare: directory,
        largest: 1000,
    },
];

const fn operation(name: &'static str, prepare: fn(usize) -> Run) -> Operation {
    Operation {
        name,
        prepare,
        largest: 100_000,
    }
}

/// The maximum growth of an operation between two sizes: n log n, with a third added for work that does not depend on n.
#[must_use]
#[allow(clippy::cast_precision_loss)]
pub fn allowed(small: usize, large: usize) -> f64 {
    let (small, large) = (small as f64, large as f64);
    large * large.ln() / (small * small.ln()) * 1.33
}

fn registry_of(prompts: impl IntoIterator<Item = RuntimePrompt>) -> PromptRegistry {
    let live = PromptRegistry::builder().build_live().unwrap();
    live.update(prompts, &[]).unwrap();
    live.registry().clone()
}

fn get(registry: PromptRegistry, name: &'static str, given: JsonObject) -> Run {
    let context = Context::default();
    Box::new(move || drop(black_box(block_on(registry.get(name, &given, &context)))))
}

fn answer(registry: PromptRegistry, bytes: Vec<u8>) -> Run {
    let context = Context::default();
    Box::new(move || drop(black_box(sides::ours::answer(&registry, &bytes, &context))))
}

fn get_among(n: usize) -> Run {
    let names = many::names(n);
    let registry = PromptRegistry::from_prompts(many::definitions(&names)).unwrap();
    get(registry, names[n / 2], requests::given("many"))
}

fn named(n: usize) -> impl Iterator<Item = String> {
    (0..n).map(|n| format!("argument-{n}"))
}

fn get_arguments(n: usize) -> Run {
    let prompt = named(n).fold(RuntimePrompt::new("all", |_| "text"), |prompt, name| {
        prompt.argument(RuntimeArgument::required(name))
    });
    get(
        registry_of([prompt]),
        "all",
        named(n).map(|name| (name, Value::from("text"))).collect(),
    )
}

fn get_undeclared(n: usize) -> Run {
    let given = named(n).map(|name| (name, Value::from("text"))).collect();
    get(sides::ours::registry(false), "hello", given)
}

fn diff(text: String) -> JsonObject {
    [("diff".to_owned(), Value::from(text))]
        .into_iter()
        .collect()
}

fn get_characters(n: usize) -> Run {
    get(
        sides::ours::registry(false),
        "code-review",
        diff("d".repeat(n)),
    )
}

fn get_stripped(n: usize) -> Run {
    let builder = PromptRegistry::builder().prompts(prompts![sides::ours::at_once::code_review]);
    let registry = builder
        .invisible_text(InvisibleText::Strip)
        .build()
        .unwrap();
    get(registry, "code-review", diff("d\u{200B}".repeat(n)))
}

#[prompt]
fn long(turns: usize) -> Vec<PromptMessage> {
    (0..turns).map(|_| PromptMessage::user("text")).collect()
}

fn get_messages(n: usize) -> Run {
    let registry = PromptRegistry::from_prompts(prompts![long]).unwrap();
    let given = [("turns".to_owned(), Value::from(n.to_string()))];
    get(registry, "long", given.into_iter().collect())
}

fn answer_characters(n: usize) -> Run {
    let params = json!({ "name": "code-review", "arguments": { "diff": "d".repeat(n) } });
    answer(
        sides::ours::registry(false),
        requests::request("prompts/get", params),
    )
}

fn build(n: usize) -> Run {
    let definitions = many::definitions(&many::names(n));
    Box::new(move || {
        drop(black_box(PromptRegistry::from_prompts(
            definitions.iter().copied(),
        )));
    })
}

fn list(n: usize) -> Run {
    let registry = PromptRegistry::from_prompts(many::definitions(&many::names(n))).unwrap();
    answer(registry, requests::request("prompts/list", json!({})))
}

fn list_shown(n: usize) -> Run {
    let builder = PromptRegistry::builder().prompts(many::definitions(&many::names(n)));
    let registry = builder.visible_when(|_, _| true).build().unwrap();
    answer(registry, requests::request("prompts/list", json!({})))
}

fn pages(n: usize) -> Run {
    let builder = PromptRegistry::builder().prompts(many::definitions(&many::names(n)));
    let registry = builder.page_size(100).build().unwrap();
    let context = Context::default();
    Box::new(move || {
        let mut cursor = None;
        loop {
            let page = registry.list(cursor.as_deref(), &context).unwrap();
            cursor = page.next_cursor;
            if cursor.is_none() {
                break;
            }
        }
    })
}

fn runtime_prompts(n: usize) -> Vec<RuntimePrompt> {
    (0..n)
        .map(|n| RuntimePrompt::new(format!("prompt-{n:06}"), |_| "text"))
        .collect()
}

fn update(n: usize) -> Run {
    Box::new(move || drop(black_box(registry_of(runtime_prompts(n)))))
}

fn insert(n: usize) -> Run {
    let live = PromptRegistry::builder().build_live().unwrap();
    live.update(runtime_prompts(n), &[]).unwrap();
    let mut count = 0;
    Box::new(move || {
        count += 1;
        live.insert(RuntimePrompt::new(format!("one-{count}"), |_| "text"))
            .unwrap();
    })
}

fn complete(
    registry: PromptRegistry,
    prompt: &'static str,
    argument: &'static str,
    typed: String,
) -> Run {
    let context = Context::default();
    Box::new(move || {
        drop(black_box(block_on(registry.complete(
            prompt,
            argument,
            &typed,
            (),
            &context,
        ))));
    })
}

fn complete_values(n: usize) -> Run {
    let values = (0..n).map(|n| format!("value-{n}"));
    let prompt = RuntimePrompt::new("all", |_| "text")
        .argument(RuntimeArgument::required("one").values(values));
    complete(registry_of([prompt]), "all", "one", "value-".to_owned())
}

fn complete_characters(n: usize) -> Run {
    complete(
        sides::ours::registry(false),
        "code-review",
        "strictness",
        "s".repeat(n),
    )
}

/// A prompt file of approximately this many characters.
fn file_of(n: usize) -> String {
    let arguments = "arguments:\n  - name: diff\n    required: true\n";
    let turn = "Review this line of the diff: {{ diff }}\n";
    format!(
        "---\nname: review\n{arguments}---\n{}",
        turn.repeat(n / turn.len() + 1)
    )
}

fn prompt_file(n: usize) -> Run {
    let text = file_of(n);
    Box::new(move || drop(black_box(RuntimePrompt::from_file("review.md", &text)).unwrap()))
}

fn read(text: String) -> Run {
    Box::new(move || {
        let _ = black_box(RuntimePrompt::from_file("review.md", &text));
    })
}

const DECLARED: &str = "---\narguments: [{ name: a }]\n---\n{{ a }}";

fn braces(n: usize) -> Run {
    read(DECLARED.to_owned() + &"{".repeat(n))
}

fn open_tags(n: usize) -> Run {
    read(DECLARED.to_owned() + &"{{ b ".repeat(n / 5))
}

fn placeholders(n: usize) -> Run {
    let declared: Vec<String> = (0..n / 2).map(|it| format!("- name: a{it}\n")).collect();
    let used: Vec<String> = (0..n / 2)
        .map(|it| format!("{{{{ a{it} }}}} {{{{ b{it} }}}}"))
        .collect();
    let (declared, used) = (declared.concat(), used.join(" "));
    read(format!("---\narguments:\n{declared}---\n{used}"))
}

fn file_values(n: usize) -> Run {
    let values: Vec<String> = (0..n).map(|number| format!("v{number}")).collect();
    let values = values.join(", ");
    read(format!(
        "---\narguments: [{{ name: a, values: [{values}] }}]\n---\n{{{{ a }}}}"
    ))
}

fn claude_command(n: usize) -> Run {
    let text = "Fix $ARGUMENTS as !`git diff` and @docs/a.md show, for $5.\n".repeat(n / 58);
    let options = PromptFileOptions::new().dialect(Dialect::Claude);
    Box::new(move || {
        let _ = black_box(RuntimePrompt::from_file_with("fix.md", &text, &options));
    })
}

fn inserts(n: usize) -> Run {
    Box::new(move || {
        let live = PromptRegistry::builder().build_live().unwrap();
        for prompt in runtime_prompts(n) {
            live.insert(prompt).unwrap();
        }
        black_box(live.registry().prompts());
    })
}

fn changes(n: usize) -> Run {
    let live = PromptRegistry::builder().build_live().unwrap();
    live.update(runtime_prompts(n), &[]).unwrap();
    Box::new(move || {
        for number in 0..n {
            let name = format!("one-{number}");
            live.insert(RuntimePrompt::new(name.clone(), |_| "text"))
                .unwrap();
            black_box(live.registry().prompt(&name)).unwrap();
            assert!(live.remove(&name));
        }
    })
}

fn folder_of(n: usize) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for n in 0..n {
        let path = folder.path().join(format!("prompt-{n}.md"));
        std::fs::write(path, "Review the diff.\n").unwrap();
    }
    folder
}

fn unchanged(n: usize) -> Run {
    let folder = folder_of(n);
    // Recently changed files are read again, even if their metadata is the same.
    std::thread::sleep(std::time::Duration::from_secs(3));
    let live = PromptRegistry::builder().build_live().unwrap();
    let watch = live.watch_directory(folder.path()).unwrap();
    Box::new(move || {
        watch.refresh().unwrap();
        black_box(&folder);
    })
}

fn refresh(n: usize) -> Run {
    let folder = folder_of(n);
    let live = PromptRegistry::builder().build_live().unwrap();
    let watch = live.watch_directory(folder.path()).unwrap();
    let mut count = 0;
    Box::new(move || {
        count += 1;
        let path = folder.path().join("prompt-0.md");
        std::fs::write(path, format!("Review diff {count}.\n")).unwrap();
        watch.refresh().unwrap();
    })
}

fn directory(n: usize) -> Run {
    let folder = folder_of(n);
    Box::new(move || {
        let live = PromptRegistry::builder().build_live().unwrap();
        drop(black_box(live.watch_directory(folder.path())).unwrap());
    })
}
