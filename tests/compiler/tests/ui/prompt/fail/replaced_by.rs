use prompt_runtime::prompt;

#[prompt(replaced_by = by_itself)]
#[deprecated]
fn by_itself() -> String {
    String::new()
}

#[prompt(replaced_by = by_itself)]
fn not_deprecated() -> String {
    String::new()
}

fn main() {}
