use super::{ContentError, Role};
use serde::{Deserialize, Serialize};

/// Hints for the client: the audience of a piece of content, its importance and the time of its last change.
///
/// Specification: server/resources, "Annotations".
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", try_from = "RawAnnotations")]
pub struct Annotations {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    audience: Vec<Role>,
    #[serde(skip_serializing_if = "Option::is_none")]
    priority: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_modified: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RawAnnotations {
    #[serde(default)]
    audience: Vec<Role>,
    priority: Option<f64>,
    last_modified: Option<String>,
}

impl TryFrom<RawAnnotations> for Annotations {
    type Error = ContentError;

    fn try_from(unchecked: RawAnnotations) -> Result<Self, ContentError> {
        let annotations = Self {
            audience: unchecked.audience,
            last_modified: unchecked.last_modified,
            ..Self::new()
        };
        match unchecked.priority {
            Some(priority) => annotations.with_priority(priority),
            None => Ok(annotations),
        }
    }
}

impl Annotations {
    /// Returns annotations without any hint.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the roles that the content is meant for.
    #[must_use]
    pub fn with_audience(mut self, audience: impl IntoIterator<Item = Role>) -> Self {
        self.audience = audience.into_iter().collect();
        self
    }

    /// Sets the importance of the content, from 0 (optional) to 1 (effectively required).
    ///
    /// # Errors
    /// [`ContentError::Priority`] if `priority` is outside 0 to 1.
    pub fn with_priority(mut self, priority: f64) -> Result<Self, ContentError> {
        if !(0.0..=1.0).contains(&priority) {
            return Err(ContentError::Priority);
        }
        self.priority = Some(priority);
        Ok(self)
    }

    /// Sets the time of the last change. The specification requires ISO 8601, such as `2025-01-12T15:00:58Z`. The text is sent unchanged,
    /// to clients from revision 2025-06-18 on.
    #[must_use]
    pub fn with_last_modified(mut self, time: impl Into<String>) -> Self {
        self.last_modified = Some(time.into());
        self
    }

    /// The roles that the content is meant for. Empty if none were given.
    #[must_use]
    pub fn audience(&self) -> &[Role] {
        &self.audience
    }

    /// The importance, from 0 to 1.
    #[must_use]
    pub fn priority(&self) -> Option<f64> {
        self.priority
    }

    /// The time of the last change.
    #[must_use]
    pub fn last_modified(&self) -> Option<&str> {
        self.last_modified.as_deref()
    }

    pub(crate) fn without_last_modified(&self) -> Self {
        Self {
            last_modified: None,
            ..self.clone()
        }
    }
}
