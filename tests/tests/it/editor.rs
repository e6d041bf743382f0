//! Tests of the macros in an editor, with rust-analyzer: a prompt must be as easy to read and to change as a function.
//!
//! If rust-analyzer is not installed (`rustup component add rust-analyzer`), these tests pass and print to standard error that they were
//! skipped. With `EDITOR_TESTS=required` in the environment they fail instead.

#![allow(
    clippy::assigning_clones,
    clippy::expect_used,
    clippy::format_push_string,
    clippy::needless_pass_by_value,
    clippy::panic,
    clippy::unnecessary_debug_formatting,
    clippy::unwrap_used
)]

use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// The timeout for loading the crate in the editor, which compiles the macros.
const LOADING: Duration = Duration::from_secs(240);

const SOURCE: &str = r#"//! A crate of prompts.
use prompt_runtime::{ArgumentEnum, Context, GetPromptResult, messages, prompt, prompt_file, prompt_methods, prompts};

/// How hard the review looks.
#[derive(ArgumentEnum, Default)]
pub enum Strictness {
    /// Bugs only
    #[default]
    Normal,
    /// Everything
    Strict,
}

pub struct Tracker {
    pub name: String,
}

/// Reviews a diff.
#[prompt(title = TITLE)]
pub fn code_review(
    /// How hard to look.
    #[arg(default)]
    strictness: Strictness,
    #[arg(complete = near)] diff: &str,
    #[state] tracker: &Tracker,
    #[context] context: &Context,
) -> GetPromptResult {
    let _ = context;
    let owner = tracker.name.as_str();
    messages! {
        description: "A {strictness} review";
        user: "Review {diff} of {owner}";
        if owner.is_empty() { user: owner; }
        user: owner;
    }
}

const TITLE: &str = "Code review";

pub fn near(typed: &str) -> Vec<String> {
    vec![typed.to_owned()]
}

#[prompt]
pub async fn later(diff: &str) -> Answer {
    answer(diff)
}

pub type Answer = Result<String, String>;

fn answer(text: &str) -> Answer {
    Ok(text.to_owned())
}

#[prompt_methods]
impl Tracker {
    #[prompt]
    pub fn weekly(&self, level: Strictness) -> String {
        format!("{}{level}", self.name)
    }
}

prompt_file!("summary.md");

#[prompt]
pub fn of_a_file(name: &str) -> GetPromptResult {
    messages!(user: include("summary.md"); user: "{name}")
}

pub fn listed() -> usize {
    prompts![summary, of_a_file].len()
}

pub fn plain(strictness: Strictness) -> GetPromptResult {
    code_review(strictness, "", &Tracker { name: String::new() }, &Context::default())
}
"#;

/// Places in the source: a text, the word in it at the cursor, and the text of the only line that the editor should open.
const DEFINITIONS: &[(&str, &str, &str)] = &[
    (
        "strictness: Strictness,\n    #[arg(c",
        "Strictness",
        "pub enum Strictness {",
    ),
    ("tracker: &Tracker", "Tracker", "pub struct Tracker {"),
    (
        ") -> Answer {\n    answer(diff)",
        "Answer",
        "pub type Answer",
    ),
    ("#[arg(complete = near)]", "near", "pub fn near("),
    ("#[prompt(title = TITLE)]", "TITLE", "const TITLE"),
    ("tracker.name.as_str()", "name", "    pub name: String,"),
    ("user: owner;\n    }", "owner", "    let owner ="),
    ("if owner.is_empty()", "owner", "    let owner ="),
    ("{ user: owner; }", "owner", "    let owner ="),
    (
        "A {strictness} review",
        "strictness",
        "    strictness: Strictness,",
    ),
    (
        "Review {diff} of",
        "diff",
        "    #[arg(complete = near)] diff",
    ),
    ("of {owner}", "owner", "    let owner ="),
    ("level: Strictness", "Strictness", "pub enum Strictness {"),
    ("{}{level}", "level", "    pub fn weekly("),
    (
        "    code_review(strictness, \"\"",
        "code_review",
        "pub fn code_review(",
    ),
    ("impl Tracker {", "Tracker", "pub struct Tracker {"),
    (
        "level: Strictness) -> String",
        "level",
        "    pub fn weekly(",
    ),
    ("pub fn weekly(", "weekly", "    pub fn weekly("),
    ("pub async fn later(", "later", "pub async fn later("),
];

#[test]
fn a_prompt_is_read_and_changed_like_a_function() {
    let Some(mut editor) = Editor::open(SOURCE) else {
        return;
    };
    let mut table = String::from("place | word | targets\n");
    let mut wrong = Vec::new();
    for (text, word, expected) in DEFINITIONS {
        let at = place(SOURCE, text, word);
        let targets = editor.definitions(at);
        let shown: Vec<&str> = targets.iter().map(String::as_str).collect();
        table.push_str(&format!(
            "{} | {word} | {}\n",
            text.escape_debug(),
            shown.len()
        ));
        if !matches!(shown.as_slice(), [one] if one.starts_with(expected)) {
            wrong.push(format!("{word} in {text:?}: {shown:#?}"));
        }
    }
    assert!(wrong.is_empty(), "{table}\n{}", wrong.join("\n"));

    let hover = editor.hover(place(
        SOURCE,
        "strictness: Strictness,\n    #[arg(c",
        "Strictness",
    ));
    assert!(hover.contains("How hard the review looks."), "{hover}");
    for (text, word) in [
        ("#[prompt(title", "prompt"),
        ("messages! {", "messages"),
        ("#[prompt_methods]", "prompt_methods"),
    ] {
        let hover = editor.hover(place(SOURCE, text, word));
        assert!(hover.lines().count() > 20, "{word}: {hover}");
        assert!(hover.contains("At a glance"), "{word}: {hover}");
    }

    for (text, word, to, expected, what) in RENAMES {
        let changed = editor.rename(place(SOURCE, text, word), to);
        assert_eq!(changed, *expected, "{word}: {what}");
    }
    assert_eq!(editor.errors(), Vec::<String>::new());
    half_typed_bodies(&mut editor);
}

/// Places to rename: a text, the word in it, its new name, the number of edits, and what they are.
const RENAMES: &[(&str, &str, &str, usize, &str)] = &[
    (
        "Review {diff} of",
        "diff",
        "patch",
        2,
        "the parameter and its place in the text",
    ),
    (
        "pub enum Strictness",
        "Strictness",
        "Rigor",
        4,
        "the type and its three uses",
    ),
    (
        "let owner = tracker",
        "owner",
        "name",
        5,
        "the variable and its four uses in turns",
    ),
    (
        "pub fn code_review(",
        "code_review",
        "review",
        2,
        "the function and its call",
    ),
    (
        "pub fn weekly(&self, level",
        "level",
        "rigor",
        2,
        "the parameter of a method and its place in the text",
    ),
];

/// A body that is being typed keeps completion, hover, definitions and rename, and its signature gets no error.
fn half_typed_bodies(editor: &mut Editor) {
    let statement = "let owner = tracker.name.as_str();";
    for (written, typed, word, completion) in [
        (statement, "let owner = tracker.;", "tracker.;", "name"),
        (
            statement,
            "let owner = tracker.name.as_str(); owner.",
            "owner.",
            "len",
        ),
        ("user: owner;\n    }", "user: own\n    }", "own\n", "owner"),
        ("if owner.is_empty()", "if owner.", "owner.", "is_empty"),
        ("{ user: owner; }", "{ user: tracker.na }", "na }", "name"),
        ("answer(diff)", "answer(diff.)", "diff.)", "trim"),
    ] {
        let half = SOURCE.replace(written, typed);
        editor.change(&half);
        let mut end = place(&half, typed, word);
        end.1 += word.find([';', ' ', ')', '\n']).unwrap_or(word.len());
        let names = editor.completions(end);
        assert!(
            names.iter().any(|name| name == completion),
            "{typed}: {names:?}"
        );
        let parameter = "strictness: Strictness,\n    #[arg(c";
        let targets = editor.definitions(place(&half, parameter, "Strictness"));
        assert_eq!(targets.len(), 1, "{typed}: {targets:?}");
        let hover = editor.hover(place(&half, "tracker: &Tracker", "tracker"));
        assert!(hover.contains("Tracker"), "{typed}: {hover}");
        let changed = editor.rename(place(&half, "pub type Answer", "Answer"), "Reply");
        assert_eq!(changed, 3, "{typed}");
    }
}

/// The line and column, from 0, of `word` in `text`, which occurs once.
fn place(source: &str, text: &str, word: &str) -> (usize, usize) {
    assert_eq!(source.matches(text).count(), 1, "{text}");
    let start = source.find(text).unwrap() + text.rfind(word).unwrap();
    let before = &source[..start];
    let line = before.matches('\n').count();
    (line, start - before.rfind('\n').map_or(0, |at| at + 1))
}

/// A session of rust-analyzer with one open file.
struct Editor {
    server: Child,
    input: ChildStdin,
    messages: Receiver<Value>,
    uri: String,
    id: u64,
    version: u64,
    diagnostics: Vec<Value>,
    _folder: tempfile::TempDir,
}

impl Editor {
    /// Returns `None`, with a message, if rust-analyzer is not installed.
    fn open(source: &str) -> Option<Self> {
        let found = Command::new("rust-analyzer").arg("--version").output();
        if !found.is_ok_and(|output| output.status.success()) {
            let sentence = "editor tests PASSED OVER: rust-analyzer is not installed\n";
            let required = std::env::var("EDITOR_TESTS").is_ok_and(|it| it == "required");
            assert!(!required, "{sentence}");
            drop(std::io::stderr().write_all(sentence.as_bytes()));
            return None;
        }
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let root = root.canonicalize().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let file = project(folder.path(), &root, source);
        let mut server = Command::new("rust-analyzer")
            .current_dir(folder.path())
            .env("CARGO_TARGET_DIR", root.join("target/tests/editor"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let input = server.stdin.take().unwrap();
        let messages = listen(server.stdout.take().unwrap());
        let mut editor = Self {
            server,
            input,
            messages,
            uri: format!("file://{}", file.display()),
            id: 0,
            version: 1,
            diagnostics: Vec::new(),
            _folder: folder,
        };
        editor.start(source);
        Some(editor)
    }

    fn start(&mut self, source: &str) {
        let root = self.uri.trim_end_matches("/src/lib.rs").to_owned();
        self.ask(
            "initialize",
            json!({
                "processId": null,
                "rootUri": root,
                "capabilities": {
                    "experimental": { "serverStatusNotification": true },
                    "textDocument": { "hover": { "contentFormat": ["markdown"] } },
                },
                "initializationOptions": {
                    "checkOnSave": false,
                    "procMacro": { "enable": true },
                    "diagnostics": { "experimental": { "enable": false } },
                },
            }),
        );
        self.tell("initialized", json!({}));
        let document =
            json!({ "uri": self.uri, "languageId": "rust", "version": 1, "text": source });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
        let quiet = |message: &Value| {
            message["method"] == "experimental/serverStatus"
                && message["params"]["quiescent"] == json!(true)
        };
        while !quiet(&self.next(LOADING)) {}
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.write(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    fn write(&mut self, message: &Value) {
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
        self.input.flush().unwrap();
    }

    fn next(&mut self, patience: Duration) -> Value {
        let message = self.messages.recv_timeout(patience).unwrap();
        if message["method"] == "textDocument/publishDiagnostics"
            && message["params"]["uri"] == json!(self.uri)
        {
            self.diagnostics = message["params"]["diagnostics"].as_array().unwrap().clone();
        } else if message.get("id").is_some() && message.get("method").is_some() {
            let answer = json!({ "jsonrpc": "2.0", "id": message["id"], "result": null });
            self.write(&answer);
        }
        message
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        loop {
            self.id += 1;
            let id = self.id;
            self.write(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
            let mut answer = self.next(LOADING);
            while answer["id"] != json!(id) || answer.get("method").is_some() {
                answer = self.next(LOADING);
            }
            // The error "Content modified" means that the editor was still busy.
            if answer["error"]["code"] != json!(-32801) {
                assert!(answer.get("error").is_none(), "{method}: {answer}");
                return answer["result"].take();
            }
        }
    }

    fn at(&self, (line, character): (usize, usize)) -> Value {
        json!({
            "textDocument": { "uri": self.uri },
            "position": { "line": line, "character": character },
        })
    }

    /// The first line of each definition.
    fn definitions(&mut self, at: (usize, usize)) -> BTreeSet<String> {
        let found = self.ask("textDocument/definition", self.at(at));
        let found = found.as_array().cloned().unwrap_or_default();
        found
            .iter()
            .map(|target| {
                let uri = target["uri"]
                    .as_str()
                    .or(target["targetUri"].as_str())
                    .unwrap();
                let range = target
                    .get("range")
                    .unwrap_or(&target["targetSelectionRange"]);
                let line = usize::try_from(range["start"]["line"].as_u64().unwrap()).unwrap();
                let text = std::fs::read_to_string(uri.trim_start_matches("file://")).unwrap();
                text.lines().nth(line).unwrap_or_default().to_owned()
            })
            .collect()
    }

    fn hover(&mut self, at: (usize, usize)) -> String {
        let hover = self.ask("textDocument/hover", self.at(at));
        hover["contents"]["value"]
            .as_str()
            .unwrap_or_default()
            .to_owned()
    }

    /// Returns the number of edits.
    fn rename(&mut self, at: (usize, usize), name: &str) -> usize {
        let mut params = self.at(at);
        params["newName"] = json!(name);
        let edit = self.ask("textDocument/rename", params);
        edit["changes"]
            .as_object()
            .map(|files| {
                files
                    .values()
                    .filter_map(Value::as_array)
                    .map(Vec::len)
                    .sum()
            })
            .or_else(|| {
                let files = edit["documentChanges"].as_array()?;
                Some(
                    files
                        .iter()
                        .filter_map(|it| it["edits"].as_array())
                        .map(Vec::len)
                        .sum(),
                )
            })
            .unwrap_or(0)
    }

    fn completions(&mut self, at: (usize, usize)) -> Vec<String> {
        let found = self.ask("textDocument/completion", self.at(at));
        let items = found.get("items").unwrap_or(&found).as_array().cloned();
        items
            .unwrap_or_default()
            .iter()
            .filter_map(|item| item["label"].as_str().map(str::to_owned))
            .collect()
    }

    fn change(&mut self, source: &str) {
        self.version += 1;
        let document = json!({ "uri": self.uri, "version": self.version });
        let params = json!({ "textDocument": document, "contentChanges": [{ "text": source }] });
        self.tell("textDocument/didChange", params);
    }

    /// The texts that the editor marks as errors.
    fn errors(&mut self) -> Vec<String> {
        let params = json!({ "textDocument": { "uri": self.uri } });
        let pulled = self.ask("textDocument/diagnostic", params);
        let pulled = pulled["items"].as_array().cloned().unwrap_or_default();
        pulled
            .iter()
            .chain(&self.diagnostics)
            .filter(|it| it["severity"] == json!(1))
            .map(|it| format!("{}: {}", it["range"]["start"], it["message"]))
            .collect()
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        drop(self.server.kill());
        drop(self.server.wait());
    }
}

/// Writes a crate that depends on the runtime of this workspace and returns the path of its source.
fn project(folder: &Path, root: &Path, source: &str) -> PathBuf {
    let runtime = root.join("prompt-runtime");
    let manifest = format!(
        "[package]\nname = \"edited\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\nprompt-runtime = {{ path = {runtime:?}, features = [\"prompt-files\"] }}\n"
    );
    std::fs::write(folder.join("Cargo.toml"), manifest).unwrap();
    std::fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    std::fs::create_dir(folder.join("src")).unwrap();
    let file = folder.join("src/lib.rs");
    std::fs::write(&file, source).unwrap();
    std::fs::write(folder.join("src/summary.md"), "Summarize this.\n").unwrap();
    file
}

/// The messages of the server, read on a separate thread.
fn listen(output: impl std::io::Read + Send + 'static) -> Receiver<Value> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        let mut output = BufReader::new(output);
        loop {
            let mut length = 0;
            loop {
                let mut line = String::new();
                if output.read_line(&mut line).unwrap_or(0) == 0 {
                    return;
                }
                if let Some(number) = line.strip_prefix("Content-Length: ") {
                    length = number.trim().parse().unwrap_or(0);
                }
                if line.trim().is_empty() {
                    break;
                }
            }
            let mut bytes = vec![0; length];
            if output.read_exact(&mut bytes).is_err() {
                return;
            }
            let Ok(message) = serde_json::from_slice(&bytes) else {
                return;
            };
            if sender.send(message).is_err() {
                return;
            }
        }
    });
    receiver
}
