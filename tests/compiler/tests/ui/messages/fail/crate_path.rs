use prompt_runtime::{GetPromptResult, messages};

fn late() -> GetPromptResult {
    messages! {
        user: "Text";
        crate = ::prompt_runtime;
    }
}

fn twice() -> GetPromptResult {
    messages! {
        crate = ::prompt_runtime;
        crate = ::prompt_runtime;
        user: "Text";
    }
}

fn no_semicolons() -> GetPromptResult {
    messages! {
        crate = ::prompt_runtime
        description: "A greeting"
        user: "Text";
    }
}

fn no_path() -> GetPromptResult {
    messages! {
        crate = "prompt_runtime";
        user: "Text";
    }
}

fn main() {}
