use prompt_runtime::prompt;

#[prompt(icons = [
    (src = "javascript:alert(1)"),
    (src = "file:///etc/passwd"),
    (src = "ftp://example.com/icon.png"),
    (src = "ws://example.com/icon.png"),
])]
fn refused_schemes() -> String {
    String::new()
}

#[prompt(icons = [
    (mime_type = "image/png"),
    (src = "icon.png", theme = "drak", sizes = ["48", "any"], mime_type = "png"),
    "https://example.com/icon.png",
])]
fn other_mistakes() -> String {
    String::new()
}

fn main() {}
