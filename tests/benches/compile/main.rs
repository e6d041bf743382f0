//! What 200 prompts of three arguments cost to compile, beside a table written by hand, rmcp's macros and flymcprust's.
//!
//! `cargo bench --package prompt-tests --bench compile` generates four library crates under the target folder. Their dependencies are
//! compiled first; then each crate alone is checked and built, without incremental compilation, in laps that take turns. The ratios are
//! taken lap by lap.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

const PROMPTS: usize = 200;
const LAPS: usize = 5;

struct Side {
    name: &'static str,
    /// Beside `serde` and `serde_json`, which all of them use.
    dependencies: String,
    /// What stands between `//// each` and `//// end` is written once for each prompt, whose number is `@`.
    source: &'static str,
}

fn sides() -> [Side; 4] {
    let ours = Path::new(env!("CARGO_MANIFEST_DIR")).join("../prompt-runtime");
    [
        Side {
            name: "by-hand",
            dependencies: String::new(),
            source: include_str!("sides/by_hand.rs.txt"),
        },
        Side {
            name: "prompt-runtime",
            dependencies: format!("prompt-runtime = {{ path = '{}' }}", ours.display()),
            source: include_str!("sides/prompt_runtime.rs.txt"),
        },
        Side {
            name: "rmcp",
            dependencies: "rmcp = { version = \"=3.11.0\", default-features = false, features = [\"macros\", \"server\"] }\nschemars = \"1\"".to_owned(),
            source: include_str!("sides/rmcp.rs.txt"),
        },
        Side {
            name: "flymcprust",
            dependencies: "flymcprust = { version = \"=0.1.1\", features = [\"auto-register\"] }".to_owned(),
            source: include_str!("sides/flymcprust.rs.txt"),
        },
    ]
}

fn expanded(source: &str) -> String {
    let (mut out, mut each) = (String::new(), None::<String>);
    for line in source.split_inclusive('\n') {
        match (line.trim(), &mut each) {
            ("//// each", _) => each = Some(String::new()),
            ("//// end", block) => {
                let block = block.take().unwrap();
                out.extend((0..PROMPTS).map(|n| block.replace('@', &n.to_string())));
            }
            (_, Some(block)) => block.push_str(line),
            (_, None) => out.push_str(line),
        }
    }
    out
}

struct Crate {
    name: &'static str,
    folder: PathBuf,
}

impl Crate {
    fn generate(side: &Side, under: &Path) -> Self {
        let folder = under.join(side.name);
        fs::create_dir_all(folder.join("src")).unwrap();
        let manifest = format!(
            "[package]\nname = \"many-prompts-{}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\nserde = {{ version = \"1\", features = [\"derive\"] }}\nserde_json = \"1\"\n{}\n\n[workspace]\n",
            side.name, side.dependencies
        );
        fs::write(folder.join("Cargo.toml"), manifest).unwrap();
        fs::write(folder.join("src/lib.rs"), expanded(side.source)).unwrap();
        Self {
            name: side.name,
            folder,
        }
    }

    fn cargo(&self, verb: &str) {
        let output = Command::new(env!("CARGO"))
            .args([verb, "--quiet", "--target-dir"])
            .arg(self.folder.parent().unwrap().join("target"))
            .current_dir(&self.folder)
            .env("CARGO_INCREMENTAL", "0")
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{}: {said}", self.name);
    }

    /// How long this crate alone takes: its dependencies are there.
    fn time(&self, verb: &str) -> Duration {
        let source = self.folder.join("src/lib.rs");
        let text = fs::read_to_string(&source).unwrap();
        fs::write(&source, text).unwrap();
        let begun = Instant::now();
        self.cargo(verb);
        begun.elapsed()
    }
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap()
}

fn main() {
    let under = Path::new(env!("CARGO_TARGET_TMPDIR")).join("compile");
    let crates = sides().map(|side| Crate::generate(&side, &under));
    for verb in ["check", "build"] {
        for each in &crates {
            each.cargo(verb);
        }
        let laps: Vec<Vec<f64>> = (0..LAPS)
            .map(|_| {
                crates
                    .iter()
                    .map(|each| each.time(verb).as_secs_f64())
                    .collect()
            })
            .collect();
        println!("cargo {verb}, {PROMPTS} prompts, median of {LAPS} laps:");
        for (n, each) in crates.iter().enumerate() {
            let against =
                |other: usize| median(laps.iter().map(|lap| lap[n] / lap[other]).collect());
            println!(
                "  {:<16}{:>6.2} s  {:>6.2} x by-hand  {:>6.2} x rmcp  {:>6.2} x flymcprust",
                each.name,
                median(laps.iter().map(|lap| lap[n]).collect()),
                against(0),
                against(2),
                against(3),
            );
        }
    }
}
