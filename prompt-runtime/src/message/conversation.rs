use super::{ContentBlock, GetPromptResult, IntoContent, PromptMessage, Text};
use std::fmt;

/// What `messages!` expands to calls of. Not generic, so that each turn costs the author's crate one call.
#[derive(Debug)]
pub struct Messages(GetPromptResult);

impl Messages {
    /// Room for `turns` messages; loops may add more.
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
        self.0.description = Some(render(text));
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

    /// The conversation.
    #[must_use]
    pub fn finish(self) -> GetPromptResult {
        self.0
    }
}

/// A text without placeholders is borrowed from the program, not copied.
fn render(text: fmt::Arguments<'_>) -> Text {
    match text.as_str() {
        Some(text) => Text::Borrowed(text),
        None => Text::Owned(fmt::format(text)),
    }
}

/// A conversation built at run time, for turns that [`messages!`](crate::messages) cannot spell.
///
/// The types carry the rules: [`build`](Conversation::build) exists only where the last turn is the person's, and nothing can
/// follow a [`prefill`](Conversation::prefill). That no text is empty is checked when the registry hands the result out.
///
/// ```
/// use prompt_runtime::Conversation;
///
/// let result = Conversation::new()
///     .user("Issue: the page is blank")
///     .assistant("bug")
///     .user("Issue: add dark mode")
///     .build();
/// assert_eq!(result.messages().len(), 3);
/// ```
#[derive(Debug, Clone)]
pub struct Conversation<Last = Nothing> {
    result: GetPromptResult,
    last: std::marker::PhantomData<Last>,
}

/// The state of a [`Conversation`] without turns.
#[derive(Debug, Clone, Copy)]
pub struct Nothing;
/// The state of a [`Conversation`] whose last turn is the person's.
#[derive(Debug, Clone, Copy)]
pub struct User;
/// The state of a [`Conversation`] whose last turn is the model's.
#[derive(Debug, Clone, Copy)]
pub struct Assistant;

impl Conversation {
    /// A conversation without turns.
    #[must_use]
    pub fn new() -> Self {
        Self {
            result: GetPromptResult {
                description: None,
                messages: Vec::new(),
                meta: None,
            },
            last: std::marker::PhantomData,
        }
    }
}

impl Default for Conversation {
    fn default() -> Self {
        Self::new()
    }
}

impl<Last> Conversation<Last> {
    /// Says what this conversation is.
    #[must_use]
    pub fn description(mut self, description: impl Into<Text>) -> Self {
        self.result.description = Some(description.into());
        self
    }

    /// Adds a turn of the person.
    #[must_use]
    pub fn user(self, content: impl IntoContent) -> Conversation<User> {
        self.push(PromptMessage::user(content))
    }

    /// Adds a turn of the model, as an example for it.
    #[must_use]
    pub fn assistant(self, content: impl IntoContent) -> Conversation<Assistant> {
        self.push(PromptMessage::assistant(content))
    }

    /// Adds pairs of a person's turn and the model's answer: examples to learn from.
    #[must_use]
    pub fn examples<U: IntoContent, A: IntoContent>(
        mut self,
        pairs: impl IntoIterator<Item = (U, A)>,
    ) -> Conversation<Assistant> {
        for (user, assistant) in pairs {
            self.result.messages.push(PromptMessage::user(user));
            self.result
                .messages
                .push(PromptMessage::assistant(assistant));
        }
        Conversation {
            result: self.result,
            last: std::marker::PhantomData,
        }
    }

    /// Ends the conversation with the beginning of the model's answer, which it is meant to continue.
    #[must_use]
    pub fn prefill(self, content: impl IntoContent) -> GetPromptResult {
        self.push::<Assistant>(PromptMessage::prefill(content))
            .result
    }

    fn push<Next>(mut self, message: PromptMessage) -> Conversation<Next> {
        self.result.messages.push(message);
        Conversation {
            result: self.result,
            last: std::marker::PhantomData,
        }
    }
}

impl Conversation<User> {
    /// The result. Only a conversation whose last turn is the person's has this method.
    #[must_use]
    pub fn build(self) -> GetPromptResult {
        self.result
    }
}
