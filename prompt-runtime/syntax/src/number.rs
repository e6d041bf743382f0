//! Numbers in text, which are compared but not converted.

use std::cmp::Ordering;

/// A number in a form for comparison.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Number {
    /// A whole number.
    Whole(i128),
    /// Any other finite number.
    Decimal(f64),
}

impl Number {
    /// The number in `text`, ignoring surrounding white space. `None` for anything else, including infinity and NaN.
    #[must_use]
    pub fn of(text: &str) -> Option<Self> {
        let text = text.trim();
        if let Ok(whole) = text.parse() {
            return Some(Self::Whole(whole));
        }
        let decimal: f64 = text.parse().ok()?;
        decimal.is_finite().then_some(Self::Decimal(decimal))
    }

    #[allow(clippy::cast_precision_loss)]
    fn decimal(self) -> f64 {
        match self {
            Self::Whole(whole) => whole as f64,
            Self::Decimal(decimal) => decimal,
        }
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        match (self, other) {
            (Self::Whole(one), Self::Whole(other)) => Some(one.cmp(other)),
            _ => self.decimal().partial_cmp(&other.decimal()),
        }
    }
}

/// Returns `true` if `text` is a number within the bounds, which are inclusive. A bound that is not a number is ignored.
#[must_use]
pub fn is_within(text: &str, min: Option<&str>, max: Option<&str>) -> bool {
    let Some(number) = Number::of(text) else {
        return false;
    };
    min.and_then(Number::of).is_none_or(|min| number >= min)
        && max.and_then(Number::of).is_none_or(|max| number <= max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_inclusive_and_exact() {
        for (text, min, max, within) in [
            ("1", Some("1"), Some("5"), true),
            (" 5 ", Some("1"), Some("5"), true),
            ("5.5", Some("1"), Some("5"), false),
            ("0.5", Some("0"), None, true),
            ("9007199254740993", None, Some("9007199254740992"), false),
            ("x", None, None, false),
            ("NaN", None, None, false),
            ("inf", None, None, false),
            ("", Some("0"), None, false),
        ] {
            assert_eq!(is_within(text, min, max), within, "{text}");
        }
    }
}
