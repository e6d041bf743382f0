use prompt_runtime::prompt;

#[prompt(name = "re\u{200B}view", title = "Re\u{202E}view")]
/// Review󠁁 a diff.
fn review(
    /// The⁠ diff.
    diff: &str,
    #[arg(title = "To\u{FEFF}ne", description = "\u{2066}How hard.")] tone: &str,
) -> String {
    format!("{diff}{tone}")
}

fn main() {}
