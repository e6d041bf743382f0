use prompt_runtime::{GetPromptResult, messages};

fn between() -> GetPromptResult {
    messages! {
        user: "One"
        assistant: "Two";
        user: "Three";
    }
}

fn last(texts: &[&str]) -> GetPromptResult {
    messages! {
        let n = texts.len()
        if n > 3 {
            user: "{}", n
        }
        user: "Three"
    }
}

fn main() {}
