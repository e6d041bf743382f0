use std::{
    io::{BufRead, BufReader, Read},
    path::Path,
    process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio},
    sync::{Arc, Mutex, PoisonError},
    thread,
    time::{Duration, Instant},
};

/// A running program that ends with its owner. Its standard error is kept for the message of a failing test.
pub(crate) struct Process {
    child: Child,
    said: Arc<Mutex<String>>,
}

impl Process {
    pub(crate) fn start(
        program: &Path,
        arguments: &[impl AsRef<str>],
        variables: &[(&str, &str)],
    ) -> Self {
        let mut child = Command::new(program)
            .args(arguments.iter().map(AsRef::as_ref))
            .envs(variables.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("cannot start {}: {error}", program.display()));
        let said = Arc::new(Mutex::new(String::new()));
        let stderr = child.stderr.take().expect("stderr is piped");
        collect(stderr, Arc::clone(&said));
        Self { child, said }
    }

    pub(crate) fn pipes(&mut self) -> (ChildStdin, ChildStdout) {
        let stdin = self.child.stdin.take().expect("stdin is piped");
        let stdout = self.child.stdout.take().expect("stdout is piped");
        (stdin, stdout)
    }

    pub(crate) fn stderr(&self) -> String {
        self.said
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// The resident memory in bytes, where there is a folder `/proc`.
    pub(crate) fn memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix("VmRSS:"))?;
        let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
        Some(kilobytes << 10)
    }

    pub(crate) fn exited(&mut self) -> Option<ExitStatus> {
        self.child
            .try_wait()
            .expect("the child is ours to wait for")
    }

    pub(crate) fn exited_within(&mut self, time: Duration) -> Option<ExitStatus> {
        let end = Instant::now() + time;
        loop {
            if let Some(status) = self.exited() {
                return Some(status);
            }
            if Instant::now() >= end {
                return None;
            }
            thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // The program may have ended, and a test that is already failing must not panic here.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn collect(stream: impl Read + Send + 'static, into: Arc<Mutex<String>>) {
    thread::spawn(move || {
        for line in BufReader::new(stream).lines().map_while(Result::ok) {
            let mut said = into.lock().unwrap_or_else(PoisonError::into_inner);
            said.push_str(&line);
            said.push('\n');
        }
    });
}
