//! Tests of every kind of content, byte for byte, in both directions, and of rejected content.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::support::get;
use prompt_runtime::model::{
    Annotations, AudioContent, ContentError, EmbeddedResource, Icon, ImageContent, JsonObject,
    ResourceLink,
};
use prompt_runtime::{
    ContentBlock, Conversation, GetPromptResult, InvisibleText, PromptMessage, PromptRegistry,
    Role, prompt, prompts,
};
use std::sync::{Arc, Mutex};

fn meta(json: &str) -> JsonObject {
    serde_json::from_str(json).unwrap()
}

fn annotations() -> Annotations {
    Annotations::new()
        .with_audience([Role::User, Role::Assistant])
        .with_priority(0.5)
        .unwrap()
        .with_last_modified("2025-01-12T15:00:58Z")
}

const ANNOTATIONS: &str = r#""annotations":{"audience":["user","assistant"],"priority":0.5,"lastModified":"2025-01-12T15:00:58Z"},"_meta":{"com.example/a":1}"#;

fn text_resource() -> EmbeddedResource {
    EmbeddedResource::text("file:///a.md", "text/markdown", "# A").unwrap()
}

fn blob_resource() -> EmbeddedResource {
    EmbeddedResource::blob("file:///a.bin", "application/octet-stream", &[0xFF, 0]).unwrap()
}

fn link() -> ResourceLink {
    ResourceLink::new("https://example.com/guide", "guide")
        .unwrap()
        .with_title("Guide")
        .with_description("How it is done.")
        .with_mime_type("text/html")
        .unwrap()
        .with_size(1024)
        .with_icons([Icon::new("https://example.com/i.png")
            .unwrap()
            .with_mime_type("image/png")
            .unwrap()
            .with_sizes(["48x48", "any"])
            .unwrap()
            .for_dark_background()])
}

/// Each kind without optional fields, and its JSON without the closing brace.
fn kinds() -> Vec<(ContentBlock, &'static str)> {
    vec![
        (
            ContentBlock::text("a \"b\"\n"),
            r#"{"type":"text","text":"a \"b\"\n""#,
        ),
        (
            ImageContent::from_bytes(&[1, 2], "image/png")
                .unwrap()
                .into(),
            r#"{"type":"image","data":"AQI=","mimeType":"image/png""#,
        ),
        (
            AudioContent::from_bytes(&[1, 2, 3], "audio/wav")
                .unwrap()
                .into(),
            r#"{"type":"audio","data":"AQID","mimeType":"audio/wav""#,
        ),
        (
            text_resource().into(),
            r##"{"type":"resource","resource":{"uri":"file:///a.md","mimeType":"text/markdown","text":"# A"}"##,
        ),
        (
            blob_resource().into(),
            r#"{"type":"resource","resource":{"uri":"file:///a.bin","mimeType":"application/octet-stream","blob":"/wA="}"#,
        ),
        (
            ResourceLink::new("urn:x:1", "x").unwrap().into(),
            r#"{"type":"resource_link","uri":"urn:x:1","name":"x""#,
        ),
        (
            link().into(),
            r#"{"type":"resource_link","uri":"https://example.com/guide","name":"guide","title":"Guide","description":"How it is done.","mimeType":"text/html","size":1024,"icons":[{"src":"https://example.com/i.png","mimeType":"image/png","sizes":["48x48","any"],"theme":"dark"}]"#,
        ),
    ]
}

#[test]
fn every_kind_goes_there_and_back() {
    for (content, json) in kinds() {
        let bare = format!("{json}}}");
        let full = format!("{json},{ANNOTATIONS}}}");
        let with = content
            .clone()
            .with_annotations(annotations())
            .with_meta(meta(r#"{"com.example/a":1}"#));
        for (content, json) in [(content, bare), (with, full)] {
            assert_eq!(serde_json::to_string(&content).unwrap(), json);
            assert_eq!(
                serde_json::from_str::<ContentBlock>(&json).unwrap(),
                content
            );
            let message = PromptMessage::user(content);
            let json = format!(r#"{{"role":"user","content":{json}}}"#);
            assert_eq!(serde_json::to_string(&message).unwrap(), json);
            assert_eq!(
                serde_json::from_str::<PromptMessage>(&json).unwrap(),
                message
            );
        }
    }
}

#[test]
fn a_whole_result_goes_there_and_back() {
    let result = Conversation::new()
        .description("Two turns")
        .user("a")
        .assistant("b")
        .prefill("c")
        .build()
        .with_meta(meta(r#"{"k":null}"#));
    let json = concat!(
        r#"{"description":"Two turns","messages":["#,
        r#"{"role":"user","content":{"type":"text","text":"a"}},"#,
        r#"{"role":"assistant","content":{"type":"text","text":"b"}},"#,
        r#"{"role":"assistant","content":{"type":"text","text":"c"}}],"_meta":{"k":null}}"#
    );
    assert_eq!(serde_json::to_string(&result).unwrap(), json);
    assert_eq!(
        serde_json::from_str::<GetPromptResult>(json).unwrap(),
        result
    );
}

#[test]
fn an_unknown_kind_is_kept_whole() {
    let json = r#"{"extra":[1,{"a":null}],"type":"hologram"}"#;
    let content: ContentBlock = serde_json::from_str(json).unwrap();
    assert_eq!(content.kind(), "hologram");
    assert_eq!(serde_json::to_string(&content).unwrap(), json);
}

#[test]
fn a_malformed_known_kind_is_refused() {
    for (json, why) in [
        (r#"{"type":"text"}"#, "missing field `text`"),
        (r#"{"type":"text","text":5}"#, "invalid type"),
        (r#"{"text":"a"}"#, "missing field `type`"),
        (r#"{"type":5}"#, "missing field `type`"),
        (
            r#"{"type":"image","data":"AQI="}"#,
            "missing field `mimeType`",
        ),
        (
            r#"{"type":"image","data":"AQI=","mimeType":"audio/wav"}"#,
            "does not begin with `image/`",
        ),
        (
            r#"{"type":"image","data":"not base64","mimeType":"image/png"}"#,
            "the data is not base64",
        ),
        (
            r#"{"type":"audio","data":"","mimeType":"audio/wav"}"#,
            "the content is empty",
        ),
        (r#"{"type":"resource"}"#, "missing field `resource`"),
        (
            r#"{"type":"resource","resource":{"uri":"a:b"}}"#,
            "neither `text` nor `blob`",
        ),
        (
            r#"{"type":"resource","resource":{"uri":"a:b","text":"","blob":"AQI="}}"#,
            "both `text` and `blob`",
        ),
        (
            r#"{"type":"resource","resource":{"uri":"a b","text":""}}"#,
            "has no scheme",
        ),
        (
            r#"{"type":"resource","resource":{"uri":"a:b","mimeType":"x","text":""}}"#,
            "type/subtype",
        ),
        (
            r#"{"type":"resource","resource":{"uri":"a:b","blob":"?"}}"#,
            "the data is not base64",
        ),
        (
            r#"{"type":"resource_link","uri":"a:b"}"#,
            "missing field `name`",
        ),
        (
            r#"{"type":"resource_link","uri":"nowhere","name":"a"}"#,
            "has no scheme",
        ),
        (
            r#"{"type":"resource_link","uri":"a:b","name":"a","size":-1}"#,
            "invalid value",
        ),
        (
            r#"{"type":"text","text":"a","annotations":{"priority":2}}"#,
            "from 0 to 1",
        ),
        (
            r#"{"type":"text","text":"a","annotations":{"audience":["system"]}}"#,
            "unknown variant",
        ),
    ] {
        let error = serde_json::from_str::<ContentBlock>(json)
            .expect_err(json)
            .to_string();
        assert!(error.contains(why), "{json}: {error}");
    }
    for json in [
        r#"{"role":"system","content":{"type":"text","text":"a"}}"#,
        r#"{"role":"user","content":[{"type":"text","text":"a"}]}"#,
    ] {
        assert!(
            serde_json::from_str::<PromptMessage>(json).is_err(),
            "{json}"
        );
    }
}

#[test]
fn what_cannot_be_built() {
    let errors: Vec<(Result<(), ContentError>, &str)> = vec![
        (
            ImageContent::from_bytes(&[], "image/png").map(drop),
            "the content is empty",
        ),
        (
            AudioContent::from_bytes(&[], "audio/wav").map(drop),
            "the content is empty",
        ),
        (
            EmbeddedResource::blob("file:///a", "image/png", &[]).map(drop),
            "the content is empty",
        ),
        (
            ResourceLink::new("a:b", "").map(drop),
            "the content is empty",
        ),
        (
            ImageContent::from_bytes(&[1], "png").map(drop),
            "the MIME type `png` is not of the form `type/subtype`",
        ),
        (
            EmbeddedResource::text("file:///a", "# A", "text/plain").map(drop),
            "the MIME type `# A` is not of the form `type/subtype`",
        ),
        (
            ImageContent::from_bytes(&[1], "audio/wav").map(drop),
            "the MIME type `audio/wav` does not begin with `image/`",
        ),
        (
            AudioContent::from_bytes(&[1], "image/png").map(drop),
            "the MIME type `image/png` does not begin with `audio/`",
        ),
        (
            EmbeddedResource::text("a.md", "text/plain", "").map(drop),
            "the URI `a.md` has no scheme, such as `https:` or `file:`",
        ),
        (
            ResourceLink::new("file:///a b", "a").map(drop),
            "the URI `file:///a b` contains a character that must be percent-encoded",
        ),
        (
            ResourceLink::new("file:", "a").map(drop),
            "the URI `file:` names nothing after its scheme",
        ),
        (
            Icon::new("javascript:alert(1)").map(drop),
            "the URI `javascript:alert(1)` is not an `https:`, `http:` or `data:` address, and clients refuse others",
        ),
        (
            Icon::new("data:,x").unwrap().with_sizes(["48"]).map(drop),
            "the size `48` of an icon is not of the form `48x48`, nor `any`",
        ),
        (
            Annotations::new().with_priority(1.1).map(drop),
            "a priority is a number from 0 to 1",
        ),
        (
            Annotations::new().with_priority(f64::NAN).map(drop),
            "a priority is a number from 0 to 1",
        ),
    ];
    for (result, sentence) in errors {
        assert_eq!(result.expect_err(sentence).to_string(), sentence);
    }
    let base64 = serde_json::from_str::<ImageContent>(r#"{"data":"*","mimeType":"image/png"}"#);
    assert_eq!(
        base64.unwrap_err().to_string(),
        ContentError::Base64.to_string()
    );
}

#[test]
fn sizes_are_those_of_the_bytes() {
    for length in 1..10 {
        let bytes = vec![7; length];
        assert_eq!(
            ImageContent::from_bytes(&bytes, "image/png")
                .unwrap()
                .size(),
            length
        );
        assert_eq!(
            EmbeddedResource::blob("a:b", "a/b", &bytes)
                .unwrap()
                .contents()
                .size(),
            length
        );
    }
}

#[prompt]
fn broken(how: &str) -> GetPromptResult {
    let user = || PromptMessage::user("a");
    match how {
        "nothing" => GetPromptResult::new([]),
        "no-text" => GetPromptResult::new([user(), PromptMessage::assistant(""), user()]),
        "prefill-first" => GetPromptResult::new([PromptMessage::prefill("a"), user()]),
        "no-visible-text" => {
            GetPromptResult::new([PromptMessage::user(" \u{3000}\u{200B}\u{2800}")])
        }
        "ends-on-assistant" => GetPromptResult::new([user(), PromptMessage::assistant("a")]),
        "tag" => GetPromptResult::new([user()]).with_description("a\u{E0041}"),
        "tag-in-resource" => GetPromptResult::new([PromptMessage::user(
            EmbeddedResource::text("a:b", "text/plain", "a\u{E0041}").unwrap(),
        )]),
        "tag-in-link" => GetPromptResult::new([PromptMessage::user(
            ResourceLink::new("a:b", "a")
                .unwrap()
                .with_description("a\u{E0041}"),
        )]),
        "only-tags" => GetPromptResult::new([PromptMessage::user("\u{E0041}")]),
        "prefill" => GetPromptResult::new([user(), PromptMessage::prefill("a")]),
        _ => GetPromptResult::new([PromptMessage::user(
            EmbeddedResource::text("a:b", "text/plain", "").unwrap(),
        )]),
    }
}

fn registry(policy: InvisibleText) -> (PromptRegistry, Arc<Mutex<Vec<String>>>) {
    let reports = Arc::new(Mutex::new(Vec::new()));
    let kept = Arc::clone(&reports);
    let registry = PromptRegistry::builder()
        .prompts(prompts![broken])
        .invisible_text(policy)
        .on_report(move |report| kept.lock().unwrap().push(report.to_string()))
        .build()
        .unwrap();
    (registry, reports)
}

#[test]
fn a_broken_conversation_does_not_leave() {
    for (how, report) in [
        (
            "nothing",
            "the conversation has no messages; return at least one user message",
        ),
        (
            "no-text",
            "message 2 has no text; leave it out or give it text; where it is made of an argument that may be empty, write `#[arg(non_empty)]`",
        ),
        (
            "prefill-first",
            "message 1 is a prefill, but 1 more follow; only the last message can be one",
        ),
        (
            "no-visible-text",
            "message 1 has no text; leave it out or give it text; where it is made of an argument that may be empty, write `#[arg(non_empty)]`",
        ),
        (
            "tag",
            "the description contains the invisible character U+E0041",
        ),
        (
            "tag-in-resource",
            "message 1 contains the invisible character U+E0041",
        ),
        (
            "tag-in-link",
            "message 1 contains the invisible character U+E0041",
        ),
    ] {
        let (registry, reports) = registry(InvisibleText::default());
        assert_eq!(
            get(&registry, "broken", &format!(r#"{{"how":"{how}"}}"#)),
            r#"{"code":-32603,"message":"internal error"}"#,
            "{how}"
        );
        assert_eq!(
            reports.lock().unwrap().as_slice(),
            [format!("prompt \"broken\": {report}")]
        );
    }
    let (registry, reports) = registry(InvisibleText::default());
    for how in ["prefill", "ends-on-assistant", "empty-resource"] {
        assert!(
            get(&registry, "broken", &format!(r#"{{"how":"{how}"}}"#))
                .starts_with(r#"{"messages":"#)
        );
    }
    assert_eq!(reports.lock().unwrap().as_slice(), [""; 0]);
}

#[test]
fn what_is_stripped_leaves_no_empty_text_behind() {
    let (registry, reports) = registry(InvisibleText::Strip);
    for (how, answer) in [
        (
            "tag",
            r#"{"description":"a","messages":[{"role":"user","content":{"type":"text","text":"a"}}]}"#,
        ),
        (
            "tag-in-resource",
            r#"{"messages":[{"role":"user","content":{"type":"resource","resource":{"uri":"a:b","mimeType":"text/plain","text":"a"}}}]}"#,
        ),
        (
            "tag-in-link",
            r#"{"messages":[{"role":"user","content":{"type":"resource_link","uri":"a:b","name":"a","description":"a"}}]}"#,
        ),
        ("only-tags", r#"{"code":-32603,"message":"internal error"}"#),
    ] {
        assert_eq!(
            get(&registry, "broken", &format!(r#"{{"how":"{how}"}}"#)),
            answer,
            "{how}"
        );
    }
    assert_eq!(reports.lock().unwrap().len(), 1);
}

#[test]
fn an_icon_of_another_program_is_checked_too() {
    let read = |json: &str| serde_json::from_str::<Icon>(json).map_err(|error| error.to_string());
    let icon =
        read(r#"{"src":"https://a.b/i","mimeType":"image/png","sizes":["any"],"theme":"dark"}"#);
    let icon = icon.unwrap();
    assert_eq!(icon.src(), "https://a.b/i");
    assert_eq!(
        (icon.mime_type(), icon.theme()),
        (Some("image/png"), Some("dark"))
    );
    assert_eq!(icon.sizes(), ["any"]);
    for (json, why) in [
        (r#"{"src":"javascript:alert(1)"}"#, "clients refuse others"),
        (r#"{"src":"https://"}"#, "names no host"),
        (r#"{"src":"data:,x","sizes":["48"]}"#, "of the form `48x48`"),
        (
            r#"{"src":"data:,x","mimeType":"png"}"#,
            "of the form `type/subtype`",
        ),
        (
            r#"{"src":"data:,x","theme":"drak"}"#,
            "neither `light` nor `dark`",
        ),
    ] {
        let found = read(json).unwrap_err();
        assert!(found.contains(why), "{json}: {found}");
    }
    let link = r#"{"type":"resource_link","uri":"https://a.b/c","name":"c","icons":[{"src":"javascript:alert(1)"}]}"#;
    assert!(serde_json::from_str::<ContentBlock>(link).is_err());
}
