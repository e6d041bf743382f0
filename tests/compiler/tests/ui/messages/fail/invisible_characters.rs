use prompt_runtime::{GetPromptResult, messages};

fn hidden() -> GetPromptResult {
    messages! {
        description: "a‮b";
        user: "a​b";
        user: "a\u{E0041}b";
        user: r#"a⁦b"#;
    }
}

fn main() {}
