//! Titles and descriptions: what an author wrote for people to read.

use crate::diagnostics::Errors;
use crate::keys::string_of;
use syn::{Expr, LitStr};

/// A text key's value: a literal that is checked here, or a constant expression whose type rustc checks.
pub(crate) enum Text {
    Literal(LitStr),
    Constant(Box<Expr>),
}

impl From<Expr> for Text {
    fn from(expr: Expr) -> Self {
        string_of(&expr).map_or_else(|| Self::Constant(Box::new(expr)), Self::Literal)
    }
}

/// Reports the characters of `literal` that no reader can see.
pub(crate) fn check_visible(what: &str, literal: &LitStr, errors: &mut Errors) {
    if let Some((c, kind)) = first_invisible(&literal.value()) {
        errors.at(
            literal.span(),
            format!(
                "{what} contains U+{:04X}, {kind} that no reader sees: remove it",
                u32::from(c)
            ),
        );
    }
}

/// Reports an empty text and invisible characters.
pub(crate) fn check(what: &str, text: &Text, errors: &mut Errors) {
    let Text::Literal(literal) = text else {
        return;
    };
    if literal.value().trim().is_empty() {
        errors.at(
            literal.span(),
            format!("{what} is empty: write one, or leave the key out"),
        );
    }
    check_visible(what, literal, errors);
}

fn first_invisible(text: &str) -> Option<(char, &'static str)> {
    text.chars()
        .find_map(|c| prompt_rules::text::invisible(c).map(|kind| (c, kind)))
}
