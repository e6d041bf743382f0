use prompt_runtime::{GetPromptResult, messages};

fn followed(json: bool, examples: &[&str]) -> GetPromptResult {
    messages! {
        user: "Answer.";
        if json {
            prefill: "{{";
        }
        user: "Now.";
    }
}

fn repeated(examples: &[&str]) -> GetPromptResult {
    messages! {
        user: "Answer.";
        for example in examples {
            prefill: "{example}";
        }
    }
}

fn main() {}
