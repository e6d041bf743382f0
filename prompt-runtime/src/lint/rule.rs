use crate::pages::{labelled, section};
use crate::registry::Origin;
use std::fmt;

/// The pages of all rules, one section each.
const PAGES: &str = include_str!("../docs/lint/rules.md");

macro_rules! rules {
    ($($(#[$doc:meta])* $name:ident $id:literal;)*) => {
        #[doc = include_str!("../docs/lint/rules.md")]
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Rule {
            $($(#[$doc])* $name,)*
        }

        impl Rule {
            /// All rules.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// The id, which stays the same from version to version.
            #[must_use]
            pub const fn id(self) -> &'static str {
                match self { $(Self::$name => $id),* }
            }
        }
    };
}
rules! {
    /// The prompt has no description.
    MissingDescription "no-description";
    /// An argument has no description.
    MissingArgumentDescription "no-argument-description";
    /// The name could be anybody's.
    GenericName "generic-name";
    /// The name does not begin with what the prompt does.
    NameNotVerbFirst "name-not-verb-first";
    /// The name has more than 40 characters.
    LongName "long-name";
    /// The name of the prompt or of an argument has characters outside of ASCII.
    NonAsciiName "non-ascii-name";
    /// The title has white space.
    TitleWithWhiteSpace "title-with-white-space";
    /// More than one argument takes free text.
    SeveralFreeTexts "several-free-texts";
    /// An argument follows the one that takes free text.
    FreeTextNotLast "free-text-not-last";
    /// An argument that must be given follows one that can be left out.
    RequiredAfterOptional "required-after-optional";
    /// There are more than five arguments.
    ManyArguments "many-arguments";
    /// It is not said what the allowed values mean.
    UndescribedValues "undescribed-values";
    /// The answer has more than one message.
    SeveralMessages "several-messages";
    /// The answer has content other than text.
    NonTextContent "non-text-content";
    /// The answer ends on an assistant message.
    EndsOnAssistant "ends-on-assistant";
    /// The answer is longer than 100 KB.
    LongAnswer "long-answer";
    /// An argument makes no difference to the answer.
    UnusedArgument "unused-argument";
    /// Advice is allowed that does not exist.
    UnknownAdvice "unknown-advice";
}

impl Rule {
    /// The rule with this id.
    #[must_use]
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|rule| rule.id() == id)
    }

    /// Its page, in Markdown: what it finds, why, what to do instead.
    #[must_use]
    pub fn page(self) -> &'static str {
        section(PAGES, self.id())
    }

    /// Why it is advice, with what was reported about hosts.
    #[must_use]
    pub fn why(self) -> &'static str {
        labelled(self.page(), "Why: ").unwrap_or_default()
    }

    /// What to do instead, for a prompt that is a function.
    #[must_use]
    pub fn instead(self) -> &'static str {
        labelled(self.page(), "Instead: ").unwrap_or_default()
    }

    /// What to do instead in what the prompt is written in.
    pub(super) fn instead_in(self, origin: Origin) -> &'static str {
        let other = match origin {
            Origin::Function => None,
            Origin::File => labelled(self.page(), "In a prompt file: "),
            Origin::Code => labelled(self.page(), "Made at run time: "),
        };
        other.unwrap_or_else(|| self.instead())
    }

    /// How to allow it there.
    pub(super) fn way_to_allow(self, origin: Origin) -> String {
        match origin {
            Origin::Function => format!("#[prompt(allow(\"{self}\"))]"),
            Origin::File => format!("`allow: [{self}]` in the front matter"),
            Origin::Code => format!(
                "`.allow_advice([Rule::{self:?}])` on the registry's builder, for all its prompts"
            ),
        }
    }
}

impl fmt::Display for Rule {
    /// The id.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}
