use crate::message::GetPromptResult;
use prompt_syntax::text::invisible;
use std::borrow::Cow;

/// What the registry does with characters that a person cannot see, in the arguments of a request and in the texts of a result: its
/// description, text content, the text of embedded resources, and the name, title and description of resource links.
///
/// Meant are tag characters (U+E0000 to U+E007F), bidirectional embeddings, overrides and isolates, U+200B, U+2060 and U+FEFF.
/// Tag characters spell out hidden ASCII text that models read, and no living script uses them, so the default refuses them
/// alone; the others occur in text that people paste in good faith.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum InvisibleText {
    /// Refuses tag characters and lets everything else pass. Flags of regions (U+1F3F4 followed by tags) are refused too.
    #[default]
    RejectTags,
    /// Refuses all of them: -32602 for an argument, -32603 for a result.
    Reject,
    /// Removes all of them.
    Strip,
    /// Lets all of them pass.
    Allow,
}

impl InvisibleText {
    /// The first character of `text` that is refused.
    pub(crate) fn refuses(self, text: &str) -> Option<char> {
        match self {
            Self::RejectTags => from_tag(text).chars().find(|c| is_tag(*c)),
            Self::Reject => from_invisible(text)
                .chars()
                .find(|c| invisible(*c).is_some()),
            Self::Strip | Self::Allow => None,
        }
    }

    /// The text without what is removed.
    pub(crate) fn strips(self, text: &str) -> Option<String> {
        let found = |text| from_invisible(text).chars().any(|c| invisible(c).is_some());
        (self == Self::Strip && found(text))
            .then(|| text.chars().filter(|c| invisible(*c).is_none()).collect())
    }

    pub(crate) fn is_strip(self) -> bool {
        self == Self::Strip
    }

    /// Applies the policy to every text of a result; a sentence for the author when one is refused.
    pub(crate) fn apply(self, result: &mut GetPromptResult) -> Result<(), Cow<'static, str>> {
        if let Some(description) = &mut result.description {
            self.apply_to(description).map_err(|found| {
                format!("the description holds the invisible character {found}")
            })?;
        }
        for (index, message) in result.messages.iter_mut().enumerate() {
            for text in message.content_mut().texts_mut() {
                self.apply_to(text).map_err(|found| {
                    format!(
                        "message {} holds the invisible character {found}",
                        index + 1
                    )
                })?;
            }
        }
        Ok(())
    }

    fn apply_to(self, text: &mut Cow<'static, str>) -> Result<(), String> {
        if let Some(found) = self.refuses(text) {
            return Err(format!("U+{:04X}", u32::from(found)));
        }
        if let Some(stripped) = self.strips(text) {
            *text = Cow::Owned(stripped);
        }
        Ok(())
    }
}

/// The text from the first byte on that a tag character begins with in UTF-8; most text has none, and is passed over at once.
fn from_tag(text: &str) -> &str {
    // Most texts are short: names, choices, numbers. Std tells of those word by word whether there is anything to look for.
    let start = if text.len() < 32 {
        (!text.is_ascii()).then_some(0)
    } else {
        memchr::memchr(0xF3, text.as_bytes())
    };
    start
        .and_then(|start| text.get(start..))
        .unwrap_or_default()
}

/// The text from the first byte on that an invisible character begins with in UTF-8.
fn from_invisible(text: &str) -> &str {
    let start = memchr::memchr3(0xE2, 0xEF, 0xF3, text.as_bytes()).unwrap_or(text.len());
    text.get(start..).unwrap_or_default()
}

fn is_tag(c: char) -> bool {
    matches!(c, '\u{E0000}'..='\u{E007F}')
}
