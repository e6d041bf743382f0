use prompt_runtime::{PromptArguments, prompt};

struct Plain {
    diff: String,
}

#[derive(PromptArguments)]
struct Typed {
    diff: Plain,
}

#[derive(PromptArguments)]
struct Tuple(String);

#[derive(PromptArguments)]
struct Marked<'a> {
    #[state]
    db: &'a str,
    #[arg(titel = "Diff")]
    diff: &'a str,
}

#[prompt]
fn without_derive(#[arguments] plain: Plain) -> String {
    plain.diff
}

#[prompt]
fn without_mark(typed: Typed) -> String {
    typed.diff.diff
}

#[prompt]
fn two_marks(#[arguments] #[arg(default)] typed: Typed) -> String {
    typed.diff.diff
}

#[prompt]
fn with_keys(#[arguments(default)] typed: Typed) -> String {
    typed.diff.diff
}

fn main() {}
