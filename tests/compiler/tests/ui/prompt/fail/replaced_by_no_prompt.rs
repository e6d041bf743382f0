use prompt_runtime::prompt;

fn plain() -> String {
    String::new()
}

#[prompt(replaced_by = plain)]
#[deprecated]
fn by_a_function() -> String {
    String::new()
}

#[prompt(replaced_by = missing)]
#[deprecated]
fn by_nothing() -> String {
    String::new()
}

fn main() {}
