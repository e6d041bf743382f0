use prompt_runtime::{GetPromptResult, messages};

fn block() -> GetPromptResult {
    messages! {
        { user: "One."; }
        user: "Two.";
    }
}

fn call(text: &str) -> GetPromptResult {
    messages! {
        println!("{text}");
        user: "Text";
    }
}

fn jump(items: &[&str]) -> GetPromptResult {
    messages! {
        for item in items {
            if item.is_empty() { continue }
            user: "{item}";
        }
        user: "Done.";
    }
}

fn empty_description() -> GetPromptResult {
    messages! {
        description: ;
        user: "Text";
    }
}

fn main() {}
