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

fn braces_inside(name: &str) -> GetPromptResult {
    messages! { user: "Say "{name}" now"; }
}

fn commas_after_all_turns() -> GetPromptResult {
    messages! { user: "One", assistant: "Two", user: "Three" }
}

fn keys_of_an_object() -> GetPromptResult {
    messages! { role: "user", content: "One" }
}

fn a_word_of_python(name: &str) -> GetPromptResult {
    messages! {
        if name.is_empty() { user: "Hello"; } elif name == "Ada" { user: "Hello, Ada"; }
        user: "One";
    }
}

fn a_macro_of_rust() -> GetPromptResult {
    messages! { user: include!("../../embed/files/hello.md"); }
}

fn main() {}
