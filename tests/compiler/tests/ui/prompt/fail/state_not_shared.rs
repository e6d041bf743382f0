use prompt_runtime::prompt;

use std::rc::Rc;

#[prompt]
fn review(#[state] a: &Rc<str>) -> String {
    a.to_string()
}

fn main() {}
