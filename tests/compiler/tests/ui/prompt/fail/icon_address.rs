use prompt_runtime::prompt;

#[prompt(icons = [
    (src = "https:///icon.png"),
    (src = "data:image/png"),
    (src = "https://example.com/my icon.png"),
    (src = "https://example.com/größe.png"),
])]
fn review() -> String {
    String::new()
}

fn main() {}
