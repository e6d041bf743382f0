//! Texts in files.
#![forbid(unsafe_code)]
#![deny(
    warnings,
    missing_docs,
    unreachable_pub,
    unused_qualifications,
    clippy::pedantic
)]

use prompt_runtime::{GetPromptResult, messages};

fn rules(language: &str, count: usize, last: bool) -> GetPromptResult {
    messages! {
        description: include("ui/embed/files/hello.md");
        user: include("ui/embed/files/rules.md");
        assistant: include("ui/embed/files/hello.md");
        if last {
            let r#type = "{count}";
            user: include("ui/embed/files/type.md");
        } else {
            prefill: include("ui/embed/files/rules.md");
        }
    }
}

macro_rules! greeting {
    ($path:literal) => {
        messages! { user: include($path); }
    };
}

#[test]
fn compiles_and_runs() {
    let result = rules("{language}", 3, true);
    let texts: Vec<_> = result
        .messages()
        .iter()
        .filter_map(|it| it.content().as_text())
        .collect();
    assert_eq!(
        texts,
        [
            "Rules for {language} (3 of them):\n\n```json\n{\"rules\": [{\"name\": \"{{ kept }}\", \"language\": {language}}]}\n```",
            "Say hello.",
            "The {count}.",
        ]
    );
    assert_eq!(result.description(), Some("Say hello."));
    assert!(rules("Rust", 1, false).messages()[2].is_prefill());
    assert_eq!(greeting!("ui/embed/files/hello.md").messages().len(), 1);
}
