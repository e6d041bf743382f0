use super::{ContentBlock, IntoContent, JsonObject, Role, Text};
use crate::prompt_error::PromptError;
use crate::text::InvisibleText;
use prompt_syntax::text::is_blank;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt;

/// One message of a prompt: a role and exactly one piece of content.
///
/// Specification: server/prompts, "Data Types".
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct PromptMessage {
    role: Role,
    content: ContentBlock,
    /// `true` for an assistant message that the model continues. This flag is not sent, because MCP has no field for it.
    #[serde(skip)]
    prefill: bool,
}

impl PartialEq for PromptMessage {
    /// Compares only the fields that are sent.
    fn eq(&self, other: &Self) -> bool {
        self.role == other.role && self.content == other.content
    }
}

impl PromptMessage {
    /// Creates a user message.
    pub fn user(content: impl IntoContent) -> Self {
        Self {
            role: Role::User,
            content: content.into_content(),
            prefill: false,
        }
    }

    /// Creates an assistant message, as an example for the model. For the last message see [`prefill`](Self::prefill).
    pub fn assistant(content: impl IntoContent) -> Self {
        Self {
            role: Role::Assistant,
            content: content.into_content(),
            prefill: false,
        }
    }

    /// Creates the beginning of the model's answer, which the model continues. Only the last message can be a prefill.
    pub fn prefill(content: impl IntoContent) -> Self {
        Self {
            prefill: true,
            ..Self::assistant(content)
        }
    }

    /// The role.
    #[must_use]
    pub fn role(&self) -> Role {
        self.role
    }

    /// The content.
    #[must_use]
    pub fn content(&self) -> &ContentBlock {
        &self.content
    }

    /// Returns `true` for a message created by [`prefill`](Self::prefill). Clients do not receive this property.
    #[must_use]
    pub fn is_prefill(&self) -> bool {
        self.prefill
    }

    /// Returns the role and the content by value: the fields that are sent.
    #[must_use]
    pub fn into_parts(self) -> (Role, ContentBlock) {
        (self.role, self.content)
    }

    pub(crate) fn content_mut(&mut self) -> &mut ContentBlock {
        &mut self.content
    }
}

/// The result of `prompts/get`: a conversation for the host to start with.
///
/// `Display` prints it for a person. Its serde form is the JSON of revision 2025-11-25.
///
/// Specification: server/prompts, "Getting a Prompt".
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GetPromptResult {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) description: Option<Text>,
    pub(crate) messages: Vec<PromptMessage>,
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub(crate) meta: Option<Box<JsonObject>>,
}

impl GetPromptResult {
    /// Creates a result with these messages. The registry checks the rules of conversations when it answers.
    pub fn new(messages: impl IntoIterator<Item = PromptMessage>) -> Self {
        Self {
            description: None,
            messages: messages.into_iter().collect(),
            meta: None,
        }
    }

    /// Sets the description of this conversation.
    #[must_use]
    pub fn with_description(mut self, description: impl Into<Text>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// Attaches `_meta`.
    #[must_use]
    pub fn with_meta(mut self, meta: JsonObject) -> Self {
        self.meta = Some(Box::new(meta));
        self
    }

    /// The description of this conversation.
    #[must_use]
    pub fn description(&self) -> Option<&str> {
        self.description.as_deref()
    }

    /// The messages, in order.
    #[must_use]
    pub fn messages(&self) -> &[PromptMessage] {
        &self.messages
    }

    /// The `_meta`.
    #[must_use]
    pub fn meta(&self) -> Option<&JsonObject> {
        self.meta.as_deref()
    }

    /// Returns the messages by value.
    #[must_use]
    pub fn into_messages(self) -> Vec<PromptMessage> {
        self.messages
    }

    /// Returns the description, the messages and the `_meta` by value, for conversion into the type of another library.
    #[must_use]
    pub fn into_parts(
        self,
    ) -> (
        Option<Cow<'static, str>>,
        Vec<PromptMessage>,
        Option<JsonObject>,
    ) {
        (self.description, self.messages, self.meta.map(|meta| *meta))
    }

    /// Returns `true` for the result of nearly every call: text messages that pass every check, with one look at each text. `false` only
    /// means that the result needs a closer check.
    pub(crate) fn is_plain(&self, policy: InvisibleText) -> bool {
        let plain = |message: &PromptMessage| {
            let text = message.content.as_text();
            !message.prefill && text.is_some_and(|text| shows_at_once(text) && policy.accepts(text))
        };
        !self.messages.is_empty()
            && self.messages.iter().all(plain)
            && self.description().is_none_or(|text| policy.accepts(text))
    }

    /// Checks the rules of conversations. Returns a sentence for the author if a rule is broken.
    pub(crate) fn check(&self) -> Result<(), Cow<'static, str>> {
        if self.messages.is_empty() {
            return Err(
                "the conversation has no messages; return at least one user message".into(),
            );
        }
        for (index, message) in self.messages.iter().enumerate() {
            let number = index + 1;
            if message.content.as_text().is_some_and(is_blank) {
                return Err(format!("message {number} has no text; leave it out or give it text; where it is made of an argument that may be empty, write `#[arg(non_empty)]`").into());
            }
            let following = self.messages.len() - number;
            if message.prefill && following > 0 {
                return Err(format!("message {number} is a prefill, but {following} more follow; only the last message can be one").into());
            }
        }
        Ok(())
    }
}

/// Returns `true` for a text that begins with a visible ASCII character and therefore is not blank.
fn shows_at_once(text: &str) -> bool {
    text.bytes()
        .next()
        .is_some_and(|byte| byte.is_ascii_graphic())
}

impl InvisibleText {
    /// Applies the policy to every text of a result. Returns a sentence for the author if a text is rejected.
    pub(crate) fn apply(self, result: &mut GetPromptResult) -> Result<(), Cow<'static, str>> {
        if let Some(description) = &mut result.description {
            self.apply_to(description)
                .map_err(|found| format!("the description contains {found}"))?;
        }
        for (index, message) in result.messages.iter_mut().enumerate() {
            for text in message.content_mut().texts_mut() {
                self.apply_to(text)
                    .map_err(|found| format!("message {} contains {found}", index + 1))?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for GetPromptResult {
    /// Prints the conversation for a person: the description, then each message under its role. Media are shown as kind, MIME type and
    /// size.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(description) = &self.description {
            writeln!(f, "# {description}")?;
        }
        for (index, message) in self.messages.iter().enumerate() {
            if index > 0 || self.description.is_some() {
                writeln!(f)?;
            }
            let role = if message.prefill {
                "assistant, to be continued"
            } else {
                &message.role.to_string()
            };
            writeln!(f, "[{role}]\n{}", message.content)?;
        }
        Ok(())
    }
}

impl fmt::Display for ContentBlock {
    /// Prints text unchanged, and any other content as one line in angle brackets, with the size in bytes before encoding.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(content) => f.write_str(content.text()),
            Self::Image(image) => {
                write!(f, "<image {}, {} bytes>", image.mime_type(), image.size())
            }
            Self::Audio(audio) => {
                write!(f, "<audio {}, {} bytes>", audio.mime_type(), audio.size())
            }
            Self::ResourceLink(link) => write!(f, "<link {} {}>", link.name(), link.uri()),
            Self::Resource(resource) => {
                let contents = resource.contents();
                write!(
                    f,
                    "<resource {} {}, {} bytes>",
                    contents.uri(),
                    contents.mime_type().unwrap_or("of unknown type"),
                    contents.size()
                )?;
                match contents {
                    super::ResourceContents::Text { text, .. } => write!(f, "\n{text}"),
                    super::ResourceContents::Blob { .. } => Ok(()),
                }
            }
            Self::Other(_) => write!(f, "<{}>", self.kind()),
        }
    }
}

/// Marks the result types that this crate implements [`IntoPromptResult`] for.
#[derive(Debug)]
#[non_exhaustive]
pub struct Native;

/// A return type of a prompt function: text (one user message), a message, messages, a whole result, or a `Result` of these.
///
/// `Via` is always inferred. It lets an edge implement the trait for the types of its server library, with a marker of its own.
#[diagnostic::on_unimplemented(
    message = "a prompt cannot return `{Self}`",
    label = "not a prompt result",
    note = "write `String` for one user message, or `GetPromptResult` and `messages! {{ … }}` for several; also `&str`, `PromptMessage`, `Vec<PromptMessage>`, or a `Result` of one of these",
    note = "the result types of a server library need the crate that adapts it, with the feature for its version"
)]
pub trait IntoPromptResult<Via = Native> {
    /// Converts into the result.
    ///
    /// # Errors
    /// The prompt's own error.
    fn into_prompt_result(self) -> Result<GetPromptResult, PromptError>;
}

impl IntoPromptResult for GetPromptResult {
    fn into_prompt_result(self) -> Result<GetPromptResult, PromptError> {
        Ok(self)
    }
}

impl IntoPromptResult for Vec<PromptMessage> {
    fn into_prompt_result(self) -> Result<GetPromptResult, PromptError> {
        Ok(GetPromptResult {
            description: None,
            messages: self,
            meta: None,
        })
    }
}

impl IntoPromptResult for PromptMessage {
    fn into_prompt_result(self) -> Result<GetPromptResult, PromptError> {
        Ok(GetPromptResult::new([self]))
    }
}

macro_rules! one_user_message {
    ($($text:ty),*) => {$(
        impl IntoPromptResult for $text {
            fn into_prompt_result(self) -> Result<GetPromptResult, PromptError> {
                PromptMessage::user(self).into_prompt_result()
            }
        }
    )*};
}
one_user_message!(&str, String, Cow<'_, str>);

impl<Via, T: IntoPromptResult<Via>, E: IntoPromptError> IntoPromptResult<Via> for Result<T, E> {
    fn into_prompt_result(self) -> Result<GetPromptResult, PromptError> {
        self.map_err(E::into_prompt_error)?.into_prompt_result()
    }
}

/// An error that a prompt can return. It replaces the bound `Into<PromptError>`, whose compile error lists traits of the standard library.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the error of a prompt",
    label = "not an error of a prompt",
    note = "write `PromptError`, `String`, `Box<dyn std::error::Error + Send + Sync>`, or a type that implements `std::error::Error + Send + Sync`"
)]
pub trait IntoPromptError {
    fn into_prompt_error(self) -> PromptError;
}

#[diagnostic::do_not_recommend]
impl<E: Into<PromptError>> IntoPromptError for E {
    fn into_prompt_error(self) -> PromptError {
        self.into()
    }
}
