//! Every attribute word, once, and the reading of `key`, `key = value` and `key(…)` lists that recovers after a mistake.

use crate::diagnostics::Errors;
use proc_macro2::{Ident, Span, TokenTree};
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::{Expr, ExprLit, Lit, LitStr, Path, Token};

pub(crate) const ARG: &str = "arg";
pub(crate) const STATE: &str = "state";
pub(crate) const CONTEXT: &str = "context";
pub(crate) const VALUE: &str = "value";
pub(crate) const PROMPT: &str = "prompt";

/// Rust's own, which the macros read too.
pub(crate) const CFG: &str = "cfg";
pub(crate) const CFG_ATTR: &str = "cfg_attr";
pub(crate) const DEPRECATED: &str = "deprecated";
pub(crate) const DOC: &str = "doc";
pub(crate) const NOTE: &str = "note";
pub(crate) const SINCE: &str = "since";

pub(crate) const NAME: &str = "name";
pub(crate) const TITLE: &str = "title";
pub(crate) const DESCRIPTION: &str = "description";
pub(crate) const ICONS: &str = "icons";
pub(crate) const META: &str = "meta";
pub(crate) const ALIAS: &str = "alias";
pub(crate) const REPLACED_BY: &str = "replaced_by";
pub(crate) const ALLOW: &str = "allow";
pub(crate) const CRATE: &str = "crate";
pub(crate) const SRC: &str = "src";
pub(crate) const MIME_TYPE: &str = "mime_type";
pub(crate) const SIZES: &str = "sizes";
pub(crate) const THEME: &str = "theme";
pub(crate) const DEFAULT: &str = "default";
pub(crate) const NON_EMPTY: &str = "non_empty";
pub(crate) const MAX_LEN: &str = "max_len";
pub(crate) const MIN: &str = "min";
pub(crate) const MAX: &str = "max";
pub(crate) const VALUES: &str = "values";
pub(crate) const COMPLETE: &str = "complete";
pub(crate) const SEPARATOR: &str = "separator";
pub(crate) const URI: &str = "uri";
pub(crate) const MAX_BYTES: &str = "max_bytes";
pub(crate) const LIST: &str = "list";
pub(crate) const RENAME_ALL: &str = "rename_all";

/// One attribute as sentences spell it, and the keys it knows.
pub(crate) struct Table {
    pub(crate) attribute: &'static str,
    pub(crate) known: &'static [&'static str],
}

pub(crate) const PROMPT_KEYS: Table = Table {
    attribute: "`#[prompt(…)]`",
    known: &[
        NAME,
        TITLE,
        DESCRIPTION,
        ICONS,
        META,
        ALIAS,
        REPLACED_BY,
        ALLOW,
        CRATE,
    ],
};
pub(crate) const METHODS_KEYS: Table = Table {
    attribute: "`#[prompt_methods(…)]`",
    known: &[LIST, CRATE],
};
pub(crate) const ICON_KEYS: Table = Table {
    attribute: "an icon",
    known: &[SRC, MIME_TYPE, SIZES, THEME],
};
pub(crate) const ARG_KEYS: Table = Table {
    attribute: "`#[arg(…)]`",
    known: &[
        NAME,
        TITLE,
        DESCRIPTION,
        DEFAULT,
        NON_EMPTY,
        MAX_LEN,
        MIN,
        MAX,
        VALUES,
        COMPLETE,
        SEPARATOR,
        ALIAS,
    ],
};
pub(crate) const ENUM_KEYS: Table = Table {
    attribute: "`#[value(…)]` on an enum",
    known: &[RENAME_ALL, CRATE],
};
pub(crate) const VARIANT_KEYS: Table = Table {
    attribute: "`#[value(…)]` on a variant",
    known: &[NAME, ALIAS],
};

impl Table {
    pub(crate) fn list(&self) -> String {
        let quoted: Vec<String> = self.known.iter().map(|word| format!("`{word}`")).collect();
        quoted.join(", ")
    }
}

/// A known key where it was written.
#[derive(Clone, Copy)]
pub(crate) struct Key {
    pub(crate) word: &'static str,
    pub(crate) span: Span,
}

/// Which keys of one attribute were given already, also when it is written several times on one item.
pub(crate) struct Reader {
    table: &'static Table,
    seen: Vec<&'static str>,
}

impl Reader {
    pub(crate) fn new(table: &'static Table) -> Self {
        Self {
            table,
            seen: Vec::new(),
        }
    }

    /// Reads `tokens` as a list of keys; `value` reads what follows each key.
    pub(crate) fn read(
        &mut self,
        tokens: proc_macro2::TokenStream,
        errors: &mut Errors,
        mut value: impl FnMut(Key, ParseStream, &mut Errors) -> syn::Result<()>,
    ) {
        let list = |input: ParseStream| {
            while !input.is_empty() {
                let one = self.key(input).and_then(|key| value(key, input, errors));
                if let Err(error) = one {
                    errors.push(error);
                    skip(input);
                }
                separator(input, errors, skip);
            }
            Ok(())
        };
        let read = list.parse2(tokens);
        errors.keep(read);
    }

    fn key(&mut self, input: ParseStream) -> syn::Result<Key> {
        let attribute = self.table.attribute;
        let Ok(ident) = input.call(Ident::parse_any) else {
            return Err(syn::Error::new(
                input.span(),
                format!(
                    "{attribute} takes keys here: write one of {}",
                    self.table.list()
                ),
            ));
        };
        let typed = ident.unraw().to_string();
        let Some(word) = self.table.known.iter().copied().find(|word| *word == typed) else {
            let nearest = prompt_syntax::nearest::nearest(&typed, self.table.known.iter().copied());
            let hint = nearest.map_or_else(String::new, |word| format!(", did you mean `{word}`?"));
            return Err(syn::Error::new(
                ident.span(),
                format!(
                    "{attribute} has no key `{typed}`{hint}{} the keys are {}",
                    if hint.is_empty() { ";" } else { "" },
                    self.table.list()
                ),
            ));
        };
        if self.seen.contains(&word) {
            return Err(syn::Error::new(
                ident.span(),
                format!("`{word}` is given twice: keep one"),
            ));
        }
        self.seen.push(word);
        Ok(Key {
            word,
            span: ident.span(),
        })
    }
}

/// Reads the `,` after an element of a list, or says that it is missing and goes on behind the next one that `skip` finds.
pub(crate) fn separator(input: ParseStream, errors: &mut Errors, skip: fn(ParseStream)) {
    let comma = |input: ParseStream| matches!(input.parse::<Option<Token![,]>>(), Ok(Some(_)));
    if input.is_empty() || comma(input) {
        return;
    }
    errors.at(input.span(), "expected `,` before this");
    skip(input);
    comma(input);
}

/// Goes on to the next `,`.
pub(crate) fn skip_element(input: ParseStream) {
    while !input.is_empty() && !input.peek(Token![,]) {
        drop(input.parse::<TokenTree>());
    }
}

/// Goes on to the `,` before the next key; a `,` inside `Map<A, B>` is none.
fn skip(input: ParseStream) {
    while !input.is_empty() && !at_next_key(input) {
        drop(input.parse::<TokenTree>());
    }
}

fn at_next_key(input: ParseStream) -> bool {
    let ahead = input.fork();
    if !matches!(ahead.parse::<Option<Token![,]>>(), Ok(Some(_))) {
        return false;
    }
    if ahead.is_empty() || ahead.peek(Lit) {
        return true;
    }
    ahead.call(Ident::parse_any).is_ok()
        && (ahead.is_empty()
            || ahead.peek(Token![,])
            || ahead.peek(Token![=])
            || ahead.peek(syn::token::Paren))
}

impl Key {
    pub(crate) fn error(self, sentence: impl std::fmt::Display) -> syn::Error {
        syn::Error::new(self.span, sentence)
    }

    /// A key that stands alone.
    pub(crate) fn flag(self, input: ParseStream) -> syn::Result<()> {
        if input.is_empty() || input.peek(Token![,]) {
            return Ok(());
        }
        Err(syn::Error::new(
            input.span(),
            format!("`{0}` takes no value: write `{0}` alone", self.word),
        ))
    }

    /// The `=` between a key and its value.
    fn equals(self, input: ParseStream, example: &str) -> syn::Result<()> {
        let found: Option<Token![=]> = input.parse()?;
        if found.is_some() && !input.is_empty() && !input.peek(Token![,]) {
            return Ok(());
        }
        Err(self.error(format!(
            "`{0}` takes a value: write `{0} = {example}`",
            self.word
        )))
    }

    /// `key = <anything that parses as T>`.
    pub(crate) fn value<T: syn::parse::Parse>(
        self,
        input: ParseStream,
        kind: &str,
        example: &str,
    ) -> syn::Result<T> {
        self.equals(input, example)?;
        let span = input.span();
        let word = self.word;
        input.parse().map_err(|_| {
            syn::Error::new(
                span,
                format!("`{word}` takes {kind}: write `{word} = {example}`"),
            )
        })
    }

    /// `key = "…"`.
    pub(crate) fn string(self, input: ParseStream, example: &str) -> syn::Result<LitStr> {
        self.value(input, "a string literal", &format!("{example:?}"))
    }

    /// `key = path`.
    pub(crate) fn path(self, input: ParseStream, example: &str) -> syn::Result<Path> {
        self.equals(input, example)?;
        let word = self.word;
        let span = input.span();
        Path::parse_mod_style(input).map_err(|_| {
            syn::Error::new(
                span,
                format!("`{word}` takes a path: write `{word} = {example}`"),
            )
        })
    }

    /// `key = "…"` or `key = ["…", "…"]`.
    pub(crate) fn strings(self, input: ParseStream, example: &str) -> syn::Result<Vec<LitStr>> {
        let expr: Expr = self.value(input, "a string literal", &format!("{example:?}"))?;
        let elements = match ungroup(&expr) {
            Expr::Array(array) => array.elems.iter().collect(),
            Expr::Lit(_) => vec![&expr],
            other => return Err(self.not_strings(other, example)),
        };
        elements
            .into_iter()
            .map(|element| string_of(element).ok_or_else(|| self.not_strings(element, example)))
            .collect()
    }

    fn not_strings(self, found: &Expr, example: &str) -> syn::Error {
        let word = self.word;
        syn::Error::new_spanned(
            found,
            format!(
                "`{word}` takes string literals: write `{word} = {example:?}`, or several in `[…]`"
            ),
        )
    }

    /// `key = [element, …]`, read element by element, so that one bad element hides no other.
    pub(crate) fn list(
        self,
        input: ParseStream,
        errors: &mut Errors,
        example: &str,
        mut element: impl FnMut(ParseStream, &mut Errors) -> syn::Result<()>,
    ) -> syn::Result<()> {
        self.equals(input, example)?;
        if !input.peek(syn::token::Bracket) {
            let word = self.word;
            return Err(syn::Error::new(
                input.span(),
                format!("`{word}` takes a list in brackets: write `{word} = {example}`"),
            ));
        }
        let list;
        syn::bracketed!(list in input);
        while !list.is_empty() {
            if let Err(error) = element(&list, errors) {
                errors.push(error);
                skip_element(&list);
            }
            separator(&list, errors, skip_element);
        }
        Ok(())
    }
}

/// The expression inside the invisible groups that `macro_rules!` puts around a fragment.
pub(crate) fn ungroup(expr: &Expr) -> &Expr {
    let mut expr = expr;
    while let Expr::Group(group) = expr {
        expr = &group.expr;
    }
    expr
}

pub(crate) fn string_of(expr: &Expr) -> Option<LitStr> {
    match ungroup(expr) {
        Expr::Lit(ExprLit {
            lit: Lit::Str(literal),
            attrs,
        }) if attrs.is_empty() => Some(literal.clone()),
        _ => None,
    }
}
