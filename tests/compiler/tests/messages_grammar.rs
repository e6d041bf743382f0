//! Everything that the grammar has, in one conversation each for sync and async code.
#![forbid(unsafe_code)]
#![deny(
    warnings,
    missing_docs,
    unreachable_pub,
    unused_qualifications,
    clippy::pedantic
)]

use prompt_runtime::{GetPromptResult, PromptError, PromptMessage, messages};

#[derive(PartialEq)]
enum Tone {
    Full,
    Short,
}

struct Example {
    text: &'static str,
    label: String,
}

fn classify(
    tone: &Tone,
    examples: &[Example],
    notes: Option<&str>,
    issue: &str,
) -> GetPromptResult {
    messages! {
        description: "Classify one issue by {} examples", examples.len();
        for Example { text, label } in examples {
            user: "Issue: {text}";
            assistant: "{label}";
        }
        if examples.is_empty() && *tone == Tone::Full { user: "Give reasons."; }
        user?: notes;
        #[cfg(windows)]
        user: "Use ids of length {}.", issue.len();
        #[cfg(not(windows))]
        user: "Use ids of {} letters.", issue.len();
        match tone {
            Tone::Short => { user: "Be short."; }
            Tone::Full if issue.is_empty() => {}
            Tone::Full => { user: issue.to_owned(); assistant: issue; }
        }
        let Some(notes) = notes else { return GetPromptResult::new([PromptMessage::user("no notes")]) };
        if let Some(first) = notes.chars().next() && first == 'n' { assistant: "{first}"; } else if notes.is_empty() {}
        user: "Issue: {issue} {notes}\nAnswer as JSON.";
        prefill: "{{\"label\": \"";
    }
}

fn described(tone: &str) -> GetPromptResult {
    messages! {
        description: tone.to_uppercase();
        user: "Text";
    }
}

async fn text(n: u8) -> Result<String, PromptError> {
    std::future::ready(()).await;
    Ok(n.to_string())
}

async fn later(n: u8) -> Result<GetPromptResult, PromptError> {
    let result = messages! {
        user: "{} {n} {}", text(n).await?, text(1).await?;
        assistant: text(n).await?;
        'rounds: for i in 0..n {
            user?: Some(text(i).await?);
            for j in 0..i {
                if j == 3 { continue 'rounds; }
                if j == 4 { break; }
            }
            user: "{i}";
        }
        #[allow(unused_variables)]
        let unused = 5;
        user: match n { 0 => return Err("none".into()), _ => "some" };
    };
    Ok(result)
}

fn send<T: Send>(_: &T) {}

macro_rules! wrapped {
    ($text:literal, $value:expr) => {
        messages! {
            user: $text;
            assistant: $value;
            user: "{}", $value;
        }
    };
}

#[test]
fn compiles_and_runs() {
    let examples = [Example {
        text: "blank page",
        label: "bug".into(),
    }];
    let result = classify(&Tone::Full, &examples, Some("note"), "dark mode");
    let texts: Vec<_> = result
        .messages()
        .iter()
        .map(|message| format!("{}: {}", message.role(), message.content()))
        .collect();
    assert_eq!(
        texts,
        [
            "user: Issue: blank page",
            "assistant: bug",
            "user: note",
            "user: Use ids of 9 letters.",
            "user: dark mode",
            "assistant: dark mode",
            "assistant: n",
            "user: Issue: dark mode note\nAnswer as JSON.",
            "assistant: {\"label\": \"",
        ]
    );
    assert_eq!(
        result.description(),
        Some("Classify one issue by 1 examples")
    );
    assert!(
        result
            .messages()
            .last()
            .is_some_and(PromptMessage::is_prefill)
    );
    assert_eq!(classify(&Tone::Short, &[], None, "").messages().len(), 1);
    assert_eq!(described("short").description(), Some("SHORT"));
    send(&later(1));
    assert_eq!(wrapped!("text", "a".repeat(2)).messages().len(), 3);
}
