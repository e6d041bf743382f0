use prompt_runtime::prompt;

#[prompt(name = "Code review! ")]
fn white_space(#[arg(name = "the diff")] diff: &str) -> String {
    diff.to_owned()
}

#[prompt(name = "")]
fn empty() -> String {
    String::new()
}

#[prompt(alias = "old/name ")]
fn alias(#[arg(alias = "old name")] diff: &str) -> String {
    diff.to_owned()
}

fn main() {}
