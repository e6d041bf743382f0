//! Checks titles and descriptions.

use crate::diagnostics::Errors;
use crate::keys::string_of;
use prompt_syntax::text::is_blank;
use syn::{Expr, LitStr};

/// The value of a text key: a literal that is checked here, or a constant expression that rustc checks.
pub(crate) enum Text {
    Literal(LitStr),
    Constant(Box<Expr>),
}

impl From<Expr> for Text {
    fn from(expr: Expr) -> Self {
        string_of(&expr).map_or_else(|| Self::Constant(Box::new(expr)), Self::Literal)
    }
}

/// Reports the first invisible character of `literal`. Returns `true` if there is none.
pub(crate) fn check_visible(what: &str, literal: &LitStr, errors: &mut Errors) -> bool {
    let problem = hidden(what, &literal.value(), |_| false);
    let is_visible = problem.is_none();
    if let Some(problem) = problem {
        errors.at(literal.span(), problem);
    }
    is_visible
}

/// Returns the same problem for a text on one line, which must not contain control characters either.
pub(crate) fn hidden_in_line(what: &str, text: &str) -> Option<String> {
    hidden(what, text, char::is_control)
}

fn hidden(what: &str, text: &str, also: fn(char) -> bool) -> Option<String> {
    let of_control = text.char_indices().find(|(_, c)| also(*c));
    let of_text = prompt_syntax::text::hidden(text).next();
    let (_, c) = of_text.into_iter().chain(of_control).min()?;
    let kind = prompt_syntax::text::hidden_kind(c).unwrap_or("a control character");
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
    if check_visible(what, literal, errors) && is_blank(&literal.value()) {
        errors.at(
            literal.span(),
            format!("{what} is empty: write one, or leave the key out"),
        );
    }
}
