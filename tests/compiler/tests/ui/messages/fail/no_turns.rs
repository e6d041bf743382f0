use prompt_runtime::{GetPromptResult, messages};

fn nothing() -> GetPromptResult {
    messages! {}
}

fn described() -> GetPromptResult {
    messages! { description: "Nothing at all"; }
}

fn main() {}
