use super::registry;
use prompt_runtime::{GetPromptResult, messages, prompt, prompts};

#[prompt]
fn texts(topic: &str, built: String) -> GetPromptResult {
    messages! {
        user: "About {topic}";
        assistant: "{{}}";
        user: built;
    }
}

#[test]
fn the_texts_of_a_prompt_are_known_beforehand() {
    let registry = registry(prompts![texts]);
    let prompt = registry.prompt("texts").unwrap();
    let texts: Vec<_> = prompt.texts().iter().map(|t| (t.role, t.text)).collect();
    assert_eq!(
        texts,
        [
            ("user", "About {topic}"),
            ("assistant", "{{}}"),
            ("user", "")
        ]
    );
    assert!(
        prompt
            .texts()
            .windows(2)
            .all(|pair| pair[0].line < pair[1].line)
    );
}
