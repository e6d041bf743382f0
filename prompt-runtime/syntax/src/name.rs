//! Names of prompts and of their arguments.
//!
//! MCP gives prompt names no grammar ("Unique identifier for the prompt"), and public servers use spaces, `/`, `:` and every script.
//! Therefore a prompt's name is rejected only if it cannot work. The crate `prompt-check` gives advice about hosts that rewrite or split
//! some names.
//!
//! An argument's name is typed in files, in format strings and on the command line. Therefore it is restricted to Unicode letters (with
//! their combining marks), digits, `_`, `-` and `.`.
//!
//! Names are compared without case, and otherwise character by character. Some names that look alike are different: `é` as one character
//! and as `e` with a combining accent, the full-width `ａ` and `a`, the Cyrillic `а` and the Latin one. Unicode has tables for these. The
//! tables are large, and those for the first two (normal forms) do not cover the third, so they are not used. If look-alikes matter, use
//! ASCII names.

use crate::text::{is_blank, is_visible};

/// The maximum length of a name, in characters.
pub const MAX_LEN: usize = 128;

/// The reason that a name is rejected, as a sentence fragment that follows "the name `…`".
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum NameError {
    /// The name has no visible characters.
    Empty,
    /// The name has more than [`MAX_LEN`] characters. The value is its length.
    TooLong(usize),
    /// The first character that is not allowed.
    Character(char),
    /// The name begins or ends with white space.
    WhiteSpaceAtEnd,
}

impl std::fmt::Display for NameError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Empty => f.write_str("is empty"),
            Self::TooLong(length) => write!(f, "has {length} characters, {MAX_LEN} are allowed"),
            Self::Character(' ') => f.write_str("contains white space"),
            Self::Character(c) if is_visible(*c) => write!(f, "contains `{c}`"),
            Self::Character(c) if c.is_control() => {
                write!(f, "contains the control character U+{:04X}", u32::from(*c))
            }
            Self::Character(c) => write!(
                f,
                "contains the invisible character U+{:04X}",
                u32::from(*c)
            ),
            Self::WhiteSpaceAtEnd => f.write_str("begins or ends with white space"),
        }
    }
}

impl std::error::Error for NameError {}

/// Checks the name of a prompt.
///
/// # Errors
/// The first rule that the name breaks.
pub fn check(name: &str) -> Result<(), NameError> {
    check_with(name, is_visible)?;
    if is_blank(name) {
        return Err(NameError::Empty);
    }
    if name.trim() != name {
        return Err(NameError::WhiteSpaceAtEnd);
    }
    Ok(())
}

/// Checks the name of an argument.
///
/// # Errors
/// The first rule that the name breaks.
pub fn check_plain(name: &str) -> Result<(), NameError> {
    check_with(name, is_plain)
}

fn check_with(name: &str, is_allowed: fn(char) -> bool) -> Result<(), NameError> {
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

/// Returns a plain name similar to `name`, or `None` if `name` has no plain characters.
#[must_use]
pub fn suggest(name: &str) -> Option<String> {
    let mut out = String::new();
    for c in name.trim().chars() {
        if is_plain(c) {
            out.push(c);
        } else if is_visible(c) && !out.is_empty() && !out.ends_with('-') {
            out.push('-');
        }
    }
    let out: String = out.trim_matches('-').chars().take(MAX_LEN).collect();
    (!out.is_empty()).then_some(out)
}

/// Returns a suggestion for a name in place of `name`.
#[must_use]
pub fn advice(name: &str) -> String {
    suggest(name).map_or_else(
        || format!("write 1 to {MAX_LEN} letters, digits, `_`, `-` or `.`"),
        |legal| format!("write `{legal}`"),
    )
}

/// Returns the form in which two names must differ. It ignores case, because people mistype it and some hosts ignore it. Characters that
/// are not plain become `-`, as in hosts that rewrite them.
///
/// Letters of other scripts are kept: otherwise every two Chinese names of the same length would be equal.
#[must_use]
pub fn fold(name: &str) -> String {
    if name.is_ascii() {
        let mut folded = name.replace(|c| !is_plain(c), "-");
        folded.make_ascii_lowercase();
        return folded;
    }
    name.chars()
        .flat_map(|c| if is_plain(c) { c } else { '-' }.to_lowercase())
        .collect()
}

fn is_plain(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '_');
    }
    matches!(c, '-' | '.')
        || (unicode_ident::is_xid_continue(c) && !is_foreign_connector(c) && is_visible(c))
}

/// Connector punctuation that is legal in identifiers but looks like `_`.
fn is_foreign_connector(c: char) -> bool {
    matches!(
        c,
        '\u{203F}' | '\u{2040}' | '\u{2054}' | '\u{FE33}' | '\u{FE34}' | '\u{FE4D}'
            ..='\u{FE4F}' | '\u{FF3F}'
    )
}

/// Returns `true` for a text in the form of an advice id: lower-case ASCII letters, digits and `-`.
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
            assert_eq!(check_plain(name), Ok(()), "{name}");
        }
    }

    #[test]
    fn names_of_prompts_are_refused_only_where_they_cannot_work() {
        for name in [
            "team/review",
            "deploy to aws",
            "导出(全部)",
            "a:b",
            "½",
            "a\u{3000}b",
            "🚀",
        ] {
            assert_eq!(check(name), Ok(()), "{name}");
        }
        for (name, why) in [
            ("", NameError::Empty),
            ("\u{2800}", NameError::Empty),
            (" a", NameError::WhiteSpaceAtEnd),
            ("a\u{3000}", NameError::WhiteSpaceAtEnd),
            ("a\tb", NameError::Character('\t')),
            ("a\n", NameError::Character('\n')),
            ("a\u{200B}b", NameError::Character('\u{200B}')),
            ("a\u{FE0F}", NameError::Character('\u{FE0F}')),
            ("a\u{2028}b", NameError::Character('\u{2028}')),
        ] {
            assert_eq!(check(name), Err(why), "{name:?}");
        }
        assert_eq!(check(&"é".repeat(128)), Ok(()));
        assert_eq!(check(&"é ".repeat(64)[..]), Err(NameError::WhiteSpaceAtEnd));
        assert_eq!(check(&"x".repeat(129)), Err(NameError::TooLong(129)));
    }

    #[test]
    fn everything_else_is_named() {
        assert_eq!(check_plain(""), Err(NameError::Empty));
        assert_eq!(check_plain(&"x".repeat(128)), Ok(()));
        assert_eq!(check_plain(&"x".repeat(129)), Err(NameError::TooLong(129)));
        for (name, c) in [
            ("a b", ' '),
            ("a/b", '/'),
            ("a\u{200B}b", '\u{200B}'),
            ("a\u{FE0F}", '\u{FE0F}'),
            ("a\u{203F}b", '\u{203F}'),
            ("½", '½'),
            ("a\n", '\n'),
        ] {
            assert_eq!(check_plain(name), Err(NameError::Character(c)), "{name:?}");
        }
        assert_eq!(
            NameError::Character('\u{200B}').to_string(),
            "contains the invisible character U+200B"
        );
        assert_eq!(
            NameError::Character('\t').to_string(),
            "contains the control character U+0009"
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
                assert_eq!(check_plain(&name), Ok(()));
            }
        }
        assert_eq!(
            suggest(&"é ".repeat(200)).map(|s| s.chars().count()),
            Some(128)
        );
    }

    /// Tests the documented rule about names that look alike.
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
