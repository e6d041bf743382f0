//! Collects the texts of a definition that the macro knows, for one literal in place of an expression for each.

use super::model::{Kind, Parameter, Prompt};
use super::parse::ArgKeys;
use crate::contents::TemplateText;
use crate::doc::{Doc, Piece};
use crate::text::Text;
use prompt_syntax::packed::pack;
use syn::LitStr;

/// The texts of a definition as one literal: the description, then the arguments, then the texts of the conversation. A part with a
/// property that the literal cannot express is left out, and written as a field.
pub(super) struct Plain {
    pub(super) packed: String,
    pub(super) has_description: bool,
    pub(super) has_arguments: bool,
    pub(super) has_texts: bool,
}

type Triple = [String; 3];

impl Plain {
    pub(super) fn of(prompt: &Prompt) -> Self {
        let description = description(prompt.description.as_ref(), &prompt.doc);
        let arguments = arguments(&prompt.parameters);
        let texts = texts(&prompt.contents.texts);
        let (has_description, has_arguments, has_texts) =
            (description.is_some(), arguments.is_some(), texts.is_some());
        let first = [
            description.unwrap_or_default(),
            String::new(),
            String::new(),
        ];
        let triples = std::iter::once(first)
            .chain(arguments.into_iter().flatten())
            .chain(texts.into_iter().flatten());
        match pack(triples) {
            Some(packed) => Self {
                packed,
                has_description,
                has_arguments,
                has_texts,
            },
            None => Self {
                packed: String::new(),
                has_description: false,
                has_arguments: false,
                has_texts: false,
            },
        }
    }
}

/// The description, empty if there is none. `None` if only the compiler knows its text.
fn description(key: Option<&Text>, doc: &Doc) -> Option<String> {
    match (key, doc.pieces.as_slice()) {
        (Some(Text::Literal(literal)), _) => Some(literal.value()),
        (None, []) => Some(String::new()),
        (None, [Piece::Text(text)]) => Some(text.clone()),
        _ => None,
    }
}

/// The name of each argument, its description, and `default` if it has one. `None` if an argument has another property.
fn arguments(parameters: &[Parameter]) -> Option<Vec<Triple>> {
    let mut arguments = Vec::new();
    for parameter in parameters {
        let name = match &parameter.kind {
            Kind::Argument(name) => name.as_ref()?,
            Kind::Arguments => return None,
            Kind::State | Kind::Context | Kind::Server => continue,
        };
        // Every key is named, so that a new one does not compile until it is decided.
        let ArgKeys {
            name: _,
            title: None,
            description: key,
            default,
            example: None,
            non_empty: None,
            max_len: None,
            min: None,
            max: None,
            values: None,
            complete: None,
            separator: None,
            aliases,
        } = &parameter.marks.keys
        else {
            return None;
        };
        if !aliases.is_empty() || !parameter.marks.cfgs.is_empty() {
            return None;
        }
        let description = description(key.as_ref(), &parameter.marks.doc)?;
        let default = if default.is_some() { "default" } else { "" };
        arguments.push([name.text.clone(), description, default.to_owned()]);
    }
    Some(arguments)
}

/// The role, the text and the line of each text. `None` if one is conditional or from a file.
fn texts(texts: &[TemplateText]) -> Option<Vec<Triple>> {
    let texts = texts.iter().map(|text| {
        let is_plain = text.cfgs.is_empty() && text.file.is_none();
        let written = text.text.as_ref().map(LitStr::value).unwrap_or_default();
        is_plain.then(|| [text.role.to_owned(), written, text.line.to_string()])
    });
    texts.collect()
}
