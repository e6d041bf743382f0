use prompt_runtime::{Context, prompt};

struct Db;

#[prompt]
fn review(
    #[states] _: &Db,
    #[argument(default = "main")] branch: &str,
    #[ctx] _: &Context,
    #[expect(unused_variables)] diff: &str,
) -> String {
    branch.to_owned()
}

fn main() {}
