use prompt_runtime::prompt;

type Count = Option<u8>;

#[prompt]
fn review(#[arg(default)] count: Count) -> String {
    format!("{count:?}")
}

fn main() {}
