use super::call::{PromptCall, RuntimeRender};
#[cfg(feature = "prompt-files")]
use super::file_source::FileSource;
use super::library::PromptLibrary;
use crate::argument::{Argument, ArgumentInfo, Invocation, Lookup};
use crate::contain::contained;
use crate::definition::{
    Deprecation, EmbeddedFile, FileNotice, IconDefinition, Location, Outcome, PromptDefinition,
    Render, StateKey, TextDefinition,
};
use crate::future::BoxFuture;
use crate::message::JsonObject;
use crate::prompt::Prompt;
use crate::protocol::{Revision, shape};
use std::borrow::Cow;
#[cfg(feature = "prompt-files")]
use std::sync::Arc;
use std::sync::OnceLock;

/// A prompt in a registry, declared by a macro or created at run time.
#[derive(Debug)]
pub struct RegisteredPrompt {
    pub(super) listing: Prompt,
    pub(super) arguments: Vec<Argument>,
    pub(super) aliases: Vec<Cow<'static, str>>,
    pub(super) replaced_by: Option<Cow<'static, str>>,
    pub(super) source: Source,
    pub(super) json: ListingJson,
}

/// The listing as JSON text, once for each form of the protocol. It is created on first use.
#[derive(Debug, Default)]
pub(super) struct ListingJson([OnceLock<String>; Revision::LISTING_SHAPES]);

#[derive(Debug)]
pub(super) enum Source {
    Declared(&'static PromptDefinition),
    Runtime(RuntimeRender),
    #[cfg(feature = "prompt-files")]
    File(Arc<FileSource>),
}

/// The source of a prompt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Origin {
    /// A function.
    Function,
    /// A prompt file, embedded or read at run time.
    File,
    /// Code that creates the prompt at run time.
    Code,
}

/// The outcome of a call, either ready or to be awaited.
pub(super) enum CallOutcome<'a> {
    Done(Outcome),
    Later(BoxFuture<'a, Outcome>),
}

impl RegisteredPrompt {
    /// Registers a declared prompt under the name from its library, or under its own name.
    pub(super) fn declared(
        definition: &'static PromptDefinition,
        library: Option<&PromptLibrary>,
        lookup: Lookup<'_>,
    ) -> Self {
        let name = |name: &'static str| {
            library.map_or(Cow::Borrowed(name), |library| library.renamed(name))
        };
        let replaced_by = definition.replaced_by.and_then(|prompt| match library {
            None => Some(Cow::Borrowed(prompt.name)),
            Some(library) => library.replacement(prompt),
        });
        let mut arguments: Vec<Argument> = definition.arguments().collect();
        let info = argument_info(definition.render, &arguments, lookup);
        for (argument, info) in arguments.iter_mut().zip(info) {
            argument.learn(info);
        }
        let listing = Prompt {
            name: name(definition.name),
            title: definition.title.map(Cow::Borrowed),
            description: described(definition, replaced_by.as_deref()),
            arguments: arguments.iter().map(Argument::listed).collect(),
            icons: definition.icons.iter().map(IconDefinition::icon).collect(),
            meta: meta(definition, replaced_by.as_deref()).map(Box::new),
        };
        let aliases = definition.aliases.iter().copied().map(name).collect();
        Self {
            listing,
            arguments,
            aliases,
            replaced_by,
            source: Source::Declared(definition),
            json: ListingJson::default(),
        }
    }

    /// Calls the prompt. Returns `None` if arguments were rejected; the invocation then has the problems.
    pub(super) fn call<'a>(&self, invocation: &mut Invocation<'a>) -> Option<CallOutcome<'a>> {
        match &self.source {
            Source::Declared(definition) => match definition.render {
                Render::Sync(render) => render(invocation).map(CallOutcome::Done),
                Render::Async(render) => render(invocation).map(CallOutcome::Later),
            },
            Source::Runtime(render) => {
                let call = PromptCall::of(&self.arguments, invocation)?;
                Some(match render {
                    RuntimeRender::Sync(render) => CallOutcome::Done(render(&call)),
                    RuntimeRender::Async(render) => CallOutcome::Later(render(call)),
                })
            }
            #[cfg(feature = "prompt-files")]
            Source::File(file) => {
                let call = PromptCall::of(&self.arguments, invocation)?;
                Some(CallOutcome::Done(Ok(file.render(&call))))
            }
        }
    }

    /// Returns `true` if the prompt is an async function, or was created at run time with an async closure.
    #[must_use]
    pub fn is_async(&self) -> bool {
        match &self.source {
            Source::Declared(definition) => matches!(definition.render, Render::Async(_)),
            Source::Runtime(render) => matches!(render, RuntimeRender::Async(_)),
            #[cfg(feature = "prompt-files")]
            Source::File(_) => false,
        }
    }

    /// The prompt's entry in the listing.
    #[must_use]
    pub fn listing(&self) -> &Prompt {
        &self.listing
    }

    pub(crate) fn json(&self, revision: Revision) -> &str {
        let Some(made) = self.json.0.get(revision.listing_shape()) else {
            return "";
        };
        made.get_or_init(|| {
            let mut listing = self.listing.clone();
            shape::prompt(&mut listing, revision);
            // Serializing a struct of text cannot fail.
            serde_json::to_string(&listing).unwrap_or_default()
        })
    }

    /// The identifier that clients send.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.listing.name
    }

    /// The author's name of the prompt, without the namespace of a library.
    #[must_use]
    pub fn own_name(&self) -> &str {
        self.definition().map_or(self.name(), |it| it.name)
    }

    /// The arguments, in the order of declaration.
    #[must_use]
    pub fn arguments(&self) -> &[Argument] {
        &self.arguments
    }

    /// The argument with this name or former name.
    #[must_use]
    pub fn argument(&self, name: &str) -> Option<&Argument> {
        self.arguments.iter().find(|it| it.answers_to(name))
    }

    /// Former names, which still answer but are not listed.
    #[must_use]
    pub fn aliases(&self) -> &[Cow<'static, str>] {
        &self.aliases
    }

    /// The name and the former names.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.name()).chain(self.aliases.iter().map(AsRef::as_ref))
    }

    /// The definition that the macro wrote. `None` for a prompt created at run time.
    pub(crate) fn definition(&self) -> Option<&'static PromptDefinition> {
        match self.source {
            Source::Declared(definition) => Some(definition),
            #[cfg(feature = "prompt-files")]
            Source::File(..) => None,
            Source::Runtime(_) => None,
        }
    }

    /// The source of the prompt: a function, a file or run-time code.
    #[must_use]
    pub fn origin(&self) -> Origin {
        match &self.source {
            // A prompt from a file also embeds that file.
            Source::Declared(definition) => {
                if definition.embedded.iter().any(|file| file.kind == "prompt") {
                    Origin::File
                } else {
                    Origin::Function
                }
            }
            Source::Runtime(_) => Origin::Code,
            #[cfg(feature = "prompt-files")]
            Source::File(_) => Origin::File,
        }
    }

    /// The place of the declaration: in the source, or in a prompt file that was read at run time.
    #[must_use]
    pub fn location(&self) -> Location<'_> {
        match &self.source {
            Source::Declared(definition) => definition.location,
            Source::Runtime(_) => Location::NOWHERE,
            #[cfg(feature = "prompt-files")]
            Source::File(file) => file.location(),
        }
    }

    /// The deprecation of the prompt, if it is deprecated.
    #[must_use]
    pub fn deprecated(&self) -> Option<Deprecation> {
        self.definition()?.deprecated
    }

    /// The name of the replacement.
    #[must_use]
    pub fn replaced_by(&self) -> Option<&str> {
        self.replaced_by.as_deref()
    }

    /// The texts of the prompt, as written in the source. Empty if all text is built at run time.
    #[must_use]
    pub fn texts(&self) -> Vec<TextDefinition<'_>> {
        match &self.source {
            Source::Declared(definition) => definition.texts().collect(),
            Source::Runtime(_) => Vec::new(),
            #[cfg(feature = "prompt-files")]
            Source::File(file) => file.texts(),
        }
    }

    /// The files that the prompt embeds. Files embedded by functions that the prompt calls are not included.
    #[must_use]
    pub fn embedded_files(&self) -> Vec<EmbeddedFile<'_>> {
        match &self.source {
            Source::Declared(definition) => definition.embedded.to_vec(),
            Source::Runtime(_) => Vec::new(),
            #[cfg(feature = "prompt-files")]
            Source::File(file) => vec![file.embedded()],
        }
    }

    /// The parts of the prompt file that a prompt cannot honour, and its unused arguments.
    #[must_use]
    pub fn file_notices(&self) -> Vec<FileNotice<'_>> {
        match &self.source {
            Source::Declared(definition) => definition.file_notices.to_vec(),
            Source::Runtime(_) => Vec::new(),
            #[cfg(feature = "prompt-files")]
            Source::File(file) => file.notices(),
        }
    }

    /// The ids of advice that does not apply, as given with `allow`.
    #[must_use]
    pub fn allowed_advice(&self) -> Vec<&str> {
        match &self.source {
            Source::Declared(definition) => definition.allowed_advice.to_vec(),
            Source::Runtime(_) => Vec::new(),
            #[cfg(feature = "prompt-files")]
            Source::File(file) => file.allow.iter().map(String::as_str).collect(),
        }
    }

    /// The author's description, without the deprecation note that the listing adds.
    #[must_use]
    pub fn description(&self) -> Option<&str> {
        match self.definition() {
            Some(definition) => definition.description(),
            None => self.listing.description.as_deref(),
        }
    }

    /// The names of the state types that the prompt asks for, as printed by the compiler.
    pub fn state_names(&self) -> impl Iterator<Item = &'static str> {
        self.state().iter().map(|key| (key.name)())
    }

    pub(crate) fn state(&self) -> &'static [StateKey] {
        self.definition().map_or(&[], |definition| definition.state)
    }
}

/// Evaluates the defaults of the arguments without calling the function. If a default panics, the evaluation continues with the others.
fn argument_info(render: Render, arguments: &[Argument], lookup: Lookup<'_>) -> Vec<ArgumentInfo> {
    let mut known = Vec::new();
    loop {
        let mut invocation = Invocation::describing(arguments, lookup, known);
        let asked = contained(|| match render {
            Render::Sync(render) => drop(render(&mut invocation)),
            Render::Async(render) => drop(render(&mut invocation)),
        });
        let again = asked.is_err() && invocation.default_panicked();
        known = invocation.into_info();
        if !again {
            return known;
        }
    }
}

fn meta(definition: &PromptDefinition, replaced_by: Option<&str>) -> Option<JsonObject> {
    // The macro has checked that this text is a JSON object.
    let authors: Option<JsonObject> = definition
        .meta
        .and_then(|text| serde_json::from_str(text).ok());
    let Some(Deprecation { since, note }) = definition.deprecated else {
        return authors;
    };
    let known = [
        ("since", since),
        ("note", note),
        ("replacedBy", replaced_by),
    ];
    let deprecation: JsonObject = known
        .into_iter()
        .filter_map(|(key, text)| Some((key.to_owned(), text?.into())))
        .collect();
    let mut meta = authors.unwrap_or_default();
    meta.entry(Deprecation::META_KEY)
        .or_insert_with(|| deprecation.into());
    Some(meta)
}

fn described(
    definition: &'static PromptDefinition,
    replaced_by: Option<&str>,
) -> Option<Cow<'static, str>> {
    let Some(Deprecation { since, note }) = definition.deprecated else {
        return definition.description().map(Cow::Borrowed);
    };
    let mut text = String::from("Deprecated");
    if let Some(since) = since {
        text.push_str(" since ");
        text.push_str(since);
    }
    if let Some(advice) = note
        .map(Cow::Borrowed)
        .or_else(|| replaced_by.map(|name| format!("use {name}").into()))
    {
        text.push_str(": ");
        text.push_str(&advice);
    }
    if let Some(description) = definition.description() {
        text.push_str("\n\n");
        text.push_str(description);
    }
    Some(text.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deprecation_is_in_meta_beside_what_the_author_says() {
        static OTHER: PromptDefinition = PromptDefinition {
            name: "other",
            ..PromptDefinition::NEW
        };
        let meta = |definition: &PromptDefinition| {
            let replaced_by = definition.replaced_by.map(PromptDefinition::name);
            meta(definition, replaced_by).map(|meta| serde_json::Value::Object(meta).to_string())
        };
        assert_eq!(meta(&OTHER), None);
        let bare = PromptDefinition {
            deprecated: Some(Deprecation::new(None, None)),
            ..PromptDefinition::NEW
        };
        assert_eq!(
            meta(&bare).as_deref(),
            Some(r#"{"io.github.prompt-runtime/deprecated":{}}"#)
        );
        let full = PromptDefinition {
            deprecated: Some(Deprecation::new(Some("1.2.0"), Some("use other"))),
            replaced_by: Some(&OTHER),
            meta: Some(r#"{"a.example/b":1}"#),
            ..PromptDefinition::NEW
        };
        let expected = serde_json::json!({
            "a.example/b": 1,
            "io.github.prompt-runtime/deprecated":
                {"since": "1.2.0", "note": "use other", "replacedBy": "other"},
        });
        assert_eq!(meta(&full), Some(expected.to_string()));
    }
}
