use prompt_runtime::prompt;

struct Db;

#[prompt]
fn review(#[state] a: Db, #[state] b: &mut Db, #[state] c: &'static Db) -> String {
    let _ = (a, b, c);
    String::new()
}

fn main() {}
