//! Every kind of file, embedded.
#![forbid(unsafe_code)]
#![deny(
    warnings,
    missing_docs,
    unreachable_pub,
    unused_qualifications,
    clippy::pedantic
)]

use prompt_runtime::model::ResourceContents;
use prompt_runtime::{ContentBlock, audio, image, messages, resource};

macro_rules! wrapped {
    ($path:literal) => {
        image!($path)
    };
}

#[test]
fn compiles_and_runs() {
    let ContentBlock::Image(logo) = image!("ui/embed/files/logo.png") else {
        unreachable!()
    };
    let bytes = include_bytes!("ui/embed/files/logo.png");
    assert_eq!((logo.mime_type(), logo.size()), ("image/png", bytes.len()));
    assert!(logo.data().starts_with("iVBORw0KGgo"));
    assert_eq!(
        wrapped!("ui/embed/files/logo.png"),
        ContentBlock::Image(logo)
    );

    let ContentBlock::Audio(ding) = audio!("ui/embed/files/ding.wav", max_bytes = 1_000) else {
        unreachable!()
    };
    assert_eq!((ding.mime_type(), ding.size()), ("audio/wav", 108));

    let ContentBlock::Resource(guide) =
        resource!("ui/embed/files/guide.md", uri = "file:///guide.md")
    else {
        unreachable!()
    };
    assert!(matches!(
        guide.contents(),
        ResourceContents::Text { text, .. } if text == "# Guide\n\nSay {{ nothing }} twice.\n"
    ));
    assert_eq!(guide.contents().mime_type(), Some("text/markdown"));
    assert_eq!(guide.contents().uri(), "file:///guide.md");

    let ContentBlock::Resource(logo) = resource!(
        "ui/embed/files/logo.png",
        uri = "https://example.com/logo.png",
        mime_type = "image/x-logo",
        crate = ::prompt_runtime,
    ) else {
        unreachable!()
    };
    assert!(matches!(logo.contents(), ResourceContents::Blob { .. }));
    assert_eq!(logo.contents().mime_type(), Some("image/x-logo"));

    let result = messages! {
        user: image!("ui/embed/files/logo.png");
        user: "What is this?";
    };
    assert_eq!(result.messages().len(), 2);
    let large = image!("ui/embed/files/large.svg", max_bytes = 300_000);
    assert_eq!(large.kind(), "image");
}
