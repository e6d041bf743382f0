//! Doc comments as descriptions: one leading space of each line is removed, blank lines and indentation stay.

use syn::{Attribute, Expr, LitStr, Meta};

/// A piece of a doc comment, in reading order.
pub(crate) enum Piece {
    /// Whole lines, joined by line feeds.
    Text(String),
    /// `#[doc = include_str!("…")]` or another macro call that yields text.
    Macro(Box<Expr>),
}

/// The doc comment of one item.
#[derive(Default)]
pub(crate) struct Doc {
    pub(crate) pieces: Vec<Piece>,
    /// The literals of the doc comment, for errors about one of their characters.
    pub(crate) literals: Vec<LitStr>,
}

pub(crate) fn is_doc(attribute: &Attribute) -> bool {
    attribute.path().is_ident(crate::keys::DOC)
}

impl Doc {
    /// Reads every `#[doc = …]` among `attributes`. `#[doc(hidden)]` and other lists contain no text.
    pub(crate) fn read(attributes: &[Attribute]) -> Self {
        let mut doc = Self::default();
        let mut lines = Vec::new();
        for attribute in attributes.iter().filter(|a| is_doc(a)) {
            let Meta::NameValue(pair) = &attribute.meta else {
                continue;
            };
            if let Some(literal) = crate::keys::string_of(&pair.value) {
                lines.extend(lines_of(&literal.value()));
                doc.literals.push(literal);
            } else {
                doc.flush(&mut lines);
                doc.pieces.push(Piece::Macro(Box::new(pair.value.clone())));
            }
        }
        doc.flush(&mut lines);
        doc.trim();
        doc
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    fn flush(&mut self, lines: &mut Vec<String>) {
        if !lines.is_empty() {
            self.pieces.push(Piece::Text(lines.join("\n")));
            lines.clear();
        }
    }

    /// Removes blank lines at the beginning and the end.
    fn trim(&mut self) {
        if let Some(Piece::Text(text)) = self.pieces.first_mut() {
            while let Some((first, rest)) = text.split_once('\n')
                && first.trim().is_empty()
            {
                *text = rest.to_owned();
            }
        }
        if let Some(Piece::Text(text)) = self.pieces.last_mut() {
            text.truncate(text.trim_end().len());
        }
        self.pieces
            .retain(|piece| !matches!(piece, Piece::Text(text) if text.is_empty()));
    }
}

fn lines_of(text: &str) -> Vec<String> {
    let starred = is_starred(text);
    text.split('\n')
        .map(|line| {
            let line = if starred {
                line.trim_start().strip_prefix('*').unwrap_or(line)
            } else {
                line
            };
            line.strip_prefix(' ').unwrap_or(line).to_owned()
        })
        .collect()
}

/// Returns `true` for a block comment whose lines begin with the customary `*`. The literal of an explicit `#[doc = "…"]`, which may
/// contain a list, does not begin with white space.
fn is_starred(text: &str) -> bool {
    let mut rest = text
        .split('\n')
        .skip(1)
        .map(str::trim_start)
        .filter(|line| !line.is_empty())
        .peekable();
    text.starts_with([' ', '\n']) && rest.peek().is_some() && rest.all(|line| line.starts_with('*'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::quote;
    use syn::parse::Parser;

    fn text(tokens: proc_macro2::TokenStream) -> Vec<String> {
        let attributes = Attribute::parse_outer.parse2(tokens).unwrap();
        Doc::read(&attributes)
            .pieces
            .into_iter()
            .map(|piece| match piece {
                Piece::Text(text) => text,
                Piece::Macro(expr) => quote!(#expr).to_string(),
            })
            .collect()
    }

    #[test]
    fn blank_lines_and_indentation_stay() {
        let doc = text(quote! {
            ///
            /// Reviews a diff.
            #[must_use]
            ///
            ///     let x = 1;
            ///No space.
            #[doc(alias = "check")]
            ///
        });
        assert_eq!(doc, ["Reviews a diff.\n\n    let x = 1;\nNo space."]);
    }

    #[test]
    fn block_comments_lose_their_stars() {
        let doc = text(
            "/** Reviews.\n     *\n     *  Indented. */ fn"
                .parse::<proc_macro2::TokenStream>()
                .unwrap()
                .into_iter()
                .take(2)
                .collect(),
        );
        assert_eq!(doc, ["Reviews.\n\n Indented."]);
        let doc = text(quote!(#[doc = "List:\n * one\n * two"]));
        assert_eq!(doc, ["List:\n* one\n* two"]);
    }

    #[test]
    fn macros_are_kept_in_place() {
        let doc = text(quote! {
            /// Before.
            #[doc = include_str!("a.md")]
            /// After.
        });
        assert_eq!(doc, ["Before.", "include_str ! (\"a.md\")", "After."]);
        assert!(text(quote!(#[doc(hidden)])).is_empty());
        assert!(text(quote!(#[doc = "  "])).is_empty());
    }
}
