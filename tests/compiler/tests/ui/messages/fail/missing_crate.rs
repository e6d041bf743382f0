use prompt_runtime::{GetPromptResult, messages};

fn hello(name: &str) -> GetPromptResult {
    messages! {
        crate = ::does_not_exist;
        description: "A greeting";
        user: "Hello {name}.";
        assistant: name;
        user: name;
    }
}

fn main() {}
