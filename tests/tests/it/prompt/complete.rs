use super::completed;
use prompt_runtime::{CompletionRequest, prompt, prompts};

fn plain(_: &str) -> [&'static str; 2] {
    ["alpha", "beta"]
}

async fn with_request(
    typed: &str,
    request: &CompletionRequest<'_>,
) -> Result<Vec<String>, std::fmt::Error> {
    std::future::ready(()).await;
    Ok(vec![format!("{typed}-{}", request.argument())])
}

#[prompt]
fn completing(#[arg(complete = plain)] a: &str, #[arg(complete = with_request)] b: &str) -> String {
    format!("{a}{b}")
}

#[test]
fn functions_of_either_shape_complete() {
    let [definition] = prompts![completing];
    assert_eq!(completed(definition, "a", "be"), ["beta"]);
    assert_eq!(completed(definition, "b", "x"), ["x-b"]);
}
