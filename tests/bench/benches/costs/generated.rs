//! Generates crates under the target folder and compiles them.

use nix::sys::resource::{UsageWho, getrusage};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A crate with prompts of one library, and its dependencies.
pub(crate) struct Kind {
    pub(crate) name: &'static str,
    /// The dependencies besides serde.
    dependencies: String,
    /// The source. Lines between `//// each` and `//// end` are repeated for each prompt, with its number in place of `@`.
    source: &'static str,
}

/// The crates for this SDK, hand-written code, rmcp and flymcprust.
pub(crate) fn kinds() -> [Kind; 4] {
    [
        Kind {
            name: "prompt-runtime",
            dependencies: format!("prompt-runtime = {{ path = '{}' }}", ours("").display()),
            source: include_str!("../../final/prompt_runtime.rs.txt"),
        },
        Kind {
            name: "by-hand",
            dependencies: String::new(),
            source: include_str!("../../final/by_hand.rs.txt"),
        },
        Kind {
            name: "rmcp",
            dependencies: "rmcp = { version = \"=3.11.0\", default-features = false, features = [\"macros\", \"server\"] }\nschemars = \"1\"".to_owned(),
            source: include_str!("../../final/rmcp.rs.txt"),
        },
        Kind {
            name: "flymcprust",
            dependencies: "flymcprust = { version = \"=0.1.1\", features = [\"auto-register\"] }".to_owned(),
            source: include_str!("../../final/flymcprust.rs.txt"),
        },
    ]
}

/// The path of a folder in this project's core.
pub(crate) fn ours(folder: &str) -> PathBuf {
    let core = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../prompt-runtime")
        .join(folder);
    core.canonicalize().unwrap()
}

/// A workspace under the target folder.
pub(crate) struct Workspace {
    folder: PathBuf,
}

impl Workspace {
    /// Creates an empty workspace that uses this project's lock file.
    pub(crate) fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        // Packages of an earlier run would be compiled, or be wrong, with those of this one.
        let _ = fs::remove_dir_all(folder.join("packages"));
        fs::create_dir_all(&folder).unwrap();
        let manifest = "[workspace]\nresolver = \"3\"\nmembers = [\"packages/*\"]\n\n[profile.release]\nstrip = true\n";
        fs::write(folder.join("Cargo.toml"), manifest).unwrap();
        fs::copy(ours("../Cargo.lock"), folder.join("Cargo.lock")).unwrap();
        Self { folder }
    }

    /// Creates a package with these dependencies and files, given as `(path, text)`.
    pub(crate) fn package(&self, name: &str, dependencies: &str, files: &[(&str, String)]) {
        let folder = self.folder.join("packages").join(name);
        fs::create_dir_all(folder.join("src")).unwrap();
        let manifest = format!(
            "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n{dependencies}\n"
        );
        fs::write(folder.join("Cargo.toml"), manifest).unwrap();
        for (path, text) in files {
            fs::write(folder.join(path), text).unwrap();
        }
    }

    /// Creates a package of prompts: a library, and a program that uses it.
    pub(crate) fn prompts(&self, kind: &Kind, count: usize) -> Package<'_> {
        let name = format!("{}-{count}", kind.name);
        let main = format!(
            "fn main() {{\n    println!(\"{{}}\", {}::start());\n}}\n",
            name.replace('-', "_")
        );
        let source = repeated(kind.source, count);
        let dependencies = format!(
            "serde = {{ version = \"1\", features = [\"derive\"] }}\nserde_json = \"1\"\n{}",
            kind.dependencies
        );
        self.package(
            &name,
            &dependencies,
            &[("src/lib.rs", source.clone()), ("src/main.rs", main)],
        );
        Package {
            workspace: self,
            name,
            source,
        }
    }

    /// Calls cargo in this workspace. Returns the CPU seconds of cargo and its child processes.
    pub(crate) fn cargo(&self, arguments: &[&str], incremental: bool) -> f64 {
        let target = if incremental {
            "target-incremental"
        } else {
            "target"
        };
        let before = cpu_of_children();
        let output = Command::new(env!("CARGO"))
            .args(arguments)
            .arg("--quiet")
            .current_dir(&self.folder)
            .env("CARGO_INCREMENTAL", if incremental { "1" } else { "0" })
            .env("CARGO_TARGET_DIR", self.folder.join(target))
            .env_remove("RUSTFLAGS")
            .output()
            .unwrap();
        let spent = cpu_of_children() - before;
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        spent
    }

    /// The size of a file under the target folder.
    pub(crate) fn size(&self, path: &str) -> u64 {
        fs::metadata(self.folder.join("target").join(path))
            .unwrap()
            .len()
    }

    /// Removes all build output.
    pub(crate) fn clean(&self) {
        let _ = fs::remove_dir_all(self.folder.join("target"));
    }

    /// The number of crates that a package depends on.
    pub(crate) fn crates(&self, name: &str) -> usize {
        let arguments = [
            "tree",
            "--package",
            name,
            "--edges",
            "normal,build",
            "--prefix",
            "none",
            "--no-dedupe",
        ];
        let output = Command::new(env!("CARGO"))
            .args(arguments)
            .current_dir(&self.folder)
            .output()
            .unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let mut lines: Vec<&str> = text
            .lines()
            .map(|line| line.trim_end_matches(" (proc-macro)"))
            .collect();
        lines.sort_unstable();
        lines.dedup();
        lines.len() - 1
    }
}

/// A package of prompts in its workspace.
pub(crate) struct Package<'a> {
    workspace: &'a Workspace,
    pub(crate) name: String,
    source: String,
}

impl Package<'_> {
    /// Runs cargo on the library; returns CPU seconds.
    pub(crate) fn cargo(&self, verb: &str, incremental: bool) -> f64 {
        self.workspace
            .cargo(&[verb, "--package", &self.name, "--lib"], incremental)
    }

    /// CPU seconds of the library alone: its dependencies are already built, and the time of a build without changes is subtracted.
    pub(crate) fn compile(&self, verb: &str) -> f64 {
        self.write(&self.source);
        let spent = self.cargo(verb, false);
        spent - self.cargo(verb, false)
    }

    /// CPU seconds of an incremental build after a change in the text of one prompt.
    pub(crate) fn edit(&self, lap: usize) -> f64 {
        self.write(&self.source.replacen(
            "Review 0 of",
            &format!("Review 0, edited {lap} times, of"),
            1,
        ));
        let spent = self.cargo("build", true);
        spent - self.cargo("build", true)
    }

    /// The size of the library.
    pub(crate) fn rlib(&self) -> u64 {
        self.workspace
            .size(&format!("debug/lib{}.rlib", self.name.replace('-', "_")))
    }

    /// The size of the stripped program of a release build.
    pub(crate) fn program(&self) -> u64 {
        self.workspace.cargo(
            &[
                "build",
                "--release",
                "--package",
                &self.name,
                "--bin",
                &self.name,
            ],
            false,
        );
        self.workspace.size(&format!("release/{}", self.name))
    }

    fn write(&self, source: &str) {
        fs::write(
            self.workspace
                .folder
                .join("packages")
                .join(&self.name)
                .join("src/lib.rs"),
            source,
        )
        .unwrap();
    }
}

fn repeated(source: &str, count: usize) -> String {
    let (mut out, mut each) = (String::new(), None::<String>);
    for line in source.split_inclusive('\n') {
        match (line.trim(), &mut each) {
            ("//// each", _) => each = Some(String::new()),
            ("//// end", block) => {
                let block = block.take().unwrap();
                out.extend((0..count).map(|n| block.replace('@', &n.to_string())));
            }
            (_, Some(block)) => block.push_str(line),
            (_, None) => out.push_str(line),
        }
    }
    out
}

fn cpu_of_children() -> f64 {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).unwrap();
    let seconds =
        |time: nix::sys::time::TimeVal| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6;
    seconds(usage.user_time()) + seconds(usage.system_time())
}
