//! Tests of the program in a script, through pipes.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;
use std::process::{Command, Output, Stdio};

const DIFF: &str = "diff=@samples/retry-upload.diff";

fn playbook(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_playbook"));
    command.current_dir(env!("CARGO_MANIFEST_DIR"));
    command.args(arguments);
    command
}

fn run(arguments: &[&str]) -> Output {
    playbook(arguments).stdin(Stdio::null()).output().unwrap()
}

fn run_with_input(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = playbook(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap()
}

/// Runs a command that must succeed without writing to standard error, and returns its standard output.
#[track_caller]
fn stdout(arguments: &[&str]) -> String {
    let Output {
        status,
        stdout,
        stderr,
    } = run(arguments);
    let stderr = String::from_utf8(stderr).unwrap();
    assert_eq!((status.code(), &*stderr), (Some(0), ""));
    String::from_utf8(stdout).unwrap()
}

/// Asserts that a command fails with these words and prints no result.
#[track_caller]
fn refused(arguments: &[&str], words: &str) {
    let Output {
        status,
        stdout,
        stderr,
    } = run(arguments);
    let stderr = String::from_utf8(stderr).unwrap();
    assert_eq!((&*stderr, status.code()), (words, Some(2)));
    assert!(stdout.is_empty());
}

#[test]
fn alone_it_says_what_it_offers_and_how_to_use_it() {
    let out = stdout(&[]);
    assert!(out.starts_with("playbook offers 10 prompts to MCP clients:\n\n  classify-issue "));
    assert!(
        out.contains("\n  code-review            Review a diff against the team's standards.\n")
    );
    assert!(out.contains("playbook get classify-issue issue=…"), "{out}");
    assert!(out.contains("key=@file"), "{out}");
}

#[test]
fn the_main_job() {
    let out = stdout(&["get", "code-review", "strictness=strict", DIFF]);
    let diff = include_str!("../samples/retry-upload.diff");
    assert_eq!(
        out,
        format!(
            "# A strict code review of the provided diff\n\n[user]\n\
             Review this diff strictly against our team's standards (null-safety, test coverage, no unused imports):\n\n{diff}\n"
        )
    );
}

#[test]
fn the_exact_result_for_a_program() {
    let run = run_with_input(&["get", "code-review", "diff=-", "--json"], b"+\"{x}\"\n");
    assert_eq!(
        String::from_utf8(run.stdout).unwrap(),
        concat!(
            r#"{"description":"A normal code review of the provided diff","messages":[{"role":"user","content":{"type":"text","text":"#,
            r#""Review this diff normally against our team's standards (null-safety, test coverage, no unused imports):\n\n+\"{x}\"\n"}}]}"#,
            "\n"
        )
    );
    assert_eq!(run.status.code(), Some(0));
}

#[test]
fn every_prompt_renders() {
    let values = [
        "diff=d",
        "output=o",
        "change=c",
        "discussion=d",
        "goal=g",
        "severity=sev2",
        "notes=@samples/incident.md",
        "version=1.2.3",
        "changes=c",
        "issue=i",
    ];
    let list = stdout(&["list", "--json"]);
    assert!(
        list.starts_with(r#"{"prompts":[{"name":"classify-issue","#),
        "{list}"
    );
    for (name, required) in [
        ("classify-issue", &["issue"] as &[&str]),
        ("code-review", &["diff"]),
        ("describe-pull-request", &["diff"]),
        ("explain-error", &["output"]),
        ("plan-tests", &["change"]),
        ("record-decision", &["discussion"]),
        ("split-work", &["goal"]),
        ("write-commit-message", &["diff"]),
        ("write-postmortem", &["severity", "notes"]),
        ("write-release-notes", &["version", "changes"]),
    ] {
        let given = values.iter().filter(|value| {
            required
                .iter()
                .any(|key| value.split('=').next() == Some(key))
        });
        let arguments: Vec<&str> = ["get", name].into_iter().chain(given.copied()).collect();
        let out = stdout(&arguments);
        assert!(
            out.starts_with("# ") && out.contains("\n\n[user]\n"),
            "{out}"
        );
    }
}

#[test]
fn completion() {
    assert_eq!(
        stdout(&["complete", "code-review", "strictness"]),
        "normal\nlenient\nstrict\n"
    );
    assert_eq!(
        stdout(&["complete", "explain-error", "language", "py"]),
        "Python\n"
    );
    assert_eq!(
        stdout(&["complete", "code-review", "strictness", "s", "--json"]),
        "{\"completion\":{\"values\":[\"strict\"],\"total\":1,\"hasMore\":false}}\n"
    );
}

#[test]
fn each_mistake_has_one_clear_sentence() {
    refused(
        &["get", "code-reviw", DIFF],
        "error: unknown prompt \"code-reviw\"\ntip: did you mean \"code-review\"?\n",
    );
    refused(
        &["get", "code-review"],
        "error: argument \"diff\" is missing (The unified diff to review)\n",
    );
    refused(
        &["get", "code-review", "strictness=strickt", "dif=x"],
        "error: argument \"strictness\" must be one of: lenient, normal, strict (did you mean \"strict\"?); \
         argument \"diff\" is missing (The unified diff to review); there is no argument \"dif\" (did you mean \"diff\"?)\n",
    );
    refused(
        &["get", "code-review", "diff=@no.diff"],
        "error: file \"no.diff\", asked for by argument \"diff\", does not exist\n",
    );
    refused(
        &["get", "code-review", "diff=@samples"],
        "error: file \"samples\", asked for by argument \"diff\", is a directory\n",
    );
    refused(
        &["get", "code-review", "diff=a", "diff=b"],
        "error: argument \"diff\" is given twice\n",
    );
    refused(
        &["get", "write-release-notes", "version=v2", "changes=c"],
        "error: argument \"version\" is not valid (expected three numbers such as 2.4.0)\n",
    );
    refused(
        &["get", "split-work", "days=11", "goal=g"],
        "error: argument \"days\" must be a whole number from 1 to 10\n",
    );
    refused(
        &["serve", "--http", "here"],
        "error: cannot listen at here: invalid socket address\ntip: an address has a host and a port, such as 127.0.0.1:8000\n",
    );
}

#[test]
fn bytes_that_are_not_text_are_refused() {
    let run = run_with_input(&["get", "code-review", "diff=-"], b"+\xff");
    assert_eq!(
        String::from_utf8(run.stderr).unwrap(),
        "error: standard input, asked for by argument \"diff\", is not UTF-8 text\n"
    );
    assert_eq!(run.status.code(), Some(2));
}

#[cfg(unix)]
#[test]
fn a_file_that_may_not_be_read() {
    use std::os::unix::fs::PermissionsExt as _;

    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("secret.diff");
    std::fs::write(&path, "+x").unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o000)).unwrap();
    if std::fs::read(&path).is_ok() {
        println!("skipped: this user may read everything");
        return;
    }
    let path = path.to_str().unwrap();
    refused(
        &["get", "code-review", &format!("diff=@{path}")],
        &format!("error: file \"{path}\", asked for by argument \"diff\", may not be read\n"),
    );
}

#[test]
fn there_are_no_colours_in_a_pipe() {
    let out = playbook(&["get", "code-review", DIFF])
        .env("CLICOLOR", "1")
        .output()
        .unwrap();
    assert!(!out.stdout.contains(&0x1b));
    let forced = playbook(&["get", "code-review", DIFF])
        .env("CLICOLOR_FORCE", "1")
        .output()
        .unwrap();
    assert!(forced.stdout.contains(&0x1b));
    let refused = playbook(&["get", "code-review", DIFF])
        .env("CLICOLOR_FORCE", "1")
        .env("NO_COLOR", "1")
        .output()
        .unwrap();
    assert_eq!(refused.stdout, out.stdout);
}

#[test]
fn a_reader_that_has_seen_enough_ends_it_quietly() {
    let mut child = playbook(&["get", "code-review", "diff=-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // More text than a pipe holds, so that the program is still writing when its reader closes the pipe.
    let line = "+ let it = be.long();\n".repeat(50_000);
    child
        .stdin
        .take()
        .unwrap()
        .write_all(line.as_bytes())
        .unwrap();
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    reader.read_line(&mut String::new()).unwrap();
    drop(reader);
    let mut said = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut said)
        .unwrap();
    assert_eq!((&*said, child.wait().unwrap().code()), ("", Some(0)));
}

#[test]
fn a_closed_standard_error_harms_nothing() {
    let mut child = playbook(&["get", "no-such-prompt"])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stderr.take());
    assert_eq!(child.wait().unwrap().code(), Some(2));
}

#[test]
fn serve_speaks_the_protocol_over_the_same_pipes() {
    let session = concat!(
        r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"script","version":"0"}}}"#,
        "\n",
        r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        "\n",
        r#"{"jsonrpc":"2.0","id":2,"method":"prompts/get","params":{"name":"code-review","arguments":{"diff":"+x"}}}"#,
        "\n",
    );
    let run = run_with_input(&["serve"], session.as_bytes());
    let out = String::from_utf8(run.stdout).unwrap();
    let [hello, got] = out.lines().collect::<Vec<_>>()[..] else {
        panic!("{out}")
    };
    assert!(
        hello.contains(&format!(
            r#""serverInfo":{{"name":"playbook","version":"{}""#,
            env!("CARGO_PKG_VERSION")
        )),
        "{hello}"
    );
    let json = stdout(&["get", "code-review", "diff=+x", "--json"]);
    assert_eq!(
        got,
        format!(r#"{{"jsonrpc":"2.0","id":2,"result":{}}}"#, json.trim_end())
    );
    assert_eq!(String::from_utf8(run.stderr).unwrap(), "");
    assert_eq!(run.status.code(), Some(0));
}

#[test]
fn the_audit_shows_texts_and_files_with_their_places() {
    let file = include_str!("../src/plan-tests.md");
    let out = stdout(&["audit", "plan-tests"]);
    let mut lines = out.lines();
    assert!(
        lines
            .next()
            .is_some_and(|line| line.starts_with("plan-tests  ") && line.contains("testing.rs:"))
    );
    let lines: Vec<&str> = lines.map(str::trim_start).collect();
    assert_eq!(lines[1], "A test plan ({levels}) for the provided change");
    let [role, text @ ..] = &lines[2..] else {
        panic!("{out}");
    };
    assert!(
        role.starts_with("user  ") && role.ends_with(", from plan-tests.md"),
        "{role}"
    );
    let (text, files) = text.split_at(file.lines().count());
    assert!(text.iter().copied().eq(file.lines()), "{out}");
    assert_eq!(files[0], "files");
    assert!(files[1].starts_with("text plan-tests.md  "), "{out}");
    let size = format!("{} bytes, sha256 ", file.len());
    let hash = files[2].strip_prefix(&size).unwrap();
    assert!(
        hash.len() == 64 && hash.bytes().all(|b| b.is_ascii_hexdigit()),
        "{hash}"
    );

    let json = stdout(&["audit", "plan-tests", "--json"]);
    assert!(json.contains(r#""from":"plan-tests.md""#), "{json}");
    assert!(json.contains(&format!(r#""sha256":"{hash}""#)), "{json}");
}

#[test]
fn an_address_that_is_taken_is_refused() {
    let taken = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let run = run(&["serve", "--http", &address]);
    let said = String::from_utf8(run.stderr).unwrap();
    assert!(
        said.starts_with(&format!("error: cannot listen at {address}: ")),
        "{said}"
    );
    assert_eq!(run.status.code(), Some(2));
}

#[test]
fn the_commands_of_the_readme_work() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let Ok(readme) = std::fs::read_to_string(root.join("README.md")) else {
        println!("skipped: this example was copied out of its repository");
        return;
    };
    let commands: Vec<&str> = readme
        .lines()
        .filter_map(|line| line.strip_prefix("cargo run -p playbook -- "))
        .collect();
    assert!(!commands.is_empty());
    for command in commands {
        let arguments: Vec<&str> = command.split(' ').collect();
        let run = playbook(&arguments)
            .current_dir(&root)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        assert!(
            run.status.success() && run.stderr.is_empty(),
            "{command}: {run:?}"
        );
    }
}
