//! Reads `#[prompt(…)]` and the attributes of parameters. It records each mistake and continues.

use super::item::{is_our_word, meant};
use super::json::{NO_OBJECT, Object};
use crate::diagnostics::Errors;
use crate::doc::Doc;
use crate::keys::{self, ArgKey, IconKey, Key, Keys, PromptKey, Reader};
use crate::text::Text;
use crate::tokens::word_span;
use proc_macro2::{Span, TokenStream, TokenTree};
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Expr, Lit, LitFloat, LitInt, LitStr, Meta, Path, Token};

/// The keys of `#[prompt(…)]`.
#[derive(Default)]
pub(crate) struct PromptKeys {
    pub(crate) name: Option<LitStr>,
    pub(crate) title: Option<Text>,
    pub(crate) description: Option<Text>,
    pub(crate) icons: Vec<Icon>,
    pub(crate) meta: Option<Object>,
    pub(crate) aliases: Vec<LitStr>,
    pub(crate) replaced_by: Option<Path>,
    pub(crate) allow: Vec<LitStr>,
    pub(crate) runtime: Option<Path>,
}

pub(crate) struct Icon {
    pub(crate) span: Span,
    /// False after a mistake in its keys, which may be in that of the address.
    pub(crate) is_complete: bool,
    pub(crate) src: Option<LitStr>,
    pub(crate) mime_type: Option<LitStr>,
    pub(crate) sizes: Vec<LitStr>,
    pub(crate) theme: Option<LitStr>,
}

const ICON_EXAMPLE: &str = "[(src = \"https://example.com/icon.png\")]";

pub(crate) fn prompt_keys(args: TokenStream, errors: &mut Errors) -> PromptKeys {
    let mut read = PromptKeys::default();
    Reader::new().read(args, errors, |kind, key, input, errors| {
        match kind {
            PromptKey::Name => read.name = Some(key.string(input, "code-review")?),
            PromptKey::Title => read.title = Some(text(key, input, "Code review")?),
            PromptKey::Description => {
                read.description = Some(text(key, input, "Review a diff.")?);
            }
            PromptKey::Icons => key.list(input, errors, ICON_EXAMPLE, |input, errors| {
                read.icons.push(icon(input, errors)?);
                Ok(())
            })?,
            PromptKey::Meta => read.meta = Some(meta(key, input, errors)?),
            PromptKey::Alias => read.aliases = key.strings(input, "old-name")?,
            PromptKey::ReplacedBy => read.replaced_by = Some(key.path(input, "other_prompt")?),
            PromptKey::Allow => read.allow = key.strings(input, "rule-id")?,
            PromptKey::Crate => read.runtime = Some(key.runtime(input)?),
        }
        Ok(())
    });
    read
}

fn text(key: Key, input: ParseStream, example: &str) -> syn::Result<Text> {
    let expr: Expr = key.value(input, "a string", &format!("{example:?}"))?;
    match keys::ungroup(&expr) {
        Expr::Lit(literal) if !matches!(literal.lit, Lit::Str(_)) => Err(syn::Error::new_spanned(
            literal,
            format!("`{0}` takes a string: write `{0} = {example:?}`", key.word),
        )),
        _ => Ok(Text::from(expr)),
    }
}

fn meta(key: Key, input: ParseStream, errors: &mut Errors) -> syn::Result<Object> {
    let equals: Option<Token![=]> = input.parse()?;
    if equals.is_none() || input.is_empty() {
        return Err(key.error(NO_OBJECT));
    }
    Object::parse(input, errors)
}

fn icon(input: ParseStream, errors: &mut Errors) -> syn::Result<Icon> {
    if !input.peek(syn::token::Paren) {
        return Err(syn::Error::new(
            input.span(),
            format!("an icon is written in parentheses: `icons = {ICON_EXAMPLE}`"),
        ));
    }
    let content;
    let parens = syn::parenthesized!(content in input);
    let mut icon = Icon {
        span: parens.span.join(),
        is_complete: true,
        src: None,
        mime_type: None,
        sizes: Vec::new(),
        theme: None,
    };
    let tokens: TokenStream = content.parse()?;
    let before = errors.count();
    Reader::new().read(tokens, errors, |kind, key, input, _| {
        match kind {
            IconKey::Src => icon.src = Some(key.string(input, "https://example.com/icon.png")?),
            IconKey::MimeType => icon.mime_type = Some(key.string(input, "image/png")?),
            IconKey::Sizes => icon.sizes = key.strings(input, "48x48")?,
            IconKey::Theme => icon.theme = Some(key.string(input, "dark")?),
        }
        Ok(())
    });
    icon.is_complete = errors.count() == before;
    Ok(icon)
}

/// The attributes of one parameter.
#[derive(Default)]
pub(crate) struct Marks {
    /// The first `#[arg(…)]`. The keys of all of them are in `keys`.
    pub(crate) arg: Option<Span>,
    /// `#[arguments]`, for a struct of arguments.
    pub(crate) arguments: Option<Span>,
    pub(crate) state: Option<Span>,
    pub(crate) context: Option<Span>,
    pub(crate) keys: ArgKeys,
    pub(crate) cfgs: Vec<Attribute>,
    pub(crate) doc: Doc,
}

/// The keys of `#[arg(…)]`.
#[derive(Default)]
pub(crate) struct ArgKeys {
    pub(crate) name: Option<LitStr>,
    pub(crate) title: Option<Text>,
    pub(crate) description: Option<Text>,
    pub(crate) default: Option<DefaultValue>,
    pub(crate) example: Option<LitStr>,
    pub(crate) non_empty: Option<Span>,
    pub(crate) max_len: Option<MaxLen>,
    pub(crate) min: Option<Number>,
    pub(crate) max: Option<Number>,
    pub(crate) values: Option<Expr>,
    pub(crate) complete: Option<(Span, Path)>,
    pub(crate) separator: Option<LitStr>,
    pub(crate) aliases: Vec<LitStr>,
}

pub(crate) enum DefaultValue {
    /// `default` without a value, for the type's `Default`, with its place.
    OfType(Span),
    Expr(Box<Expr>),
}

#[derive(Clone, Copy)]
pub(crate) struct MaxLen {
    pub(crate) span: Span,
    pub(crate) value: usize,
}

/// A number literal with its sign.
pub(crate) struct Number {
    pub(crate) minus: Option<Token![-]>,
    pub(crate) literal: Lit,
}

impl Parse for Number {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let minus = input.parse()?;
        let ahead = input.lookahead1();
        if ahead.peek(LitInt) || ahead.peek(LitFloat) {
            let literal = input.parse()?;
            return Ok(Self { minus, literal });
        }
        Err(ahead.error())
    }
}

impl Number {
    /// The `Default` of an integer.
    pub(crate) fn zero(span: Span) -> Self {
        Self {
            minus: None,
            literal: Lit::Int(LitInt::new("0", span)),
        }
    }

    /// The number of an expression that is a literal, with or without `-`.
    pub(crate) fn of(expr: &Expr) -> Option<Self> {
        let (minus, expr) = match keys::ungroup(expr) {
            Expr::Unary(unary) => match unary.op {
                syn::UnOp::Neg(minus) => (Some(minus), keys::ungroup(&unary.expr)),
                _ => return None,
            },
            other => (None, other),
        };
        match expr {
            Expr::Lit(expr) if matches!(expr.lit, Lit::Int(_) | Lit::Float(_)) => Some(Self {
                minus,
                literal: expr.lit.clone(),
            }),
            _ => None,
        }
    }

    /// The number in a text, with the syntax of an argument's value.
    pub(crate) fn of_text(text: &str, span: Span) -> Option<Self> {
        let text = text.trim();
        // rustc itself reports text that it cannot split into tokens, even if the result is dropped here.
        text.parse::<f64>().ok()?;
        let mut number: Self = syn::parse_str(text).ok()?;
        number.literal.set_span(span);
        Some(number)
    }

    /// The number in an error message, without its type suffix.
    pub(crate) fn text(&self) -> String {
        let digits = match &self.literal {
            Lit::Int(number) => number.base10_digits(),
            Lit::Float(number) => number.base10_digits(),
            _ => "",
        };
        let minus = if self.minus.is_some() { "-" } else { "" };
        format!("{minus}{digits}")
    }

    pub(crate) fn compare(&self, other: &Self) -> Option<std::cmp::Ordering> {
        let integers = (self.text().parse::<i128>(), other.text().parse::<i128>());
        if let (Ok(this), Ok(that)) = integers {
            return Some(this.cmp(&that));
        }
        let this: f64 = self.text().parse().ok()?;
        this.partial_cmp(&other.text().parse().ok()?)
    }
}

/// Reads the attributes of one parameter.
pub(crate) fn marks(attributes: &[Attribute], errors: &mut Errors) -> Marks {
    let mut marks = Marks {
        arg: None,
        arguments: None,
        state: None,
        context: None,
        keys: ArgKeys::default(),
        cfgs: Vec::new(),
        doc: Doc::read(attributes),
    };
    let mut reader = Reader::<ArgKey>::new();
    for attribute in attributes {
        let path = attribute.path();
        if path.is_ident(keys::ARG) {
            marks.arg = marks.arg.or(Some(word_span(attribute)));
            arg(attribute, &mut reader, &mut marks.keys, errors);
        } else if path.is_ident(keys::STATE) {
            bare(attribute, &mut marks.state, keys::STATE, errors);
        } else if path.is_ident(keys::ARGUMENTS) {
            bare(attribute, &mut marks.arguments, keys::ARGUMENTS, errors);
        } else if path.is_ident(keys::CONTEXT) {
            bare(attribute, &mut marks.context, keys::CONTEXT, errors);
        } else if path.is_ident(keys::CFG) {
            marks.cfgs.push(attribute.clone());
        } else if path.is_ident(keys::CFG_ATTR) {
            refuse_conditional(attribute, errors);
        } else if let Some(ours) = path.get_ident().and_then(meant) {
            let span = word_span(attribute);
            errors.at(
                span,
                format!("a parameter has no such attribute; did you mean `#[{ours}]`?"),
            );
            // The misspelt attribute is treated as the intended one, so that no other mistake is reported.
            match ours {
                keys::STATE => marks.state = marks.state.or(Some(span)),
                keys::CONTEXT => marks.context = marks.context.or(Some(span)),
                keys::ARGUMENTS => marks.arguments = marks.arguments.or(Some(span)),
                _ => marks.arg = marks.arg.or(Some(span)),
            }
        }
    }
    marks
}

/// Reads `#[state]` or `#[context]`, which may occur once and has no keys.
fn bare(attribute: &Attribute, slot: &mut Option<Span>, word: &str, errors: &mut Errors) {
    let span = word_span(attribute);
    if !matches!(attribute.meta, Meta::Path(_)) {
        errors.at(
            span,
            format!(
                "`#[{word}]` takes no keys, the parameter's type says it all: write `#[{word}]`"
            ),
        );
    }
    if slot.replace(span).is_some() {
        errors.at(span, format!("`#[{word}]` is given twice: keep one"));
    }
}

/// Rejects `cfg_attr` on a parameter, because rustc resolves it only after this macro has run.
fn refuse_conditional(attribute: &Attribute, errors: &mut Errors) {
    let Meta::List(list) = &attribute.meta else {
        return;
    };
    for token in list.tokens.clone().into_iter().skip(1) {
        if let TokenTree::Ident(word) = token
            && is_our_word(&word)
        {
            errors.at(
                word.span(),
                format!(
                    "`cfg_attr` cannot add `{word}` to a parameter: write the parameter twice, each under its own `#[cfg(…)]`"
                ),
            );
        }
    }
}

fn arg(
    attribute: &Attribute,
    reader: &mut Reader<ArgKey>,
    keys: &mut ArgKeys,
    errors: &mut Errors,
) {
    let tokens = match &attribute.meta {
        Meta::List(list) if !list.tokens.is_empty() => list.tokens.clone(),
        Meta::NameValue(_) => {
            errors.at(
                word_span(attribute),
                format!(
                    "`arg` takes keys in parentheses: write `#[arg(name = \"…\")]`, or another of {}",
                    ArgKey::list()
                ),
            );
            return;
        }
        _ => {
            errors.at(
                word_span(attribute),
                format!(
                    "`#[arg]` says nothing, every parameter is an argument: remove it, or give it one of {}",
                    ArgKey::list()
                ),
            );
            return;
        }
    };
    reader.read(tokens, errors, |kind, key, input, _| {
        match kind {
            ArgKey::Name => keys.name = Some(key.string(input, "language")?),
            ArgKey::Title => keys.title = Some(text(key, input, "Language")?),
            ArgKey::Description => {
                keys.description = Some(text(key, input, "The language to answer in.")?);
            }
            ArgKey::Default => keys.default = Some(default(key, input)?),
            ArgKey::Example => keys.example = Some(key.string(input, "main.rs")?),
            ArgKey::NonEmpty => {
                key.flag(input)?;
                keys.non_empty = Some(key.span);
            }
            ArgKey::MaxLen => keys.max_len = Some(max_len(key, input)?),
            ArgKey::Min => keys.min = Some(key.value(input, "a number literal", "1")?),
            ArgKey::Max => keys.max = Some(key.value(input, "a number literal", "10")?),
            ArgKey::Values => {
                key.refuse_parentheses(input)?;
                keys.values = Some(key.value(
                    input,
                    "a list of strings or the path of one",
                    "[\"short\", \"long\"]",
                )?);
            }
            ArgKey::Complete => {
                keys.complete = Some((key.span, key.path(input, "complete_language")?));
            }
            ArgKey::Separator => keys.separator = Some(key.string(input, ",")?),
            ArgKey::Alias => keys.aliases = key.strings(input, "old_name")?,
        }
        Ok(())
    });
}

fn default(key: Key, input: ParseStream) -> syn::Result<DefaultValue> {
    if !input.peek(Token![=]) {
        return match key.flag(input) {
            Ok(()) => Ok(DefaultValue::OfType(key.span)),
            Err(error) => Err(syn::Error::new(
                error.span(),
                "write `default` alone for the type's `Default`, or `default = expression`",
            )),
        };
    }
    key.value(input, "an expression", "\"en\"")
        .map(|expr| DefaultValue::Expr(Box::new(expr)))
}

fn max_len(key: Key, input: ParseStream) -> syn::Result<MaxLen> {
    let literal: LitInt = key.value(input, "a number of characters", "200")?;
    let span = literal.span();
    let value = literal.base10_parse().map_err(|_| {
        syn::Error::new(
            span,
            "`max_len` takes a number of characters: write `max_len = 200`",
        )
    })?;
    Ok(MaxLen { span, value })
}
