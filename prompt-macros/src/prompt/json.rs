//! `meta = { "key": value }`: a JSON object written in the attribute. Mistakes are reported at their place.

use crate::diagnostics::Errors;
use crate::keys::{separator, skip_element};
use proc_macro2::{Span, TokenTree};
use std::fmt::Write;
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::{Error, Ident, Lit, LitStr, Result, Token, token};

pub(crate) struct Object {
    pub(crate) span: Span,
    /// The keys of the outermost object.
    pub(crate) keys: Vec<LitStr>,
    /// The compact JSON text.
    pub(crate) json: String,
}

pub(crate) const NO_OBJECT: &str =
    "`meta` takes a JSON object: write `meta = { \"com.example/owner\": \"docs\" }`";

const EXAMPLE: &str = "`{ \"com.example/owner\": \"docs\" }`";

/// The maximum depth. The runtime's JSON reader allows 127 levels, and an answer has some levels around `_meta`.
const MOST_LEVELS: usize = 64;

impl Object {
    pub(crate) fn parse(input: ParseStream, errors: &mut Errors) -> Result<Self> {
        let span = input.span();
        if !input.peek(token::Brace) {
            return Err(Error::new(span, NO_OBJECT));
        }
        let mut writer = Writer {
            json: String::new(),
            errors,
        };
        let keys = writer.object(input, MOST_LEVELS)?;
        let json = writer.json;
        Ok(Self { span, keys, json })
    }
}

/// Writes JSON while reading the tokens.
struct Writer<'e> {
    json: String,
    errors: &'e mut Errors,
}

impl Writer<'_> {
    fn object(&mut self, input: ParseStream, levels: usize) -> Result<Vec<LitStr>> {
        let content;
        syn::braced!(content in input);
        let mut keys: Vec<LitStr> = Vec::new();
        self.elements(&content, '{', '}', |writer| {
            let key = key(&content)?;
            let text = key.value();
            if keys.iter().any(|other| other.value() == text) {
                let sentence = format!("the key {text:?} is given twice: keep one");
                writer.errors.at(key.span(), sentence);
            }
            writer.text(&text);
            writer.json.push(':');
            keys.push(key);
            writer.value(&content, levels)
        });
        Ok(keys)
    }

    fn elements(
        &mut self,
        content: ParseStream,
        open: char,
        close: char,
        mut element: impl FnMut(&mut Self) -> Result<()>,
    ) {
        self.json.push(open);
        while !content.is_empty() {
            if !self.json.ends_with(open) {
                self.json.push(',');
            }
            if let Err(error) = element(self) {
                self.errors.push(error);
                skip_element(content);
            }
            separator(content, self.errors, skip_element);
        }
        self.json.push(close);
    }

    fn value(&mut self, input: ParseStream, levels: usize) -> Result<()> {
        let levels = levels.saturating_sub(1);
        let span = input.span();
        let is_object = input.peek(token::Brace);
        if is_object || input.peek(token::Bracket) {
            if levels == 0 {
                let group: TokenTree = input.parse()?;
                let sentence = format!(
                    "`meta` is nested too deep, programs that read JSON give up: use at most {MOST_LEVELS} levels"
                );
                return Err(Error::new(group.span(), sentence));
            }
            if is_object {
                return self.object(input, levels).map(drop);
            }
            let content;
            syn::bracketed!(content in input);
            self.elements(&content, '[', ']', |writer| writer.value(&content, levels));
            return Ok(());
        }
        let refuse = || {
            Error::new(
                span,
                "a JSON value is a string, a number, `true`, `false`, `null`, a list in `[…]` or an object in `{…}`",
            )
        };
        if matches!(input.fork().call(Ident::parse_any), Ok(word) if word == "null") {
            input.call(Ident::parse_any)?;
            self.json.push_str("null");
            return Ok(());
        }
        let minus = input.parse::<Option<Token![-]>>()?.map_or("", |_| "-");
        match input.parse::<Lit>().map_err(|_| refuse())? {
            Lit::Str(text) if minus.is_empty() => self.text(&text.value()),
            Lit::Bool(word) if minus.is_empty() => self.json.push_str(&word.value.to_string()),
            Lit::Int(number) if number.suffix().is_empty() => {
                let word = format!("{minus}{}", number.base10_digits());
                if word.parse::<i64>().is_err() && word.parse::<u64>().is_err() {
                    let sentence = "this number is too large for programs that read JSON: write it as a string";
                    return Err(Error::new(span, sentence));
                }
                self.json.push_str(&word);
            }
            Lit::Float(number) if number.suffix().is_empty() => {
                match number.base10_parse::<f64>() {
                    Ok(value) if value.is_finite() => {
                        let word = format!("{minus}{value:?}");
                        self.json.push_str(&word);
                    }
                    _ => return Err(refuse()),
                }
            }
            _ => return Err(refuse()),
        }
        Ok(())
    }

    fn text(&mut self, text: &str) {
        self.json.push('"');
        for c in text.chars() {
            match c {
                '"' | '\\' => self.json.extend(['\\', c]),
                // Writing to a string cannot fail.
                c if u32::from(c) < 0x20 => drop(write!(self.json, "\\u{:04x}", u32::from(c))),
                c => self.json.push(c),
            }
        }
        self.json.push('"');
    }
}

fn key(input: ParseStream) -> Result<LitStr> {
    let key: LitStr = input.parse().map_err(|_| {
        let sentence = format!("a key of a JSON object is a string literal: write {EXAMPLE}");
        Error::new(input.span(), sentence)
    })?;
    let colon: Option<Token![:]> = input.parse()?;
    if colon.is_some() && !input.is_empty() {
        return Ok(key);
    }
    let sentence = format!("expected `:` and a value after this key: write {EXAMPLE}");
    Err(Error::new(key.span(), sentence))
}
