use prompt_runtime::{GetPromptResult, messages};

fn straight() -> GetPromptResult {
    messages! {
        user: "Classify this.";
        assistant: "bug";
    }
}

fn on_one_path(reasons: bool, kind: Option<u8>) -> GetPromptResult {
    messages! {
        user: "Classify this.";
        assistant: "bug";
        if reasons {
            user: "Why?";
        } else if let Some(kind) = kind {
            match kind {
                0 => { user: "Why zero?"; }
                _ => {}
            }
        } else {
            user: "Go on.";
        }
    }
}

fn in_a_loop(examples: &[(&str, &str)]) -> GetPromptResult {
    messages! {
        user: "Classify these.";
        for (text, label) in examples {
            user: "{text}";
            assistant: "{label}";
        }
    }
}

fn left_early(examples: &[Option<&str>]) -> GetPromptResult {
    messages! {
        user: "Classify these.";
        for example in examples {
            assistant: "Go on.";
            let Some(example) = example else { continue };
            user: "{example}";
        }
    }
}

fn main() {}
