use super::{listed, registry};
use prompt_runtime::{prompt, prompts};

#[prompt]
fn triage(#[arg(example = "pg-eu", max_len = 8)] database: &str, detail: Option<&str>) -> String {
    format!("{database} {detail:?}")
}

#[test]
fn an_example_is_kept_for_forms_and_not_listed() {
    let [prompt] = prompts![triage];
    let registry = registry([prompt]);
    let triage = registry.prompt("triage").unwrap();
    let examples: Vec<_> = triage
        .arguments()
        .iter()
        .map(|argument| argument.example())
        .collect();
    assert_eq!(examples, [Some("pg-eu"), None]);
    assert!(!listed(prompt).to_string().contains("pg-eu"));
}
