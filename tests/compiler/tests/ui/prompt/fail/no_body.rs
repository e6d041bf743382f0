use prompt_runtime::prompt;

trait Prompts {
    #[prompt]
    fn review(diff: &str) -> String;
}

fn main() {}
