use super::get_from;
use prompt_runtime::{PromptRegistry, prompt, prompts};
use serde_json::json;

struct Db(u8);
struct Names<'a>(Vec<&'a str>);

#[prompt]
#[allow(clippy::needless_lifetimes)]
fn stateful<'a>(#[state] Db(rows): &Db, text: &str, #[state] names: &'a Names<'static>) -> String {
    format!("{rows}{text}{}", names.0.join(""))
}

#[test]
fn state_is_found_by_type_and_is_no_argument() {
    let [definition] = prompts![stateful];
    let registry = PromptRegistry::builder()
        .prompts([definition])
        .state(Db(3))
        .state(Names(vec!["a", "b"]))
        .build()
        .unwrap();
    assert_eq!(
        get_from(&registry, "stateful", &json!({ "text": "x" })).unwrap(),
        "3xab"
    );
    assert_eq!(registry.prompts()[0].arguments().len(), 1);
}

#[test]
fn a_shared_value_is_found_as_what_it_holds() {
    let registry = PromptRegistry::builder()
        .prompts(prompts![stateful])
        .state(std::sync::Arc::new(Db(3)))
        .state(Names(vec!["a"]))
        .build()
        .unwrap();
    registry.check_state().unwrap();
    assert_eq!(
        get_from(&registry, "stateful", &json!({ "text": "x" })).unwrap(),
        "3xa"
    );
}
