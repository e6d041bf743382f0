use prompt_runtime::prompt;

#[prompt(meta = {
    "com.example/a" "docs",
    "com.example/b":,
    "com.example/c": 18446744073709551616,
    "com.example/d": [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]],
})]
fn review() -> String {
    String::new()
}

#[prompt(meta)]
fn no_object() -> String {
    String::new()
}

fn main() {}
