use std::{
    collections::VecDeque,
    fmt::Write as _,
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{ChildStdin, ExitStatus},
    sync::mpsc::{Receiver, RecvTimeoutError, channel},
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::{
    process::Process,
    session::{MODERN_REVISION, Session, is_reply, parse},
};

/// A server that exchanges JSON lines over its standard input and output. It is killed when this value is dropped.
///
/// The requests of a session have the ids 1, 2 and so on, so that tests can contain whole replies.
pub struct Stdio {
    process: Process,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    unread: VecDeque<String>,
    session: Session,
    server: Value,
    deadline: Duration,
}

impl Stdio {
    /// Starts the program and sends nothing.
    #[must_use]
    pub fn start(program: &Path, arguments: &[&str]) -> Self {
        Self::start_with(program, arguments, &[])
    }

    /// Starts the program with these environment variables and sends nothing.
    #[must_use]
    pub fn start_with(program: &Path, arguments: &[&str], variables: &[(&str, &str)]) -> Self {
        let mut process = Process::start(program, arguments, variables);
        let (stdin, stdout) = process.pipes();
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Self {
            process,
            stdin: Some(stdin),
            lines,
            unread: VecDeque::new(),
            session: Session::new(),
            server: Value::Null,
            deadline: Duration::from_secs(30),
        }
    }

    /// Sets the declared client capabilities. The default is none.
    #[must_use]
    pub fn declare(mut self, capabilities: Value) -> Self {
        self.session.capabilities = capabilities;
        self
    }

    /// Sets the timeout of a reply. The default is 30 seconds.
    #[must_use]
    pub fn deadline(mut self, deadline: Duration) -> Self {
        self.deadline = deadline;
        self
    }

    /// Performs the handshake as a client of one of [`LEGACY_REVISIONS`](crate::LEGACY_REVISIONS).
    #[track_caller]
    #[must_use]
    pub fn legacy(mut self, revision: &str) -> Self {
        let initialize = self.session.initialize(revision);
        self.send(&initialize);
        self.server = self.reply(0);
        assert_eq!(
            self.server.pointer("/result/protocolVersion"),
            Some(&json!(revision)),
            "the server did not accept {revision}: {}",
            self.server
        );
        self.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        self.session.revision = Some(revision.to_owned());
        self
    }

    /// Uses [`MODERN_REVISION`], in which every request carries its own `_meta` and there is no handshake.
    #[must_use]
    pub fn modern(mut self) -> Self {
        self.session.revision = Some(MODERN_REVISION.to_owned());
        self
    }

    /// Uses any revision, modern or legacy.
    #[track_caller]
    #[must_use]
    pub fn revision(self, revision: &str) -> Self {
        if revision == MODERN_REVISION {
            self.modern()
        } else {
            self.legacy(revision)
        }
    }

    /// Returns the reply to `initialize`, or null in a modern session.
    #[must_use]
    pub fn server(&self) -> &Value {
        &self.server
    }

    /// Sends a request and returns the whole reply, with `result` or `error`.
    #[track_caller]
    pub fn request(&mut self, method: &str, params: Value) -> Value {
        parse(&self.request_line(method, params))
    }

    /// Sends a request and returns the unchanged line of the reply.
    #[track_caller]
    pub fn request_line(&mut self, method: &str, params: Value) -> String {
        let (id, message) = self.session.request(method, params);
        self.send(&message);
        self.reply_line(id)
    }

    /// Sends a request and returns its id without waiting for the reply.
    #[track_caller]
    pub fn begin(&mut self, method: &str, params: Value) -> u64 {
        let (id, message) = self.session.request(method, params);
        self.send(&message);
        id
    }

    /// Sends a request and returns its result; an error fails the test.
    #[track_caller]
    pub fn result(&mut self, method: &str, params: Value) -> Value {
        let mut reply = self.request(method, params);
        match reply.get_mut("result") {
            Some(result) => result.take(),
            None => panic!("{method} was refused: {reply}"),
        }
    }

    /// Sends a request and returns its error; a result fails the test.
    #[track_caller]
    pub fn error(&mut self, method: &str, params: Value) -> Value {
        let mut reply = self.request(method, params);
        match reply.get_mut("error") {
            Some(error) => error.take(),
            None => panic!("{method} was not refused: {reply}"),
        }
    }

    /// Sends a message as compact JSON.
    #[track_caller]
    pub fn send(&mut self, message: &Value) {
        self.send_line(message.to_string());
    }

    /// Sends these bytes and a line end.
    #[track_caller]
    pub fn send_line(&mut self, line: impl AsRef<[u8]>) {
        let Some(stdin) = &mut self.stdin else {
            panic!("the server's input is closed already");
        };
        let sent = stdin
            .write_all(&[line.as_ref(), b"\n"].concat())
            .and_then(|()| stdin.flush());
        if let Err(error) = sent {
            self.fail(&format!("the server does not read ({error})"));
        }
    }

    /// Returns the next line of the server.
    #[track_caller]
    pub fn line(&mut self) -> String {
        match self.line_within(self.deadline) {
            Some(line) => line,
            None => self.fail("the server wrote no further line"),
        }
    }

    /// Returns the next line of the server, if it comes in time. Use this for lines that must not be sent.
    pub fn line_within(&mut self, time: Duration) -> Option<String> {
        self.unread
            .pop_front()
            .or_else(|| self.lines.recv_timeout(time).ok())
    }

    /// Returns the reply to the request `id`. Other messages are kept.
    #[track_caller]
    pub fn reply(&mut self, id: u64) -> Value {
        parse(&self.reply_line(id))
    }

    /// Returns the unchanged line of the reply to the request `id`. Other messages are kept.
    #[track_caller]
    pub fn reply_line(&mut self, id: u64) -> String {
        if let Some(at) = self.unread.iter().position(|line| is_reply(line, id)) {
            return self.unread.remove(at).unwrap_or_default();
        }
        let end = Instant::now() + self.deadline;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left) {
                Ok(line) if is_reply(&line, id) => return line,
                Ok(line) => self.unread.push_back(line),
                Err(RecvTimeoutError::Timeout) => {
                    self.fail(&format!("no reply to request {id} in {:?}", self.deadline))
                }
                Err(RecvTimeoutError::Disconnected) => self.fail(&format!(
                    "the server closed its output before it answered request {id}"
                )),
            }
        }
    }

    /// Closes the server's input and waits until it has ended.
    #[track_caller]
    #[must_use]
    pub fn close(mut self) -> ExitStatus {
        self.stdin = None;
        match self.process.exited_within(self.deadline) {
            Some(status) => status,
            None => self.fail("the server did not end after its input was closed"),
        }
    }

    /// The server's standard error so far.
    #[must_use]
    pub fn stderr(&self) -> String {
        self.process.stderr()
    }

    #[track_caller]
    fn fail(&self, what: &str) -> ! {
        let mut message = what.to_owned();
        for line in &self.unread {
            let _ = write!(message, "\nunread: {line}");
        }
        let stderr = self.stderr();
        if !stderr.is_empty() {
            let _ = write!(message, "\nits standard error:\n{stderr}");
        }
        panic!("{message}");
    }
}
