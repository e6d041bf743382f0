use prompt_runtime::{GetPromptResult, messages};

fn commas() -> GetPromptResult {
    messages! { user: "One", assistant: "Two"; user: "Three" }
}

fn keys_in_quotes() -> GetPromptResult {
    messages! { "user": "One"; user: "Two" }
}

fn an_object() -> GetPromptResult {
    messages! { { "role": "user", "content": "One" } }
}

fn an_arrow() -> GetPromptResult {
    messages! { user => "One"; }
}

fn a_prefix(name: &str) -> GetPromptResult {
    messages! { user: f"Hello {name}"; }
}

fn two_literals() -> GetPromptResult {
    messages! { user: "One " "and two"; }
}

fn three_quotes() -> GetPromptResult {
    messages! { user: """One"""; }
}

fn quotes_inside() -> GetPromptResult {
    messages! { user: "Say "hello" now"; }
}

fn main() {}
