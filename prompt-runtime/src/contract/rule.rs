use crate::pages::{labelled, section};
use std::fmt;

/// The pages of all rules, one section each.
const PAGES: &str = include_str!("../docs/contract/rules.md");

macro_rules! rules {
    ($($(#[$doc:meta])* $name:ident $id:literal $breaking:literal;)*) => {
        #[doc = include_str!("../docs/contract/rules.md")]
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Rule {
            $($(#[$doc])* $name,)*
        }

        impl Rule {
            /// All rules: first those for what breaks, then those for additions.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// The id, which stays the same from version to version.
            #[must_use]
            pub const fn id(self) -> &'static str {
                match self { $(Self::$name => $id),* }
            }

            /// Whether what it finds breaks a saved invocation.
            #[must_use]
            pub const fn is_breaking(self) -> bool {
                match self { $(Self::$name => $breaking),* }
            }
        }
    };
}
rules! {
    /// A prompt is gone that was not deprecated in the file.
    PromptRemoved "prompt-removed" true;
    /// A prompt is gone, and a new one has the same arguments.
    PromptRenamed "prompt-renamed" true;
    /// A former name of a prompt no longer answers.
    PromptAliasRemoved "prompt-alias-removed" true;
    /// A new name is one to hosts with another name.
    NameFolds "name-folds" true;
    /// An argument is gone.
    ArgumentRemoved "argument-removed" true;
    /// An argument is gone, and one like it stands in its place.
    ArgumentRenamed "argument-renamed" true;
    /// A former name of an argument no longer answers.
    ArgumentAliasRemoved "argument-alias-removed" true;
    /// The arguments stand in another order.
    ArgumentReordered "argument-reordered" true;
    /// A new optional argument stands before one that was there.
    ArgumentInserted "argument-inserted" true;
    /// A new argument must be given.
    ArgumentAddedRequired "argument-added-required" true;
    /// An argument that could be left out must be given.
    ArgumentMadeRequired "argument-made-required" true;
    /// An allowed value is gone.
    ValueRemoved "value-removed" true;
    /// The type of an argument accepts less, or something else.
    TypeNarrowed "type-narrowed" true;
    /// A limit of an argument accepts less.
    LimitTightened "limit-tightened" true;
    /// The items of a list are separated by something else.
    SeparatorChanged "separator-changed" true;
    /// Arguments that a prompt does not declare are no longer passed over.
    UndeclaredRefused "undeclared-refused" true;
    /// There is a new prompt.
    PromptAdded "prompt-added" false;
    /// A prompt has a new name, and the old one still answers.
    PromptRenamedWithAlias "prompt-renamed-with-alias" false;
    /// A prompt answers to one more name.
    PromptAliasAdded "prompt-alias-added" false;
    /// A prompt is deprecated now, or since another version.
    PromptDeprecated "prompt-deprecated" false;
    /// A prompt is no longer deprecated.
    PromptUndeprecated "prompt-undeprecated" false;
    /// A prompt is gone that was deprecated in the file.
    PromptRetired "prompt-retired" false;
    /// There is a new optional argument at the end.
    ArgumentAdded "argument-added" false;
    /// An argument has a new name, and the old one still answers.
    ArgumentRenamedWithAlias "argument-renamed-with-alias" false;
    /// An argument answers to one more name.
    ArgumentAliasAdded "argument-alias-added" false;
    /// An argument that had to be given can be left out.
    ArgumentMadeOptional "argument-made-optional" false;
    /// An optional argument has a default now, or none any more.
    DefaultChanged "default-changed" false;
    /// There is one more allowed value.
    ValueAdded "value-added" false;
    /// The type of an argument accepts more.
    TypeWidened "type-widened" false;
    /// A limit of an argument accepts more.
    LimitRelaxed "limit-relaxed" false;
    /// Arguments that a prompt does not declare are passed over now.
    UndeclaredIgnored "undeclared-ignored" false;
}

impl Rule {
    /// The rule with this id.
    #[must_use]
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|rule| rule.id() == id)
    }

    /// Its page, in Markdown: what it finds, who is hurt, the way out.
    #[must_use]
    pub fn page(self) -> &'static str {
        section(PAGES, self.id())
    }

    /// Who is hurt, and how; nothing for an addition.
    #[must_use]
    pub fn hurts(self) -> Option<&'static str> {
        labelled(self.page(), "Hurts: ")
    }

    /// What to do instead; nothing for an addition.
    #[must_use]
    pub fn way_out(self) -> Option<&'static str> {
        labelled(self.page(), "Way out: ")
    }
}

impl fmt::Display for Rule {
    /// The id.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}
