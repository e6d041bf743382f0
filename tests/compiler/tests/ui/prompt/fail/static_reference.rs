use prompt_runtime::prompt;

use std::borrow::Cow;

#[prompt]
fn review(diff: &'static str, tone: Option<Cow<'static, str>>) -> String {
    format!("{diff}{tone:?}")
}

fn main() {}
