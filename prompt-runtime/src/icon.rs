use crate::message::ContentError;
use prompt_syntax::icon;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// An icon of a prompt or a resource link.
///
/// Specification: basic/index, "Icons".
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", try_from = "RawIcon")]
pub struct Icon {
    src: Cow<'static, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mime_type: Option<Cow<'static, str>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sizes: Vec<Cow<'static, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    theme: Option<Cow<'static, str>>,
}

/// An icon as another program wrote it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RawIcon {
    src: String,
    mime_type: Option<String>,
    #[serde(default)]
    sizes: Vec<String>,
    theme: Option<String>,
}

impl TryFrom<RawIcon> for Icon {
    type Error = String;

    fn try_from(icon: RawIcon) -> Result<Self, String> {
        let refused = |error: ContentError| error.to_string();
        let mut checked = Self::new(icon.src)
            .and_then(|it| it.with_sizes(icon.sizes))
            .map_err(refused)?;
        if let Some(mime_type) = icon.mime_type {
            prompt_syntax::uri::check_mime_type(&mime_type)
                .map_err(|why| format!("the MIME type `{mime_type}` {why}"))?;
            checked.mime_type = Some(mime_type.into());
        }
        if let Some(theme) = icon.theme {
            icon::check_theme(&theme).map_err(|why| format!("the theme `{theme}` {why}"))?;
            checked.theme = Some(theme.into());
        }
        Ok(checked)
    }
}

impl Icon {
    /// Creates an icon from `src`, an `https:`, `http:` or `data:` URI. Clients must reject every other scheme.
    ///
    /// # Errors
    /// [`ContentError::Uri`] if `src` has another scheme, or no host or content.
    pub fn new(src: impl Into<Cow<'static, str>>) -> Result<Self, ContentError> {
        let src = src.into();
        match icon::check_src(&src) {
            Err(fault) => Err(ContentError::Uri {
                uri: src.into_owned(),
                why: fault.why(),
            }),
            Ok(()) => Ok(Self {
                src,
                mime_type: None,
                sizes: Vec::new(),
                theme: None,
            }),
        }
    }

    /// Creates an icon from the parts of a declaration, which the macro has checked.
    pub(crate) fn declared(
        src: &'static str,
        mime_type: Option<&'static str>,
        sizes: &[&'static str],
        theme: Option<&'static str>,
    ) -> Self {
        Self {
            src: src.into(),
            mime_type: mime_type.map(Cow::Borrowed),
            sizes: sizes.iter().copied().map(Cow::Borrowed).collect(),
            theme: theme.map(Cow::Borrowed),
        }
    }

    /// The icon's `https:`, `http:` or `data:` URI.
    #[must_use]
    pub fn src(&self) -> &str {
        &self.src
    }

    /// The MIME type, if it was set.
    #[must_use]
    pub fn mime_type(&self) -> Option<&str> {
        self.mime_type.as_deref()
    }

    /// The sizes in pixels, such as `48x48`, or `any`.
    #[must_use]
    pub fn sizes(&self) -> &[Cow<'static, str>] {
        &self.sizes
    }

    /// The background that the icon is made for: `light` or `dark`.
    #[must_use]
    pub fn theme(&self) -> Option<&str> {
        self.theme.as_deref()
    }

    /// Sets the MIME type.
    ///
    /// # Errors
    /// [`ContentError::MimeType`] if it is not of the form `image/subtype`.
    pub fn with_mime_type(
        mut self,
        mime_type: impl Into<Cow<'static, str>>,
    ) -> Result<Self, ContentError> {
        let mime_type = mime_type.into();
        icon::check_mime_type(&mime_type).map_err(|why| ContentError::MimeType {
            mime_type: mime_type.to_string(),
            why,
        })?;
        self.mime_type = Some(mime_type);
        Ok(self)
    }

    /// Sets the sizes in pixels, such as `48x48`, or `any` for a scalable icon.
    ///
    /// # Errors
    /// [`ContentError::IconSize`] if a size has another form.
    pub fn with_sizes<S: Into<Cow<'static, str>>>(
        mut self,
        sizes: impl IntoIterator<Item = S>,
    ) -> Result<Self, ContentError> {
        self.sizes = sizes.into_iter().map(Into::into).collect();
        match self
            .sizes
            .iter()
            .find(|size| icon::check_size(size).is_err())
        {
            Some(size) => Err(ContentError::IconSize(size.to_string())),
            None => Ok(self),
        }
    }

    /// Marks the icon as made for a dark background.
    #[must_use]
    pub fn for_dark_background(mut self) -> Self {
        self.theme = Some("dark".into());
        self
    }

    /// Marks the icon as made for a light background.
    #[must_use]
    pub fn for_light_background(mut self) -> Self {
        self.theme = Some("light".into());
        self
    }
}
