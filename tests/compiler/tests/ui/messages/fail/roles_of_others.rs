use prompt_runtime::{GetPromptResult, messages};

fn of_other_products() -> GetPromptResult {
    messages! {
        human: "Review this.";
        ai: "Gladly.";
        human: "Go on.";
    }
}

fn near_system() -> GetPromptResult {
    messages! {
        systm: "You are a careful reviewer.";
        user: "Review this.";
    }
}

fn main() {}
