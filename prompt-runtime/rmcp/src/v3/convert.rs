//! Converts the result of a prompt into rmcp's type, field by field. A conversion through JSON would write and read every text once more.

use super::rmcp::model::{ContentBlock, GetPromptResult, MetaObject, PromptMessage, Role};
use crate::json;
use prompt_runtime::PromptError;

/// Converts a result. `result_type` is the type of a complete answer.
///
/// # Errors
/// -32603 for content of a kind that rmcp does not support.
pub(super) fn result(
    result: prompt_runtime::GetPromptResult,
) -> Result<GetPromptResult, PromptError> {
    let (description, messages, meta) = result.into_parts();
    let mut converted = GetPromptResult::new(Vec::with_capacity(messages.len()));
    for message in messages {
        let (role, content) = message.into_parts();
        let message = PromptMessage::new(self::role(role), self::content(content)?);
        converted.messages.push(message);
    }
    converted.description = description.map(Into::into);
    converted.meta = meta.map(MetaObject);
    Ok(converted)
}

fn role(role: prompt_runtime::Role) -> Role {
    match role {
        prompt_runtime::Role::User => Role::User,
        prompt_runtime::Role::Assistant => Role::Assistant,
    }
}

/// Converts text without hints directly, and all other content, which is rarer, through JSON.
fn content(content: prompt_runtime::ContentBlock) -> Result<ContentBlock, PromptError> {
    let is_bare = content.annotations().is_none() && content.meta().is_none();
    match content {
        prompt_runtime::ContentBlock::Text(text) if is_bare => {
            Ok(ContentBlock::text(text.into_text()))
        }
        content => json::convert(&content),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use prompt_runtime as ours;
    use serde_json::json;

    fn meta() -> ours::model::JsonObject {
        serde_json::from_value(json!({ "com.example/n": [1, null, { "a": 0.5 }] })).unwrap()
    }

    fn hints() -> ours::model::Annotations {
        serde_json::from_value(json!({
            "audience": ["user", "assistant"], "priority": 0.3, "lastModified": "2026-01-02T03:04:05Z"
        }))
        .unwrap()
    }

    /// Every kind of content: bare, with hints, with `_meta`, and with both.
    fn contents() -> Vec<ours::ContentBlock> {
        let kinds = [
            json!({ "type": "text", "text": "caf\u{e9} \"quoted\"\n\u{1f980}" }),
            json!({ "type": "text", "text": "" }),
            json!({ "type": "image", "data": "AAEC", "mimeType": "image/png" }),
            json!({ "type": "audio", "data": "AAEC", "mimeType": "audio/wav" }),
            json!({ "type": "resource", "resource": {
                "uri": "file:///a", "mimeType": "text/plain", "text": "a", "_meta": { "com.example/m": 1 }
            } }),
            json!({ "type": "resource", "resource": { "uri": "file:///b", "blob": "AAEC" } }),
            json!({ "type": "resource_link", "uri": "file:///c", "name": "c" }),
            json!({ "type": "resource_link", "uri": "file:///d", "name": "d", "title": "D",
                "description": "The letter.", "mimeType": "text/plain", "size": 3 }),
        ];
        let kinds: Vec<ours::ContentBlock> =
            serde_json::from_value(kinds.into_iter().collect()).unwrap();
        kinds
            .into_iter()
            .flat_map(|content| {
                [
                    content.clone(),
                    content.clone().with_annotations(hints()),
                    content.clone().with_meta(meta()),
                    content.clone().with_meta(ours::model::JsonObject::new()),
                    content.with_annotations(hints()).with_meta(meta()),
                ]
            })
            .collect()
    }

    /// Compares with the conversion through JSON, whose format both types define.
    fn check(ours: &ours::GetPromptResult) {
        let direct = result(ours.clone()).unwrap();
        assert_eq!(
            serde_json::to_value(&direct).unwrap()["resultType"],
            "complete"
        );
        let mut by_json: GetPromptResult = json::convert(ours).unwrap();
        by_json.result_type.clone_from(&direct.result_type);
        assert_eq!(direct, by_json);
    }

    #[test]
    fn every_kind_of_content_converts_as_through_json() {
        for content in contents() {
            check(&ours::GetPromptResult::new([
                ours::PromptMessage::user(content.clone()),
                ours::PromptMessage::assistant(content),
            ]));
        }
    }

    #[test]
    fn whole_results_convert_as_through_json() {
        let plain = ours::GetPromptResult::new([
            ours::PromptMessage::user("hi"),
            ours::PromptMessage::prefill("Sure"),
        ]);
        check(&plain);
        check(&ours::GetPromptResult::new([]));
        check(&plain.clone().with_description(""));
        check(&plain.clone().with_meta(ours::model::JsonObject::new()));
        check(&plain.with_description("Greets.").with_meta(meta()));
    }

    #[test]
    fn unknown_content_fails_as_through_json() {
        let unknown: ours::ContentBlock =
            serde_json::from_value(json!({ "type": "hologram", "text": "a" })).unwrap();
        let ours = ours::GetPromptResult::new([ours::PromptMessage::user(unknown)]);
        let by_json = json::convert::<GetPromptResult>(&ours).unwrap_err();
        let direct = result(ours).unwrap_err();
        assert_eq!(direct.code(), by_json.code());
        assert_eq!(direct.to_string(), by_json.to_string());
    }
}
