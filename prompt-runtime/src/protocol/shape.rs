//! Shapes listings and results for clients of older revisions. Newer fields are left out; content kinds that the
//! revision lacks become ones that it has, and are never dropped.

use super::{Addition, Revision};
use crate::message::{
    Annotations, AudioContent, ContentBlock, EmbeddedResource, GetPromptResult, ResourceLink,
};
use crate::prompt::Prompt;

/// Leaves out what the revision does not have.
pub(crate) fn prompt(prompt: &mut Prompt, revision: Revision) {
    if !revision.has(Addition::Titles) {
        prompt.title = None;
        prompt.meta = None;
        for argument in &mut prompt.arguments {
            argument.title = None;
        }
    }
    if !revision.has(Addition::Icons) {
        prompt.icons.clear();
    }
}

/// Shapes every message; see [`content`].
pub(crate) fn result(result: &mut GetPromptResult, revision: Revision) {
    if revision.shows_all_content() {
        return;
    }
    for message in &mut result.messages {
        content(message.content_mut(), revision);
    }
}

/// Audio becomes an embedded resource with the same bytes, a resource link becomes text that names its URI.
fn content(block: &mut ContentBlock, revision: Revision) {
    let replacement = match &*block {
        ContentBlock::Audio(audio) if !revision.has(Addition::Audio) => {
            Some(audio_as_resource(audio))
        }
        ContentBlock::ResourceLink(link) if !revision.has(Addition::ResourceLinks) => {
            Some(ContentBlock::text(link_as_text(link)))
        }
        _ => None,
    };
    if let Some(replacement) = replacement {
        let annotations = block.annotations().cloned();
        *block = replacement;
        if let Some(annotations) = annotations {
            *block = std::mem::replace(block, ContentBlock::text("")).with_annotations(annotations);
        }
    }
    if !revision.has(Addition::ContentMeta) {
        if let Some(annotations) = block.annotations().map(Annotations::without_last_modified) {
            *block = std::mem::replace(block, ContentBlock::text("")).with_annotations(annotations);
        }
        if let Some(meta) = block.meta_mut() {
            *meta = None;
        }
        if let ContentBlock::Resource(resource) = block {
            *resource.contents_mut().meta_mut() = None;
        }
    }
    if !revision.has(Addition::Icons)
        && let ContentBlock::ResourceLink(link) = block
    {
        link.without_icons();
    }
}

/// An embedded resource needs a URI and audio has none; an empty `data:` URI of its type says what it is.
fn audio_as_resource(audio: &AudioContent) -> ContentBlock {
    let mime_type = audio.mime_type().to_owned();
    let uri = format!("data:{},", mime_type.replace(' ', ""));
    ContentBlock::Resource(EmbeddedResource::encoded_blob(
        audio.data().to_owned(),
        uri,
        mime_type,
    ))
}

fn link_as_text(link: &ResourceLink) -> String {
    let name = link.title().unwrap_or(link.name());
    match link.description() {
        Some(description) => format!("{name}: {}\n{description}", link.uri()),
        None => format!("{name}: {}", link.uri()),
    }
}
