use prompt_runtime::{GetPromptResult, messages};

fn number(count: u8, opaque: Option<Opaque>) -> GetPromptResult {
    messages! {
        user: count;
        user: vec![count].len();
        assistant?: opaque;
        user: 5;
    }
}

struct Opaque;

fn main() {}
