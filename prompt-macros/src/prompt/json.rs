//! `meta = { "key": value }`: a JSON object written in place, read with the span of every key.

use crate::diagnostics::Errors;
use crate::keys::{separator, skip_element};
use proc_macro2::{Span, TokenTree};
use std::fmt::Write;
use syn::parse::ParseStream;
use syn::{Lit, LitStr, Token};

/// A JSON object in the order it was written.
pub(crate) struct Object {
    pub(crate) span: Span,
    pub(crate) entries: Vec<(LitStr, Value)>,
}

pub(crate) enum Value {
    /// `null`, `true`, `false` and numbers, as JSON spells them.
    Word(String),
    Text(LitStr),
    List(Vec<Value>),
    Object(Object),
}

pub(crate) const NO_OBJECT: &str =
    "`meta` takes a JSON object: write `meta = { \"com.example/owner\": \"docs\" }`";

const EXAMPLE: &str = "`{ \"com.example/owner\": \"docs\" }`";

/// The runtime's JSON reader allows 127 levels, and an answer has some around `_meta`.
const MOST_LEVELS: usize = 64;

impl Object {
    pub(crate) fn parse(input: ParseStream, errors: &mut Errors) -> syn::Result<Self> {
        Self::nested(input, MOST_LEVELS, errors)
    }

    fn nested(input: ParseStream, levels: usize, errors: &mut Errors) -> syn::Result<Self> {
        if !input.peek(syn::token::Brace) {
            return Err(syn::Error::new(input.span(), NO_OBJECT));
        }
        let content;
        let brace = syn::braced!(content in input);
        let mut entries: Vec<(LitStr, Value)> = Vec::new();
        while !content.is_empty() {
            match entry(&content, levels, errors) {
                Ok((key, value)) => {
                    if entries
                        .iter()
                        .any(|(other, _)| other.value() == key.value())
                    {
                        errors.at(
                            key.span(),
                            format!("the key {:?} is given twice: keep one", key.value()),
                        );
                    }
                    entries.push((key, value));
                }
                Err(error) => {
                    errors.push(error);
                    skip_element(&content);
                }
            }
            separator(&content, errors, skip_element);
        }
        Ok(Self {
            span: brace.span.join(),
            entries,
        })
    }

    /// The compact JSON text.
    pub(crate) fn to_json(&self) -> String {
        let mut out = String::new();
        self.write(&mut out);
        out
    }

    fn write(&self, out: &mut String) {
        out.push('{');
        for (index, (key, value)) in self.entries.iter().enumerate() {
            if index > 0 {
                out.push(',');
            }
            write_text(&key.value(), out);
            out.push(':');
            value.write(out);
        }
        out.push('}');
    }
}

impl Value {
    fn write(&self, out: &mut String) {
        match self {
            Self::Word(word) => out.push_str(word),
            Self::Text(text) => write_text(&text.value(), out),
            Self::Object(object) => object.write(out),
            Self::List(values) => {
                out.push('[');
                for (index, value) in values.iter().enumerate() {
                    if index > 0 {
                        out.push(',');
                    }
                    value.write(out);
                }
                out.push(']');
            }
        }
    }
}

fn entry(input: ParseStream, levels: usize, errors: &mut Errors) -> syn::Result<(LitStr, Value)> {
    let key: LitStr = input.parse().map_err(|_| {
        syn::Error::new(
            input.span(),
            format!("a key of a JSON object is a string literal: write {EXAMPLE}"),
        )
    })?;
    let colon: Option<Token![:]> = input.parse()?;
    if colon.is_none() || input.is_empty() {
        return Err(syn::Error::new(
            key.span(),
            format!("expected `:` and a value after this key: write {EXAMPLE}"),
        ));
    }
    Ok((key, value(input, levels, errors)?))
}

fn value(input: ParseStream, levels: usize, errors: &mut Errors) -> syn::Result<Value> {
    let levels = levels.saturating_sub(1);
    if levels == 0 && (input.peek(syn::token::Brace) || input.peek(syn::token::Bracket)) {
        let group: TokenTree = input.parse()?;
        return Err(syn::Error::new(
            group.span(),
            format!(
                "`meta` is nested too deep, programs that read JSON give up: use at most {MOST_LEVELS} levels"
            ),
        ));
    }
    if input.peek(syn::token::Brace) {
        return Object::nested(input, levels, errors).map(Value::Object);
    }
    if input.peek(syn::token::Bracket) {
        let content;
        syn::bracketed!(content in input);
        let mut values = Vec::new();
        while !content.is_empty() {
            match value(&content, levels, errors) {
                Ok(value) => values.push(value),
                Err(error) => {
                    errors.push(error);
                    skip_element(&content);
                }
            }
            separator(&content, errors, skip_element);
        }
        return Ok(Value::List(values));
    }
    let span = input.span();
    let refuse = || {
        syn::Error::new(
            span,
            "a JSON value is a string, a number, `true`, `false`, `null`, a list in `[…]` or an object in `{…}`",
        )
    };
    let ahead = input.fork();
    if ahead.parse::<syn::Ident>().is_ok_and(|word| word == "null") {
        input.parse::<syn::Ident>()?;
        return Ok(Value::Word("null".to_owned()));
    }
    let minus = input.parse::<Option<Token![-]>>()?.map_or("", |_| "-");
    match input.parse::<Lit>().map_err(|_| refuse())? {
        Lit::Str(text) if minus.is_empty() => Ok(Value::Text(text)),
        Lit::Bool(word) if minus.is_empty() => Ok(Value::Word(word.value.to_string())),
        Lit::Int(number) if number.suffix().is_empty() => {
            let word = format!("{minus}{}", number.base10_digits());
            if word.parse::<i64>().is_err() && word.parse::<u64>().is_err() {
                return Err(syn::Error::new(
                    span,
                    "this number is too large for programs that read JSON: write it as a string",
                ));
            }
            Ok(Value::Word(word))
        }
        Lit::Float(number) if number.suffix().is_empty() => match number.base10_parse::<f64>() {
            Ok(value) if value.is_finite() => Ok(Value::Word(format!("{minus}{value:?}"))),
            _ => Err(refuse()),
        },
        _ => Err(refuse()),
    }
}

fn write_text(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            // Writing to a string cannot fail.
            c if u32::from(c) < 0x20 => drop(write!(out, "\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
}

/// The reason that `key` cannot be a key of `_meta`, by the grammar and the reserved names of the specification.
pub(crate) fn key_problem(key: &str) -> Option<String> {
    const SPEC: &str = "https://modelcontextprotocol.io/specification/2025-11-25/basic/index#meta";
    let (prefix, name) = match key.split_once('/') {
        Some((prefix, name)) => (Some(prefix), name),
        None => (None, key),
    };
    let labels: Vec<&str> = prefix
        .map(|prefix| prefix.split('.').collect())
        .unwrap_or_default();
    if !labels.iter().all(|label| is_label(label)) || !is_key_name(name, prefix.is_some()) {
        return Some(format!(
            "{key:?} is no `_meta` key: write `\"com.example/name\"`, labels that begin with a letter, `/`, then a name of letters, digits, `-`, `_` and `.` ({SPEC})"
        ));
    }
    let reserved = |label: Option<&&str>| matches!(label, Some(&("mcp" | "modelcontextprotocol")));
    let before_last = labels.len().checked_sub(2).and_then(|n| labels.get(n));
    if reserved(labels.get(1)) || reserved(before_last) {
        return Some(format!(
            "the prefix of {key:?} is reserved for MCP itself: write one of your own, such as `\"com.example/{name}\"` ({SPEC})"
        ));
    }
    if prefix.is_none() && matches!(name, "traceparent" | "tracestate" | "baggage") {
        return Some(format!(
            "{key:?} is reserved for the trace context of a request: write a key with a prefix of your own, such as `\"com.example/{name}\"` ({SPEC})"
        ));
    }
    None
}

fn is_label(label: &str) -> bool {
    label.starts_with(|c: char| c.is_ascii_alphabetic())
        && label.ends_with(|c: char| c.is_ascii_alphanumeric())
        && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
}

fn is_key_name(name: &str, may_be_empty: bool) -> bool {
    if name.is_empty() {
        return may_be_empty;
    }
    name.starts_with(|c: char| c.is_ascii_alphanumeric())
        && name.ends_with(|c: char| c.is_ascii_alphanumeric())
        && name
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_follow_the_specification() {
        for key in [
            "a",
            "com.example/a",
            "x-1.b2/c_d-e.f",
            "com.example/",
            "tracestates",
            "mcp/a",
        ] {
            assert_eq!(key_problem(key), None, "{key}");
        }
        for key in [
            "", "a b", "-a", "a-", "/a", "1a.com/b", "a-.com/b", "a..b/c", "a/b/c", "é",
        ] {
            let problem = key_problem(key).unwrap_or_default();
            assert!(problem.contains("is no `_meta` key"), "{key}: {problem}");
        }
        for key in [
            "io.modelcontextprotocol/a",
            "mcp.dev/a",
            "modelcontextprotocol.io/x",
            "com.mcp.tools/a",
            "tools.mcp.com/",
        ] {
            let problem = key_problem(key).unwrap_or_default();
            assert!(problem.contains("reserved for MCP"), "{key}: {problem}");
        }
        assert!(key_problem("baggage").is_some_and(|p| p.contains("trace context")));
        assert_eq!(key_problem("com.example/baggage"), None);
    }

    #[test]
    fn text_is_escaped_as_json_wants_it() {
        let mut out = String::new();
        write_text("a\"\\\n\u{1}é", &mut out);
        assert_eq!(out, "\"a\\\"\\\\\\n\\u0001é\"");
    }
}
