use super::error::{check_base64, check_family, decoded_len, encode};
use super::{Annotations, ContentError, EmbeddedResource, JsonObject, ResourceLink, Text};
use serde::{Deserialize, Deserializer, Serialize, de::Error as _};
use std::borrow::Cow;

/// One piece of content. A [`PromptMessage`](super::PromptMessage) carries exactly one.
///
/// Specification: server/prompts, "Data Types".
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[non_exhaustive]
pub enum ContentBlock {
    /// Plain text.
    Text(TextContent),
    /// An image, sent as base64.
    Image(ImageContent),
    /// Audio, sent as base64. Clients from revision 2025-03-26 on.
    Audio(AudioContent),
    /// A link to a resource that the client may read. Clients from revision 2025-06-18 on.
    ResourceLink(ResourceLink),
    /// A resource with its contents.
    Resource(EmbeddedResource),
    /// Content of a kind that this version does not know, kept unchanged.
    #[serde(untagged)]
    Other(JsonObject),
}

impl ContentBlock {
    /// Creates plain text.
    pub fn text(text: impl Into<Text>) -> Self {
        Self::Text(TextContent::new(text))
    }

    /// Returns the text if this is plain text.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(content) => Some(content.text()),
            _ => None,
        }
    }

    /// Attaches hints for the client. Content of an unknown kind is not changed.
    #[must_use]
    pub fn with_annotations(mut self, annotations: Annotations) -> Self {
        let slot = match &mut self {
            Self::Text(content) => &mut content.annotations,
            Self::Image(content) => &mut content.0.annotations,
            Self::Audio(content) => &mut content.0.annotations,
            Self::ResourceLink(link) => link.annotations_mut(),
            Self::Resource(resource) => &mut resource.annotations,
            Self::Other(_) => return self,
        };
        *slot = Some(Box::new(annotations));
        self
    }

    /// Attaches `_meta`, which is sent to clients from revision 2025-06-18 on. Content of an unknown kind is not changed.
    #[must_use]
    pub fn with_meta(mut self, meta: JsonObject) -> Self {
        if let Some(slot) = self.meta_mut() {
            *slot = Some(Box::new(meta));
        }
        self
    }

    /// The hints for the client.
    #[must_use]
    pub fn annotations(&self) -> Option<&Annotations> {
        match self {
            Self::Text(content) => content.annotations.as_deref(),
            Self::Image(content) => content.0.annotations.as_deref(),
            Self::Audio(content) => content.0.annotations.as_deref(),
            Self::ResourceLink(link) => link.annotations(),
            Self::Resource(resource) => resource.annotations.as_deref(),
            Self::Other(_) => None,
        }
    }

    /// The `_meta` of the block.
    #[must_use]
    pub fn meta(&self) -> Option<&JsonObject> {
        match self {
            Self::Text(content) => content.meta.as_deref(),
            Self::Image(content) => content.0.meta.as_deref(),
            Self::Audio(content) => content.0.meta.as_deref(),
            Self::ResourceLink(link) => link.meta(),
            Self::Resource(resource) => resource.meta.as_deref(),
            Self::Other(_) => None,
        }
    }

    /// All text that a model or a person reads. Content of an unknown kind is not searched.
    pub(crate) fn texts_mut(&mut self) -> impl Iterator<Item = &mut Text> {
        let texts = match self {
            Self::Text(content) => [Some(&mut content.text), None, None],
            Self::Resource(resource) => [resource.contents_mut().text_mut(), None, None],
            Self::ResourceLink(link) => link.texts_mut(),
            Self::Image(_) | Self::Audio(_) | Self::Other(_) => [None, None, None],
        };
        texts.into_iter().flatten()
    }

    pub(crate) fn meta_mut(&mut self) -> Option<&mut Option<Box<JsonObject>>> {
        match self {
            Self::Text(content) => Some(&mut content.meta),
            Self::Image(content) => Some(&mut content.0.meta),
            Self::Audio(content) => Some(&mut content.0.meta),
            Self::ResourceLink(link) => Some(link.meta_mut()),
            Self::Resource(resource) => Some(&mut resource.meta),
            Self::Other(_) => None,
        }
    }
}

/// Declares the kinds of content by the word that JSON has for each. A variant without a row does not compile.
macro_rules! kinds {
    ($($word:literal => $variant:ident($content:ty),)*) => {
        impl ContentBlock {
            /// The words of all kinds.
            #[cfg(test)]
            pub(super) const KINDS: &[&str] = &[$($word),*];

            /// The kind as in JSON: `text`, `image`, `audio`, `resource_link`, `resource`, or the unknown kind.
            #[must_use]
            pub fn kind(&self) -> &str {
                match self {
                    $(Self::$variant(_) => $word,)*
                    Self::Other(object) => object
                        .get("type")
                        .and_then(|kind| kind.as_str())
                        .unwrap_or_default(),
                }
            }

            fn from_object(object: JsonObject) -> serde_json::Result<Self> {
                match object.get("type").and_then(|kind| kind.as_str()) {
                    $(Some($word) => serde_json::from_value(object.into()).map(Self::$variant),)*
                    Some(_) => Ok(Self::Other(object)),
                    None => Err(serde::de::Error::missing_field("type")),
                }
            }
        }

        $(impl From<$content> for ContentBlock {
            fn from(content: $content) -> Self {
                Self::$variant(content)
            }
        })*
    };
}

kinds! {
    "text" => Text(TextContent),
    "image" => Image(ImageContent),
    "audio" => Audio(AudioContent),
    "resource_link" => ResourceLink(ResourceLink),
    "resource" => Resource(EmbeddedResource),
}

impl<'de> Deserialize<'de> for ContentBlock {
    /// A malformed block of a known kind is an error. A block of an unknown kind is kept unchanged.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let object = JsonObject::deserialize(deserializer)?;
        Self::from_object(object).map_err(D::Error::custom)
    }
}

/// Plain text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TextContent {
    text: Text,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) annotations: Option<Box<Annotations>>,
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub(super) meta: Option<Box<JsonObject>>,
}

impl TextContent {
    /// Creates text without hints.
    pub fn new(text: impl Into<Text>) -> Self {
        Self {
            text: text.into(),
            annotations: None,
            meta: None,
        }
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the text by value, without the hints and the `_meta`.
    #[must_use]
    pub fn into_text(self) -> Cow<'static, str> {
        self.text
    }
}

/// Bytes as base64 text with their MIME type: the common part of images and audio.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Media {
    pub(crate) data: Text,
    pub(crate) mime_type: Text,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) annotations: Option<Box<Annotations>>,
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub(crate) meta: Option<Box<JsonObject>>,
}

impl Media {
    fn encode(bytes: &[u8], mime_type: Text, family: &'static str) -> Result<Self, ContentError> {
        check_family(&mime_type, family)?;
        if bytes.is_empty() {
            return Err(ContentError::Empty);
        }
        Ok(Self::encoded(encode(bytes).into(), mime_type))
    }

    /// Checks media that another program wrote.
    fn check(&self, family: &'static str) -> Result<(), ContentError> {
        check_family(&self.mime_type, family)?;
        check_base64(&self.data)
    }

    const fn encoded(data: Text, mime_type: Text) -> Self {
        Self {
            data,
            mime_type,
            annotations: None,
            meta: None,
        }
    }
}

macro_rules! media {
    ($(#[$doc:meta])* $name:ident, $family:literal) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Serialize)]
        #[serde(transparent)]
        pub struct $name(pub(crate) Media);

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let media = Media::deserialize(deserializer)?;
                media.check($family).map_err(D::Error::custom)?;
                Ok(Self(media))
            }
        }

        impl $name {
            /// Encodes `bytes`.
            ///
            /// # Errors
            /// [`ContentError`] if `bytes` is empty, or the MIME type is malformed or belongs to another kind of content.
            pub fn from_bytes(bytes: &[u8], mime_type: impl Into<Text>) -> Result<Self, ContentError> {
                Media::encode(bytes, mime_type.into(), $family).map(Self)
            }

            /// The base64 text, as sent to clients.
            #[must_use]
            pub fn data(&self) -> &str {
                &self.0.data
            }

            /// The MIME type, which begins with
            #[doc = concat!("`", $family, "`.")]
            #[must_use]
            pub fn mime_type(&self) -> &str {
                &self.0.mime_type
            }

            /// The size in bytes before encoding.
            #[must_use]
            pub fn size(&self) -> usize {
                decoded_len(&self.0.data)
            }

            pub(crate) const fn embedded(data: &'static str, mime_type: &'static str) -> Self {
                Self(Media::encoded(Cow::Borrowed(data), Cow::Borrowed(mime_type)))
            }
        }
    };
}

media! {
    /// An image.
    ///
    /// Specification: server/prompts, "Image Content": base64-encoded, with a valid MIME type.
    ImageContent, "image/"
}
media! {
    /// Audio.
    ///
    /// Specification: server/prompts, "Audio Content": base64-encoded, with a valid MIME type.
    AudioContent, "audio/"
}

/// The content of a turn: text, or any type that converts into a [`ContentBlock`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the content of a turn",
    label = "not text, media or a resource",
    note = "a turn takes a string literal, or a value that converts into a `ContentBlock`; to show anything that is `Display`, write `\"{{value}}\"`; for an `Option`, write `user?: value;`"
)]
pub trait IntoContent {
    /// Converts into the content block.
    fn into_content(self) -> ContentBlock;
}

#[diagnostic::do_not_recommend]
impl<T: Into<ContentBlock>> IntoContent for T {
    fn into_content(self) -> ContentBlock {
        self.into()
    }
}

impl From<&str> for ContentBlock {
    fn from(text: &str) -> Self {
        Self::text(text.to_owned())
    }
}

impl From<&String> for ContentBlock {
    fn from(text: &String) -> Self {
        Self::text(text.clone())
    }
}

impl From<Cow<'_, str>> for ContentBlock {
    fn from(text: Cow<'_, str>) -> Self {
        Self::text(text.into_owned())
    }
}

impl From<String> for ContentBlock {
    fn from(text: String) -> Self {
        Self::text(text)
    }
}
