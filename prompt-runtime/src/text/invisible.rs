use prompt_syntax::text::hidden;
use std::borrow::Cow;

/// The policy of a registry for invisible characters. It applies to the arguments of a request and to all text that is sent: the
/// description of a result, text content, the text of embedded resources, the name, title and description of resource links, suggestions,
/// errors for the user, questions and progress messages.
///
/// These characters count as invisible: tag characters (U+E0000 to U+E007F), bidirectional embeddings, overrides and isolates, U+180E,
/// U+200B, U+2060 to U+2065, U+206A to U+206F, U+3164, U+FFA0, U+FEFF, U+FFF0 to U+FFFB, variation selectors that follow each other or a
/// character without variants, and all similar characters without a glyph. These are allowed: the emoji tag sequences of the flags of
/// England, Scotland and Wales, one U+FE0F after an emoji, and the joiners and marks that scripts need (U+200C to U+200F, U+061C).
///
/// An argument is rejected only if its invisible characters would be sent, in a result or in an error. The prompt may have run by then. The
/// error names the argument.
///
/// Tag characters can hide ASCII text that models read, and no living script uses them. Therefore the default rejects only these; the other
/// characters also occur in text that people paste in good faith.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum InvisibleText {
    /// Rejects tag characters and accepts all others.
    #[default]
    RejectTags,
    /// Rejects all invisible characters: -32602 for an argument, -32603 for a result.
    Reject,
    /// Removes all invisible characters.
    Strip,
    /// Accepts all invisible characters.
    Allow,
}

impl InvisibleText {
    /// Returns `true` if a quick search finds no characters that are rejected or removed.
    #[inline]
    pub(crate) fn accepts(self, text: &str) -> bool {
        match self {
            Self::RejectTags => !may_have_tags(text),
            Self::Reject | Self::Strip => text.is_ascii(),
            Self::Allow => true,
        }
    }

    /// Finds the first character of `text` that is rejected.
    pub(crate) fn refuses(self, text: &str) -> Option<char> {
        match self {
            Self::RejectTags if may_have_tags(text) => hidden(text)
                .map(|(_, c)| c)
                .find(|c| matches!(c, '\u{E0000}'..='\u{E007F}')),
            Self::Reject => hidden(text).next().map(|(_, c)| c),
            Self::RejectTags | Self::Strip | Self::Allow => None,
        }
    }

    /// Returns the text without its invisible characters, if it has any and the policy removes them.
    pub(crate) fn strips(self, text: &str) -> Option<String> {
        if self != Self::Strip {
            return None;
        }
        let mut hidden = hidden(text).peekable();
        hidden.peek()?;
        let shown = text
            .char_indices()
            .filter(|(at, _)| hidden.next_if(|(hidden_at, _)| hidden_at == at).is_none());
        Some(shown.map(|(_, c)| c).collect())
    }

    #[inline]
    pub(crate) fn is_strip(self) -> bool {
        self == Self::Strip
    }

    /// Applies the policy to a suggestion. Returns `false` if it is rejected.
    pub(crate) fn apply_to_suggestion(self, value: &mut String) -> bool {
        if let Some(stripped) = self.strips(value) {
            *value = stripped;
        }
        self.refuses(value).is_none()
    }

    /// Applies the policy to one text. Returns the name of a character that is rejected.
    pub(crate) fn apply_to(self, text: &mut Cow<'static, str>) -> Result<(), String> {
        if let Some(found) = self.refuses(text) {
            return Err(format!(
                "the invisible character U+{:04X}",
                u32::from(found)
            ));
        }
        if let Some(stripped) = self.strips(text) {
            *text = Cow::Owned(stripped);
        }
        Ok(())
    }
}

/// Searches for the first byte of a tag character in UTF-8. Most texts do not contain it, and this search runs at memory speed.
#[inline]
fn may_have_tags(text: &str) -> bool {
    // Most texts are short: names, choices, numbers. For those, `is_ascii` is faster than a call of `memchr`.
    if text.len() < 32 {
        !text.is_ascii()
    } else {
        memchr::memchr(0xF3, text.as_bytes()).is_some()
    }
}
