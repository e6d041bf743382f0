use prompt_runtime::prompt;

#[prompt]
fn another(#[context] a: &String) -> String {
    a.clone()
}

fn main() {}
