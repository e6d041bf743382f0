//! Adapts listings and results for clients of older revisions. Newer fields are removed. Content of an unsupported kind is converted into a
//! supported kind, never dropped.

use super::{Addition, Revision};
use crate::message::{
    Annotations, AudioContent, ContentBlock, EmbeddedResource, GetPromptResult, ResourceLink,
};
use crate::prompt::Prompt;

/// Removes the fields that the revision does not have.
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

/// Adapts every message; see [`content`].
#[inline]
pub(crate) fn result(result: &mut GetPromptResult, revision: Revision) {
    if !revision.shows_all_content() {
        contents(result, revision);
    }
}

fn contents(result: &mut GetPromptResult, revision: Revision) {
    for message in &mut result.messages {
        content(message.content_mut(), revision);
    }
}

/// Converts audio into embedded resources with the same bytes, as clients before revision 2025-03-26 receive it, for a library whose types
/// do not have audio. Returns `true` if there was audio.
pub fn without_audio(result: &mut GetPromptResult) -> bool {
    let mut found = false;
    for message in &mut result.messages {
        let block = message.content_mut();
        if let ContentBlock::Audio(audio) = &*block {
            let resource = audio_as_resource(audio);
            replace(block, resource);
            found = true;
        }
    }
    found
}

/// Replaces a block by another with the same annotations and `_meta`.
fn replace(block: &mut ContentBlock, mut replacement: ContentBlock) {
    if let Some(annotations) = block.annotations() {
        replacement = replacement.with_annotations(annotations.clone());
    }
    if let Some(meta) = block.meta() {
        replacement = replacement.with_meta(meta.clone());
    }
    *block = replacement;
}

/// Converts audio into an embedded resource with the same bytes, and a resource link into text that contains its URI.
fn content(block: &mut ContentBlock, revision: Revision) {
    let replacement = match &*block {
        ContentBlock::Audio(audio) if !revision.has(Addition::Audio) => {
            Some(audio_as_resource(audio))
        }
        ContentBlock::ResourceLink(link) if !revision.has(Addition::ResourceLinks) => {
            Some(ContentBlock::text(link_as_text(link)))
        }
        ContentBlock::Text(_)
        | ContentBlock::Image(_)
        | ContentBlock::Audio(_)
        | ContentBlock::ResourceLink(_)
        | ContentBlock::Resource(_)
        | ContentBlock::Other(_) => None,
    };
    if let Some(replacement) = replacement {
        replace(block, replacement);
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

/// An embedded resource needs a URI, and audio has none. An empty `data:` URI of the same MIME type fills the field.
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
