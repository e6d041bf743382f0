//! Tests of files of other tools: the hard cases of each dialect, in small files of our own.

use super::*;
use std::path::Path;

struct Read {
    file: PromptFile,
}

fn read_as(
    dialect: Dialect,
    path: &str,
    source: &str,
    append: bool,
) -> Result<Read, Vec<FileError>> {
    let reading = Reading {
        dialect,
        append,
        ..Reading::default()
    };
    let name = file_name(Path::new(path), None, dialect);
    let file = super::super::parse(source, &name, &reading)?;
    Ok(Read { file })
}

#[track_caller]
fn read(dialect: Dialect, source: &str) -> Read {
    match read_as(dialect, "note.md", source, false) {
        Ok(read) => read,
        Err(errors) => panic!("{source}\n{errors:#?}"),
    }
}

impl Read {
    /// Asserts the arguments, each with `!` if it is required.
    #[track_caller]
    fn takes(self, expected: &[&str]) -> Self {
        let found: Vec<String> = self
            .file
            .arguments
            .iter()
            .map(|it| it.name.text.clone() + if it.required { "!" } else { "" })
            .collect();
        assert_eq!(found, expected, "{:#?}", self.file);
        self
    }

    /// Asserts the text for these values, given in the order of the arguments.
    #[track_caller]
    fn says(self, values: &[&str], expected: &str) -> Self {
        let value = |name: &str| {
            let index = self
                .file
                .arguments
                .iter()
                .position(|it| it.name.text == name);
            let index = index.unwrap_or_else(|| panic!("no argument {name}"));
            values.get(index).copied().unwrap_or_default()
        };
        let text: String = self
            .file
            .turns
            .iter()
            .flat_map(|it| &it.segments)
            .map(|segment| match segment {
                Segment::Text(text) => text.clone(),
                Segment::Placeholder(name) => value(&name.text).to_owned(),
                Segment::Appended { name, .. } if value(&name.text).is_empty() => String::new(),
                Segment::Appended { before, name } => format!("{before}{}", value(&name.text)),
            })
            .collect();
        assert_eq!(text, expected, "{:#?}", self.file);
        self
    }

    #[track_caller]
    fn notices(self, expected: &[&str]) -> Self {
        let found: Vec<String> = self.file.notices.iter().map(ToString::to_string).collect();
        let alike = |(found, expected): (&String, &&str)| found.contains(*expected);
        assert!(
            found.len() == expected.len() && found.iter().zip(expected).all(alike),
            "found {found:#?}\nexpected {expected:#?}"
        );
        self
    }

    #[track_caller]
    fn described(self, expected: &str) -> Self {
        let description = self.file.description.as_ref().map(|it| it.text.as_str());
        assert_eq!(description, Some(expected));
        self
    }
}

use Dialect::{Claude, Codex, Cursor, Opencode, Qwen, VsCode};

#[test]
fn claude_all_that_was_typed() {
    read(
        Claude,
        "---\nargument-hint: [ticket]\n---\nRepair ticket $ARGUMENTS, then add a test.",
    )
    .takes(&["arguments"])
    .says(&["77 now"], "Repair ticket 77 now, then add a test.")
    .says(&[], "Repair ticket , then add a test.")
    .notices(&[]);
    read(Claude, "Intro $ARGUMENTS\n\n---\n\nAfter the rule.")
        .takes(&["arguments"])
        .says(&["one"], "Intro one\n\n---\n\nAfter the rule.");
    read(Claude, "Say $ARGUMENTS.").says(
        &["$1 and $ARGUMENTS and {{args}}"],
        "Say $1 and $ARGUMENTS and {{args}}.",
    );
    read(
        Claude,
        "---\nargument-hint: <question>\n---\nAnswer: $ARGUMENTSnow",
    )
    .takes(&["arguments!"])
    .says(&["x"], "Answer: xnow");
}

#[test]
fn claude_words_by_their_numbers() {
    read(
        Claude,
        "---\nargument-hint: <service> [region]\n---\nShip $1 to `$2`. The run costs $2.50.",
    )
    .takes(&["service!", "region"])
    .says(&["api", "eu"], "Ship api to `eu`. The run costs $2.50.")
    .notices(&["4:6: `$1` is read as the first argument"]);
    read(Claude, "Port $ARGUMENTS[0] from $0 to $1. Price: \\$1.")
        .takes(&["arg1", "arg2"])
        .says(&["Nav", "Vue"], "Port Nav from Nav to Vue. Price: $1.")
        .notices(&[]);
    read(
        Claude,
        "---\nargument-hint: a\n---\nUse $1 and $10 and \\\\$1 and $$ and \\$x.",
    )
    .takes(&["arg1"])
    .says(&["A"], "Use A and $10 and \\\\A and $$ and \\$x.");
    read(
        Claude,
        "---\nargument-hint: <Name>\n---\nMake $1 in `$1View.swift`.",
    )
    .takes(&["name!"])
    .says(&["Home"], "Make Home in `$1View.swift`.")
    .notices(&["4:6: `$1` is read as", "4:13: `$1V` is left as text"]);
    read(Claude, "Make $1:\n```swift\nlet $1 = 2\n```")
        .takes(&["arg1"])
        .says(&["v"], "Make v:\n```swift\nlet v = 2\n```");
    read(Claude, "---\nargument-hint: [a] [b] [c]\n---\n$1 and $2")
        .takes(&["arg1", "arg2"])
        .says(&["x"], "x and ");
    read(Claude, "---\nargument-hint: [x] [x]\n---\n$1 and $2").takes(&["arg1", "arg2"]);
}

#[test]
fn numbers_that_are_no_words_stay() {
    let source = "Sum up.\n```sh\nawk '{print $1}'\nlocal a=$1 b=$2\n```\nBudget: $3 per run, $1,200 a year.";
    read(Claude, source)
        .takes(&[])
        .says(&[], source)
        .notices(&["3:13: `$1` is taken for an amount or for code"]);
    for source in [
        "It costs $5 now.",
        "Pay $20k, $3M and $1+.",
        "Between $2 and $4.",
        "Use `$1` in awk.",
    ] {
        read(Claude, source).takes(&[]).says(&[], source);
        read(Opencode, source).takes(&[]).says(&[], source);
    }
    read(Claude, "---\nargument-hint: [x]\n---\nRun $1, never $3.")
        .takes(&["x"])
        .says(&["a"], "Run a, never $3.");
    read(Claude, "---\nargument-hint: [x]\n---\n```\necho $1\n```").takes(&["arguments"]);
}

#[test]
fn claude_declared_names() {
    read(Claude, "---\narguments: [issue, branch]\n---\nLook at $issue on $branch; $branches and $PATH stay.")
        .takes(&["issue", "branch"])
        .says(&["9"], "Look at 9 on ; $branches and $PATH stay.")
        .notices(&[]);
    read(
        Claude,
        "---\narguments: issue branch\n---\n\\$issue $issue[0] $0 and $1: $ARGUMENTS",
    )
    .takes(&["issue", "branch"])
    .says(&["9", "b"], "$issue $issue[0] 9 and b: 9 b");
    read(
        Claude,
        "---\narguments:\n- name: issue\n  description: The number.\n  required: true\n---\n$issue",
    )
    .takes(&["issue!"]);
    for names in ["[issue, issue, b]", "issue issue b", "\n- issue\n- issue b"] {
        read(Claude, &format!("---\narguments: {names}\n---\n$issue $b")).takes(&["issue", "b"]);
    }
    read(Claude, "---\narguments: [issue, other]\n---\n$issue")
        .notices(&["the argument `other` is declared and the text never uses it"]);
}

#[test]
fn claude_text_that_is_typed_without_a_placeholder() {
    read(
        Claude,
        "---\nargument-hint: what to note\n---\nWrite a note.",
    )
    .takes(&["arguments"])
    .says(&["buy milk"], "Write a note.\n\nARGUMENTS: buy milk")
    .says(&[], "Write a note.");
    read(Claude, "Write a note.").takes(&[]);
    let on = read_as(Claude, "note.md", "Write a note.", true)
        .ok()
        .unwrap();
    on.takes(&["arguments"])
        .says(&["x"], "Write a note.\n\nARGUMENTS: x");
}

#[test]
fn claude_front_matter_that_is_no_yaml() {
    read(
        Claude,
        "---\nargument-hint: [a] [b]\n---\nFirst $1, second $2, all: $ARGUMENTS",
    )
    .takes(&["a", "b"])
    .says(&["x", "y z"], "First x, second y z, all: x y z")
    .says(&["x"], "First x, second , all: x")
    .notices(&[
        "2:20: this front matter is not YAML",
        "`$1` is read as the first",
    ]);
    read(Claude, "\u{FEFF}---\r\ndescription: Log: one line\r\nargument-hint: [level] [text]\r\n---\r\nLog $2 at $1.\r\n")
        .takes(&["level", "text"])
        .described("Log: one line")
        .says(&["warn", "disk full"], "Log disk full at warn.");
    read(
        Claude,
        "---\ndescription: Fix issue #12 now\nargument-hint: [topic] # which\n---\nx",
    )
    .described("Fix issue #12 now");
    read(
        Claude,
        "---\ndescription: 2024\nmodel: \"x\"\nversion: [1]\n---\nx",
    )
    .described("2024")
    .notices(&[
        "3:1: 1 part of this file has no counterpart in an MCP prompt; left out: `model` (line 3)",
    ]);
    read(Claude, "---\nnot yaml\n---\nThe text.")
        .described("The text.")
        .notices(&["has no keys"]);
    read(Claude, "---\ndescription: *bold* text\n---\nx").described("*bold* text");
}

#[test]
fn escapes_write_no_invisible_text() {
    let yaml = "---\ndescription: \"a\\u202e\"\n---\nx";
    let toml = "prompt = \"x \\u202e {{args}}\"";
    let mut files = vec![(Claude, yaml)];
    if cfg!(feature = "toml") {
        files.push((Dialect::Gemini, toml));
    }
    for (dialect, source) in files {
        let errors = read_as(dialect, "a.md", source, false).err().unwrap();
        assert!(errors[0].message.contains("U+202E"), "{errors:?}");
    }
}

#[test]
fn claude_commands_and_files_are_not_run() {
    let body = "- Diff: !`git diff`\n- Guide: @docs/style.md\nReview it; KEY=!`x` stays.";
    read(
        Claude,
        &format!("---\nallowed-tools: Bash(git diff:*)\n---\n{body}"),
    )
    .takes(&[])
    .says(&[], body)
    .notices(&[
        "2:1: 3 parts of this file have no counterpart in an MCP prompt; left out: `allowed-tools` (line 2); \
         kept as text, neither run nor read: shell command (line 4), file `docs/style.md` (line 5)",
    ]);
    let body = "Mail @bob, use @types/node and `@a.md`:\n```!\nls $0\n```\nIn ${CLAUDE_SKILL_DIR}/run.sh \\${CLAUDE_X}.";
    read(Claude, body).says(&[], body).notices(&[
        "2:1: 3 parts of this file have no counterpart in an MCP prompt; kept as text, neither run nor read: \
         shell command (line 2), `${CLAUDE_…` (line 5, 2 times)",
        "taken for an amount",
    ]);
    // There is one notice, no matter how many parts are unsupported.
    let body = "!`a`\n!`b` @a/b.md @c.md\n".repeat(500);
    let header = "model: x\neffort: high\nmodel: y";
    read(Claude, &format!("---\n{header}\n---\n{body}")).notices(&[
        "2:1: 2003 parts of this file have no counterpart in an MCP prompt; left out: `model` (line 2, 2 times), `effort` (line 3); \
         kept as text, neither run nor read: shell command (line 6, 1000 times), file `a/b.md` (line 7) and 999 more",
    ]);
    // Placeholders in typed text are not replaced.
    read(
        Claude,
        "---\nargument-hint: [x]\n---\nSee !`git show $ARGUMENTS` and $ARGUMENTS",
    )
    .says(&["a"], "See !`git show $ARGUMENTS` and a");
}

#[test]
fn skills_have_their_directory_for_a_name() {
    let source = "---\nname: Code Review\ndescription: Looks at code.\n---\nLook.";
    let read = read_as(Claude, ".claude/skills/code-review/SKILL.md", source, false)
        .ok()
        .unwrap();
    assert_eq!(read.file.name.unwrap().text, "code-review");
    assert_eq!(read.file.title.unwrap().text, "Code Review");
    let source = "---\nname: code-review\n---\nLook.";
    let read = read_as(Claude, "code-review/SKILL.md", source, false)
        .ok()
        .unwrap();
    assert_eq!(
        (read.file.name.unwrap().text.as_str(), read.file.title),
        ("code-review", None)
    );
    // A command has the name of its file.
    let read = read_as(Claude, "fix.md", "---\nname: other\n---\nFix.", false)
        .ok()
        .unwrap();
    assert_eq!(read.file.name.unwrap().text, "fix");
}

#[test]
fn vscode_inputs() {
    read(
        VsCode,
        "---\nagent: agent\ntools: [a, b]\nname: make\n---\nMake ${input:name:Form name} with ${input:fields}; again ${input:name}. Use ${selection}.",
    )
    .takes(&["name!", "fields!"])
    .says(&["Login", "user"], "Make Login with user; again Login. Use ${selection}.")
    .notices(&[
        "2:1: 3 parts of this file have no counterpart in an MCP prompt; left out: `agent` (line 2), `tools` (line 3); \
         kept as text, neither run nor read: `${selection}` (line 6)",
    ]);
    let file = read(
        VsCode,
        "${input:a}${input:a: what } ${{input:b c}} ${input:} ${input:x",
    )
    .file;
    let described = file.arguments[0].description.as_ref().unwrap();
    assert_eq!(described.text, "what");
    read(VsCode, "${input:a} ${{input:b c}} ${input:} ${input:x")
        .takes(&["a!", "b-c!"])
        .says(&["1", "2"], "1 2 ${input:} ${input:x");
    read(VsCode, "Pay $1 for $ARGUMENTS.")
        .takes(&[])
        .notices(&["`$ARGUMENTS` is a placeholder of Claude Code"]);
    read(
        VsCode,
        "---\nargument-hint: a topic\n---\nSee [it](docs/a.md), [web](https://a.b) and #file:x.md",
    )
    .takes(&["arguments"])
    .says(
        &["t"],
        "See [it](docs/a.md), [web](https://a.b) and #file:x.md\n\nt",
    )
    .notices(&["neither run nor read: linked file `docs/a.md` (line 4), `#file:…` (line 4)"]);
    let read = read_as(VsCode, "a/fix.prompt.md", "Fix.", false)
        .ok()
        .unwrap();
    assert_eq!(read.file.name.unwrap().text, "fix");
}

#[test]
fn opencode_words() {
    read(Opencode, "Create $1 in $2.")
        .takes(&["arg1", "arg2"])
        .says(&["x.ts", "src and more"], "Create x.ts in src and more.")
        .notices(&[]);
    read(
        Opencode,
        "---\nagent: build\nsubtask: true\n---\nAll: $ARGUMENTS, KEY=!`x`",
    )
    .takes(&["arguments"])
    .says(&["a b"], "All: a b, KEY=!`x`")
    .notices(&["2:1: 3 parts of this file have no counterpart in an MCP prompt; left out: `agent` (line 2), `subtask` (line 3); kept"]);
    let on = read_as(Opencode, "n.md", "Note.", true).ok().unwrap();
    on.says(&["x"], "Note.\n\nx").says(&[], "Note.");
}

#[test]
fn qwen_args() {
    read(
        Qwen,
        "---\ndescription: Fixes it.\n---\nFix {{args}} ({{ args }} stays).",
    )
    .takes(&["arguments"])
    .says(&["it"], "Fix it ({{ args }} stays).")
    .described("Fixes it.");
    read(Qwen, "Look at @{a/b.md} and !{ls {a} b} then {{args}}")
        .says(&["x"], "Look at @{a/b.md} and !{ls {a} b} then x")
        .notices(&["file in `@{…}` (line 1), shell command in `!{…}` (line 1)"]);
    let errors = read_as(Qwen, "a.md", "Look at !{ls {a}", false)
        .err()
        .unwrap();
    assert_eq!(
        errors[0].to_string(),
        "1:9: `!{` is never closed: write the missing `}`"
    );
}

#[cfg(feature = "toml")]
#[test]
fn gemini_commands_are_toml() {
    use Dialect::Gemini;
    read(Gemini, "prompt = \"Fix {{args}} ({{ args }} stays).\"")
        .takes(&["arguments"])
        .says(&["it"], "Fix it ({{ args }} stays).");
    let on = read_as(
        Gemini,
        ".gemini/commands/git/note.toml",
        "prompt = \"Write the note.\"",
        true,
    );
    let on = on.ok().unwrap();
    assert_eq!(on.file.name.as_ref().unwrap().text, "note");
    on.takes(&["arguments"])
        .says(&["x y"], "Write the note.\n\n/git:note x y");
    read(
        Gemini,
        "description = \"Say.\"\nprompt = '''\nDo $ARGUMENTS\n!{ls}'''\nother = 1",
    )
    .described("Say.")
    .notices(&[
        "3:4: `$ARGUMENTS` is a placeholder of Claude Code and stays text: write `{{args}}`",
        "4:1: 1 part of this file",
    ]);
    let wrong = |source| read_as(Gemini, "a.toml", source, false).err().unwrap()[0].to_string();
    assert!(
        wrong("prompt = \"a\nb\"").starts_with("1:"),
        "{}",
        wrong("prompt = \"a\nb\"")
    );
    assert_eq!(
        wrong("description = \"a\""),
        "1:1: this command has no `prompt`: write `prompt = \"…\"`"
    );
}

#[test]
fn codex_names_win_over_numbers() {
    read(
        Codex,
        "Draft $TITLE for $TEAM; all: $ARGUMENTS, $1, $$TITLE.",
    )
    .takes(&["title!", "team!"])
    .says(
        &["Q3", "Ops"],
        "Draft Q3 for Ops; all: $ARGUMENTS, $1, $$TITLE.",
    );
    read(Codex, "Compare $1 and $2; ten: $10; all: $ARGUMENTS; $$.")
        .takes(&["arg1", "arg2"])
        .says(&["a", "b"], "Compare a and b; ten: a0; all: a b; $$.");
    read(Codex, "```sh\ncd $HOME && echo $USER\n```\nfor $NAME")
        .takes(&["name!"])
        .says(&["n"], "```sh\ncd $HOME && echo $USER\n```\nfor n")
        .notices(&["2:4: `$HOME` is taken for a variable of a shell"]);
    read(
        Codex,
        "---\ndescription: 'A: b'\nargument_hint: [x]\n---\nGo.",
    )
    .described("A: b")
    .takes(&[]);
}

#[test]
fn cursor_commands_are_text() {
    let source = "# Fix\n\n$1 and {{args}} and !`x`";
    read(Cursor, source)
        .takes(&[])
        .says(&[], source)
        .described("Fix");
    let on = read_as(Cursor, "n.md", "Note.", true).ok().unwrap();
    on.says(&["x"], "Note.\n\nx");
}

#[test]
fn a_header_that_never_closes_is_an_error() {
    for dialect in [Claude, VsCode, Opencode, Qwen, Codex] {
        let errors = read_as(dialect, "a.md", "---\ndescription: x\nText", false)
            .err()
            .unwrap();
        assert!(errors[0].message.contains("never closed"), "{dialect}");
        assert_eq!(errors.len(), 1, "{dialect}");
    }
    for dialect in [Claude, VsCode, Opencode, Qwen, Codex, Cursor] {
        for text in [" \n", "\u{2}\n"] {
            let errors = read_as(dialect, "a.md", text, false).err().unwrap();
            assert!(errors[0].message.contains("no text"), "{dialect}");
        }
    }
}

#[test]
fn a_header_without_visible_text_names_and_describes_nothing() {
    let source = "---\nname: \u{1}\ndescription: \u{1}\n---\n$x";
    let Read { file } = read(Claude, source);
    assert_eq!((file.title, file.description), (None, None));
}

#[test]
fn a_strict_reading_makes_notices_errors() {
    let reading = Reading {
        dialect: Claude,
        strict: true,
        ..Reading::default()
    };
    let errors = super::super::parse("---\nmodel: x\n---\n!`ls`", &FileName::default(), &reading)
        .unwrap_err();
    assert_eq!(errors.len(), 1, "{errors:#?}");
    assert!(
        errors[0].message.starts_with("2 parts of this file"),
        "{errors:#?}"
    );
}

#[test]
fn folders_and_extensions_tell_the_dialect() {
    let told = |path: &str| dialect_of(Path::new(path)).map_err(|why| why.to_string());
    for (path, dialect) in [
        ("a/.claude/commands/git/fix.md", Claude),
        (".claude/skills/review/SKILL.md", Claude),
        ("x/SKILL.md", Claude),
        (".github/prompts/fix.prompt.md", VsCode),
        ("fix.prompt.md", VsCode),
        (".opencode/command/a.md", Opencode),
        (".opencode/commands/a/b.md", Opencode),
        (".gemini/commands/a.toml", Dialect::Gemini),
        (".qwen/commands/a.md", Qwen),
        (".qwen/commands/a.toml", Dialect::Gemini),
        (".codex/prompts/a.md", Codex),
        (".cursor/commands/a.md", Cursor),
        ("prompts/a.md", Dialect::Own),
        ("commands/a.md", Dialect::Own),
        (".claude/a.md", Dialect::Own),
    ] {
        assert_eq!(told(path), Ok(dialect), "{path}");
    }
    for path in ["a.prompt", ".continue/prompts/a.md"] {
        assert!(
            told(path).unwrap_err().contains("which are not read"),
            "{path}"
        );
    }
    for (path, expected) in [
        ("a/.qwen/b.toml", true),
        (".gemini/commands/a.toml", true),
        (".claude/a.toml", false),
        ("gemini/a.toml", false),
    ] {
        assert_eq!(is_below_toml_tool(Path::new(path)), expected, "{path}");
    }
    for &dialect in Dialect::ALL {
        assert_eq!(dialect.id().parse(), Ok(dialect));
    }
    let goose = "goose".parse::<Dialect>().unwrap_err().to_string();
    assert!(goose.starts_with("Goose recipes are templates"), "{goose}");
    let other = "other".parse::<Dialect>().unwrap_err().to_string();
    assert_eq!(
        other,
        "`other` is not a dialect: the dialects are `own`, `claude`, `vscode`, `opencode`, `gemini`, `qwen`, `codex`, `cursor`"
    );
}

#[test]
fn folders_are_part_of_a_name() {
    let named = |path: &str, root: Option<&str>, dialect| {
        let name = file_name(Path::new(path), root.map(Path::new), dialect);
        (name.prompt_name(None), name.command())
    };
    let is = |name: &str, command: &str| (Ok(name.to_owned()), command.to_owned());
    assert_eq!(
        named("a/.claude/commands/git/fix.md", None, Claude),
        is("git.fix", "git:fix")
    );
    assert_eq!(
        named("p/git/fix.md", Some("p"), Claude),
        is("git.fix", "git:fix")
    );
    assert_eq!(named("p/git/fix.md", None, Claude), is("fix", "fix"));
    assert_eq!(
        named("p/x/review/SKILL.md", Some("p"), Claude),
        is("x.review", "x:review")
    );
    assert_eq!(
        named("p/a/fix.prompt.md", Some("p"), VsCode),
        is("a.fix", "a:fix")
    );
    assert_eq!(named("p/a/b.md", Some("p"), Dialect::Own), is("a.b", "a:b"));
    let error = file_name(Path::new("a b .md"), None, Dialect::Own)
        .prompt_name(None)
        .unwrap_err();
    assert!(
        error.ends_with("write `name: a-b` into the file, or rename it"),
        "{error}"
    );
    let read = read_as(Claude, "fix it!.md", "Fix.", false).ok().unwrap();
    assert_eq!(read.file.name.as_ref().unwrap().text, "fix-it");
    read.notices(&["the file's name has characters"]);
}

#[test]
fn files_of_other_tools_are_written_in_our_own_format() {
    for (dialect, source, name) in [
        (
            Claude,
            "---\nargument-hint: <service> [region]\ndescription: \"Ship: now\"\n---\nShip $1 to {{ $2 }} for ${{ x }}.",
            "ship",
        ),
        (VsCode, "Make ${input:name:Form name}.", "make"),
        (Cursor, "---\nnot front matter\n---\n{{ x }}", "note"),
    ] {
        let file = read(dialect, source).file;
        let written = write(&file, name);
        let again = parse(&written).unwrap();
        assert_eq!(again.arguments.len(), file.arguments.len(), "{written}");
        let bare = |file: &PromptFile| -> String {
            file.turns[0]
                .segments
                .iter()
                .map(|it| match it {
                    Segment::Text(text) => text.clone(),
                    Segment::Placeholder(name) | Segment::Appended { name, .. } => {
                        format!("<{}>", name.text)
                    }
                })
                .collect()
        };
        assert_eq!(bare(&again), bare(&file), "{written}");
    }
}
