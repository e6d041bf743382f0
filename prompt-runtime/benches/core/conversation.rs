//! A conversation of 4 turns with 6 placeholders and 10 KB of text.

use divan::{Bencher, black_box};
use prompt_runtime::{GetPromptResult, PromptMessage, messages};

struct Values {
    team: String,
    language: String,
    tone: String,
    example: String,
    label: String,
    diff: String,
}

fn values() -> Values {
    Values {
        team: "payments".into(),
        language: "Rust".into(),
        tone: "friendly".into(),
        example: "+ let x = maybe.unwrap();".into(),
        label: "may panic".into(),
        diff: "+ a line of the diff that is reviewed\n".repeat(270),
    }
}

#[divan::bench]
fn by_messages(bencher: Bencher<'_, '_>) {
    let values = values();
    bencher.bench_local(|| -> GetPromptResult {
        let Values {
            team,
            language,
            tone,
            example,
            label,
            diff,
        } = black_box(&values);
        messages! {
            user: "You review {language} for the team {team}. Be {tone}.";
            user: "{example}";
            assistant: "{label}";
            user: "Review:\n\n{diff}";
        }
    });
}

#[divan::bench]
fn by_format(bencher: Bencher<'_, '_>) {
    let values = values();
    bencher.bench_local(|| {
        let Values {
            team,
            language,
            tone,
            example,
            label,
            diff,
        } = black_box(&values);
        GetPromptResult::new([
            PromptMessage::user(format!(
                "You review {language} for the team {team}. Be {tone}."
            )),
            PromptMessage::user(example.clone()),
            PromptMessage::assistant(label.clone()),
            PromptMessage::user(format!("Review:\n\n{diff}")),
        ])
    });
}
