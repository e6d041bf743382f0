//! Values between the types of this crate's versions of rmcp and those of `prompt-runtime`: JSON, which is the same in all of them.

use prompt_runtime::PromptError;
use prompt_runtime::model::JsonObject;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Converts a value of one crate into the same value of another.
///
/// # Errors
/// -32603 for a value that the other type cannot hold.
pub(crate) fn convert<T: DeserializeOwned>(value: &impl Serialize) -> Result<T, PromptError> {
    Ok(serde_json::from_value(serde_json::to_value(value)?)?)
}

/// [`convert`], and whether the other type dropped a part of the value.
///
/// # Errors
/// As [`convert`].
pub(crate) fn convert_and_compare<T: DeserializeOwned + Serialize>(
    value: &impl Serialize,
) -> Result<(T, bool), PromptError> {
    let whole = serde_json::to_value(value)?;
    if is_plain(&whole) {
        return Ok((serde_json::from_value(whole)?, false));
    }
    let converted: T = serde_json::from_value(whole.clone())?;
    let dropped = serde_json::to_value(&converted)? != whole;
    Ok((converted, dropped))
}

/// Returns `true` for an answer with nothing but plain texts, which every type holds.
fn is_plain(answer: &Value) -> bool {
    let is_text = |message: &Value| {
        let content = message.get("content").and_then(Value::as_object);
        content.is_some_and(|content| {
            content.len() == 2 && content.contains_key("type") && content.contains_key("text")
        })
    };
    answer.get("_meta").is_none()
        && answer
            .get("messages")
            .and_then(Value::as_array)
            .is_some_and(|messages| messages.iter().all(is_text))
}

/// The object that a value is in JSON; `None` for a value that is no object.
pub(crate) fn object(value: &impl Serialize) -> Option<JsonObject> {
    match serde_json::to_value(value) {
        Ok(Value::Object(object)) => Some(object),
        _ => None,
    }
}
