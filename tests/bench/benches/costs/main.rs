//! Costs of prompts beside hand-written code, rmcp with a stored router and with its default handler, and flymcprust.
//!
//! ```sh
//! cargo bench -p prompt-bench                       # the requests, in a minute
//! cargo bench -p prompt-bench -- growth             # one section: requests, growth, final-crate or cold-build
//! cargo bench -p prompt-bench -- --full             # all sections at full length, written to tests/bench/COSTS.md
//! ```
//!
//! All sides run in one process, in alternating laps. Each ratio is this SDK's time divided by the other side's time, as the median over
//! neighbouring laps; 0.50 means half the time. The README quotes the tables of `COSTS.md`, and a test compares the two.
#![allow(clippy::unwrap_used, clippy::panic, clippy::cast_precision_loss)]

mod cold;
mod final_crate;
mod generated;
mod growth;
mod requests;

use std::path::Path;

/// A section of the table: its name on the command line, and the function that measures it.
type Section = (&'static str, fn(full: bool) -> String);

const SECTIONS: [Section; 4] = [
    ("requests", requests::section),
    ("growth", growth::section),
    ("final-crate", final_crate::section),
    ("cold-build", cold::section),
];

fn main() {
    // Cargo adds `--bench` to the arguments.
    let words: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| word != "--bench")
        .collect();
    let full = words.iter().any(|word| word == "--full");
    let chosen: Vec<&String> = words.iter().filter(|word| *word != "--full").collect();
    for word in &chosen {
        assert!(
            SECTIONS.iter().any(|(name, _)| name == word),
            "no section {word:?}: write requests, growth, final-crate or cold-build"
        );
    }
    for (name, measure) in SECTIONS {
        let by_default = full || name == "requests";
        if chosen.iter().any(|word| *word == name) || chosen.is_empty() && by_default {
            let text = measure(full);
            println!("{text}");
            if full {
                write(name, &text);
            }
        }
    }
}

/// Replaces one section of the committed file.
fn write(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("COSTS.md");
    let old = std::fs::read_to_string(&path).unwrap();
    let (open, close) = (format!("<!-- costs: {name} -->\n"), "<!-- end -->");
    let (before, rest) = old.split_once(&open).unwrap();
    let (_, after) = rest.split_once(close).unwrap();
    std::fs::write(&path, format!("{before}{open}{text}{close}{after}")).unwrap();
}
