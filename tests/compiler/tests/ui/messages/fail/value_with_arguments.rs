use prompt_runtime::{GetPromptResult, messages};

fn review(diff: &str, count: u32) -> GetPromptResult {
    messages! {
        description: diff, count;
        user: diff, count;
        user?: "Only a text.";
    }
}

fn main() {
    review("", 0);
}
