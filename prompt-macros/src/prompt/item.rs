//! Reads the annotated function: its signature is parsed, its tokens stay unchanged.

use crate::diagnostics::Errors;
use crate::keys::{ARG, ARGUMENTS, CFG_ATTR, CONTEXT, DOC, STATE};
use crate::paths;
use crate::tokens::{drain, is_punct, is_word, regrouped};
use proc_macro2::{Delimiter, Group, Ident, Spacing, Span, TokenStream, TokenTree};
use prompt_syntax::nearest::nearest;
use quote::ToTokens as _;
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, Path, Signature, Token, Type, Visibility};

/// The attributes of a parameter that these macros define.
const OURS: [&str; 4] = [ARG, ARGUMENTS, STATE, CONTEXT];

/// A function with its signature parsed and its body as raw tokens.
pub(crate) struct Function {
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) vis: Visibility,
    pub(crate) sig: Signature,
    /// Empty where a `;` is in its place.
    pub(crate) body: TokenStream,
}

/// Reads the signature. Returns `None` for an item that cannot be read, which is recorded, and for a function without parameters in
/// parentheses, which rustc has reported.
pub(crate) fn parse(item: TokenStream, errors: &mut Errors) -> Option<Function> {
    let mut is_function = false;
    let function = |input: ParseStream| -> syn::Result<Function> {
        let attrs = input.call(Attribute::parse_outer)?;
        let vis = input.parse()?;
        if let Some(sentence) = other_item(input) {
            let token: TokenTree = input.parse()?;
            drain(input);
            return Err(syn::Error::new(token.span(), sentence));
        }
        is_function = true;
        let sig = input.parse()?;
        input.parse::<Option<Token![;]>>()?;
        let body = input.parse()?;
        Ok(Function {
            attrs,
            vis,
            sig,
            body,
        })
    };
    let mut has_parameters = false;
    drop(map_parameters(item.clone(), |list| {
        has_parameters = true;
        list
    }));
    let function = function.parse2(item);
    if is_function && !has_parameters {
        return None;
    }
    errors.keep(function)
}

/// The error message for an item that is not a function, by its first keyword.
fn other_item(input: ParseStream) -> Option<String> {
    const FREE: &str = "`#[prompt]` goes on a function";
    const WRITE: &str = "write `fn name(argument: &str) -> GetPromptResult { … }`";
    if input.peek(Token![impl]) {
        return Some(format!(
            "{FREE}, not on an `impl` block: write `#[prompt_methods]` here and `#[prompt]` on each method that is a prompt"
        ));
    }
    if input.peek(Token![mod]) {
        return Some(format!("{FREE}, not on a module: mark each function in it"));
    }
    if input.peek(Token![trait]) {
        return Some(format!(
            "{FREE}, not on a trait: write `fn name(…) -> GetPromptResult` beside it"
        ));
    }
    let ahead = input.fork();
    let word = ahead.parse::<TokenTree>().ok()?.to_string();
    let kind = match word.as_str() {
        "struct" => "a struct",
        "enum" => "an enum",
        "union" if !input.peek2(Token![!]) => "a union",
        "static" => "a static",
        "type" => "a type alias",
        "use" => "an import",
        "macro_rules" => "a macro",
        "const" if input.peek2(syn::Ident) || input.peek2(Token![_]) => "a constant",
        "fn" => return None,
        _ => {
            let rest = ahead.parse::<TokenStream>().ok()?;
            let has_fn = rest.into_iter().any(|token| is_word(&token, "fn"));
            return (!has_fn).then(|| format!("{FREE}: {WRITE}"));
        }
    };
    Some(format!("{FREE}, not on {kind}: {WRITE}"))
}

/// Removes and reports a second attribute `ours`, which would define every item twice.
pub(crate) fn without_second(
    item: TokenStream,
    ours: &str,
    runtime: Option<&Path>,
    errors: &mut Errors,
) -> TokenStream {
    let mut out = TokenStream::new();
    let mut tokens = item.into_iter().peekable();
    while let Some(pound) = tokens.next_if(|token| is_punct(token, '#')) {
        let second = match tokens.peek() {
            Some(TokenTree::Group(attribute)) => our_attribute(attribute, ours, runtime),
            _ => None,
        };
        let attribute = tokens.next();
        match second {
            Some((word, _)) => {
                errors.at(word.span(), format!("`#[{ours}]` is given twice: keep one"));
            }
            None => out.extend([Some(pound), attribute].into_iter().flatten()),
        }
    }
    out.extend(tokens);
    out
}

/// Returns the last word of the attribute `ours`, written alone or with the path of the runtime, and the token after it. Another crate's
/// attribute can have the same last word.
pub(crate) fn our_attribute(
    attribute: &Group,
    ours: &str,
    runtime: Option<&Path>,
) -> Option<(Ident, Option<TokenTree>)> {
    if attribute.delimiter() != Delimiter::Bracket {
        return None;
    }
    let mut tokens = ungrouped(attribute.stream()).into_iter().peekable();
    let mut path = Vec::new();
    while let Some(token) =
        tokens.next_if(|it| matches!(it, TokenTree::Ident(_)) || is_punct(it, ':'))
    {
        path.push(token);
    }
    let Some(TokenTree::Ident(word)) = path.pop().filter(|word| is_word(word, ours)) else {
        return None;
    };
    let names = path.iter().filter(|token| !is_punct(token, ':'));
    let module = names
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join("::");
    let is_key = |path: &Path| {
        let path = path.to_token_stream().to_string().replace(' ', "");
        module == path.trim_start_matches(':')
    };
    let is_ours =
        module.is_empty() || module == paths::runtime_name() || runtime.is_some_and(is_key);
    is_ours.then(|| (word, tokens.next()))
}

/// Returns the item without our attributes and without doc comments on parameters, which rustc rejects.
pub(crate) fn strip(item: TokenStream) -> TokenStream {
    map_parameters(item, strip_list)
}

/// Returns the item with a changed parameter list.
fn map_parameters(
    item: TokenStream,
    mut change: impl FnMut(TokenStream) -> TokenStream,
) -> TokenStream {
    let mut place = Place::BeforeFn;
    item.into_iter()
        .map(|token| {
            place = place.after(&token);
            match token {
                TokenTree::Group(group) if place == Place::Parameters => {
                    let before = group.stream();
                    let inside = change(before.clone());
                    // A rebuilt group has a new span, and rustc would report a mistake in it a second time.
                    if is_alike(&before, &inside) {
                        group.into()
                    } else {
                        regrouped(&group, inside)
                    }
                }
                token => token,
            }
        })
        .collect()
}

/// The position of the parameters among the tokens of a function.
pub(crate) fn position_of_parameters(tokens: &[TokenTree]) -> Option<usize> {
    let mut place = Place::BeforeFn;
    tokens.iter().position(|token| {
        place = place.after(token);
        place == Place::Parameters
    })
}

/// Compares texts only if there are equally many tokens, because a text takes time.
fn is_alike(before: &TokenStream, after: &TokenStream) -> bool {
    let count = |tokens: &TokenStream| tokens.clone().into_iter().count();
    count(before) == count(after) && before.to_string() == after.to_string()
}

/// The position of a walk over the tokens of a function.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    BeforeFn,
    /// After `fn`, with the number of open `<`.
    Generics(usize),
    /// After the `-` of a possible `->` among the generics.
    Arrow(usize),
    Parameters,
    AfterParameters,
}

impl Place {
    fn after(self, token: &TokenTree) -> Self {
        match (self, token) {
            (Self::BeforeFn, TokenTree::Ident(word)) if word == "fn" => Self::Generics(0),
            (Self::Generics(0), TokenTree::Group(g)) if g.delimiter() == Delimiter::Parenthesis => {
                Self::Parameters
            }
            (Self::Parameters, _) => Self::AfterParameters,
            (Self::Generics(open), TokenTree::Punct(punct)) => match punct.as_char() {
                '<' => Self::Generics(open + 1),
                '>' => Self::Generics(open.saturating_sub(1)),
                '-' if punct.spacing() == Spacing::Joint => Self::Arrow(open),
                _ => self,
            },
            (Self::Arrow(open), _) => Self::Generics(open),
            _ => self,
        }
    }
}

/// The item with a type for each parameter that has none yet, and `true` if there was one. rustc has reported this before the macro runs;
/// without the type, it would report it twice more.
pub(crate) fn fill_holes(item: TokenStream) -> (TokenStream, bool) {
    let mut filled = false;
    let item = map_parameters(item, |parameters| {
        let mut out = TokenStream::new();
        let mut open = 0_usize;
        let mut parameter = Vec::new();
        for token in parameters {
            match &token {
                comma if is_punct(comma, ',') && open == 0 => {
                    filled |= fill_hole(&mut parameter);
                    out.extend(parameter.drain(..));
                    out.extend([token]);
                    continue;
                }
                opening if is_punct(opening, '<') => open += 1,
                closing if is_punct(closing, '>') && !is_arrow(&parameter) => {
                    open = open.saturating_sub(1);
                }
                _ => {}
            }
            parameter.push(token);
        }
        filled |= fill_hole(&mut parameter);
        out.extend(parameter);
        out
    });
    (item, filled)
}

/// Returns `true` if the token after these is the `>` of `->`.
fn is_arrow(before: &[TokenTree]) -> bool {
    matches!(before.last(), Some(TokenTree::Punct(punct)) if punct.as_char() == '-' && punct.spacing() == Spacing::Joint)
}

/// Completes `name:` and `name` to `name: &str`, and replaces an unreadable type, such as `Option<`, with `&str`. Adds a missing comma
/// between two parameters.
fn fill_hole(parameter: &mut Vec<TokenTree>) -> bool {
    let fill = match parameter.as_slice() {
        [before @ .., TokenTree::Ident(_), TokenTree::Punct(colon)]
            if colon.as_char() == ':'
                && colon.spacing() == Spacing::Alone
                && before.iter().all(is_of_attribute_or_mut) =>
        {
            quote::quote_spanned!(colon.span()=> &str)
        }
        [before @ .., TokenTree::Ident(name)]
            if name != "self" && before.iter().all(is_of_attribute_or_mut) =>
        {
            quote::quote_spanned!(name.span()=> : &str)
        }
        [before @ .., reference]
            if is_punct(reference, '&') && before.iter().all(is_of_attribute_or_mut) =>
        {
            let fill = quote::quote_spanned!(reference.span()=> _: &str);
            parameter.pop();
            fill
        }
        _ => return replace_unreadable(parameter),
    };
    parameter.extend(fill);
    true
}

fn replace_unreadable(parameter: &mut Vec<TokenTree>) -> bool {
    let Some(colon) = colon(parameter) else {
        return false;
    };
    let ty: TokenStream = parameter.iter().skip(colon + 1).cloned().collect();
    let place = parameter
        .get(colon)
        .map_or_else(Span::call_site, TokenTree::span);
    if ty.is_empty() || syn::parse2::<Type>(ty).is_ok() {
        return false;
    }
    let next = parameter.get(colon + 1..).and_then(self::colon);
    let mut rest = match next {
        // The name before the second colon begins the next parameter.
        Some(next) if next > 0 => parameter.split_off(colon + next),
        _ => Vec::new(),
    };
    let ty: TokenStream = parameter.iter().skip(colon + 1).cloned().collect();
    if rest.is_empty() || syn::parse2::<Type>(ty).is_err() {
        parameter.truncate(colon + 1);
        parameter.extend(quote::quote_spanned!(place=> &str));
    }
    if !rest.is_empty() {
        fill_hole(&mut rest);
        parameter.extend(quote::quote_spanned!(place=> ,));
        parameter.append(&mut rest);
    }
    true
}

/// The position of the first `:` that is not part of a `::`.
fn colon(tokens: &[TokenTree]) -> Option<usize> {
    let mut after_colon = false;
    tokens.iter().position(|token| {
        let TokenTree::Punct(punct) = token else {
            after_colon = false;
            return false;
        };
        let is_first = punct.as_char() == ':' && punct.spacing() == Spacing::Joint;
        let found = punct.as_char() == ':' && !is_first && !after_colon;
        after_colon = is_first;
        found
    })
}

fn is_of_attribute_or_mut(token: &TokenTree) -> bool {
    match token {
        TokenTree::Punct(punct) => punct.as_char() == '#',
        TokenTree::Group(group) => group.delimiter() == Delimiter::Bracket,
        TokenTree::Ident(word) => word == "mut",
        TokenTree::Literal(_) => false,
    }
}

fn strip_list(parameters: TokenStream) -> TokenStream {
    let mut out = TokenStream::new();
    let mut tokens = parameters.into_iter().peekable();
    while let Some(token) = tokens.next() {
        if is_punct(&token, '#')
            && matches!(tokens.peek(), Some(TokenTree::Group(group)) if is_ours(group))
        {
            tokens.next();
        } else {
            out.extend([token]);
        }
    }
    out
}

fn is_ours(attribute: &Group) -> bool {
    let mut tokens = ungrouped(attribute.stream()).into_iter();
    let Some(TokenTree::Ident(word)) = tokens.next() else {
        return false;
    };
    match tokens.next() {
        Some(colon) if is_punct(&colon, ':') => false,
        // A `cfg_attr` that contains our attributes is already reported, and rustc would report it again.
        Some(TokenTree::Group(list)) if word == CFG_ATTR => list
            .stream()
            .into_iter()
            .skip(1)
            .any(|token| matches!(token, TokenTree::Ident(word) if is_our_word(&word))),
        // A misspelt attribute is already reported, and rustc would report it again.
        _ => {
            attribute.delimiter() == Delimiter::Bracket
                && (is_our_word(&word) || meant(&word).is_some())
        }
    }
}

/// The tokens inside the invisible group that `macro_rules!` adds around a `$meta:meta`.
pub(crate) fn ungrouped(tokens: TokenStream) -> TokenStream {
    let mut inside = tokens.clone().into_iter();
    match (inside.next(), inside.next()) {
        (Some(TokenTree::Group(group)), None) if group.delimiter() == Delimiter::None => {
            ungrouped(group.stream())
        }
        _ => tokens,
    }
}

pub(crate) fn is_our_word(word: &Ident) -> bool {
    word == DOC || is_our_mark(word)
}

pub(crate) fn is_our_mark(word: &Ident) -> bool {
    OURS.iter().any(|ours| word == ours)
}

/// Returns our attribute that a misspelt one probably means. A less similar word may belong to another macro.
pub(crate) fn meant(word: &Ident) -> Option<&'static str> {
    const OTHER_WORDS: [(&str, &str); 3] = [("argument", ARG), ("ctx", CONTEXT), ("cx", CONTEXT)];
    let word = word.to_string();
    if OURS.contains(&word.as_str()) {
        return None;
    }
    let mut other = OTHER_WORDS.iter().filter(|(typed, _)| *typed == word);
    let ours = other.next().map(|(_, ours)| *ours);
    ours.or_else(|| nearest(&word, OURS))
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::{ToTokens, quote};

    #[test]
    fn half_typed_parameters_are_completed() {
        for (half, whole) in [
            (
                quote!(fn f(a: &str, b:) {}),
                quote!(
                    fn f(a: &str, b: &str) {}
                ),
            ),
            (
                quote!(fn f(#[arg(default)] a, mut b) {}),
                quote!(
                    fn f(#[arg(default)] a: &str, mut b: &str) {}
                ),
            ),
        ] {
            let (filled, was_half) = fill_holes(half);
            assert!(was_half);
            assert_eq!(filled.to_string(), whole.to_string());
        }
        for (half, whole) in [
            ("x : &", "x : & str"),
            ("x : Option <", "x : & str"),
            ("x : std ::", "x : & str"),
            ("x : & str y : u8", "x : & str , y : u8"),
            ("x : & y : u8", "x : & str , y : u8"),
            (
                "# [arg (default)] x : a :: B < y : & , z : u8",
                "# [arg (default)] x : & str , y : & str , z : u8",
            ),
        ] {
            let item = |parameters: &str| -> TokenStream {
                format!("fn f ({parameters}) {{ }}").parse().unwrap()
            };
            let (filled, was_half) = fill_holes(item(half));
            assert!(was_half, "{half}");
            assert_eq!(filled.to_string(), item(whole).to_string());
        }
        for whole in [
            quote!(
                fn f(a: Map<A, B, C>, b: fn(A) -> B, mut c: std::string::String) {}
            ),
            quote!(
                fn f(self, _: &dyn Fn(A) -> B<C, D>) {}
            ),
            quote!(
                fn f(mut self) {}
            ),
            quote!(
                fn f() {}
            ),
        ] {
            assert!(!fill_holes(whole.clone()).1, "{whole}");
        }
    }

    #[test]
    fn attributes_that_come_through_macro_rules_go_too() {
        let through = |tokens: TokenStream| {
            let inner = Group::new(Delimiter::None, tokens);
            Group::new(Delimiter::None, inner.into_token_stream())
        };
        let (arg, doc) = (
            through(quote!(arg(default))),
            through(quote!(doc = " Gone.")),
        );
        let (state, kept) = (through(quote!(state)), through(quote!(cfg(x))));
        let item = quote!(fn f(#[#doc] #[#arg] #[#kept] a: &str, #[#state] b: &Db) {});
        let expected = quote!(fn f(#[#kept] a: &str, b: &Db) {});
        assert_eq!(strip(item).to_string(), expected.to_string());
    }

    #[test]
    fn only_our_attributes_and_parameter_docs_go() {
        let item = quote! {
            /// Kept.
            #[must_use]
            pub(crate) fn f<'a, F: Fn(#[arg] u8) -> u8>(
                /// Gone.
                #[arg(default)] #[cfg(x)] a: &'a str,
                #[state] b: fn(#[doc = "kept"] u8),
                #[other::arg] c: u8,
                #[ctx] #[statee(x)] #[expect(unused)] #[with(1)] d: u8,
            ) -> u8 where F: Copy { #[arg] let x = 1; half typed. }
        };
        let expected = quote! {
            /// Kept.
            #[must_use]
            pub(crate) fn f<'a, F: Fn(#[arg] u8) -> u8>(
                #[cfg(x)] a: &'a str,
                b: fn(#[doc = "kept"] u8),
                #[other::arg] c: u8,
                #[expect(unused)] #[with(1)] d: u8,
            ) -> u8 where F: Copy { #[arg] let x = 1; half typed. }
        };
        assert_eq!(strip(item).to_string(), expected.to_string());
    }
}
