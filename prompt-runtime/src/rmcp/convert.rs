//! Between this crate's types and rmcp's, field by field: JSON in between would copy media twice.

use crate::complete::CompleteResult;
use crate::error::PromptError;
use crate::message::{
    Annotations, ContentBlock, GetPromptResult, JsonObject, ResourceContents, Role,
};
use crate::prompt::{Icon, Prompt};
use crate::protocol::{Revision, shape};
use ::rmcp::ErrorData;
use ::rmcp::model::{self, ErrorCode, MetaObject};

pub(super) fn completion(result: CompleteResult) -> model::CompleteResult {
    let completion = result.completion;
    let mut out = model::CompletionInfo::default();
    out.total = u32::try_from(completion.total).ok();
    out.has_more = Some(completion.has_more);
    out.values = completion.values;
    model::CompleteResult::new(out)
}

pub(super) fn prompt(mut prompt: Prompt, revision: Revision) -> model::Prompt {
    shape::prompt(&mut prompt, revision);
    let arguments = prompt.arguments.into_iter().map(|argument| {
        let mut out = model::PromptArgument::new(argument.name).with_required(argument.required);
        out.title = argument.title.map(Into::into);
        out.description = argument.description.map(Into::into);
        out
    });
    let mut out = model::Prompt::new(prompt.name, prompt.description, Some(arguments.collect()));
    out.title = prompt.title.map(Into::into);
    out.icons = icons(&prompt.icons);
    out.meta = meta(prompt.meta);
    out
}

pub(super) fn result(
    mut result: GetPromptResult,
    revision: Revision,
) -> Result<model::GetPromptResult, PromptError> {
    shape::result(&mut result, revision);
    let mut messages = Vec::with_capacity(result.messages.len());
    for message in result.messages {
        let (role, content) = message.into_parts();
        messages.push(model::PromptMessage::new(
            self::role(role),
            self::content(content)?,
        ));
    }
    let mut out = model::GetPromptResult::new(messages);
    out.description = result.description.map(Into::into);
    out.meta = meta(result.meta);
    Ok(out)
}

pub(super) fn error(error: &PromptError) -> ErrorData {
    ErrorData::new(
        ErrorCode(error.code()),
        error.message().to_owned(),
        error.data(),
    )
}

/// What a retried request brings of the rounds before.
#[cfg(feature = "elicitation")]
pub(super) fn round(params: &model::GetPromptRequestParams) -> crate::elicit::Round {
    let responses =
        params.input_responses.as_ref().and_then(|responses| {
            match serde_json::to_value(responses) {
                Ok(serde_json::Value::Object(responses)) => Some(responses),
                _ => None,
            }
        });
    crate::elicit::Round::new(responses, params.request_state.clone())
}

/// The question that a prompt asks a client of revision 2026-07-28.
#[cfg(feature = "elicitation")]
pub(super) fn input_required(
    input: crate::elicit::InputRequired,
) -> Result<model::InputRequiredResult, PromptError> {
    let requests = serde_json::from_value(input.requests.into())?;
    Ok(model::InputRequiredResult::new(
        Some(requests),
        Some(input.state),
    ))
}

fn role(role: Role) -> model::Role {
    match role {
        Role::User => model::Role::User,
        Role::Assistant => model::Role::Assistant,
    }
}

fn content(block: ContentBlock) -> Result<model::ContentBlock, PromptError> {
    let annotations = block.annotations().map(annotations);
    Ok(match block {
        ContentBlock::Text(text) => {
            let (text, meta) = text.into_parts();
            let mut out = model::TextContent::new(text);
            (out.annotations, out.meta) = (annotations, self::meta(meta));
            model::ContentBlock::Text(out)
        }
        ContentBlock::Image(image) => {
            let mut out = model::ImageContent::new(image.0.data, image.0.mime_type);
            (out.annotations, out.meta) = (annotations, meta(image.0.meta));
            model::ContentBlock::Image(out)
        }
        ContentBlock::Audio(audio) => {
            let mut out = model::AudioContent::new(audio.0.data, audio.0.mime_type);
            (out.annotations, out.meta) = (annotations, meta(audio.0.meta));
            model::ContentBlock::Audio(out)
        }
        ContentBlock::Resource(resource) => {
            let (contents, meta) = resource.into_parts();
            let mut out = model::EmbeddedResource::new(match contents {
                ResourceContents::Text {
                    uri,
                    mime_type,
                    text,
                    meta,
                } => model::ResourceContents::TextResourceContents {
                    uri: uri.into(),
                    mime_type: mime_type.map(Into::into),
                    text: text.into(),
                    meta: self::meta(meta),
                },
                ResourceContents::Blob {
                    uri,
                    mime_type,
                    blob,
                    meta,
                } => model::ResourceContents::BlobResourceContents {
                    uri: uri.into(),
                    mime_type: mime_type.map(Into::into),
                    blob: blob.into(),
                    meta: self::meta(meta),
                },
            });
            (out.annotations, out.meta) = (annotations, self::meta(meta));
            model::ContentBlock::Resource(out)
        }
        ContentBlock::ResourceLink(link) => {
            let mut out = model::Resource::new(link.uri(), link.name());
            out.title = link.title().map(str::to_owned);
            out.description = link.description().map(str::to_owned);
            out.mime_type = link.mime_type().map(str::to_owned);
            out.size = link.size();
            out.icons = icons(link.icons());
            out.meta = link.meta().cloned().map(MetaObject);
            out.annotations = annotations;
            model::ContentBlock::ResourceLink(out)
        }
        // A kind that this crate does not know, rmcp may.
        ContentBlock::Other(object) => serde_json::from_value(object.into())?,
    })
}

fn annotations(annotations: &Annotations) -> model::Annotations {
    let mut out = model::Annotations::default();
    out.audience = (!annotations.audience().is_empty()).then(|| {
        annotations
            .audience()
            .iter()
            .map(|who| role(*who))
            .collect()
    });
    // rmcp keeps priorities in single precision.
    #[allow(clippy::cast_possible_truncation)]
    let priority = annotations.priority().map(|priority| priority as f32);
    out.priority = priority;
    out.last_modified = annotations.last_modified().map(str::to_owned);
    out
}

fn icons(icons: &[Icon]) -> Option<Vec<model::Icon>> {
    let icons: Vec<model::Icon> = icons
        .iter()
        .map(|icon| {
            let mut out = model::Icon::new(icon.src());
            out.mime_type = icon.mime_type().map(Into::into);
            out.sizes = (!icon.sizes().is_empty())
                .then(|| icon.sizes().iter().map(ToString::to_string).collect());
            out.theme = match icon.theme() {
                Some("light") => Some(model::IconTheme::Light),
                Some("dark") => Some(model::IconTheme::Dark),
                _ => None,
            };
            out
        })
        .collect();
    (!icons.is_empty()).then_some(icons)
}

fn meta(meta: Option<Box<JsonObject>>) -> Option<MetaObject> {
    meta.map(|meta| MetaObject(*meta))
}
