use prompt_runtime::{GetPromptResult, messages};

fn not_an_option(notes: &str) -> GetPromptResult {
    messages! {
        user?: notes;
        user?: "always";
        user: "Done.";
    }
}

fn main() {}
