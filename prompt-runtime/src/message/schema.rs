//! Tests every kind of content in the form of each revision against that revision's schema.

use super::{
    Annotations, AudioContent, ContentBlock, Conversation, EmbeddedResource, GetPromptResult,
    ImageContent, JsonObject, ResourceLink, Role,
};
use crate::icon::Icon;
use crate::protocol::{Revision, shape};
use serde_json::{Value, json};
use std::error::Error;
use std::path::Path;

fn everything() -> Result<GetPromptResult, Box<dyn Error>> {
    let meta: JsonObject = serde_json::from_str(r#"{"com.example/a":1}"#)?;
    let annotations = Annotations::new()
        .with_audience([Role::User])
        .with_priority(1.0)?
        .with_last_modified("2025-01-12T15:00:58Z");
    let bare: [ContentBlock; 6] = [
        "text".into(),
        ImageContent::from_bytes(&[1, 2], "image/png")?.into(),
        AudioContent::from_bytes(&[1, 2], "audio/wav")?.into(),
        EmbeddedResource::text("file:///a.md", "text/markdown", "# A")?.into(),
        EmbeddedResource::blob("file:///a.bin", "application/octet-stream", &[0])?.into(),
        ResourceLink::new("https://example.com/a", "a")?
            .with_title("A")
            .with_description("An A.")
            .with_mime_type("text/html")?
            .with_size(5)
            .with_icons([Icon::new("https://example.com/i.png")?
                .with_mime_type("image/png")?
                .with_sizes(["48x48"])?
                .for_light_background()])
            .into(),
    ];
    let mut kinds: Vec<&str> = bare.iter().map(ContentBlock::kind).collect();
    kinds.dedup();
    kinds.sort_unstable();
    let mut known = ContentBlock::KINDS.to_vec();
    known.sort_unstable();
    assert_eq!(kinds, known, "a sample of each kind");
    let full = bare.clone().map(|content| {
        content
            .with_annotations(annotations.clone())
            .with_meta(meta.clone())
    });
    let messages = bare
        .into_iter()
        .chain(full)
        .flat_map(|content| [Conversation::new().user(content).build()])
        .flat_map(GetPromptResult::into_messages);
    Ok(GetPromptResult::new(messages)
        .with_description("Everything")
        .with_meta(meta))
}

#[test]
fn every_revision_accepts_what_it_is_shown() -> Result<(), Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/schemas");
    for &revision in Revision::ALL {
        let text = std::fs::read_to_string(folder.join(format!("{revision}.json")))?;
        let mut schema: Value = serde_json::from_str(&text)?;
        let definitions = if schema.get("$defs").is_some() {
            "$defs"
        } else {
            "definitions"
        };
        schema["$ref"] = json!(format!("#/{definitions}/GetPromptResult"));
        let validator = jsonschema::validator_for(&schema)?;
        let mut result = everything()?;
        shape::result(&mut result, revision);
        let mut answer = serde_json::to_value(&result)?;
        if revision >= Revision::V2026_07_28 {
            answer["resultType"] = json!("complete");
        }
        let errors: Vec<String> = validator
            .iter_errors(&answer)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert_eq!(errors, [""; 0], "{revision}");
        assert!(
            !validator.is_valid(&json!({ "messages": [{ "role": "system" }] })),
            "the schema of {revision} refuses nothing"
        );
    }
    Ok(())
}
