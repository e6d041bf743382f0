use prompt_runtime::{GetPromptResult, messages};

fn repeat(mut n: u8) -> GetPromptResult {
    messages! {
        while n > 0 {
            user: "{n}";
        }
        user: "Done.";
    }
}

fn arms(kind: Option<u8>) -> GetPromptResult {
    messages! {
        match kind {
            Some(kind) => user: "{kind}",
            None => { user: "None."; }
        }
    }
}

fn braces(full: bool) -> GetPromptResult {
    messages! {
        if full user: "Full.";
        user: "Done.";
    }
}

fn condition(full: bool) -> GetPromptResult {
    messages! {
        if full. { user: "Full."; }
        user: "Done.";
    }
}

fn main() {}
