use prompt_runtime::{GetPromptResult, messages};

fn unknown(issue: &str) -> GetPromptResult {
    messages! {
        description: "About {isue}";
        user: "Classify {isue}.";
        user: "Classify {} and {}.", issue;
        user: "Classify {0:?}.", Opaque;
    }
}

struct Opaque;

fn main() {}
