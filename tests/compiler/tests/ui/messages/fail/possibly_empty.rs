use prompt_runtime::{GetPromptResult, messages};

fn branch(full: bool, notes: Option<&str>) -> GetPromptResult {
    messages! {
        if full {
            user: "Everything.";
        }
        user?: notes;
    }
}

fn rounds(texts: &[&str]) -> GetPromptResult {
    messages! {
        for text in texts {
            user: "{text}";
        }
    }
}

fn main() {}
