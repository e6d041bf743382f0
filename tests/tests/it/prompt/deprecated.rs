use super::registry;
use prompt_runtime::{Deprecation, prompt, prompts};

#[prompt]
fn review(diff: &str) -> String {
    diff.to_owned()
}

#[prompt(replaced_by = review, allow = ["generic-name", "no-description"])]
#[deprecated(since = "1.2.0", note = "use review")]
fn check(diff: &str) -> String {
    diff.to_owned()
}

#[prompt]
#[deprecated = "only a note"]
fn noted() -> &'static str {
    "text"
}

#[prompt]
#[deprecated]
fn bare() -> &'static str {
    "text"
}

#[test]
fn what_the_attribute_says_is_in_the_definition() {
    let registry = registry(prompts![review, check, noted, bare]);
    let said = |name: &str| {
        let deprecated = registry.prompt(name).unwrap().deprecated()?;
        Some((deprecated.since, deprecated.note))
    };
    assert_eq!(said("review"), None);
    assert_eq!(said("check"), Some((Some("1.2.0"), Some("use review"))));
    assert_eq!(said("noted"), Some((None, Some("only a note"))));
    assert_eq!(said("bare"), Some((None, None)));
    let check = registry.prompt("check").unwrap();
    assert_eq!(check.replaced_by(), Some("review"));
    assert_eq!(check.allowed_advice(), ["generic-name", "no-description"]);
    assert_eq!(
        serde_json::to_value(check.listing()).unwrap()["_meta"],
        serde_json::json!({
            Deprecation::META_KEY: {"since": "1.2.0", "note": "use review", "replacedBy": "review"}
        })
    );
}
