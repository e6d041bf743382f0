use prompt_runtime::prompt;

async fn complete(prefix: &str) -> Vec<String> {
    let text = std::rc::Rc::new(prefix);
    std::future::ready(()).await;
    vec![text.to_string()]
}

#[prompt]
fn review(#[arg(complete = complete)] a: &str) -> String {
    a.to_owned()
}

fn main() {}
