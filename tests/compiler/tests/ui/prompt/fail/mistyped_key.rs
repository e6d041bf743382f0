use prompt_runtime::prompt;

#[prompt(name = review, title, description = 5, icons = "icon.png", meta = "x", alias = 1)]
fn review(
    #[arg(non_empty = true, max_len = "3", min = "1", max)] tone: &str,
    #[arg(name("diff"), complete = "diffs", separator = ',')] diff: &str,
) -> String {
    format!("{tone}{diff}")
}

#[prompt("review")]
fn positional() -> String {
    String::new()
}

#[prompt(replaced_by = "review", crate = "prompt_runtime", allow = 5)]
fn others() -> String {
    String::new()
}

fn main() {}
