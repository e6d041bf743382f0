//! Names of prompts and of their arguments.
//!
//! MCP gives prompt names no grammar ("Unique identifier for the prompt"), so this is the project's own: 1 to 128 Unicode
//! letters (with their combining marks), digits, `_`, `-` and `.`. People name prompts in their own language and hosts accept letters, while white
//! space and other punctuation break slash commands, which hosts split by white space.
//!
//! Names are compared as they are written, but for their case. Some that look the same are different names: `é` as one character and as `e`
//! with an accent after it, `ａ` of full width and `a`, the Cyrillic `а` and the Latin one. Unicode has tables of these. They are large, and
//! those for the first two (normal forms) do not hold the third, so no table is here; where it matters, ASCII is the way out.

/// The longest legal name, in characters.
pub const MAX_LEN: usize = 128;

/// The reason for which a name is refused, as one sentence fragment that follows "the name `…`".
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NameError {
    /// The name has no characters.
    Empty,
    /// The name has more than [`MAX_LEN`] characters; the number it has.
    TooLong(usize),
    /// The first character that is not allowed.
    Character(char),
}

impl std::fmt::Display for NameError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Empty => f.write_str("is empty"),
            Self::TooLong(length) => write!(f, "has {length} characters, {MAX_LEN} are allowed"),
            Self::Character(c) if c.is_whitespace() => f.write_str("contains white space"),
            Self::Character(c) if crate::text::is_visible(*c) => write!(f, "contains `{c}`"),
            Self::Character(c) => write!(
                f,
                "contains the invisible character U+{:04X}",
                u32::from(*c)
            ),
        }
    }
}

impl std::error::Error for NameError {}

/// Checks that `name` may be the name of a prompt or an argument.
///
/// # Errors
/// The first reason against it.
pub fn check(name: &str) -> Result<(), NameError> {
    if name.is_empty() {
        return Err(NameError::Empty);
    }
    if let Some(c) = name.chars().find(|c| !is_allowed(*c)) {
        return Err(NameError::Character(c));
    }
    match name.chars().count() {
        0..=MAX_LEN => Ok(()),
        length => Err(NameError::TooLong(length)),
    }
}

/// A legal name near `name`, or `None` when nothing of it is legal.
#[must_use]
pub fn suggest(name: &str) -> Option<String> {
    let mut out = String::new();
    for c in name.trim().chars() {
        if is_allowed(c) {
            out.push(c);
        } else if crate::text::is_visible(c) && !out.is_empty() && !out.ends_with('-') {
            out.push('-');
        }
    }
    let out: String = out.trim_matches('-').chars().take(MAX_LEN).collect();
    (!out.is_empty()).then_some(out)
}

/// Returns advice on the text to write in place of `name`.
#[must_use]
pub fn advice(name: &str) -> String {
    suggest(name).map_or_else(
        || format!("write 1 to {MAX_LEN} letters, digits, `_`, `-` or `.`"),
        |legal| format!("write `{legal}`"),
    )
}

/// The form in which two names must differ: without case, which a person who types a name gets wrong, and some hosts ignore. What is no
/// part of a name is `-`, as hosts rewrite it.
///
/// Letters of other scripts are kept: folding them too would make every pair of Chinese names of one length collide.
#[must_use]
pub fn fold(name: &str) -> String {
    name.chars()
        .flat_map(|c| if is_allowed(c) { c } else { '-' }.to_lowercase())
        .collect()
}

fn is_allowed(c: char) -> bool {
    matches!(c, '-' | '.')
        || (unicode_ident::is_xid_continue(c)
            && !is_foreign_connector(c)
            && !crate::text::is_ignorable(c))
}

/// Connector punctuation that identifiers may hold and that no reader tells from `_`.
fn is_foreign_connector(c: char) -> bool {
    matches!(
        c,
        '\u{203F}' | '\u{2040}' | '\u{2054}' | '\u{FE33}' | '\u{FE34}' | '\u{FE4D}'
            ..='\u{FE4F}' | '\u{FF3F}'
    )
}

/// Returns `true` for a text that is written like the id of a piece of advice: small ASCII letters, digits and `-`.
#[must_use]
pub fn is_rule_id(text: &str) -> bool {
    let of_id = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    !text.is_empty() && text.chars().all(of_id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_every_script_are_legal() {
        for name in [
            "code-review",
            "a.b_c-9",
            "代码审查",
            "код-ревью",
            "पुनरावलोकन",
            "ทดสอบแล้ว",
            "résumé",
            "re\u{301}sume\u{301}",
        ] {
            assert_eq!(check(name), Ok(()), "{name}");
        }
    }

    #[test]
    fn everything_else_is_named() {
        assert_eq!(check(""), Err(NameError::Empty));
        assert_eq!(check(&"x".repeat(128)), Ok(()));
        assert_eq!(check(&"x".repeat(129)), Err(NameError::TooLong(129)));
        for (name, c) in [
            ("a b", ' '),
            ("a/b", '/'),
            ("a\u{200B}b", '\u{200B}'),
            ("a\u{FE0F}", '\u{FE0F}'),
            ("a\u{203F}b", '\u{203F}'),
            ("½", '½'),
            ("a\n", '\n'),
        ] {
            assert_eq!(check(name), Err(NameError::Character(c)), "{name:?}");
        }
        assert_eq!(
            NameError::Character('\u{200B}').to_string(),
            "contains the invisible character U+200B"
        );
        assert_eq!(
            NameError::Character('\t').to_string(),
            "contains white space"
        );
    }

    #[test]
    fn a_suggestion_is_always_legal() {
        for (name, suggestion) in [
            ("Code Review!", Some("Code-Review")),
            ("  a//b  ", Some("a-b")),
            ("!!!", None),
            ("审查 代码", Some("审查-代码")),
        ] {
            assert_eq!(suggest(name).as_deref(), suggestion, "{name}");
            if let Some(name) = suggest(name) {
                assert_eq!(check(&name), Ok(()));
            }
        }
        assert_eq!(
            suggest(&"é ".repeat(200)).map(|s| s.chars().count()),
            Some(128)
        );
    }

    /// The documentation of names promises this.
    #[test]
    fn names_that_only_look_the_same_are_different() {
        for (one, other) in [("\u{E9}", "e\u{301}"), ("\u{FF41}", "a"), ("\u{430}", "a")] {
            assert_eq!((check(one), check(other)), (Ok(()), Ok(())));
            assert_ne!(fold(one), fold(other), "{one:?}");
        }
    }

    #[test]
    fn folding_ignores_case_and_punctuation() {
        assert_eq!(fold("Code Review"), fold("code-review"));
        assert_ne!(fold("code_review"), fold("code-review"));
        assert_ne!(fold("代码"), fold("审查"));
    }
}
