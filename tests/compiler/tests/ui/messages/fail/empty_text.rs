use prompt_runtime::{GetPromptResult, messages};

fn empty() -> GetPromptResult {
    messages! {
        description: "";
        user: "";
        user: r"  ";
        user: ;
    }
}

fn main() {}
