use super::error::{check_base64, check_mime_type, check_uri, decoded_len, encode};
use super::{Annotations, ContentError, JsonObject, Text};
use crate::icon::Icon;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

/// A resource with its contents inside the message.
///
/// Specification: server/prompts, "Embedded Resources": a valid URI, the MIME type, and either text or a blob.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EmbeddedResource {
    // Boxed, as a link is, to keep a message small: most messages contain only text.
    resource: Box<ResourceContents>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) annotations: Option<Box<Annotations>>,
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub(super) meta: Option<Box<JsonObject>>,
}

impl EmbeddedResource {
    /// Creates a resource with text contents. Empty text is legal, because a file can be empty.
    ///
    /// # Errors
    /// [`ContentError`] if the URI or the MIME type is malformed.
    pub fn text(
        uri: impl Into<Text>,
        mime_type: impl Into<Text>,
        text: impl Into<Text>,
    ) -> Result<Self, ContentError> {
        let (uri, mime_type) = checked(uri.into(), mime_type.into())?;
        Ok(Self::of(ResourceContents::Text {
            uri,
            mime_type: Some(mime_type),
            text: text.into(),
            meta: None,
        }))
    }

    /// Creates a resource with binary contents and encodes them.
    ///
    /// # Errors
    /// [`ContentError`] if the URI or the MIME type is malformed, or `bytes` is empty.
    pub fn blob(
        uri: impl Into<Text>,
        mime_type: impl Into<Text>,
        bytes: &[u8],
    ) -> Result<Self, ContentError> {
        let (uri, mime_type) = checked(uri.into(), mime_type.into())?;
        if bytes.is_empty() {
            return Err(ContentError::Empty);
        }
        Ok(Self::of(ResourceContents::Blob {
            uri,
            mime_type: Some(mime_type),
            blob: encode(bytes).into(),
            meta: None,
        }))
    }

    /// The contents.
    #[must_use]
    pub fn contents(&self) -> &ResourceContents {
        &self.resource
    }

    pub(crate) fn embedded_text(
        text: &'static str,
        uri: &'static str,
        mime_type: &'static str,
    ) -> Self {
        let (uri, mime_type) = (Text::Borrowed(uri), Some(Text::Borrowed(mime_type)));
        Self::of(ResourceContents::Text {
            uri,
            mime_type,
            text: Text::Borrowed(text),
            meta: None,
        })
    }

    pub(crate) fn embedded_blob(
        base64: &'static str,
        uri: &'static str,
        mime_type: &'static str,
    ) -> Self {
        let (uri, mime_type) = (Text::Borrowed(uri), Some(Text::Borrowed(mime_type)));
        Self::of(ResourceContents::Blob {
            uri,
            mime_type,
            blob: Text::Borrowed(base64),
            meta: None,
        })
    }

    pub(crate) fn encoded_blob(base64: String, uri: String, mime_type: String) -> Self {
        Self::of(ResourceContents::Blob {
            uri: uri.into(),
            mime_type: Some(mime_type.into()),
            blob: base64.into(),
            meta: None,
        })
    }

    fn of(resource: ResourceContents) -> Self {
        Self {
            resource: Box::new(resource),
            annotations: None,
            meta: None,
        }
    }
}

fn checked(uri: Text, mime_type: Text) -> Result<(Text, Text), ContentError> {
    check_uri(&uri)?;
    check_mime_type(&mime_type)?;
    Ok((uri, mime_type))
}

/// The contents of an [`EmbeddedResource`].
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged, rename_all_fields = "camelCase")]
#[non_exhaustive]
pub enum ResourceContents {
    /// Text.
    #[non_exhaustive]
    Text {
        /// The URI of the resource.
        uri: Text,
        /// The MIME type. It is always present on contents that this crate builds, and may be absent on those of other programs.
        #[serde(skip_serializing_if = "Option::is_none")]
        mime_type: Option<Text>,
        /// The text.
        text: Text,
        /// The `_meta` of the contents, separate from the `_meta` of the block.
        #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
        meta: Option<Box<JsonObject>>,
    },
    /// Binary contents as base64.
    #[non_exhaustive]
    Blob {
        /// The URI of the resource.
        uri: Text,
        /// The MIME type. It is always present on contents that this crate builds, and may be absent on those of other programs.
        #[serde(skip_serializing_if = "Option::is_none")]
        mime_type: Option<Text>,
        /// The base64 text.
        blob: Text,
        /// The `_meta` of the contents, separate from the `_meta` of the block.
        #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
        meta: Option<Box<JsonObject>>,
    },
}

impl<'de> Deserialize<'de> for ResourceContents {
    /// Contents with both a text and a blob are rejected, because one of them would be lost.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Either {
            #[serde(deserialize_with = "uri")]
            uri: Text,
            #[serde(default, deserialize_with = "mime_type")]
            mime_type: Option<Text>,
            text: Option<Text>,
            blob: Option<Text>,
            #[serde(rename = "_meta")]
            meta: Option<Box<JsonObject>>,
        }
        let Either {
            uri,
            mime_type,
            text,
            blob,
            meta,
        } = Either::deserialize(deserializer)?;
        match (text, blob) {
            (Some(text), None) => Ok(Self::Text {
                uri,
                mime_type,
                text,
                meta,
            }),
            (None, Some(blob)) => {
                check_base64(&blob).map_err(D::Error::custom)?;
                Ok(Self::Blob {
                    uri,
                    mime_type,
                    blob,
                    meta,
                })
            }
            (Some(_), Some(_)) => Err(D::Error::custom(
                "the contents of a resource have both `text` and `blob`",
            )),
            (None, None) => Err(D::Error::custom(
                "the contents of a resource have neither `text` nor `blob`",
            )),
        }
    }
}

fn uri<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Text, D::Error> {
    let uri = Text::deserialize(deserializer)?;
    check_uri(&uri).map_err(D::Error::custom)?;
    Ok(uri)
}

fn mime_type<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Text>, D::Error> {
    let mime_type = Option::<Text>::deserialize(deserializer)?;
    if let Some(mime_type) = &mime_type {
        check_mime_type(mime_type).map_err(D::Error::custom)?;
    }
    Ok(mime_type)
}

impl ResourceContents {
    /// The URI of the resource.
    #[must_use]
    pub fn uri(&self) -> &str {
        match self {
            Self::Text { uri, .. } | Self::Blob { uri, .. } => uri,
        }
    }

    /// The MIME type.
    #[must_use]
    pub fn mime_type(&self) -> Option<&str> {
        match self {
            Self::Text { mime_type, .. } | Self::Blob { mime_type, .. } => mime_type.as_deref(),
        }
    }

    /// The size in bytes, before encoding.
    #[must_use]
    pub fn size(&self) -> usize {
        match self {
            Self::Text { text, .. } => text.len(),
            Self::Blob { blob, .. } => decoded_len(blob),
        }
    }

    pub(crate) fn text_mut(&mut self) -> Option<&mut Text> {
        match self {
            Self::Text { text, .. } => Some(text),
            Self::Blob { .. } => None,
        }
    }

    pub(crate) fn meta_mut(&mut self) -> &mut Option<Box<JsonObject>> {
        match self {
            Self::Text { meta, .. } | Self::Blob { meta, .. } => meta,
        }
    }
}

impl EmbeddedResource {
    pub(crate) fn contents_mut(&mut self) -> &mut ResourceContents {
        &mut self.resource
    }
}

/// A link to a resource that the client may read from the server.
///
/// Specification: server/tools, "Resource Links". Clients before revision 2025-06-18 receive its URI as text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ResourceLink(Box<Link>);

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Link {
    #[serde(deserialize_with = "uri")]
    uri: Text,
    name: Text,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<Text>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<Text>,
    #[serde(
        default,
        deserialize_with = "mime_type",
        skip_serializing_if = "Option::is_none"
    )]
    mime_type: Option<Text>,
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<u64>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    icons: Vec<Icon>,
    #[serde(skip_serializing_if = "Option::is_none")]
    annotations: Option<Box<Annotations>>,
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    meta: Option<Box<JsonObject>>,
}

impl ResourceLink {
    /// Creates a link to `uri` with this name.
    ///
    /// # Errors
    /// [`ContentError`] if the URI is malformed or the name is empty.
    pub fn new(uri: impl Into<Text>, name: impl Into<Text>) -> Result<Self, ContentError> {
        let (uri, name) = (uri.into(), name.into());
        check_uri(&uri)?;
        if name.is_empty() {
            return Err(ContentError::Empty);
        }
        Ok(Self(Box::new(Link {
            uri,
            name,
            title: None,
            description: None,
            mime_type: None,
            size: None,
            icons: Vec::new(),
            annotations: None,
            meta: None,
        })))
    }

    /// Sets the display name.
    #[must_use]
    pub fn with_title(mut self, title: impl Into<Text>) -> Self {
        self.0.title = Some(title.into());
        self
    }

    /// Sets the description of the resource.
    #[must_use]
    pub fn with_description(mut self, description: impl Into<Text>) -> Self {
        self.0.description = Some(description.into());
        self
    }

    /// Sets the MIME type of the resource.
    ///
    /// # Errors
    /// [`ContentError::MimeType`] if it is not of the form `type/subtype`.
    pub fn with_mime_type(mut self, mime_type: impl Into<Text>) -> Result<Self, ContentError> {
        let mime_type = mime_type.into();
        check_mime_type(&mime_type)?;
        self.0.mime_type = Some(mime_type);
        Ok(self)
    }

    /// Sets the size of the resource in bytes, before any encoding.
    #[must_use]
    pub fn with_size(mut self, bytes: u64) -> Self {
        self.0.size = Some(bytes);
        self
    }

    /// Sets icons for the resource. Clients from revision 2025-11-25 on receive them.
    #[must_use]
    pub fn with_icons(mut self, icons: impl IntoIterator<Item = Icon>) -> Self {
        self.0.icons = icons.into_iter().collect();
        self
    }

    /// The URI of the resource.
    #[must_use]
    pub fn uri(&self) -> &str {
        &self.0.uri
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// The display name.
    #[must_use]
    pub fn title(&self) -> Option<&str> {
        self.0.title.as_deref()
    }

    /// The description of the resource.
    #[must_use]
    pub fn description(&self) -> Option<&str> {
        self.0.description.as_deref()
    }

    /// The MIME type of the resource.
    #[must_use]
    pub fn mime_type(&self) -> Option<&str> {
        self.0.mime_type.as_deref()
    }

    /// The size of the resource in bytes.
    #[must_use]
    pub fn size(&self) -> Option<u64> {
        self.0.size
    }

    pub(super) fn texts_mut(&mut self) -> [Option<&mut Text>; 3] {
        [
            Some(&mut self.0.name),
            self.0.title.as_mut(),
            self.0.description.as_mut(),
        ]
    }

    pub(crate) fn without_icons(&mut self) {
        self.0.icons.clear();
    }

    pub(super) fn annotations(&self) -> Option<&Annotations> {
        self.0.annotations.as_deref()
    }

    pub(super) fn annotations_mut(&mut self) -> &mut Option<Box<Annotations>> {
        &mut self.0.annotations
    }

    pub(crate) fn meta(&self) -> Option<&JsonObject> {
        self.0.meta.as_deref()
    }

    pub(super) fn meta_mut(&mut self) -> &mut Option<Box<JsonObject>> {
        &mut self.0.meta
    }

    /// The icons of the resource.
    #[must_use]
    pub fn icons(&self) -> &[Icon] {
        &self.0.icons
    }
}
