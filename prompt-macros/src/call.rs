//! `call!(path, "argument" => value)`: a call of a prompt in a test. The runtime's macro passes its own path first, as `crate = …;`.

use crate::diagnostics::{self, Errors};
use crate::keys::{separator, skip_element};
use crate::list::{method_of, runtime};
use crate::paths;
use crate::tokens::{is_punct, mixed};
use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::parse::{ParseStream, Parser};
use syn::spanned::Spanned;
use syn::{Error, Expr, LitStr, Path, Result, Token, token};

const EXAMPLE: &str = "`call!(code_review, \"diff\" => \"…\")`";

#[derive(Default)]
struct Call {
    runtime: Option<Path>,
    /// `None` if the path is invalid, which is reported.
    prompt: Option<Path>,
    arguments: Vec<(Expr, Expr)>,
}

pub(crate) fn expand(input: TokenStream) -> TokenStream {
    diagnostics::expression(|errors| {
        let mut call = Call::default();
        let read = |input: ParseStream| {
            call.read(input, errors);
            Ok(())
        };
        let read = read.parse2(input);
        errors.keep(read);
        call.expression()
    })
}

impl Call {
    fn read(&mut self, input: ParseStream, errors: &mut Errors) {
        if input.peek(Token![crate]) && input.peek2(Token![=]) {
            self.runtime = errors.keep(runtime(input));
        }
        self.prompt = errors.keep(prompt(input));
        if self.prompt.is_none() {
            skip_element(input);
        }
        separator(input, errors, skip_element);
        while !input.is_empty() {
            match argument(input) {
                Ok(argument) => self.arguments.push(argument),
                Err(error) => {
                    errors.push(error);
                    skip_element(input);
                }
            }
            separator(input, errors, skip_element);
        }
    }

    fn expression(&self) -> TokenStream {
        let private = paths::private(self.runtime.as_ref());
        // A value of the right type prevents further errors.
        let prompt = self.prompt.as_ref().map_or_else(
            || quote!(&#private::PromptDefinition::NEW),
            |path| quote_spanned!(mixed(path.span())=> <#path>::PROMPT),
        );
        let arguments = self.arguments.iter().map(|(name, value)| {
            let place = mixed(name.span());
            quote_spanned!(place=> .with(#name, #value))
        });
        quote!(#private::Call::new(#prompt)#(#arguments)*)
    }
}

fn prompt(input: ParseStream) -> Result<Path> {
    let span = if input.is_empty() {
        Span::call_site()
    } else {
        input.span()
    };
    let refuse = |_| {
        let name: Option<LitStr> = input.fork().parse().ok();
        let by_name = name.map_or_else(String::new, |name| {
            format!(
                "; for a prompt by its name, write `Call::on(&registry, {:?})`",
                name.value()
            )
        });
        let sentence = format!(
            "`call!` takes the path of a prompt's function first: write {EXAMPLE}{by_name}"
        );
        Error::new(span, sentence)
    };
    let path = Path::parse_mod_style(input).map_err(refuse)?;
    if let Some(ty) = method_of(&path) {
        let sentence = format!(
            "a method is called by the name of its prompt: write `Call::named({ty}::PROMPTS, \"prompt-name\").state(server)`"
        );
        return Err(Error::new_spanned(&path, sentence));
    }
    if input.peek(token::Paren) || input.peek(Token![!]) {
        let call: TokenTree = input.fork().parse()?;
        let sentence =
            format!("a prompt gets its arguments by name, after a comma: write {EXAMPLE}");
        return Err(Error::new(call.span(), sentence));
    }
    Ok(path)
}

/// Reads `"name" => value`. The name may be any expression.
fn argument(input: ParseStream) -> Result<(Expr, Expr)> {
    let start = input.span();
    let written = |name: &str| format!("an argument is written `{name} => value`");
    if let Some((name, wrong)) = other_notation(input) {
        skip_element(input);
        // After `"name", value`, the value is no argument.
        let ahead = input.fork();
        drop(ahead.parse::<TokenTree>());
        drop(ahead.parse::<TokenTree>());
        if is_punct(&wrong, ',') && !ahead.peek(Token![=>]) {
            drop(input.parse::<TokenTree>());
        }
        return Err(Error::new(wrong.span(), written(&name)));
    }
    let name: Expr = input
        .parse()
        .map_err(|_| Error::new(start, written("\"name\"")))?;
    if input.parse::<Option<Token![=>]>>()?.is_none() {
        let name = name.to_token_stream().to_string();
        return Err(Error::new(start, written(&name)));
    }
    if input.is_empty() || input.peek(Token![,]) {
        let sentence = "this argument has no value: write one after `=>`, or remove the argument";
        return Err(Error::new(start, sentence));
    }
    Ok((name, input.parse()?))
}

/// Recognizes `name = value`, `name: value` and `"name", value`. Returns the name as a literal, and the wrong token.
fn other_notation(input: ParseStream) -> Option<(String, TokenTree)> {
    let ahead = input.fork();
    let first: TokenTree = ahead.parse().ok()?;
    let name = match &first {
        TokenTree::Ident(name) => format!("{:?}", name.to_string()),
        TokenTree::Literal(name) => name.to_string(),
        _ => return None,
    };
    if ahead.is_empty() {
        return Some((name, first));
    }
    if ahead.peek(Token![=>]) || ahead.peek(Token![==]) || ahead.peek(Token![::]) {
        return None;
    }
    let next: TokenTree = ahead.parse().ok()?;
    let is_wrong = ['=', ':', ','].into_iter().any(|c| is_punct(&next, c));
    is_wrong.then_some((name, next))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{mangled, sentences};

    #[test]
    fn a_call_is_built_by_methods() {
        let out = expand(quote!(crate = ::renamed; a::b, "x" => 1, name => value,));
        let expected = quote! {
            ::renamed::__private0::Call::new(<a::b>::PROMPT).with("x", 1).with(name, value)
        };
        assert_eq!(out.to_string(), expected.to_string());
    }

    #[test]
    fn each_mistake_is_said_once() {
        let cases = [
            (quote!(), "takes the path"),
            (
                quote!("review", "diff" => 1),
                "`Call::on(&registry, \"review\")`",
            ),
            (quote!(review("x")), "by name, after a comma"),
            (quote!(review!(), "diff" => 1), "by name, after a comma"),
            (
                quote!(Server::review, "diff" => 1),
                "`Call::named(Server::PROMPTS,",
            ),
            (quote!(review; "diff" => 1), "expected `,`"),
            (quote!(review, diff = 1), "`\"diff\" => value`"),
            (quote!(review, "diff": 1), "`\"diff\" => value`"),
            (quote!(review, "diff", 1, "b" => 2), "`\"diff\" => value`"),
            (quote!(review, "diff", "b" => 2), "`\"diff\" => value`"),
            (quote!(review, "diff"), "`\"diff\" => value`"),
            (quote!(review, name() + 1), "`name () + 1 => value`"),
            (quote!(review, "diff" =>, "b" => 1), "has no value"),
            (quote!(review, "diff" => 1 "b" => 2), "expected `,`"),
        ];
        for (input, part) in cases {
            let found = sentences(&expand(input.clone()));
            assert!(
                matches!(found.as_slice(), [one] if one.contains(part)),
                "{input}: {found:?}"
            );
        }
    }

    #[test]
    fn nothing_that_can_be_typed_makes_it_panic() {
        for input in mangled(&quote!(crate = a; b::c, "x" => f(1), name => &value)) {
            expand(input);
        }
    }
}
