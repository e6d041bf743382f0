use prompt_runtime::{GetPromptResult, messages};

fn half(text: &str) -> GetPromptResult {
    messages! {
        user: text.;
        user: "Done.";
    }
}

fn main() {}
