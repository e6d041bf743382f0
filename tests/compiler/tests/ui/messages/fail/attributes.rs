use prompt_runtime::{GetPromptResult, messages};

fn of_nothing() -> GetPromptResult {
    messages! {
        user: "Text";
        #[cfg(test)]
    }
}

fn inner() -> GetPromptResult {
    messages! {
        #![allow(unused)]
        user: "Text";
    }
}

fn of_the_description() -> GetPromptResult {
    messages! {
        #[cfg(test)]
        description: "A greeting";
        user: "Text";
    }
}

fn main() {}
