use prompt_runtime::{GetPromptResult, messages};

fn late() -> GetPromptResult {
    messages! {
        user: "Text";
        description: "Late";
    }
}

fn twice() -> GetPromptResult {
    messages! {
        description: "One";
        description: "Two";
        user: "Text";
    }
}

fn main() {}
