//! Names as clients see them.

use proc_macro2::{Ident, Span};
use prompt_syntax::name::NameError;
use syn::LitStr;
use syn::ext::IdentExt;

/// A name without `r#`, and its place in the source.
#[derive(Clone)]
pub(crate) struct Name {
    pub(crate) text: String,
    pub(crate) span: Span,
}

impl From<&Ident> for Name {
    fn from(ident: &Ident) -> Self {
        Self {
            text: ident.unraw().to_string(),
            span: ident.span(),
        }
    }
}

impl From<&LitStr> for Name {
    fn from(literal: &LitStr) -> Self {
        Self {
            text: literal.value(),
            span: literal.span(),
        }
    }
}

impl Name {
    /// Returns the reason that this cannot be the name of a prompt, as a sentence that suggests a valid name.
    pub(crate) fn problem_of_prompt(&self) -> Option<String> {
        self.problem(prompt_syntax::name::check(&self.text))
    }

    /// Returns the reason that this cannot be the name of an argument, as a sentence that suggests a valid name.
    pub(crate) fn problem_of_argument(&self) -> Option<String> {
        self.problem(prompt_syntax::name::check_plain(&self.text))
    }

    fn problem(&self, checked: Result<(), NameError>) -> Option<String> {
        let problem = checked.err()?;
        let shown: String = self.text.chars().flat_map(char::escape_debug).collect();
        let advice = prompt_syntax::name::advice(&self.text);
        let shown = if shown.is_empty() {
            shown
        } else {
            format!("`{shown}` ")
        };
        Some(format!("the name {shown}{problem}: {advice}"))
    }
}
