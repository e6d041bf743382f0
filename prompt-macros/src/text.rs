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

/// Reports the first character of `literal` that no reader can see.
pub(crate) fn check_visible(what: &str, literal: &LitStr, errors: &mut Errors) {
    if let Some(problem) = hidden(what, &literal.value(), |_| None) {
        errors.at(literal.span(), problem);
    }
}

/// The same of a text on one line, where control characters have no place either.
pub(crate) fn hidden_in_line(what: &str, text: &str) -> Option<String> {
    let control = |c: char| c.is_control().then_some("a control character");
    hidden(what, text, control)
}

fn hidden(what: &str, text: &str, also: impl Fn(char) -> Option<&'static str>) -> Option<String> {
    let kind = |c| prompt_syntax::text::invisible(c).or_else(|| also(c));
    let (c, kind) = text.chars().find_map(|c| kind(c).map(|kind| (c, kind)))?;
    let code = u32::from(c);
    Some(format!(
        "{what} contains U+{code:04X}, {kind} that no reader sees: remove it"
    ))
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
