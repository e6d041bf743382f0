use prompt_runtime::{GetPromptResult, messages};

fn several(items: &[&str]) -> GetPromptResult {
    messages! {
        sytem: "You are careful.";
        user "One";
        for item in items {
            user: "";
            "Two";
        }
        include("rules.md");
        user: "{missing}";
    }
}

fn main() {}
