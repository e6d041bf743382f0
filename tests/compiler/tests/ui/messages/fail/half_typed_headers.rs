use prompt_runtime::{GetPromptResult, messages};

fn no_condition() -> GetPromptResult {
    messages! {
        if { user: "Yes."; }
        user: "Done.";
    }
}

fn no_items() -> GetPromptResult {
    messages! {
        for { user: "Item."; }
        user: "Done.";
    }
}

fn no_value() -> GetPromptResult {
    messages! {
        match { _ => { user: "Any."; } }
        user: "Done.";
    }
}

fn half_a_value(kind: u8) -> GetPromptResult {
    messages! {
        match kind. { _ => { user: "Any."; } }
        user: "Done.";
    }
}

fn no_arms(kind: u8) -> GetPromptResult {
    messages! {
        match kind;
        user: "Done.";
    }
}

fn no_braces(full: bool, items: &[&str]) -> GetPromptResult {
    messages! {
        if full { user: "Full."; } else user: "Brief.";
        for item in items user: "{item}";
        user: "Done.";
    }
}

fn main() {}
