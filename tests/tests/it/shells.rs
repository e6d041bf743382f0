//! Tests of command-line completion in real shells, with harmful candidates.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

use prompt_tests::program;
use rexpect::session::{PtySession, spawn_command};
use std::path::Path;
use std::process::Command;

const TIMEOUT_MS: u64 = 20_000;

/// Each palette of the server with its only colour.
const COLOURS: &[(&str, &str)] = &[
    ("command", "$(touch harmed)"),
    ("ticks", "`touch harmed`"),
    ("next", "; touch harmed"),
    ("pipe", "a|touch harmed"),
    ("quotes", "it's \"b\" \\ c"),
    ("glob", "* [a-z] ?"),
    ("home", "$HOME ~"),
    ("history", "a!!b"),
    ("plain", "dark red"),
];

struct Shell {
    session: PtySession,
    folder: tempfile::TempDir,
    is_hasty: bool,
}

impl Shell {
    /// Returns `None` if the shell is not installed.
    fn start(shell: &str, arguments: &[&str], setup: &str) -> Option<Self> {
        let version = Command::new(shell).arg("--version").output();
        if version.is_err() {
            println!("passed over: there is no {shell}");
            return None;
        }
        let folder = tempfile::tempdir().unwrap();
        let binary = program("catalog-server");
        let bin = binary.parent().unwrap_or(Path::new("")).display();
        let mut command = Command::new(shell);
        command
            .args(arguments)
            .current_dir(folder.path())
            .env("TERM", "dumb")
            .env("HOME", folder.path())
            .env("NO_COLOR", "1")
            .env("PS1", "ready> ");
        let session = spawn_command(command, Some(TIMEOUT_MS)).unwrap();
        let mut shell = Self {
            session,
            folder,
            is_hasty: shell == "zsh",
        };
        // The shell's echo differs from the program's output, so that the test waits only for the output.
        let setup = setup.replace("BIN", &bin.to_string());
        shell.types(&format!("{setup}; echo so''urced\r"));
        shell.waits_for("sourced");
        Some(shell)
    }

    fn types(&mut self, text: &str) {
        self.session.send(text).unwrap();
        self.session.flush().unwrap();
    }

    #[track_caller]
    fn waits_for(&mut self, text: &str) -> String {
        self.session.exp_string(text).unwrap()
    }

    /// Types the beginning of a command, completes it, and runs it.
    #[track_caller]
    fn completes(&mut self, typed: &str, colour: &str) {
        self.types(&format!("{typed}\t"));
        // If more input is waiting, zsh treats a tab as a character.
        if self.is_hasty {
            std::thread::sleep(std::time::Duration::from_millis(500));
        }
        self.types("\r");
        let printed = format!("Paint in <{colour}> of ");
        self.waits_for(&printed);
        assert!(!self.folder.path().join("harmed").exists(), "{typed}");
    }

    fn completes_all(&mut self, quotes: &[&str]) {
        for (palette, colour) in COLOURS {
            for quote in quotes {
                // Bash cannot express it in double quotes.
                if *quote == "\"" && colour.contains('!') {
                    continue;
                }
                let typed =
                    format!("catalog-server get pick_colour palette={palette} colour={quote}");
                self.completes(&typed, colour);
            }
        }
        self.completes(
            "catalog-server get pick_colour palette=plain colour=da",
            "dark red",
        );
    }
}

#[test]
fn bash_runs_no_candidate() {
    let setup = "PATH=BIN:$PATH; source <(COMPLETE=bash catalog-server)";
    let Some(mut bash) = Shell::start("bash", &["--norc", "--noprofile", "-i"], setup) else {
        return;
    };
    bash.completes_all(&["", "'", "\""]);
    // The other argument is quoted, and bash splits both.
    bash.completes(
        "catalog-server get pick_colour 'palette=pl''ain' \"colour=",
        "dark red",
    );
}

#[test]
fn zsh_runs_no_candidate() {
    let setup = "PATH=BIN:$PATH; autoload -U compinit && compinit -u -d ./dump; source <(COMPLETE=zsh catalog-server)";
    let Some(mut zsh) = Shell::start("zsh", &["-f", "-i"], setup) else {
        return;
    };
    zsh.completes_all(&[""]);
    zsh.completes(
        "catalog-server get pick_colour 'palette=plain' colour=",
        "dark red",
    );
}

#[test]
fn fish_runs_no_candidate() {
    let setup = "set -x PATH BIN $PATH; COMPLETE=fish catalog-server | source";
    let Some(mut fish) = Shell::start("fish", &["--no-config", "-i"], setup) else {
        return;
    };
    fish.completes_all(&[""]);
    fish.completes(
        "catalog-server get pick_colour 'palette=plain' colour=",
        "dark red",
    );
}
