#![allow(clippy::unwrap_used)]

use super::*;
use crate::private::{
    ArgumentDefinition, Deprecation, EmbeddedFile, Location, PromptDefinition, Render,
    TextDefinition,
};
use crate::private::{ArgumentEnum, FromArgument, FromArgumentOr, Probe, unknown_value};
use prompt_runtime::arguments::UnknownValue;
use prompt_runtime::model::ImageContent;
use prompt_runtime::{ContentBlock, IntoPromptResult as _, PromptMessage};
use prompt_runtime::{Context, GetPromptResult, PromptError};
use std::str::FromStr;

#[derive(Clone, Copy)]
enum Tone {
    Kind,
    Blunt,
}

impl ArgumentEnum for Tone {
    const VALUES: &'static [&'static str] = &["kind", "blunt"];
    const DESCRIPTIONS: &'static [Option<&'static str>] = &[Some("As to a friend"), None];

    fn as_str(&self) -> &'static str {
        match self {
            Self::Kind => "kind",
            Self::Blunt => "blunt",
        }
    }
}

impl std::fmt::Display for Tone {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Tone {
    type Err = UnknownValue;

    fn from_str(text: &str) -> Result<Self, UnknownValue> {
        match text {
            "kind" => Ok(Self::Kind),
            "blunt" => Ok(Self::Blunt),
            _ => Err(unknown_value()),
        }
    }
}

static WRITE_REPLY: PromptDefinition = PromptDefinition {
    name: "write-reply",
    title: Some("Reply"),
    description: Some("Write a reply.\n\nNothing is sent."),
    arguments: &[
        ArgumentDefinition {
            name: "tone",
            description: Some("How it should sound."),
            required: false,
            has_default: true,
            kind: Probe::<Tone>::KIND,
            ..ArgumentDefinition::NEW
        },
        ArgumentDefinition {
            name: "letter",
            description: Some("The letter to answer.\nAll of it."),
            kind: Probe::<&str>::KIND,
            ..ArgumentDefinition::NEW
        },
    ],
    texts: &[
        TextDefinition::new("description", "A {tone} reply", 8),
        TextDefinition::new("user", "Be {tone}:\n\n{letter}", 9),
        TextDefinition::new("prefill", "", 10),
        TextDefinition::new("user", "", 11).of_file("seal.png"),
        TextDefinition::new("user", "Be {{ tone }}.", 12).of_file("rules.md"),
    ],
    embedded: &[
        EmbeddedFile::base64("image", "seal.png", 11, "aGVsbG8="),
        EmbeddedFile::text("text", "rules.md", 12, "Be {{ tone }}.\n"),
    ],
    location: Location::new("src/replies.rs", 7, "replies", "replies"),
    render: Render::Sync(|invocation| {
        let tone = <Tone as FromArgumentOr<'_, _>>::fetch_or(invocation, || Tone::Kind);
        let letter = <&str as FromArgument<'_, _>>::fetch(invocation);
        invocation.accepted()?;
        let (tone, letter) = (tone?, letter?);
        Some(Ok(GetPromptResult::new([
            PromptMessage::user(format!("Be {tone}:\n\n{letter}")),
            PromptMessage::prefill("Dear"),
        ])
        .with_description(format!("A {tone} reply"))))
    }),
    ..PromptDefinition::NEW
};

static SHOW_LOGO: PromptDefinition = PromptDefinition {
    name: "show-logo",
    render: Render::Async(|invocation| {
        invocation.accepted()?;
        Some(Box::pin(async {
            tokio::task::yield_now().await;
            let image = ImageContent::from_bytes(&[0; 5], "image/png")?;
            PromptMessage::user(ContentBlock::Image(image)).into_prompt_result()
        }))
    }),
    ..PromptDefinition::NEW
};

static FAIL: PromptDefinition = PromptDefinition {
    name: "fail",
    render: Render::Sync(|invocation| {
        invocation.accepted()?;
        Some(Err(PromptError::from("the password is 123")))
    }),
    ..PromptDefinition::NEW
};

pub(super) struct Run {
    pub(super) exit: Exit,
    pub(super) out: String,
    pub(super) err: String,
}

pub(super) fn registry() -> PromptRegistry {
    PromptRegistry::builder()
        .prompts([&WRITE_REPLY, &SHOW_LOGO, &FAIL])
        .on_report(|_| {})
        .build()
        .unwrap()
}

pub(super) fn run_on(program: impl Into<Program>, arguments: &[&str], mut input: &[u8]) -> Run {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let arguments = std::iter::once("bin/team").chain(arguments.iter().copied());
    let exit = run_with(program, arguments, &mut input, &mut out, &mut err);
    Run {
        exit,
        out: String::from_utf8(out).unwrap(),
        err: String::from_utf8(err).unwrap(),
    }
}

fn run_with_input(arguments: &[&str], input: &[u8]) -> Run {
    run_on(registry(), arguments, input)
}

fn run(arguments: &[&str]) -> Run {
    run_with_input(arguments, b"")
}

fn prints(arguments: &[&str], out: &str) {
    let run = run(arguments);
    assert_eq!((run.exit, &*run.out, &*run.err), (Exit::Done, out, ""));
}

fn refuses(arguments: &[&str], err: &str) {
    let run = run(arguments);
    assert_eq!((run.exit, &*run.out, &*run.err), (Exit::Refused, "", err));
}

#[test]
fn without_a_command_it_says_what_it_offers() {
    prints(
        &[],
        "\
team offers 3 prompts to MCP clients:

  fail
  show-logo
  write-reply  Write a reply.

How to use it
  bin/team list                       every prompt with its arguments
  bin/team get write-reply letter=…   the conversation that a client would get
  bin/team complete write-reply tone  the values that an argument can have
  bin/team audit                      the texts of all prompts, with their places in the source
  bin/team catalog                    a page for a team, with a sample of every prompt
  bin/team serve                      answer MCP clients over standard input and output
  bin/team help                       every command and its options

A value is key=text, key=@file for the content of a file, or key=- for standard input.
",
    );
}

#[test]
fn list_shows_the_form() {
    prints(
        &["list", "write-reply", "fail"],
        "\
write-reply  (Reply)
  Write a reply.

  Nothing is sent.

  tone    How it should sound. (one of: kind, blunt; default: kind)
          kind: As to a friend
  letter  The letter to answer.  [required]
          All of it.

fail
",
    );
    refuses(
        &["list", "write-repy"],
        "error: unknown prompt \"write-repy\"\ntip: did you mean \"write-reply\"?\n",
    );
}

#[test]
fn list_as_json_is_the_answer_to_prompts_list() {
    let answer = registry().list(None, &Context::default()).unwrap();
    let expected = serde_json::to_string(&answer).unwrap() + "\n";
    prints(&["list", "--json"], &expected);
}

#[test]
fn get_shows_the_conversation_as_its_display_does() {
    let run = run_with_input(&["get", "write-reply", "tone=blunt", "letter=-"], b"Hi\n");
    assert_eq!(
        run.out,
        "# A blunt reply\n\n[user]\nBe blunt:\n\nHi\n\n\n[assistant, to be continued]\nDear\n"
    );
    let context = Context::default();
    let arguments = [("tone", "blunt"), ("letter", "Hi\n")];
    let registry = registry();
    let result = runtime::wait(registry.get("write-reply", &arguments, &context))
        .unwrap()
        .unwrap();
    assert_eq!(run.out, result.to_string());
    prints(
        &["get", "show-logo"],
        "[user]\n<image image/png, 5 bytes>\n",
    );
}

#[test]
fn get_as_json_is_the_answer_to_prompts_get() {
    prints(
        &["get", "write-reply", "letter=@@a", "--json"],
        concat!(
            r#"{"description":"A kind reply","messages":[{"role":"user","content":{"type":"text","text":"Be kind:\n\n@a"}},"#,
            r#"{"role":"assistant","content":{"type":"text","text":"Dear"}}]}"#,
            "\n",
        ),
    );
}

#[test]
fn text_goes_as_it_is_where_no_terminal_obeys_it() {
    let run = run(&["get", "write-reply", "--text", "letter=\u{1b}[31m\r\n@"]);
    assert!(
        run.out.contains("Be kind:\n\n\u{1b}[31m\r\n@\n"),
        "{:?}",
        run.out
    );
}

#[test]
fn a_refused_argument_reads_as_a_host_would_show_it() {
    refuses(
        &["get", "write-reply", "tone=blnt"],
        "error: argument \"tone\" must be one of: kind, blunt (did you mean \"blunt\"?); argument \"letter\" is missing (The letter to answer)\n",
    );
    refuses(
        &["get", "show-logo", "size=2"],
        "error: there is no argument \"size\" (this prompt takes no arguments)\n",
    );
    refuses(
        &["get", "logo"],
        "error: unknown prompt \"logo\"\ntip: `list` shows all prompts\n",
    );
    refuses(
        &["get", "write-reply", "letter"],
        "error: \"letter\" has no value; write letter=TEXT, letter=@FILE, or letter=- for standard input\n",
    );
}

#[test]
fn a_word_alone_is_told_the_names_of_the_arguments() {
    refuses(
        &["get", "write-reply", "kind"],
        "error: \"kind\" has no name of an argument before it, as in letter=\"kind\"; the arguments are tone, letter\n",
    );
    let help = run(&["contract", "accept", "--help"]);
    assert!(
        help.out.contains("Usage: team contract accept "),
        "{}",
        help.out
    );
}

#[test]
fn a_failing_prompt_keeps_its_secret() {
    let run = run(&["get", "fail"]);
    assert_eq!(
        (run.exit, &*run.out, &*run.err),
        (Exit::Failed, "", "error: internal error\n")
    );
}

#[test]
fn with_json_a_failure_is_the_error_object_on_standard_output() {
    let sentence = "argument \"tone\" must be one of: kind, blunt (did you mean \"blunt\"?); argument \"letter\" is missing (The letter to answer)";
    let refused = run(&["get", "write-reply", "tone=blnt", "--json"]);
    assert_eq!(refused.exit, Exit::Refused);
    assert_eq!(refused.err, format!("error: {sentence}\n"));
    let error: serde_json::Value = serde_json::from_str(&refused.out).unwrap();
    assert_eq!(
        error,
        serde_json::json!({"code": -32602, "message": sentence, "data": {"problems": [
            {"argument": "tone", "kind": "invalid", "expected": "one of: kind, blunt", "detail": "did you mean \"blunt\"?"},
            {"argument": "letter", "kind": "missing", "expected": "The letter to answer"},
        ]}})
    );
    for (arguments, exit, out, err) in [
        (
            &["get", "fail", "--json"] as &[&str],
            Exit::Failed,
            "{\"code\":-32603,\"message\":\"internal error\"}\n",
            "error: internal error\n",
        ),
        (
            &["get", "show-logos", "--json"],
            Exit::Refused,
            "{\"code\":-32602,\"message\":\"unknown prompt \\\"show-logos\\\"\"}\n",
            "error: unknown prompt \"show-logos\"\ntip: did you mean \"show-logo\"?\n",
        ),
        (
            &["complete", "show-logos", "size", "--json"],
            Exit::Refused,
            "{\"code\":-32602,\"message\":\"unknown prompt \\\"show-logos\\\"\"}\n",
            "error: unknown prompt \"show-logos\"\ntip: did you mean \"show-logo\"?\n",
        ),
        (
            &["get", "write-reply", "letter=@no/such/file", "--json"],
            Exit::Refused,
            "",
            "error: file \"no/such/file\", asked for by argument \"letter\", does not exist\n",
        ),
    ] {
        let run = run(arguments);
        assert_eq!((run.exit, &*run.out, &*run.err), (exit, out, err));
    }
}

#[test]
fn list_shows_deprecation_and_replacement() {
    const fn old(name: &'static str, note: Option<&'static str>) -> PromptDefinition {
        PromptDefinition {
            name,
            description: Some("Write."),
            deprecated: Some(Deprecation::new(Some("2.0"), note)),
            replaced_by: Some(&WRITE_REPLY),
            ..PromptDefinition::NEW
        }
    }
    static ADVICE: PromptDefinition = old("advice", Some("too curt"));
    static NO_ADVICE: PromptDefinition = old("no-advice", None);
    let registry = PromptRegistry::from_prompts([&ADVICE, &NO_ADVICE]).unwrap();
    assert_eq!(
        run_on(registry, &["list"], b"").out,
        "\
advice  [deprecated since 2.0, use write-reply]
  Deprecated since 2.0: too curt

  Write.

no-advice  [deprecated since 2.0, use write-reply]
  Deprecated since 2.0: use write-reply

  Write.
"
    );
}

#[test]
fn serve_runs_the_server_of_the_program() {
    let program = Program::new(registry()).with_server(|prompts, transport| async move {
        let transport = match transport {
            Transport::Stdio => "stdio".to_owned(),
            Transport::Http(listener) => {
                let taken = std::net::TcpListener::bind(listener.local_addr().unwrap());
                format!("http, bound: {}", taken.is_err())
            }
        };
        Err(format!(
            "{} prompts over {transport}",
            prompts.prompts().len()
        ))
    });
    let stdio = run_on(program.clone(), &["serve"], b"");
    assert_eq!(
        (stdio.exit, stdio.err.lines().last()),
        (Exit::Failed, Some("error: 3 prompts over stdio"))
    );
    let http = run_on(program, &["serve", "--http", "127.0.0.1:0"], b"");
    assert_eq!(
        (http.exit, http.err.lines().last()),
        (
            Exit::Failed,
            Some("error: 3 prompts over http, bound: true")
        )
    );
    assert!(
        http.err.starts_with("note: listening at 127.0.0.1:"),
        "{}",
        http.err
    );
}

#[test]
fn options_that_the_server_of_the_program_does_not_know_are_refused() {
    let program = || Program::new(registry()).with_server(|_, _| async { Ok::<_, io::Error>(()) });
    for (options, named) in [
        (&["--grace", "5"] as &[&str], "--grace"),
        (
            &["--http", "127.0.0.1:0", "--allow-host", "a", "--grace", "1"],
            "--allow-host and --grace",
        ),
        (
            &["--http", "127.0.0.1:0", "--allow-origin", "http://a"],
            "--allow-origin",
        ),
    ] {
        let run = run_on(program(), &[&["serve"], options].concat(), b"");
        assert_eq!(
            (run.exit, &*run.err),
            (
                Exit::Refused,
                &*format!(
                    "error: this program has a server of its own, which does not know {named}: leave it out, or set the same in the program\n"
                )
            )
        );
    }
    assert_eq!(run_on(program(), &["serve"], b"").exit, Exit::Done);
}

#[test]
fn complete_offers_what_a_client_is_offered() {
    prints(&["complete", "write-reply", "tone"], "kind\nblunt\n");
    prints(&["complete", "write-reply", "tone", "bl"], "blunt\n");
    prints(
        &["complete", "write-reply", "letter", "--given", "tone=kind"],
        "",
    );
    prints(
        &["complete", "write-reply", "tone", "k", "--json"],
        "{\"completion\":{\"values\":[\"kind\"],\"total\":1,\"hasMore\":false}}\n",
    );
    prints(
        &["complete", "write-reply", "colour", "--json"],
        "{\"completion\":{\"values\":[],\"total\":0,\"hasMore\":false}}\n",
    );
    refuses(
        &["complete", "write-reply", "tune"],
        "error: prompt \"write-reply\" has no argument \"tune\"\ntip: did you mean \"tone\"?\n",
    );
    refuses(
        &["complete", "write-repli", "tone"],
        "error: unknown prompt \"write-repli\"\ntip: did you mean \"write-reply\"?\n",
    );
}

/// The start of each row of the table in the crate's documentation.
#[test]
fn the_documentation_has_every_command() {
    fn check(command: &clap::Command, path: &str) {
        for command in command.get_subcommands() {
            let path = format!("{path}{} ", command.get_name());
            if command.has_subcommands() {
                check(command, &path);
                continue;
            }
            let start = format!("//! | `{}", path.trim_end());
            assert!(include_str!("lib.rs").contains(&start), "no row `{path}`");
        }
    }
    check(&CommandLine::command(), "");
}

#[test]
fn audit_shows_every_text_with_its_place() {
    prints(
        &["audit", "write-reply", "show-logo"],
        "\
write-reply  src/replies.rs:7
  description  src/replies.rs:8
    A {tone} reply
  user  src/replies.rs:9
    Be {tone}:

    {letter}
  prefill  src/replies.rs:10
    built at run time
  user  src/replies.rs:11
    image seal.png
  user  src/replies.rs:12, from rules.md
    Be {{ tone }}.
  files
    image seal.png  src/replies.rs:11
      5 bytes, sha256 2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824
    text rules.md  src/replies.rs:12
      15 bytes, sha256 22ee9b69b24eb9051aecefc6b5ff527dcd2ff5c1a30ab731ac865af336c267f2

show-logo  made at run time
  built at run time
",
    );
}

#[test]
fn audit_tells_programs_the_same() {
    prints(
        &["audit", "--json", "show-logo", "write-reply"],
        concat!(
            r#"{"prompts":[{"name":"show-logo","builtAtRunTime":true,"texts":[],"files":[]},"#,
            r#"{"name":"write-reply","file":"src/replies.rs","line":7,"package":"replies","texts":["#,
            r#"{"role":"description","file":"src/replies.rs","line":8,"text":"A {tone} reply"},"#,
            r#"{"role":"user","file":"src/replies.rs","line":9,"text":"Be {tone}:\n\n{letter}"},"#,
            r#"{"role":"prefill","file":"src/replies.rs","line":10,"builtAtRunTime":true},"#,
            r#"{"role":"user","file":"src/replies.rs","line":11,"from":"seal.png"},"#,
            r#"{"role":"user","file":"src/replies.rs","line":12,"text":"Be {{ tone }}.","from":"rules.md"}],"#,
            r#""files":[{"kind":"image","path":"seal.png","file":"src/replies.rs","line":11,"size":5,"#,
            r#""sha256":"2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"},"#,
            r#"{"kind":"text","path":"rules.md","file":"src/replies.rs","line":12,"size":15,"sha256":"22ee9b69b24eb9051aecefc6b5ff527dcd2ff5c1a30ab731ac865af336c267f2"}]}]}"#,
            "\n",
        ),
    );
}

#[test]
fn help_is_a_result_and_a_wrong_command_is_not() {
    let help = run(&["help"]);
    assert_eq!((help.exit, &*help.err), (Exit::Done, ""));
    assert!(help.out.contains("Usage: team [COMMAND]"), "{}", help.out);
    let wrong = run(&["lst"]);
    assert_eq!((wrong.exit, &*wrong.out), (Exit::Refused, ""));
    assert!(
        wrong
            .err
            .starts_with("error: unrecognized subcommand 'lst'\n"),
        "{}",
        wrong.err
    );
}

#[cfg(not(feature = "serve"))]
#[test]
fn without_its_server_it_says_which_feature_to_turn_on() {
    for arguments in [&["serve"] as &[&str], &["serve", "--http", "127.0.0.1:0"]] {
        let run = run(arguments);
        assert_eq!(run.exit, Exit::Refused);
        assert!(run.err.contains("the feature \"serve\""), "{}", run.err);
    }
}

#[test]
fn a_program_can_have_a_name_and_a_version() {
    let program = Program::new(registry())
        .with_name("letters")
        .with_version("1.2.3");
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let exit = run_with(
        program,
        ["bin/team", "--version"],
        &mut io::empty(),
        &mut out,
        &mut err,
    );
    assert_eq!(
        (exit, &*out, &*err),
        (Exit::Done, b"letters 1.2.3\n" as &[u8], b"" as &[u8])
    );
    assert_eq!(run(&["--version"]).exit, Exit::Refused);
}

/// A writer that accepts some bytes and then fails, as a pipe without a reader or a full disk does.
struct Closing(usize, io::ErrorKind);

impl Write for Closing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0 == 0 {
            return Err(self.1.into());
        }
        let taken = bytes.len().min(self.0);
        self.0 -= taken;
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_reader_that_has_seen_enough_is_no_failure() {
    for command in [
        &[] as &[&str],
        &["list"],
        &["list", "--json"],
        &["audit"],
        &["help"],
    ] {
        for (kind, exit, errors) in [
            (io::ErrorKind::BrokenPipe, Exit::Done, false),
            (io::ErrorKind::StorageFull, Exit::Failed, true),
        ] {
            let arguments = std::iter::once("team").chain(command.iter().copied());
            let mut err = Vec::new();
            let ended = run_with(
                registry(),
                arguments,
                &mut io::empty(),
                &mut Closing(10, kind),
                &mut err,
            );
            assert_eq!((ended, !err.is_empty()), (exit, errors), "{command:?}");
        }
    }
}

#[test]
fn colours_are_what_the_text_is_without_them() {
    let mut plain = Vec::new();
    let mut coloured = Vec::new();
    for (terminal, out) in [(false, &mut plain), (true, &mut coloured)] {
        for arguments in [
            &["team", "get", "write-reply", "letter=x"] as &[&str],
            &["team", "list"],
            &["team", "audit"],
            &["team"],
        ] {
            let mut console = Console {
                input: &mut io::empty(),
                out,
                err: &mut io::sink(),
                styles: if terminal {
                    Styles::coloured()
                } else {
                    Styles::default()
                },
                error_styles: Styles::default(),
                terminal,
                person: false,
                width: None,
            };
            let arguments: Vec<OsString> = arguments.iter().map(OsString::from).collect();
            let exit = command(registry().into(), &arguments, &mut console);
            assert_eq!(exit, Exit::Done);
        }
    }
    assert_ne!(plain, coloured);
    assert_eq!(anstream::adapter::strip_bytes(&coloured).into_vec(), plain);
}

#[test]
fn names_of_any_script_work_in_every_command() {
    let names = ["deploy to aws", "team/review", "导出(全部)"];
    let live = PromptRegistry::builder()
        .on_report(|_| {})
        .build_live()
        .unwrap();
    for name in names {
        let prompt = prompt_runtime::RuntimePrompt::new(name, |call| {
            format!("To {}.", call.get("place").unwrap_or_default())
        });
        let place = prompt_runtime::RuntimeArgument::required("place").values(["here", "there"]);
        live.insert(prompt.argument(place)).unwrap();
    }
    for name in names {
        let run = |arguments: &[&str]| run_on(live.registry().clone(), arguments, b"");
        assert!(run(&["list"]).out.contains(name), "{name}");
        let got = run(&["get", name, "place=here"]);
        assert!(
            got.out.contains("To here."),
            "{name}: {}{}",
            got.out,
            got.err
        );
        assert_eq!(run(&["complete", name, "place", "t"]).out, "there\n");
        let advice = run(&["check", "--only", "name-with-symbols", "--json"]);
        assert!(
            advice.out.contains(name),
            "{name}: {}{}",
            advice.out,
            advice.err
        );
    }
}
