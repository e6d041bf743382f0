use super::{ContentBlock, GetPromptResult, IntoContent, IntoPromptResult, PromptMessage, Text};
use crate::prompt_error::PromptError;
use std::fmt::{self, Write as _};

/// The functions that `messages!` calls. They are not generic, so that each turn costs the author's crate one call.
#[derive(Debug)]
pub struct Messages(GetPromptResult);

impl Messages {
    /// Reserves room for `turns` messages; loops may add more.
    #[must_use]
    pub fn new(turns: usize) -> Self {
        Self(GetPromptResult {
            description: None,
            messages: Vec::with_capacity(turns),
            meta: None,
        })
    }

    /// Sets the description.
    pub fn description(&mut self, text: fmt::Arguments<'_>) {
        self.0.description = Some(described(text));
    }

    /// Adds a user turn.
    pub fn user(&mut self, text: fmt::Arguments<'_>) {
        self.user_content(ContentBlock::text(render(text)));
    }

    /// Adds an assistant turn.
    pub fn assistant(&mut self, text: fmt::Arguments<'_>) {
        self.assistant_content(ContentBlock::text(render(text)));
    }

    /// Adds the turn that the model continues.
    pub fn prefill(&mut self, text: fmt::Arguments<'_>) {
        self.prefill_content(ContentBlock::text(render(text)));
    }

    /// Adds a user turn.
    pub fn user_content(&mut self, content: ContentBlock) {
        self.0.messages.push(PromptMessage::user(content));
    }

    /// Adds an assistant turn.
    pub fn assistant_content(&mut self, content: ContentBlock) {
        self.0.messages.push(PromptMessage::assistant(content));
    }

    /// Adds the turn that the model continues.
    pub fn prefill_content(&mut self, content: ContentBlock) {
        self.0.messages.push(PromptMessage::prefill(content));
    }

    /// Returns the conversation.
    #[must_use]
    pub fn finish(self) -> GetPromptResult {
        self.0
    }
}

/// A turn of a conversation that consists only of format strings.
#[derive(Debug, Clone, Copy)]
pub enum Turn<'a> {
    /// A user turn.
    User(fmt::Arguments<'a>),
    /// An assistant turn.
    Assistant(fmt::Arguments<'a>),
    /// The turn that the model continues.
    Prefill(fmt::Arguments<'a>),
}

/// Returns the conversation of these turns.
#[must_use]
pub fn straight(description: Option<fmt::Arguments<'_>>, turns: &[Turn<'_>]) -> GetPromptResult {
    let mut messages = Messages::new(turns.len());
    if let Some(text) = description {
        messages.description(text);
    }
    for turn in turns {
        match *turn {
            Turn::User(text) => messages.user(text),
            Turn::Assistant(text) => messages.assistant(text),
            Turn::Prefill(text) => messages.prefill(text),
        }
    }
    messages.finish()
}

/// Borrows a text without placeholders from the program, without a copy. Any other text is measured first, because a second pass over its
/// pieces costs less than moving a text that has outgrown its buffer.
fn render(text: fmt::Arguments<'_>) -> Text {
    if let Some(text) = text.as_str() {
        return Text::Borrowed(text);
    }
    let mut length = Length(0);
    let measured = length.write_fmt(text);
    let mut rendered = String::with_capacity(length.0);
    if measured.and_then(|()| rendered.write_fmt(text)).is_ok() {
        Text::Owned(rendered)
    } else {
        // If a `Display` implementation fails, std panics with its own message.
        Text::Owned(fmt::format(text))
    }
}

/// Renders a description, without measuring it first: nearly every description fits into the first buffer.
fn described(text: fmt::Arguments<'_>) -> Text {
    /// The bytes of the first buffer.
    const ROOM: usize = 96;
    if let Some(text) = text.as_str() {
        return Text::Borrowed(text);
    }
    let mut rendered = String::with_capacity(ROOM);
    if rendered.write_fmt(text).is_ok() {
        Text::Owned(rendered)
    } else {
        // As in `render`.
        Text::Owned(fmt::format(text))
    }
}

/// Counts the bytes that are written.
struct Length(usize);

impl fmt::Write for Length {
    #[inline]
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 += text.len();
        Ok(())
    }
}

/// Builds a conversation, for turns that [`messages!`](crate::messages) cannot express.
///
/// A prompt may return it directly. The registry checks the rules of conversations (at least one message, no empty text, nothing after a
/// [`prefill`](Self::prefill)) when it answers.
///
/// ```
/// use prompt_runtime::Conversation;
///
/// fn examples(issues: &[(&str, &str)]) -> Conversation {
///     let mut conversation = Conversation::new().description("Label an issue");
///     for (issue, label) in issues {
///         conversation = conversation.user(format!("Issue: {issue}")).assistant(*label);
///     }
///     conversation
/// }
///
/// let result = examples(&[("the page is blank", "bug")]).user("Issue: add dark mode").build();
/// assert_eq!(result.messages().len(), 3);
/// ```
#[derive(Debug, Clone, Default)]
pub struct Conversation {
    description: Option<Text>,
    messages: Vec<PromptMessage>,
}

impl Conversation {
    /// Creates a conversation without messages.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the description of the result.
    #[must_use]
    pub fn description(mut self, description: impl Into<Text>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// Adds a user message.
    #[must_use]
    pub fn user(self, content: impl IntoContent) -> Self {
        self.message(PromptMessage::user(content))
    }

    /// Adds an assistant message, as an example for the model.
    #[must_use]
    pub fn assistant(self, content: impl IntoContent) -> Self {
        self.message(PromptMessage::assistant(content))
    }

    /// Adds the beginning of the model's answer, which the model continues. It must be the last message.
    #[must_use]
    pub fn prefill(self, content: impl IntoContent) -> Self {
        self.message(PromptMessage::prefill(content))
    }

    /// Adds a message.
    #[must_use]
    pub fn message(mut self, message: PromptMessage) -> Self {
        self.messages.push(message);
        self
    }

    /// Adds pairs of a user message and the model's answer to it, as examples for the model.
    #[must_use]
    pub fn examples<U: IntoContent, A: IntoContent>(
        self,
        pairs: impl IntoIterator<Item = (U, A)>,
    ) -> Self {
        pairs.into_iter().fold(self, |it, (user, assistant)| {
            it.user(user).assistant(assistant)
        })
    }

    /// Returns the result.
    #[must_use]
    pub fn build(self) -> GetPromptResult {
        GetPromptResult {
            description: self.description,
            messages: self.messages,
            meta: None,
        }
    }
}

impl Extend<PromptMessage> for Conversation {
    fn extend<I: IntoIterator<Item = PromptMessage>>(&mut self, messages: I) {
        self.messages.extend(messages);
    }
}

impl IntoPromptResult for Conversation {
    fn into_prompt_result(self) -> Result<GetPromptResult, PromptError> {
        Ok(self.build())
    }
}
