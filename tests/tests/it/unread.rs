//! Servers of the command line whose answers cannot be written.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::panic)]

use prompt_tests::program;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}"#;

fn serve(output: impl Into<Stdio>) -> Child {
    Command::new(program("playbook"))
        .args(["serve", "--grace", "1"])
        .stdin(Stdio::piped())
        .stdout(output)
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Sends the requests, closes the input and waits for the end of the server.
fn ended(mut server: Child, requests: usize) -> ExitStatus {
    let mut input = server.stdin.take().unwrap();
    writeln!(input, "{INITIALIZE}").unwrap();
    for id in 1..=requests {
        writeln!(
            input,
            r#"{{"jsonrpc":"2.0","id":{id},"method":"prompts/list"}}"#
        )
        .unwrap();
    }
    drop(input);
    let end = Instant::now() + Duration::from_secs(30);
    while Instant::now() < end {
        if let Some(status) = server.try_wait().unwrap() {
            return status;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    server.kill().unwrap();
    panic!("the server did not end");
}

#[test]
fn a_client_that_reads_no_answer_does_not_keep_the_server_running() {
    let mut server = serve(Stdio::piped());
    // It stays open and is never read.
    let output = server.stdout.take();
    ended(server, 300);
    drop(output);
}

#[test]
fn answers_that_cannot_be_written_change_the_exit_code() {
    let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
    assert_eq!(ended(serve(full), 1).code(), Some(1));
}

/// A directory can be opened, but not read.
#[test]
fn an_input_that_cannot_be_read_changes_the_exit_code() {
    let status = Command::new(program("playbook"))
        .arg("serve")
        .stdin(OpenOptions::new().read(true).open("/").unwrap())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .unwrap();
    assert_eq!(status.code(), Some(1));
}
