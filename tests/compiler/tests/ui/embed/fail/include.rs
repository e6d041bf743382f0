use prompt_runtime::{GetPromptResult, messages};

fn placeholders(diff: &str, language: &str) -> GetPromptResult {
    messages! {
        user: include("../files/placeholders.md");
    }
}

fn unknown(count: u8) -> GetPromptResult {
    let lang = "Rust";
    messages! {
        user: include("../files/rules.md");
    }
}

fn not_display(count: Option<u8>, language: &str) -> GetPromptResult {
    messages! {
        user: include("../files/rules.md");
    }
}

fn broken() -> GetPromptResult {
    messages! {
        user: include("../files/broken.md");
    }
}

fn missing(path: &str) -> GetPromptResult {
    messages! {
        user: include("../files/none.md");
        user: include(path);
        user: include("../files/front_matter.md");
        user: include("../files/logo.png");
        user?: include("../files/hello.md");
    }
}

fn main() {}
