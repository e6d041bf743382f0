use prompt_runtime::prompt;

#[prompt(title = struct)]
fn review(
    #[arg(default = struct, values = struct, alias = struct)] tone: &str,
) -> String {
    tone.to_owned()
}

fn main() {}
