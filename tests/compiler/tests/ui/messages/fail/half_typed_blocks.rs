use prompt_runtime::{GetPromptResult, messages};

fn no_pattern(names: &[&str]) -> GetPromptResult {
    messages! {
        for in names { user: "Hello."; }
        user: "Done.";
    }
}

fn no_in(names: &[&str]) -> GetPromptResult {
    messages! {
        for name of names { user: "Hello."; }
        user: "Done.";
    }
}

fn no_items(names: &[&str]) -> GetPromptResult {
    messages! {
        for name in names. { user: "Hello."; }
        user: "Done.";
    }
}

fn label(names: &[&str]) -> GetPromptResult {
    messages! {
        'names for name in names {
            user: "Hello {name}.";
            continue 'names;
        }
        user: "Done.";
    }
}

fn arms(kind: Option<u8>) -> GetPromptResult {
    messages! {
        match kind {
            Some(1) { user: "One."; }
            Some(2) if => { user: "Three."; }
            _ => { user: "None."; }
        }
    }
}

fn arm_without_pattern(kind: Option<u8>) -> GetPromptResult {
    messages! {
        match kind {
            Some(3 4) => { user: "Two."; }
            _ => { user: "None."; }
        }
    }
}

fn attribute(kind: Option<u8>) -> GetPromptResult {
    messages! {
        #[5] user: "One.";
        user: "Two.";
    }
}

fn main() {}
