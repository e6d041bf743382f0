//! Tests of the program on a terminal.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

use rexpect::process::wait::WaitStatus;
use rexpect::session::{PtySession, spawn_command};
use std::process::Command;

const SECONDS: u64 = 20;
const DOWN: &str = "\x1b[B";
const ESCAPE: &str = "\x1b";

fn terminal(mut command: Command) -> PtySession {
    command.current_dir(env!("CARGO_MANIFEST_DIR"));
    command.env("TERM", "xterm-256color");
    spawn_command(command, Some(SECONDS * 1000)).unwrap()
}

fn playbook(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_playbook"));
    command.args(arguments);
    for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(variable);
    }
    command
}

fn plain(arguments: &[&str]) -> PtySession {
    let mut command = playbook(arguments);
    command.env("NO_COLOR", "1");
    terminal(command)
}

/// Types a text as fast as a person can.
fn types(session: &mut PtySession, text: &str) {
    session.send(text).unwrap();
    session.flush().unwrap();
}

#[track_caller]
fn ends(session: &PtySession, code: i32) {
    let status = session.process().wait().unwrap();
    assert!(
        matches!(status, WaitStatus::Exited(_, found) if found == code),
        "{status:?}"
    );
}

#[test]
fn a_terminal_has_colours_unless_they_are_refused() {
    let mut session = terminal(playbook(&["get", "code-review", "diff=+x"]));
    session
        .exp_string("\x1b[1m\x1b[36m[user]\x1b[0m\r\n")
        .unwrap();
    session.exp_eof().unwrap();
    let mut session = plain(&["get", "code-review", "diff=+x"]);
    let out = session.exp_eof().unwrap();
    assert!(
        out.contains("\r\n[user]\r\n") && !out.contains('\x1b'),
        "{out:?}"
    );
}

#[test]
fn a_terminal_obeys_nothing_in_a_text() {
    let mut session = plain(&["get", "code-review", "diff=\x1b[2J\u{202e}"]);
    let out = session.exp_eof().unwrap();
    assert!(out.contains("\r\n\\u{1b}[2J\\u{202e}\r\n"), "{out:?}");
}

#[test]
fn a_missing_argument_is_asked_for() {
    let mut session = plain(&["get", "code-review"]);
    session.exp_string("? strictness:").unwrap();
    session
        .exp_string("> normal: Bugs and missing tests")
        .unwrap();
    session.exp_string("[How hard to look.]").unwrap();
    types(&mut session, DOWN);
    session
        .exp_string("> strict: Everything, style included")
        .unwrap();
    types(&mut session, "\r");
    session.exp_string("? diff:").unwrap();
    session.exp_string("The unified diff to review.").unwrap();
    types(&mut session, "\r");
    session.exp_string("this argument is required").unwrap();
    types(&mut session, "@samples/none\r");
    session.exp_string("does not exist").unwrap();
    types(&mut session, &"\x7f".repeat("none".len()));
    types(&mut session, "retry-upload.diff\r");
    session
        .exp_string("# A strict code review of the provided diff")
        .unwrap();
    session.exp_string("+    retries: u32,").unwrap();
    session.exp_eof().unwrap();
    ends(&session, 0);
}

#[test]
fn a_wrong_value_is_refused_at_its_own_question() {
    let mut session = plain(&["get", "split-work"]);
    session.exp_string("? days:").unwrap();
    types(&mut session, "99\r");
    session
        .exp_string("argument \"days\" must be a whole number from 1 to 10")
        .unwrap();
    types(&mut session, "\x7f\x7f3\r");
    session.exp_string("? goal:").unwrap();
    types(&mut session, "-\r");
    session.exp_string("end the text with Ctrl-D").unwrap();
    types(&mut session, "One line\nand another\n\x04");
    session
        .exp_string("# A plan of pull requests of at most 3 days each")
        .unwrap();
    session
        .exp_string("\r\nOne line\r\nand another\r\n")
        .unwrap();
    session.exp_eof().unwrap();
    ends(&session, 0);
}

#[test]
fn suggestions_and_what_may_be_left_out() {
    let mut session = plain(&["get", "explain-error"]);
    session.exp_string("? language:").unwrap();
    session.exp_string("TypeScript").unwrap();
    types(&mut session, "py\t");
    session.exp_string("Python").unwrap();
    types(&mut session, "\r");
    session.exp_string("? tried:").unwrap();
    types(&mut session, "\r");
    session.exp_string("? output:").unwrap();
    types(&mut session, "boom\r");
    session
        .exp_string("# An explanation of the provided Python error")
        .unwrap();
    session.exp_eof().unwrap();
    ends(&session, 0);
}

#[test]
fn a_person_can_give_up() {
    let mut session = plain(&["get", "code-review"]);
    session.exp_string("? strictness:").unwrap();
    types(&mut session, ESCAPE);
    session.exp_string("error: cancelled").unwrap();
    session.exp_eof().unwrap();
    ends(&session, 1);
}

#[test]
fn an_interrupted_question_leaves_a_clean_line() {
    let mut session = plain(&["get", "code-review"]);
    session.exp_string("[How hard to look.]").unwrap();
    types(&mut session, "\x03");
    let before = session.exp_string("error: cancelled").unwrap();
    // The cursor has left the form, which has four lines below the question.
    assert!(before.contains("\x1b[5B"), "{before:?}");
    session.exp_eof().unwrap();
    ends(&session, 1);
}

#[test]
fn nothing_is_asked_when_the_arguments_are_there_but_wrong() {
    let mut session = plain(&["get", "code-review", "strictness=high", "diff=+x"]);
    let out = session.exp_eof().unwrap();
    assert_eq!(
        out,
        "error: argument \"strictness\" must be one of: lenient, normal, strict\r\n"
    );
    ends(&session, 2);
}

#[test]
fn bash_completes_prompts_arguments_values_and_files() {
    let version = Command::new("bash")
        .args(["-c", "echo $BASH_VERSINFO"])
        .output();
    let version = version.map_or_else(
        |_| String::new(),
        |it| String::from_utf8(it.stdout).unwrap(),
    );
    if version.trim().parse().unwrap_or(0) < 4 {
        println!("skipped: there is no bash of version 4 or newer");
        return;
    }
    let binary = env!("CARGO_BIN_EXE_playbook");
    let mut command = Command::new("bash");
    command.args(["--norc", "--noprofile", "-i"]);
    command.env("PS1", "ready> ");
    let mut session = terminal(command);
    session.exp_string("ready> ").unwrap();
    // This terminal starts without echo, so bash does not show the typed text.
    let folder = std::path::Path::new(binary).parent().unwrap().display();
    types(
        &mut session,
        &format!(
            "stty echo; PATH={folder}:$PATH; source <(COMPLETE=bash {binary}); echo so''urced\n"
        ),
    );
    session.exp_string("sourced").unwrap();
    session.exp_string("ready> ").unwrap();
    for (typed, completed) in [
        ("playbook get code-r\t", "code-review"),
        ("playbook get code-review stri\t", "strictness="),
        (
            "playbook get code-review strictness=st\t",
            "strictness=strict",
        ),
        (
            "playbook get code-review diff=@samples/retry\t",
            "diff=@samples/retry-upload.diff",
        ),
    ] {
        types(&mut session, typed);
        session.exp_string(completed).unwrap();
        types(&mut session, "\x15");
    }
    types(&mut session, "exit\r");
    session.exp_eof().unwrap();
}
