//! The address that `serve --http` prints is one that is answered, and refusals are logged.
#![allow(clippy::unwrap_used, clippy::panic)]

use prompt_tests::program;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream, UdpSocket};
use std::process::{Child, ChildStderr, Command, Stdio};
use std::time::Duration;

struct Listening {
    child: Child,
    log: BufReader<ChildStderr>,
    /// Host and port, as printed.
    address: String,
}

impl Listening {
    fn at(address: &str, more: &[&str]) -> Self {
        let mut child = Command::new(program("playbook"))
            .args(["serve", "--http", address])
            .args(more)
            .stdin(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let log = BufReader::new(child.stderr.take().unwrap());
        let mut listening = Self {
            child,
            log,
            address: String::new(),
        };
        let line = listening.line();
        let printed = line
            .strip_prefix("note: answering at http://")
            .and_then(|rest| rest.strip_suffix("/mcp"));
        listening.address = printed.unwrap_or_else(|| panic!("{line}")).into();
        listening
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.log.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }

    /// The status of a request for this host.
    fn status(&self, host: &str) -> u16 {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(30)))
            .unwrap();
        let body = r#"{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}}}"#;
        write!(
            stream,
            "POST /mcp HTTP/1.1\r\nHost: {host}\r\nAccept: application/json, text/event-stream\r\nContent-Type: application/json\r\n\
             MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: server/discover\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len()
        )
        .unwrap();
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer);
        answer.split(' ').nth(1).unwrap().parse().unwrap()
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// An address of this machine in its network, if it is in one.
fn lan() -> Option<String> {
    let socket = UdpSocket::bind("0.0.0.0:0").ok()?;
    // Sends nothing.
    socket.connect("192.0.2.1:9").ok()?;
    let address = socket.local_addr().ok()?.ip();
    (!address.is_loopback() && !address.is_unspecified()).then(|| format!("{address}:0"))
}

#[test]
fn the_printed_address_is_answered_and_others_are_refused_with_a_line() {
    let fixed = [
        "127.0.0.1:0",
        "127.0.0.2:0",
        "localhost:0",
        "0.0.0.0:0",
        "[::]:0",
    ];
    let addresses = fixed.into_iter().map(str::to_owned).chain(lan());
    for address in addresses.filter(|it| TcpListener::bind(it).is_ok()) {
        let mut server = Listening::at(&address, &[]);
        if address.starts_with("0.0.0.0") || address.starts_with("[::]") {
            assert_eq!(
                server.line(),
                "note: requests for other hosts than localhost are refused; name those to answer with --allow-host"
            );
        }
        assert_eq!(server.status(&server.address.clone()), 200, "{address}");
        assert_eq!(server.status("localhost"), 200, "{address}");
        for _ in 0..3 {
            assert_eq!(server.status("evil.example"), 403, "{address}");
        }
        assert_eq!(server.status("other.example"), 403, "{address}");
        // One line for each cause.
        for cause in [
            "host \"evil.example\", origin none",
            "host \"other.example\", origin none",
        ] {
            let line = server.line();
            assert!(
                line.contains(cause) && line.contains("are refused"),
                "{line}"
            );
        }
    }
}

#[test]
fn hosts_are_allowed_by_an_option() {
    let mut server = Listening::at("0.0.0.0:0", &["--allow-host", "prompts.example.com"]);
    assert_eq!(
        server.line(),
        "note: answering requests for localhost and prompts.example.com"
    );
    assert_eq!(server.status("prompts.example.com"), 200);
    assert_eq!(server.status("evil.example"), 403);
}
