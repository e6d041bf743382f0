use prompt_runtime::prompt;

use prompt_runtime::Context;

struct Db;

#[prompt]
fn review(
    #[state] #[arg(name = "db")] a: &Db,
    #[context] #[state] b: &Db,
    #[context(x)] c: &Context,
    #[state] #[state] d: &Db,
) -> String {
    let _ = (a, b, c, d);
    String::new()
}

fn main() {}
