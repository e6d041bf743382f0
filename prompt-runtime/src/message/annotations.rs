use super::{ContentError, Role};
use serde::{Deserialize, Serialize};

/// Hints for the client about who a piece of content is for and how much it matters.
///
/// Specification: server/resources, "Annotations".
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", try_from = "Unchecked")]
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
struct Unchecked {
    #[serde(default)]
    audience: Vec<Role>,
    priority: Option<f64>,
    last_modified: Option<String>,
}

impl TryFrom<Unchecked> for Annotations {
    type Error = ContentError;

    fn try_from(unchecked: Unchecked) -> Result<Self, ContentError> {
        let mut annotations = Self::new().for_audience(unchecked.audience);
        if let Some(priority) = unchecked.priority {
            annotations = annotations.with_priority(priority)?;
        }
        if let Some(time) = unchecked.last_modified {
            annotations = annotations.with_last_modified(time)?;
        }
        Ok(annotations)
    }
}

impl Annotations {
    /// No hints yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Says who the content is meant for.
    #[must_use]
    pub fn for_audience(mut self, audience: impl IntoIterator<Item = Role>) -> Self {
        self.audience = audience.into_iter().collect();
        self
    }

    /// Says how important the content is, from 0 (optional) to 1 (effectively required).
    ///
    /// # Errors
    /// [`ContentError::Priority`] when `priority` is not within 0 to 1.
    pub fn with_priority(mut self, priority: f64) -> Result<Self, ContentError> {
        if !(0.0..=1.0).contains(&priority) {
            return Err(ContentError::Priority);
        }
        self.priority = Some(priority);
        Ok(self)
    }

    /// Says when the content last changed, in ISO 8601 such as `2025-01-12T15:00:58Z`. Clients from revision 2025-06-18 on see it.
    ///
    /// # Errors
    /// [`ContentError::LastModified`] when the text is not a date, or a date and time with an offset.
    pub fn with_last_modified(mut self, time: impl Into<String>) -> Result<Self, ContentError> {
        let time = time.into();
        if !is_iso_8601(&time) {
            return Err(ContentError::LastModified);
        }
        self.last_modified = Some(time);
        Ok(self)
    }

    /// Who the content is meant for; empty when nothing was said.
    #[must_use]
    pub fn audience(&self) -> &[Role] {
        &self.audience
    }

    /// The importance, from 0 to 1.
    #[must_use]
    pub fn priority(&self) -> Option<f64> {
        self.priority
    }

    /// When the content last changed, in ISO 8601.
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

/// `YYYY-MM-DD`, optionally followed by `Thh:mm[:ss[.f…]]` and `Z` or an offset.
fn is_iso_8601(text: &str) -> bool {
    fn number(text: &str, digits: usize, range: std::ops::RangeInclusive<u32>) -> bool {
        text.len() == digits
            && text.bytes().all(|b| b.is_ascii_digit())
            && text.parse().is_ok_and(|n| range.contains(&n))
    }
    fn date(text: &str) -> bool {
        let parts: Vec<&str> = text.split('-').collect();
        matches!(parts[..], [y, m, d] if number(y, 4, 0..=9999)
            && number(m, 2, 1..=12)
            && number(d, 2, 1..=days(y, m)))
    }
    fn days(year: &str, month: &str) -> u32 {
        let year: u32 = year.parse().unwrap_or_default();
        let leap =
            year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        match month {
            "02" if leap => 29,
            "02" => 28,
            "04" | "06" | "09" | "11" => 30,
            _ => 31,
        }
    }
    fn clock(text: &str) -> bool {
        let (whole, fraction) = text
            .split_once('.')
            .map_or((text, None), |(whole, fraction)| (whole, Some(fraction)));
        let parts: Vec<&str> = whole.split(':').collect();
        fraction.is_none_or(|f| {
            parts.len() == 3 && !f.is_empty() && f.bytes().all(|b| b.is_ascii_digit())
        }) && match parts[..] {
            [h, m] => number(h, 2, 0..=23) && number(m, 2, 0..=59),
            [h, m, s] => number(h, 2, 0..=23) && number(m, 2, 0..=59) && number(s, 2, 0..=60),
            _ => false,
        }
    }
    fn offset_clock(text: &str) -> bool {
        if let Some(time) = text.strip_suffix('Z') {
            return clock(time);
        }
        text.rfind(['+', '-']).is_some_and(|at| {
            let (time, offset) = text.split_at(at);
            clock(time)
                && offset
                    .get(1..)
                    .and_then(|o| o.split_once(':'))
                    .is_some_and(|(h, m)| number(h, 2, 0..=23) && number(m, 2, 0..=59))
        })
    }
    match text.split_once('T') {
        None => date(text),
        Some((day, time)) => date(day) && offset_clock(time),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        for time in [
            "2025-01-12",
            "2025-01-12T15:00:58Z",
            "2025-01-12T15:00Z",
            "2025-01-12T15:00:58.123+02:00",
            "2024-02-29T00:00:00-11:30",
            "2000-02-29",
        ] {
            assert!(is_iso_8601(time), "{time}");
        }
        for time in [
            "",
            "yesterday",
            "2025-13-01",
            "2025-1-1",
            "2025-02-29",
            "1900-02-29",
            "2025-04-31",
            "2025-01-12T",
            "2025-01-12T15:00:58",
            "2025-01-12T25:00Z",
            "2025-01-12T15:00.5Z",
            "２０２５-01-12",
        ] {
            assert!(!is_iso_8601(time), "{time}");
        }
    }
}
