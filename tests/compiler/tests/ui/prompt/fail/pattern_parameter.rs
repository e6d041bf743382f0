use prompt_runtime::prompt;

#[prompt]
fn review((diff, tone): (u8, u8), _: &str, ref name: String) -> String {
    format!("{diff}{tone}{name}")
}

fn main() {}
