use prompt_runtime::{GetPromptResult, messages};

fn system() -> GetPromptResult {
    messages! {
        system: "You are a careful reviewer.";
        user: "Review this.";
    }
}

fn misspelt() -> GetPromptResult {
    messages! {
        usr: "Review this.";
    }
}

fn another() -> GetPromptResult {
    messages! {
        narrator: "Once upon a time";
        user: "Go on.";
    }
}

fn main() {}
