//! Crates that a test of this workspace cannot be: one without features of the runtime, one that renames it, and one that is built without
//! cargo.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A crate in a folder of its own.
struct Crate {
    folder: tempfile::TempDir,
    root: PathBuf,
}

impl Crate {
    /// Writes a crate with these dependencies. `<runtime>` is the path of the runtime. Each crate has a name of its own, because cargo takes
    /// crates of one name for one crate, even in different folders.
    fn new(name: &str, dependencies: &str, source: &str) -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let root = root.canonicalize().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let runtime = root.join("prompt-runtime").display().to_string();
        let dependencies = dependencies.replace("<runtime>", &format!("{runtime:?}"));
        let manifest = format!(
            "[package]\nname = {name:?}\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n{dependencies}\n"
        );
        let files = root.join("tests/compiler/tests/ui/embed/files");
        std::fs::create_dir(folder.path().join("src")).unwrap();
        for (name, text) in [("Cargo.toml", manifest.as_str()), ("src/main.rs", source)] {
            std::fs::write(folder.path().join(name), text).unwrap();
        }
        std::fs::copy(root.join("Cargo.lock"), folder.path().join("Cargo.lock")).unwrap();
        for name in ["logo.png", "ding.wav", "guide.md", "hello.md"] {
            std::fs::copy(files.join(name), folder.path().join("src").join(name)).unwrap();
        }
        Self { folder, root }
    }

    /// Builds the crate and returns cargo's messages.
    fn build(&self) -> Vec<Value> {
        let output = Command::new(env!("CARGO"))
            .args(["build", "--quiet", "--message-format=json", "--offline"])
            .current_dir(self.folder.path())
            .env("CARGO_TARGET_DIR", self.root.join("target/tests/crates"))
            .env("CARGO_INCREMENTAL", "0")
            .env("CARGO_PROFILE_DEV_DEBUG", "0")
            .output()
            .unwrap();
        let messages = String::from_utf8(output.stdout).unwrap();
        let messages: Vec<Value> = messages
            .lines()
            .filter_map(|line| serde_json::from_str(line).ok())
            .collect();
        assert!(
            !messages.is_empty(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        messages
    }
}

/// Each error as its place, its message and its notes.
fn errors(messages: &[Value]) -> Vec<String> {
    let texts = |list: &Value, key: &str| -> Vec<String> {
        let list = list.as_array().unwrap();
        list.iter()
            .map(|it| it[key].as_str().unwrap().to_owned())
            .collect()
    };
    messages
        .iter()
        .map(|message| &message["message"])
        .filter(|message| {
            message["level"] == "error" && message["spans"] != Value::Array(Vec::new())
        })
        .map(|message| {
            let span = &message["spans"][0];
            let at = |key: &str| usize::try_from(span[key].as_u64().unwrap() - 1).unwrap();
            let line = span["text"][0]["text"].as_str().unwrap();
            let place: String = line
                .chars()
                .take(at("column_end"))
                .skip(at("column_start"))
                .collect();
            let notes = texts(&message["children"], "message");
            let advice = notes
                .iter()
                .find(|note| note.starts_with("write "))
                .cloned();
            let message = message["message"].as_str().unwrap();
            format!("{place}: {message}: {}", advice.unwrap_or_default())
        })
        .collect()
}

/// Every macro, with the runtime under the name in place of `<path>`, if one is given.
const EVERY_MACRO: &str = r#"
use pr::testing::call;
use pr::{
    ArgumentEnum, GetPromptResult, PromptArguments, PromptRegistry, audio, image, messages, prompt,
    prompt_file, prompt_methods, prompts, resource,
};

#[derive(ArgumentEnum)]
<value>
enum Tone {
    Short,
    Long,
}

#[derive(PromptArguments)]
<arguments>
struct Report {
    subject: String,
    tone: Tone,
}

#[prompt<parens>]
fn report(#[arguments] report: Report, #[arg(default = 3)] words: u8) -> GetPromptResult {
    let Report { subject, tone } = report;
    messages! {
        <first>
        user: "{words} {tone} words on {subject}";
        user: image!("logo.png" <last>);
        user: audio!("ding.wav" <last>);
        user: resource!("guide.md", uri = "file:///guide.md" <last>);
        user: "Answer.";
    }
}

struct Server;

#[prompt_methods<parens>]
impl Server {
    #[prompt]
    fn weekly(&self, day: &str) -> String {
        day.to_owned()
    }

    #[pr::prompt]
    fn daily(&self) -> String {
        String::from("Plan the day.")
    }
}

prompt_file!("hello.md" <last>);

fn main() {
    let listed = prompts![<first> report, hello];
    assert_eq!(listed.map(|prompt| prompt.name()), ["report", "hello"]);
    let none = prompts![<first>];
    assert!(none.is_empty());
    assert_eq!(Server::PROMPTS.len(), 2);
    let registry = PromptRegistry::builder().prompts(listed).state(Server).build();
    assert!(registry.is_ok());
    call!(report, "subject" => "tests", "tone" => "short").get().assert_text(0, "3 short words on tests");
    println!("{}", module_path!());
}
"#;

/// Returns that source with this path of the runtime after each `crate =`, or without any.
fn every_macro(path: Option<&str>) -> String {
    let key = path.map(|path| format!("crate = {path}"));
    let around = |before: &str, after: &str| {
        let key = key.as_ref();
        key.map_or_else(String::new, |key| [before, key, after].concat())
    };
    EVERY_MACRO
        .replace("<value>", &around("#[value(", ")]"))
        .replace("<arguments>", &around("#[arguments(", ")]"))
        .replace("<parens>", &around("(", ")"))
        .replace("<first>", &around("", ";"))
        .replace("<last>", &around(", ", ""))
}

const USUAL: &str = "prompt-runtime = { path = <runtime> }";
const RENAMED: &str = "pr = { package = \"prompt-runtime\", path = <runtime> }";

#[test]
fn a_runtime_with_another_name_needs_no_path() {
    let messages = Crate::new("renamed", RENAMED, &every_macro(None)).build();
    assert_eq!(errors(&messages), Vec::<String>::new());
}

#[test]
fn a_runtime_with_another_name_is_found_by_its_path() {
    let source = every_macro(Some("::pr"));
    let messages = Crate::new("named", RENAMED, &source).build();
    assert_eq!(errors(&messages), Vec::<String>::new());
    // The key comes before the name in the manifest.
    let source = every_macro(Some("crate::again")) + "mod again { pub use pr::*; }";
    let messages = Crate::new("named-again", RENAMED, &source).build();
    assert_eq!(errors(&messages), Vec::<String>::new());
}

#[test]
fn a_method_of_a_feature_that_is_off_names_the_feature() {
    let source = r#"
use prompt_runtime::{Context, LivePrompts, PromptError, PromptRegistry, RegistryError, RuntimePrompt};
use std::error::Error;
use std::time::Duration;

pub async fn ask(context: &Context) -> Result<String, PromptError> {
    context.elicit("Which version?").await?;
    Ok(String::new())
}

pub fn file() -> Result<RuntimePrompt, Box<dyn Error>> {
    Ok(RuntimePrompt::from_file("a.md", "Explain.")?)
}

pub fn watch(live: &LivePrompts) -> Result<usize, Box<dyn Error>> {
    let watch = live.watch_directory("prompts")?;
    Ok(watch.problems().len())
}

pub fn key() -> Result<PromptRegistry, RegistryError> {
    PromptRegistry::builder().elicitation_key([1; 32]).build()
}

pub fn ttl() -> Result<PromptRegistry, RegistryError> {
    PromptRegistry::builder().elicitation_ttl(Duration::from_secs(1)).completion_rate(9).build()
}

pub fn principal() -> Result<PromptRegistry, RegistryError> {
    PromptRegistry::builder().elicitation_principal(|context| context.principal()).build()
}

pub fn file_with(options: Options) -> Result<RuntimePrompt, Box<dyn Error>> {
    Ok(RuntimePrompt::from_file_with("a.md", "Explain.", &options)?)
}

pub fn watch_with(live: &LivePrompts, options: Options) -> Result<usize, Box<dyn Error>> {
    let watch = live.watch_directory_with("prompts", options)?;
    Ok(watch.problems().len())
}

pub fn rate() -> Result<PromptRegistry, RegistryError> {
    PromptRegistry::builder().completion_rate(9).build()
}

pub fn spans() -> Result<PromptRegistry, RegistryError> {
    PromptRegistry::builder().on_span(|span, context| span.set_parent(context)).build()
}

pub struct Options;

fn main() {}
"#;
    let messages = Crate::new("without-features", USUAL, source).build();
    let write = |feature: &str| {
        format!("write `features = [\"{feature}\"]` at `prompt-runtime` in `Cargo.toml`")
    };
    let expected = [
        ("elicit", "questions need", "elicitation"),
        (
            "RuntimePrompt::from_file(\"a.md\", \"Explain.\")",
            "prompt files need",
            "prompt-files",
        ),
        (
            "watch_directory",
            "directories of prompt files need",
            "directory",
        ),
        (
            "RuntimePrompt::from_file_with(\"a.md\", \"Explain.\", &options)",
            "prompt files need",
            "prompt-files",
        ),
        (
            "watch_directory_with",
            "directories of prompt files need",
            "directory",
        ),
        ("elicitation_principal", "questions need", "elicitation"),
        ("elicitation_key", "questions need", "elicitation"),
        ("elicitation_ttl", "questions need", "elicitation"),
        (
            "completion_rate",
            "a limit for completions needs",
            "rate-limit",
        ),
        ("on_span", "spans need", "tracing"),
    ]
    .map(|(place, needs, feature)| {
        let write = write(feature);
        format!("{place}: {needs} the feature `{feature}` of `prompt-runtime`: {write}")
    });
    let mut found = errors(&messages);
    found.sort();
    let mut expected = expected.to_vec();
    expected.sort();
    assert_eq!(found, expected);
}

/// A build by another tool, such as Bazel, has none of cargo's variables.
#[test]
fn a_program_builds_and_runs_without_cargo() {
    let source = every_macro(None)
        .replace("use pr::", "use prompt_runtime::")
        .replace("#[pr::", "#[prompt_runtime::");
    let project = Crate::new("without-cargo", USUAL, &source);
    let messages = project.build();
    let library = messages
        .iter()
        .filter(|message| message["target"]["name"] == "prompt_runtime")
        .filter_map(|message| message["filenames"].as_array())
        .flatten()
        .filter_map(Value::as_str)
        .find(|name| Path::new(name).extension().is_some_and(|it| it == "rlib"))
        .expect("cargo names the library");
    let dependencies = project.root.join("target/tests/crates/debug/deps");
    let program = project.folder.path().join("program");
    let mut compiler = Command::new("rustc");
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("CARGO")) {
        compiler.env_remove(name);
    }
    let output = compiler
        .args([
            "--edition",
            "2024",
            "--crate-name",
            "alone",
            "src/main.rs",
            "-o",
        ])
        .arg(&program)
        .arg("-L")
        .arg(dependencies)
        .arg("--extern")
        .arg(format!("prompt_runtime={library}"))
        .current_dir(project.folder.path())
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let output = Command::new(program).output().unwrap();
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "alone\n",
        "{output:?}"
    );
}
