use prompt_runtime::prompt;

#[prompt]
unsafe extern "C" fn review(diff: i32, ...) -> String {
    diff.to_string()
}

fn main() {}
