//! Replies against the JSON Schema of the revision they were given in.

use std::{fs, path::PathBuf};

use jsonschema::Validator;
use serde_json::{Value, json};

use crate::program::root;

/// What came of a validation that found no fault.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Checked {
    /// The value satisfies the schema.
    Valid,
    /// The schema is not on this machine; a line says so.
    Skipped,
}

/// Validates a value against a type of a revision's schema, such as `GetPromptResult` of `2025-11-25`.
///
/// The schemas are looked for in `mcp-schema/<revision>.json` of the folder `shared` beside the repository.
///
/// # Errors
///
/// Every place where the value departs from the schema, one a line.
pub fn validate(revision: &str, type_name: &str, value: &Value) -> Result<Checked, String> {
    let Some(validator) = validator(revision, type_name) else {
        println!("skipped: no schema at {}", path(revision).display());
        return Ok(Checked::Skipped);
    };
    let faults: Vec<String> = validator
        .iter_errors(value)
        .map(|fault| format!("{}: {fault}", fault.instance_path()))
        .collect();
    if faults.is_empty() {
        Ok(Checked::Valid)
    } else {
        Err(faults.join("\n"))
    }
}

/// Like [`validate`], and fails the test on a fault.
#[track_caller]
pub fn assert_valid(revision: &str, type_name: &str, value: &Value) {
    if let Err(faults) = validate(revision, type_name, value) {
        panic!("not a {type_name} of {revision}:\n{faults}\n{value:#}");
    }
}

fn path(revision: &str) -> PathBuf {
    root()
        .join("../shared/mcp-schema")
        .join(format!("{revision}.json"))
}

fn validator(revision: &str, type_name: &str) -> Option<Validator> {
    let text = fs::read_to_string(path(revision)).ok()?;
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
    // Draft 7 ignores whatever stands beside a `$ref`, the definitions it points into included.
    let all_of = json!([{ "$ref": format!("#/{definitions}/{type_name}") }]);
    schema
        .as_object_mut()
        .expect("the schema is an object")
        .insert("allOf".to_owned(), all_of);
    let validator = jsonschema::options()
        .should_validate_formats(true)
        .build(&schema)
        .unwrap_or_else(|error| panic!("the schema of {revision} does not compile: {error}"));
    Some(validator)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Checked, validate};
    use crate::REVISIONS;

    #[test]
    fn knows_a_good_result_from_a_bad_one_in_every_revision() {
        let text = json!({ "type": "text", "text": "Hello." });
        let good =
            json!({ "resultType": "complete", "messages": [{ "role": "user", "content": text }] });
        let list = json!({ "resultType": "complete", "messages": [{ "role": "user", "content": [text] }] });
        let system = json!({ "resultType": "complete", "messages": [{ "role": "system", "content": text }] });
        let null = json!({ "resultType": "complete", "description": null, "messages": [] });
        for revision in REVISIONS {
            let Ok(checked) = validate(revision, "GetPromptResult", &good) else {
                panic!("{revision} refused a good result");
            };
            if checked == Checked::Skipped {
                continue;
            }
            for bad in [&list, &system, &null] {
                let faults = validate(revision, "GetPromptResult", bad);
                assert!(faults.is_err(), "{revision} accepted {bad}");
            }
        }
    }

    #[test]
    fn uris_are_checked_as_such() {
        let link = json!({ "uri": "not a uri", "text": "" });
        if validate(
            "2025-11-25",
            "TextResourceContents",
            &json!({ "uri": "x:y", "text": "" }),
        ) == Ok(Checked::Valid)
        {
            assert!(validate("2025-11-25", "TextResourceContents", &link).is_err());
        }
    }
}
