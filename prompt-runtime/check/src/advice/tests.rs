#![allow(clippy::unwrap_used, clippy::panic)]
// The tests are long tables.
#![allow(clippy::too_many_lines)]

use super::*;
use prompt_runtime::model::ImageContent;
use prompt_runtime::{
    ArgumentEnum, ContentBlock, GetPromptResult, PromptLibrary, PromptMessage, RuntimeArgument,
    RuntimePrompt, messages, prompt, prompts,
};
use std::collections::BTreeSet;

/// The ids of the advice for prompts created at run time.
fn of(prompt: RuntimePrompt) -> Vec<&'static str> {
    let live = PromptRegistry::builder().build_live().unwrap();
    live.insert(prompt).unwrap();
    ids(live.registry())
}

fn ids(registry: &PromptRegistry) -> Vec<&'static str> {
    let mut ids: Vec<_> = check(registry)
        .iter()
        .map(|advice| advice.lint().id())
        .collect();
    ids.sort_unstable();
    ids
}

/// A prompt whose only message contains all of its values.
fn echo(name: &'static str) -> RuntimePrompt {
    RuntimePrompt::new(name, |call| {
        let said: Vec<&str> = ["a", "b", "c", "d", "e", "f", "日"]
            .iter()
            .filter_map(|name| call.get(name))
            .collect();
        format!("Say {}.", said.join(", "))
    })
    .description("Says it.")
}

fn required(name: &'static str) -> RuntimeArgument {
    RuntimeArgument::required(name)
        .description("Something.")
        .non_empty()
}

fn optional(name: &'static str) -> RuntimeArgument {
    RuntimeArgument::optional(name).description("Something.")
}

fn choice(name: &'static str) -> RuntimeArgument {
    optional(name)
        .description("One or two.")
        .values(["One", "two"])
}

fn answering(answer: impl Fn() -> Vec<PromptMessage> + Send + Sync + 'static) -> RuntimePrompt {
    RuntimePrompt::new("write-it", move |_| GetPromptResult::new(answer())).description("Writes.")
}

/// Prompts, and the advice for each.
fn table() -> Vec<(RuntimePrompt, &'static [&'static str])> {
    let long = || vec![PromptMessage::user("x".repeat(101 * 1024))];
    let image = || {
        let image = ImageContent::from_bytes(&[0; 5], "image/png").unwrap();
        vec![PromptMessage::user(ContentBlock::Image(image))]
    };
    let continued = || vec![PromptMessage::user("a"), PromptMessage::prefill("b")];
    vec![
        (echo("say-it"), &[]),
        (echo("say-it").description(" "), &["no-description"]),
        (
            echo("say-it").argument(RuntimeArgument::required("a").non_empty()),
            &["no-argument-description"],
        ),
        (
            echo("say-it").argument(RuntimeArgument::required("a").description("Something.")),
            &["required-free-text-without-non-empty"],
        ),
        (
            echo("say-it").description("Says it.\n\nAll of it."),
            &["long-description"],
        ),
        (
            echo("say-it").description("# Errors"),
            &["long-description"],
        ),
        (echo("summarize"), &["generic-name"]),
        (echo("Help"), &["generic-name"]),
        (echo("summarize-incident"), &[]),
        (echo("reviewCode"), &[]),
        (echo("announce-release"), &[]),
        (echo("code-review"), &["name-not-verb-first"]),
        (echo("say-it-0123456789-0123456789-0123456789"), &[]),
        (
            echo("say-it-0123456789-0123456789-0123456789-x"),
            &["long-name"],
        ),
        (echo("代码审查"), &["non-ascii-name"]),
        (echo("say-it").argument(required("日")), &["non-ascii-name"]),
        (echo("say-it").title("Say it"), &["title-with-white-space"]),
        (echo("say-it").title("Say-it"), &[]),
        (
            echo("say-it")
                .argument(required("a"))
                .argument(optional("b")),
            &["several-free-texts"],
        ),
        (
            echo("say-it").argument(choice("a")).argument(optional("b")),
            &["typed-argument"],
        ),
        (
            echo("say-it").argument(required("a")).argument(choice("b")),
            &["free-text-not-last", "typed-argument"],
        ),
        // The only free text is last, and the choice before it rejects other words.
        (
            echo("say-it").argument(choice("a")).argument(required("b")),
            &["typed-argument"],
        ),
        (
            echo("say-it")
                .argument(optional("a"))
                .argument(required("b")),
            &["required-after-optional", "several-free-texts"],
        ),
        (
            echo("say-it")
                .argument(choice("a"))
                .argument(required("b").description("x or y").values(["x", "y"])),
            &["required-after-optional", "typed-argument"],
        ),
        (
            ["a", "b", "c", "d", "e"]
                .into_iter()
                .fold(echo("say-it"), |it, name| it.argument(choice(name))),
            &["typed-argument"],
        ),
        (
            ["a", "b", "c", "d", "e", "f"]
                .into_iter()
                .fold(echo("say-it"), |it, name| it.argument(choice(name))),
            &["many-arguments", "typed-argument"],
        ),
        (
            echo("say-it").argument(optional("a").values(["x", "y"])),
            &["typed-argument", "undescribed-values"],
        ),
        // One cause gives one piece of advice.
        (
            echo("say-it").argument(RuntimeArgument::optional("a").values(["x", "y"])),
            &["no-argument-description", "typed-argument"],
        ),
        (
            answering(|| vec![PromptMessage::user("a"), PromptMessage::user("b")]),
            &["several-messages"],
        ),
        (answering(image), &["non-text-content"]),
        // The author wrote a prefill, so only the number of messages is unexpected.
        (answering(continued), &["several-messages"]),
        (
            answering(|| vec![PromptMessage::user("a"), PromptMessage::assistant("b")]),
            &["ends-on-assistant", "several-messages"],
        ),
        (answering(long), &["long-answer"]),
        (
            answering(|| vec![PromptMessage::user("x".repeat(99 * 1024))]),
            &[],
        ),
        (
            answering(|| vec![PromptMessage::user("a")]).argument(required("a")),
            &["unused-argument"],
        ),
        // Only the description of the answer contains the value.
        (
            RuntimePrompt::new("write-it", |call| {
                GetPromptResult::new([PromptMessage::user("a")])
                    .with_description(call.get("a").unwrap_or_default().to_owned())
            })
            .description("Writes.")
            .argument(required("a")),
            &["unused-argument"],
        ),
        // A prompt that fails has no answer to check.
        (
            RuntimePrompt::new("write-it", |_| Err::<String, _>("no"))
                .description("Writes.")
                .argument(required("a")),
            &[],
        ),
    ]
}

#[test]
fn each_prompt_gets_its_advice() {
    for (prompt, expected) in table() {
        let shown = format!("{prompt:?}");
        assert_eq!(of(prompt), expected, "{shown}");
    }
}

#[test]
fn every_lint_is_tested_and_has_a_page() {
    let mut tested: BTreeSet<&str> = table()
        .into_iter()
        .flat_map(|(_, ids)| ids)
        .copied()
        .collect();
    // Each of these has a separate test, below or beside the code.
    tested.extend([
        "dollar-digit",
        "foreign-placeholder",
        "name-with-symbols",
        "not-honoured",
        "readme-file",
        "unknown-advice",
    ]);
    let pages = include_str!("lints.md");
    let (warnings, notes) = pages.split_once("\n# Notes\n").unwrap();
    for lint in Lint::ALL {
        assert!(tested.contains(lint.id()), "{lint} is in no table");
        assert_eq!(Lint::from_id(lint.id()), Some(*lint));
        assert!(
            !lint.why().is_empty() && !lint.instead().is_empty(),
            "{lint}"
        );
        assert!(!lint.page().contains("\n# "), "{}", lint.page());
        let part = match lint.level() {
            Level::Warn => warnings,
            Level::Note => notes,
        };
        assert!(part.contains(&format!("\n## `{lint}`\n")), "{lint}");
    }
    let ids = Lint::ALL.iter().map(|lint| format!("`{lint}`"));
    assert!(
        pages
            .lines()
            .filter_map(|line| line.strip_prefix("## "))
            .eq(ids)
    );
}

#[test]
fn names_that_only_look_the_same_are_told_of() {
    let live = PromptRegistry::builder().build_live().unwrap();
    for name in ["re\u{301}sumer", "r\u{E9}sumer"] {
        live.insert(echo(name)).unwrap();
    }
    assert_eq!(ids(live.registry()), ["non-ascii-name"; 2]);
    assert!(Lint::NonAsciiName.why().contains("look the same"));
}

mod features {
    //! Eight ordinary prompts with the features that the README shows.

    use prompt_runtime::{
        ArgumentEnum, Context, GetPromptResult, PromptError, messages, prompt, prompts,
    };

    /// The strictness of a review.
    #[derive(ArgumentEnum, Clone, Copy, Default)]
    pub(super) enum Strictness {
        /// Only bugs
        Lenient,
        /// Bugs and missing tests
        #[default]
        Normal,
    }

    /// Review a diff against the team's standards.
    #[prompt(name = "code-review", title = "Code review")]
    fn code_review(
        /// How hard to look.
        #[arg(default)]
        strictness: Strictness,
        /// The unified diff to review.
        diff: &str,
    ) -> GetPromptResult {
        messages! {
            description: "A {strictness} code review of the provided diff";
            user: "Review this diff {strictness}ly:\n\n{diff}";
        }
    }

    /// Explain an error message.
    #[prompt]
    fn explain_error(
        /// The most sentences of the answer.
        #[arg(default = 3, min = 1, max = 9)]
        sentences: u8,
        /// The output of the compiler.
        #[arg(non_empty)]
        output: &str,
    ) -> GetPromptResult {
        messages! { user: "Explain this in at most {sentences} sentences:\n\n{output}"; }
    }

    /// Classify an issue, with examples.
    #[prompt]
    fn classify_issue(
        /// The issue.
        issue: &str,
    ) -> GetPromptResult {
        messages! {
            user: "Issue: It crashes.";
            assistant: "bug";
            user: "Issue: {issue}";
        }
    }

    /// Answer as JSON.
    #[prompt]
    fn extract_fields(
        /// The letter.
        letter: &str,
    ) -> GetPromptResult {
        messages! {
            user: "Extract the fields of this letter:\n\n{letter}";
            prefill: "{{\"name\": \"";
        }
    }

    /// Summarize a page.
    #[prompt]
    async fn summarize_page(
        /// The address of the page.
        page: &str,
    ) -> Result<GetPromptResult, PromptError> {
        std::future::ready(()).await;
        Ok(messages! { user: "Summarize {page}"; })
    }

    /// Plan a release.
    ///
    /// # Errors
    /// When the version is not one.
    #[prompt]
    fn plan_release(
        /// The branch.
        #[arg(values = ["main", "next"])]
        branch: &str,
        /// Other people.
        people: Option<&str>,
    ) -> String {
        format!("Plan a release of {branch} with {people:?}.")
    }

    /// Greet a team.
    #[prompt]
    fn greet_team(#[context] context: &Context) -> String {
        let _ = context;
        "Greet the team.".to_owned()
    }

    /// Describe a picture.
    #[prompt]
    fn describe_picture() -> GetPromptResult {
        let image = prompt_runtime::model::ImageContent::from_bytes(&[0; 5], "image/png");
        let Ok(image) = image else {
            return GetPromptResult::new([]);
        };
        messages! { user: "Describe this picture."; user: image; }
    }

    pub(super) fn all() -> [&'static prompt_runtime::PromptDefinition; 8] {
        prompts![
            code_review,
            explain_error,
            classify_issue,
            extract_fields,
            summarize_page,
            plan_release,
            greet_team,
            describe_picture
        ]
    }
}

#[test]
fn ordinary_prompts_get_no_warning() {
    let registry = PromptRegistry::from_prompts(features::all()).unwrap();
    assert_clean(&registry);
    let notes = check(&registry);
    assert!(
        notes.iter().all(
            |it| !["several-messages", "ends-on-assistant"].contains(&it.lint().id())
                || it.prompt() == "describe_picture"
        ),
        "{notes:?}"
    );
}

/// How long it is.
#[derive(ArgumentEnum)]
#[allow(dead_code)]
enum Length {
    /// One line
    Short,
    Long,
}

/// Summarize it.
#[prompt(allow = "generic-nam")]
fn summarize(
    /// Its length.
    length: Length,
    /// Its style.
    #[arg(values = ["plain", "terse"])]
    style: &str,
) -> String {
    format!("Summarize it, {length}, {style}.")
}

#[test]
fn advice_reads_like_a_compilers() {
    let registry = PromptRegistry::from_prompts(prompts![summarize]).unwrap();
    let advice = check(&registry);
    let line = advice[0].line();
    let texts: Vec<String> = advice
        .iter()
        .map(|it| {
            it.to_string()
                .replace(&format!("{}:{line}", it.file()), "src/text.rs:3")
        })
        .collect();
    assert_eq!(
        texts,
        [
            "\
warn[unknown-advice]: prompt \"summarize\": it allows \"generic-nam\", which is no id of a lint; did you mean \"generic-name\"?
  --> src/text.rs:3
   = why: it allows nothing, and the advice that was meant is still given.
   = instead: write the id of a lint, as `check` prints it in brackets.",
            "\
note[generic-name]: prompt \"summarize\": its name is one that many servers choose
  --> src/text.rs:3
   = instead: add the object: `summarize-incident`, not `summarize`.",
            "\
note[typed-argument]: prompt \"summarize\": arguments length, style do not take any text
  --> src/text.rs:3
   = instead: nothing, unless opencode is a host of yours: then take text and check it in the prompt.",
            "\
note[undescribed-values]: prompt \"summarize\": argument \"length\" has values without a description: long
  --> src/text.rs:3
   = instead: write a doc comment above each variant, or name the values in the doc comment of the parameter.",
            "\
note[undescribed-values]: prompt \"summarize\": argument \"style\" has values without a description: plain, terse
  --> src/text.rs:3
   = instead: name the values in the doc comment of the parameter, with their meaning.",
        ]
    );
    let json = serde_json::to_value(&advice).unwrap();
    assert_eq!(json[0]["level"], "warn");
    assert_eq!(json[0]["line"], line);
    assert_eq!(json[4]["argument"], "style");
}

/// Say it.
#[prompt]
fn say_it(
    /// The words.
    #[arg(non_empty)]
    words: &str,
) -> GetPromptResult {
    messages! {
        user: "Say $ARGUMENTS, {words}, ${{input:name}} and {{% if x %}}.";
        user: "Then $1.";
    }
}

#[test]
fn placeholders_of_other_tools_are_told_of() {
    let registry = PromptRegistry::from_prompts(prompts![say_it]).unwrap();
    let found = ids(&registry);
    assert_eq!(
        found,
        [
            "dollar-digit",
            "foreign-placeholder",
            "foreign-placeholder",
            "foreign-placeholder",
            "several-messages"
        ]
    );
    let lines: Vec<u32> = check(&registry).iter().map(Advice::line).collect();
    assert_eq!(lines[0], lines[1]);
    assert!(lines[0] < lines[3], "{lines:?}");
}

#[test]
fn files_have_advice_of_their_own() {
    let file = |path: &str, text: &str| RuntimePrompt::from_file(path, text).unwrap();
    let claude = "---\ndescription: Fixes it.\nmodel: x\n---\nFix it with $ARGUMENTS.";
    let found = of(file(".claude/commands/fix-it.md", claude));
    assert!(found.contains(&"not-honoured"), "{found:?}");
    assert!(!found.contains(&"foreign-placeholder"), "{found:?}");
    let own = "---\ndescription: Says it.\nname: say-it\n---\nSay it.";
    assert_eq!(of(file("prompts/README.md", own)), ["readme-file"]);
    assert_eq!(of(file("prompts/readme-of.md", own)), [""; 0]);
    let unused = "---\ndescription: Says it.\nname: say-it\narguments: [{ name: a, description: An a., required: true, non_empty: true }]\n---\nSay it.";
    assert!(of(file("a.md", unused)).contains(&"unused-argument"));
}

#[test]
fn a_namespace_is_not_the_verb() {
    /// Cleans it.
    #[prompt(name = "clean-room")]
    fn clean_room() -> &'static str {
        "Clean it."
    }
    /// Cleans it.
    #[prompt(name = "room-cleaning")]
    fn room_cleaning() -> &'static str {
        "Clean it."
    }
    /// Reviews it.
    #[prompt]
    fn review() -> &'static str {
        "Review it."
    }
    let under = |namespace: &'static str| {
        let library =
            PromptLibrary::new(prompts![clean_room, room_cleaning, review]).namespace(namespace);
        let registry = PromptRegistry::builder().library(library).build().unwrap();
        let advice = check(&registry);
        advice
            .iter()
            .map(|it| format!("{} {}", it.prompt(), it.lint()))
            .collect::<Vec<_>>()
    };
    assert_eq!(under("house"), ["house.room-cleaning name-not-verb-first"]);
    assert_eq!(
        under("a-house-with-a-very-long-name"),
        [
            "a-house-with-a-very-long-name.room-cleaning long-name",
            "a-house-with-a-very-long-name.room-cleaning name-not-verb-first"
        ]
    );
    assert!(under("häuser").contains(&"häuser.room-cleaning name-not-verb-first".to_owned()));
}

#[test]
fn a_prompt_made_at_run_time_is_changed_in_its_code() {
    let live = PromptRegistry::builder().build_live().unwrap();
    let undescribed = RuntimeArgument::required("a").non_empty();
    live.insert(echo("say-it").argument(undescribed)).unwrap();
    let [advice] = &check(live.registry())[..] else {
        panic!("not one piece of advice");
    };
    assert_eq!(
        advice.instead(),
        "call `.description(…)` on the argument with one sentence about the value."
    );
}

#[test]
fn advice_is_allowed_for_one_prompt_and_for_all() {
    /// Summarize it.
    #[prompt(name = "summarize", allow = "generic-name")]
    fn allowing() -> &'static str {
        "Summarize it."
    }
    let registry = PromptRegistry::from_prompts(prompts![allowing]).unwrap();
    assert_eq!(check(&registry), []);
    let registry = PromptRegistry::from_prompts(prompts![summarize]).unwrap();
    let left = |advisor: Advisor| {
        let advice = advisor.check(&registry);
        advice.iter().map(Advice::lint).collect::<Vec<_>>()
    };
    let most = [
        Lint::GenericName,
        Lint::TypedArgument,
        Lint::UndescribedValues,
    ];
    assert_eq!(left(Advisor::new().allow(most)), [Lint::UnknownAdvice]);
    assert_eq!(
        left(Advisor::new().only([Lint::GenericName])),
        [Lint::GenericName]
    );
    let allowed = Advisor::new().allow(most).only(most);
    assert_eq!(left(allowed), []);
}

#[test]
fn a_prompt_is_called_once_at_most() {
    use std::sync::atomic::{AtomicUsize, Ordering};
    static CALLS: AtomicUsize = AtomicUsize::new(0);
    static ASYNC_CALLS: AtomicUsize = AtomicUsize::new(0);
    let live = PromptRegistry::builder().build_live().unwrap();
    let counting = RuntimePrompt::new("write-it", |_| {
        CALLS.fetch_add(1, Ordering::Relaxed);
        vec![PromptMessage::user("a"), PromptMessage::user("b")]
    });
    let six = ["a", "b", "c", "d", "e", "f"];
    let counting = six
        .into_iter()
        .fold(counting, |it, name| it.argument(choice(name)));
    live.insert(counting).unwrap();
    let waiting = RuntimePrompt::new_async("wait-for-it", |_| {
        ASYNC_CALLS.fetch_add(1, Ordering::Relaxed);
        std::future::ready(vec![PromptMessage::user("a"), PromptMessage::user("b")])
    });
    live.insert(waiting).unwrap();
    let several = |advisor: &Advisor| {
        let advice = advisor.check(live.registry());
        advice
            .iter()
            .filter(|it| it.lint() == Lint::SeveralMessages)
            .count()
    };
    assert_eq!(several(&Advisor::new()), 1);
    assert_eq!(
        (
            CALLS.load(Ordering::Relaxed),
            ASYNC_CALLS.load(Ordering::Relaxed)
        ),
        (1, 0)
    );
    assert_eq!(several(&Advisor::new().call_all()), 2);
    assert_eq!(
        (
            CALLS.load(Ordering::Relaxed),
            ASYNC_CALLS.load(Ordering::Relaxed)
        ),
        (2, 1)
    );
}

#[test]
fn a_prompt_with_state_is_not_called() {
    /// Say it.
    #[prompt]
    fn say_state(#[state] number: &u128) -> Vec<PromptMessage> {
        vec![
            PromptMessage::user(number.to_string()),
            PromptMessage::user("b"),
        ]
    }
    let registry = PromptRegistry::builder()
        .prompts(prompts![say_state])
        .state(1_u128)
        .build()
        .unwrap();
    assert_eq!(check(&registry), []);
    assert_eq!(Advisor::new().call_all().check(&registry).len(), 1);
}

#[test]
#[should_panic(expected = "1 warning:\n\nwarn[unknown-advice]")]
fn the_assertion_fails_with_the_warnings() {
    assert_clean(&PromptRegistry::from_prompts(prompts![summarize]).unwrap());
}
