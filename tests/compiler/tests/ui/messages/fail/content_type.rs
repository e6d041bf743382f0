use prompt_runtime::{GetPromptResult, messages};

fn number(count: u8, opaque: Option<Opaque>) -> GetPromptResult {
    messages! {
        user: count;
        user: vec![count].len();
        assistant?: opaque;
        user: 5;
    }
}

fn described(opaque: Opaque) -> GetPromptResult {
    messages! {
        description: opaque;
        user: "Text";
    }
}

struct Opaque;

fn main() {}
