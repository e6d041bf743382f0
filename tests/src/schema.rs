//! Validates replies against the JSON Schema of their revision.

use std::fs;

use jsonschema::Validator;
use serde_json::{Value, json};

use crate::program::root;

/// Validates a value against a type of a revision's schema, such as `GetPromptResult` of `2025-11-25`.
///
/// # Errors
///
/// Every violation of the schema, one on each line.
pub fn validate(revision: &str, type_name: &str, value: &Value) -> Result<(), String> {
    let faults: Vec<String> = validator(revision, type_name)
        .iter_errors(value)
        .map(|fault| format!("{}: {fault}", fault.instance_path()))
        .collect();
    if faults.is_empty() {
        Ok(())
    } else {
        Err(faults.join("\n"))
    }
}

/// Does the same as [`validate`], and fails the test on a violation.
#[track_caller]
pub fn assert_valid(revision: &str, type_name: &str, value: &Value) {
    if let Err(faults) = validate(revision, type_name, value) {
        panic!("not a {type_name} of {revision}:\n{faults}\n{value:#}");
    }
}

fn validator(revision: &str, type_name: &str) -> Validator {
    let path = root().join(format!("prompt-runtime/tests/schemas/{revision}.json"));
    let text = fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("cannot read {}: {error}", path.display()));
    let mut schema: Value = serde_json::from_str(&text).expect("the schema is JSON");
    let definitions = ["$defs", "definitions"]
        .into_iter()
        .find(|key| schema.get(key).is_some())
        .expect("the schema has definitions");
    assert!(
        schema
            .pointer(&format!("/{definitions}/{type_name}"))
            .is_some(),
        "{revision} has no type {type_name}"
    );
    // In draft 7, a `$ref` makes the other members of its object ineffective, including the definitions that it refers to.
    let all_of = json!([{ "$ref": format!("#/{definitions}/{type_name}") }]);
    schema
        .as_object_mut()
        .expect("the schema is an object")
        .insert("allOf".to_owned(), all_of);
    jsonschema::options()
        .should_validate_formats(true)
        .build(&schema)
        .unwrap_or_else(|error| panic!("the schema of {revision} does not compile: {error}"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::validate;
    use crate::REVISIONS;

    #[test]
    fn every_revision_tells_a_valid_result_from_an_invalid_one() {
        let text = json!({ "type": "text", "text": "Hello." });
        let good =
            json!({ "resultType": "complete", "messages": [{ "role": "user", "content": text }] });
        let list = json!({ "resultType": "complete", "messages": [{ "role": "user", "content": [text] }] });
        let system = json!({ "resultType": "complete", "messages": [{ "role": "system", "content": text }] });
        let null = json!({ "resultType": "complete", "description": null, "messages": [] });
        for revision in REVISIONS {
            assert_eq!(validate(revision, "GetPromptResult", &good), Ok(()));
            for bad in [&list, &system, &null] {
                let faults = validate(revision, "GetPromptResult", bad);
                assert!(faults.is_err(), "{revision} accepted {bad}");
            }
        }
    }

    #[test]
    fn uris_are_checked() {
        let check = |uri: &str| {
            let contents = json!({ "uri": uri, "text": "" });
            validate("2025-11-25", "TextResourceContents", &contents)
        };
        assert_eq!(check("x:y"), Ok(()));
        assert!(check("not a uri").is_err());
    }
}
