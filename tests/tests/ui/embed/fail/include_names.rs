use prompt_runtime::{GetPromptResult, messages};

fn review() -> GetPromptResult {
    messages! {
        user: include("../files/no-names.md");
    }
}

fn main() {}
