use prompt_runtime::prompt;

#[prompt(titel = "Review", wings = 2)]
fn review(#[arg(defualt)] tone: &str, #[arg(max_length = 3)] diff: &str) -> String {
    format!("{tone}{diff}")
}

#[prompt(icons = [(scr = "https://example.com/a.png", src = "https://example.com/a.png")])]
fn icon() -> String {
    String::new()
}

fn main() {}
