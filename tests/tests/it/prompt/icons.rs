use super::listed;
use prompt_runtime::{prompt, prompts};
use serde_json::json;

#[prompt(icons = [
    (src = "https://example.com/a.png", mime_type = "image/png", sizes = ["48x48", "any"], theme = "dark"),
    (src = "data:image/svg+xml,%3Csvg/%3E", sizes = "any"),
])]
fn pictured() -> &'static str {
    "text"
}

#[test]
fn icons_are_listed_in_order() {
    let [definition] = prompts![pictured];
    assert_eq!(
        listed(definition)["icons"],
        json!([
            { "src": "https://example.com/a.png", "mimeType": "image/png", "sizes": ["48x48", "any"], "theme": "dark" },
            { "src": "data:image/svg+xml,%3Csvg/%3E", "sizes": ["any"] },
        ])
    );
}
