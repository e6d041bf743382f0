//! Tests of the answers that clients of each revision receive for prompts that use every feature.

use crate::Client;
use crate::servers::Empty;
use prompt_runtime::model::{
    Annotations, AudioContent, EmbeddedResource, ImageContent, JsonObject, ResourceLink,
};
use prompt_runtime::{
    ContentBlock, GetPromptResult, PromptMessage, PromptRegistry, Revision, Role, prompt, prompts,
};
use serde_json::{Value, json};

const REVISIONS: [&str; 5] = [
    "2024-11-05",
    "2025-03-26",
    "2025-06-18",
    "2025-11-25",
    "2026-07-28",
];

fn meta() -> JsonObject {
    let mut meta = JsonObject::new();
    meta.insert("com.example/k".to_owned(), json!([1, null]));
    meta
}

/// Uses everything.
#[prompt(
    title = "All",
    icons = [(src = "https://example.com/i.png", mime_type = "image/png", sizes = ["48x48"], theme = "dark")],
    meta = { "com.example/team": "docs" },
)]
fn everything(
    /// The word.
    #[arg(title = "Word")]
    word: Option<&str>,
) -> GetPromptResult {
    let annotations = Annotations::new()
        .with_audience([Role::User])
        .with_priority(0.9)
        .unwrap()
        .with_last_modified("2025-01-02T03:04:05Z");
    let text = ContentBlock::text(word.unwrap_or("text").to_owned())
        .with_annotations(annotations.clone())
        .with_meta(meta());
    let image = ImageContent::from_bytes(b"\x89PNG\r\n\x1a\n", "image/png").unwrap();
    let audio = AudioContent::from_bytes(b"RIFF\0\0\0\0WAVE", "audio/wav").unwrap();
    let link = ResourceLink::new("file:///a.md", "a.md")
        .unwrap()
        .with_title("A")
        .with_description("About a.")
        .with_mime_type("text/markdown")
        .unwrap()
        .with_size(7)
        .with_icons(std::iter::once(icon()));
    let resource = EmbeddedResource::text("file:///b.md", "text/markdown", "b").unwrap();
    GetPromptResult::new([
        PromptMessage::user(text),
        PromptMessage::assistant(ContentBlock::from(image)),
        PromptMessage::user(ContentBlock::from(audio).with_annotations(annotations)),
        PromptMessage::user(ContentBlock::from(link).with_meta(meta())),
        PromptMessage::user(ContentBlock::from(resource).with_meta(meta())),
    ])
    .with_description("Everything")
    .with_meta(meta())
}

fn icon() -> prompt_runtime::model::Icon {
    let listed = PromptRegistry::from_prompts(prompts![everything])
        .unwrap()
        .prompts();
    listed[0].listing().icons[0].clone()
}

/// The value from the first revision with it on, and the value for older revisions.
fn since(revision: &str, first: &str, value: Value) -> Option<Value> {
    (revision >= first).then_some(value)
}

/// An object of the fields that this revision has.
fn object(fields: impl IntoIterator<Item = (&'static str, Option<Value>)>) -> Value {
    let present = fields
        .into_iter()
        .filter_map(|(name, value)| Some((name.to_owned(), value?)));
    Value::Object(present.collect())
}

fn listed(revision: &str) -> Value {
    let icons = json!([{ "src": "https://example.com/i.png", "mimeType": "image/png", "sizes": ["48x48"], "theme": "dark" }]);
    let argument = object([
        ("name", Some(json!("word"))),
        ("title", since(revision, "2025-06-18", json!("Word"))),
        ("description", Some(json!("The word."))),
        ("required", Some(json!(false))),
    ]);
    object([
        ("name", Some(json!("everything"))),
        ("title", since(revision, "2025-06-18", json!("All"))),
        ("description", Some(json!("Uses everything."))),
        ("arguments", Some(json!([argument]))),
        ("icons", since(revision, "2025-11-25", icons)),
        (
            "_meta",
            since(
                revision,
                "2025-06-18",
                json!({ "com.example/team": "docs" }),
            ),
        ),
    ])
}

fn gotten(revision: &str) -> Value {
    let message = |role: &str, content: Value| json!({ "role": role, "content": content });
    let meta = || {
        since(
            revision,
            "2025-06-18",
            json!({ "com.example/k": [1, null] }),
        )
    };
    let annotations = || {
        Some(object([
            ("audience", Some(json!(["user"]))),
            ("priority", Some(json!(0.9))),
            (
                "lastModified",
                since(revision, "2025-06-18", json!("2025-01-02T03:04:05Z")),
            ),
        ]))
    };
    let text = object([
        ("type", Some(json!("text"))),
        ("text", Some(json!("text"))),
        ("annotations", annotations()),
        ("_meta", meta()),
    ]);
    let image = json!({ "type": "image", "data": "iVBORw0KGgo=", "mimeType": "image/png" });
    let data = "UklGRgAAAABXQVZF";
    let audio = if revision >= "2025-03-26" {
        json!({ "type": "audio", "data": data, "mimeType": "audio/wav", "annotations": annotations() })
    } else {
        let resource = json!({ "uri": "data:audio/wav,", "mimeType": "audio/wav", "blob": data });
        json!({ "type": "resource", "resource": resource, "annotations": annotations() })
    };
    let icons = json!([{ "src": "https://example.com/i.png", "mimeType": "image/png", "sizes": ["48x48"], "theme": "dark" }]);
    let link = if revision >= "2025-06-18" {
        object([
            ("type", Some(json!("resource_link"))),
            ("uri", Some(json!("file:///a.md"))),
            ("name", Some(json!("a.md"))),
            ("title", Some(json!("A"))),
            ("description", Some(json!("About a."))),
            ("mimeType", Some(json!("text/markdown"))),
            ("size", Some(json!(7))),
            ("icons", since(revision, "2025-11-25", icons)),
            ("_meta", meta()),
        ])
    } else {
        json!({ "type": "text", "text": "A: file:///a.md\nAbout a." })
    };
    let contents = json!({ "uri": "file:///b.md", "mimeType": "text/markdown", "text": "b" });
    let resource = object([
        ("type", Some(json!("resource"))),
        ("resource", Some(contents)),
        ("_meta", meta()),
    ]);
    object([
        (
            "resultType",
            since(revision, "2026-07-28", json!("complete")),
        ),
        ("description", Some(json!("Everything"))),
        (
            "messages",
            Some(json!([
                message("user", text),
                message("assistant", image),
                message("user", audio),
                message("user", link),
                message("user", resource),
            ])),
        ),
        ("_meta", Some(json!({ "com.example/k": [1, null] }))),
    ])
}

#[tokio::test]
async fn each_revision_has_its_shape() {
    let registry = PromptRegistry::from_prompts(prompts![everything]).unwrap();
    let known = Revision::ALL.iter().map(|revision| revision.as_str());
    assert!(known.eq(REVISIONS), "a test of each revision");
    for revision in REVISIONS {
        let mut client = if revision == "2026-07-28" {
            Client::modern(registry.mount(Empty))
        } else {
            let (client, initialized) = Client::initialized(registry.mount(Empty), revision).await;
            assert_eq!(initialized["protocolVersion"], revision);
            client
        };
        let mut list = client.result("prompts/list", json!({})).await;
        assert_eq!(
            list["prompts"].take(),
            json!([listed(revision)]),
            "{revision}"
        );
        assert_eq!(
            list.get("ttlMs"),
            since(revision, "2026-07-28", json!(0)).as_ref(),
            "{revision}"
        );
        assert_eq!(
            list.get("cacheScope"),
            since(revision, "2026-07-28", json!("public")).as_ref(),
            "{revision}"
        );
        let get = client
            .result("prompts/get", json!({ "name": "everything" }))
            .await;
        assert_eq!(get, gotten(revision), "{revision}");
    }
}

#[tokio::test]
async fn a_modern_request_may_speak_an_older_revision() {
    let registry = PromptRegistry::from_prompts(prompts![everything]).unwrap();
    let mut client = Client::legacy(registry.mount(Empty)).await;
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2025-03-26",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let list = client
        .result("prompts/list", json!({ "_meta": meta }))
        .await;
    assert_eq!(list["prompts"], json!([listed("2025-03-26")]));
}
