//! The annotated `impl`: its header is parsed, its methods stay raw tokens.

use crate::diagnostics::Errors;
use crate::keys::PROMPT;
use crate::prompt;
use crate::tokens::{is_punct, is_word, regrouped};
use proc_macro2::{Delimiter, Group, Ident, Spacing, TokenStream, TokenTree};
use quote::quote;
use syn::parse::{ParseStream, Parser as _};
use syn::{ItemImpl, Path, ReturnType, WhereClause};

pub(super) struct Block {
    /// The `impl` without its methods.
    pub(super) header: ItemImpl,
    pub(super) before: TokenStream,
    pub(super) braces: Group,
    pub(super) body: TokenStream,
}

/// Reads the header. Returns `None` and records an error if the item is not a readable `impl`.
pub(super) fn parse(item: TokenStream, errors: &mut Errors) -> Option<Block> {
    let mut before: Vec<TokenTree> = item.into_iter().collect();
    let braces = match before.pop() {
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => group,
        last => {
            before.extend(last);
            refuse(before, errors);
            return None;
        }
    };
    let empty = regrouped(&braces, TokenStream::new());
    let head = before.iter().cloned().chain([empty]).collect();
    let Ok(header) = syn::parse2::<ItemImpl>(head) else {
        refuse(before, errors);
        return None;
    };
    Some(Block {
        header,
        before: before.into_iter().collect(),
        body: braces.stream(),
        braces,
    })
}

/// Reports an invalid item at the first token after its attributes.
fn refuse(tokens: Vec<TokenTree>, errors: &mut Errors) {
    let mut tokens = tokens.into_iter().peekable();
    while tokens.next_if(is_pound).is_some() {
        tokens.next();
    }
    errors.on(
        tokens.next(),
        "`#[prompt_methods]` goes on an `impl` block: on a function write `#[prompt]`",
    );
}

/// The members of the `impl`, including the prompts.
pub(super) struct Marked {
    pub(super) methods: Vec<Method>,
    /// All members, without our attributes.
    pub(super) stripped: Vec<TokenStream>,
    /// `true` if a member is not complete, which rustc has already reported.
    pub(super) half_typed: bool,
}

/// A member with the attribute `#[prompt]`.
pub(super) struct Method {
    /// Its position among the members.
    pub(super) index: usize,
    pub(super) args: TokenStream,
    pub(super) tokens: TokenStream,
    pub(super) half_typed: bool,
}

impl Marked {
    /// The name of each method.
    pub(super) fn names(&self) -> Vec<Ident> {
        self.methods
            .iter()
            .filter_map(|method| {
                let mut tokens = method.tokens.clone().into_iter();
                tokens.by_ref().find(|token| is_word(token, "fn"))?;
                match tokens.next() {
                    Some(TokenTree::Ident(name)) => Some(name),
                    _ => None,
                }
            })
            .collect()
    }
}

pub(super) fn marked(body: &TokenStream, runtime: Option<&Path>, errors: &mut Errors) -> Marked {
    let mut marked = Marked {
        methods: Vec::new(),
        stripped: Vec::new(),
        half_typed: false,
    };
    for member in members(body.clone()) {
        let (tokens, args) = take_mark(member, runtime, errors);
        let (tokens, completed) = complete_half_typed(tokens);
        marked.half_typed |= completed;
        let Some(args) = args.filter(|_| !tokens.is_empty()) else {
            marked.stripped.push(tokens);
            continue;
        };
        let (tokens, filled) = prompt::fill_holes(tokens);
        let half_typed = completed || filled;
        marked.half_typed |= half_typed;
        marked.methods.push(Method {
            index: marked.stripped.len(),
            args,
            tokens: tokens.clone(),
            half_typed,
        });
        marked.stripped.push(prompt::strip(tokens));
    }
    marked
}

/// Splits the body of an `impl` after each `;` and each `{…}` outside of `<…>`.
fn members(body: TokenStream) -> Vec<TokenStream> {
    let mut members = Vec::new();
    let mut member = TokenStream::new();
    let mut open = 0_usize;
    let mut after_minus = false;
    for token in body {
        let ends = match &token {
            TokenTree::Punct(punct) => {
                match punct.as_char() {
                    '<' => open += 1,
                    '>' if !after_minus => open = open.saturating_sub(1),
                    _ => {}
                }
                punct.as_char() == ';'
            }
            TokenTree::Group(group) => group.delimiter() == Delimiter::Brace && open == 0,
            _ => false,
        };
        after_minus = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '-' && punct.spacing() == Spacing::Joint);
        member.extend([token]);
        if ends {
            open = 0;
            members.push(std::mem::take(&mut member));
        }
    }
    members.push(member);
    members
}

/// Completes a member that is being typed, or leaves it out. Returns `true` if it did. rustc has already reported the member, and would
/// report it again because its group is rebuilt.
fn complete_half_typed(member: TokenStream) -> (TokenStream, bool) {
    let mut tokens: Vec<TokenTree> = member.clone().into_iter().collect();
    let ends = matches!(tokens.last(), Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace)
        || tokens.last().is_none_or(|last| is_punct(last, ';'));
    // The type and the value of a constant can contain the word too.
    let keyword = tokens
        .iter()
        .take_while(|token| !is_punct(token, ':') && !is_punct(token, '='))
        .position(|token| is_word(token, "fn"));
    let Some(keyword) = keyword else {
        let is_item = ["const", "type"]
            .into_iter()
            .any(|word| tokens.iter().any(|it| is_word(it, word)))
            || tokens
                .iter()
                .any(|token| is_punct(token, '!') || is_punct(token, ';'));
        return if tokens.is_empty() || is_item {
            (member, false)
        } else {
            (TokenStream::new(), true)
        };
    };
    let has_name = matches!(tokens.get(keyword + 1), Some(TokenTree::Ident(_)));
    let parameters = prompt::position_of_parameters(&tokens);
    match parameters {
        Some(parameters) if has_name => {
            let mut result = tokens.split_off(parameters + 1);
            let body = if ends { result.pop() } else { None };
            let is_read = result_type.parse2(result.iter().cloned().collect()).is_ok();
            // syn may not know all of rustc's syntax.
            if ends && (is_read || !is_half_typed(&result)) {
                return (member, false);
            }
            if is_read {
                tokens.extend(result);
            }
            match body {
                Some(end) if is_punct(&end, ';') => tokens.push(end),
                _ => tokens.extend(quote!({ loop {} })),
            }
            (tokens.into_iter().collect(), true)
        }
        _ if has_name && ends => (member, false),
        _ => (TokenStream::new(), true),
    }
}

/// Returns `true` if more tokens must follow these, which are between the parameters of a function and its body.
fn is_half_typed(result: &[TokenTree]) -> bool {
    match result {
        [.., minus, last] if is_punct(last, '>') => is_punct(minus, '-'),
        [.., TokenTree::Punct(last)] => "-<,&+:=".contains(last.as_char()),
        [.., TokenTree::Ident(last)] => ["dyn", "impl", "mut", "where"]
            .iter()
            .any(|word| last == word),
        _ => false,
    }
}

/// Reads what is between the parameters of a function and its body.
fn result_type(input: ParseStream) -> syn::Result<()> {
    input.parse::<ReturnType>()?;
    input.parse::<Option<WhereClause>>()?;
    Ok(())
}

/// Removes `#[prompt]` from the attributes, and returns the content of its parentheses.
fn take_mark(
    member: TokenStream,
    runtime: Option<&Path>,
    errors: &mut Errors,
) -> (TokenStream, Option<TokenStream>) {
    let mut out = TokenStream::new();
    let mut args = None;
    let mut tokens = member.into_iter().peekable();
    while let Some(token) = tokens.next_if(is_pound) {
        let Some(TokenTree::Group(attribute)) = tokens.peek() else {
            out.extend([token]);
            break;
        };
        match prompt::our_attribute(attribute, PROMPT, runtime) {
            None => {
                out.extend([token]);
                out.extend(tokens.next());
            }
            Some((word, rest)) => {
                tokens.next();
                let given = match rest {
                    None => TokenStream::new(),
                    Some(TokenTree::Group(list)) if list.delimiter() == Delimiter::Parenthesis => {
                        list.stream()
                    }
                    Some(_) => {
                        errors.at(
                            word.span(),
                            "`#[prompt]` takes keys in parentheses: write `#[prompt(name = \"…\")]`",
                        );
                        TokenStream::new()
                    }
                };
                if args.replace(given).is_some() {
                    errors.at(word.span(), "`#[prompt]` is given twice: keep one");
                }
            }
        }
    }
    out.extend(tokens);
    (out, args)
}

fn is_pound(token: &TokenTree) -> bool {
    is_punct(token, '#')
}
