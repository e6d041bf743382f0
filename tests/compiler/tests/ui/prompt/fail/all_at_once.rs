use prompt_runtime::prompt;

#[prompt(name = "code review ", titel = "Review", icons = [(src = "file:///a")])]
fn review<T>(_: &str, diff: &'static str, #[arg(min = 3, max = 1)] count: u8, tone: T) {
    let _ = (diff, count, tone);
}

fn main() {}
