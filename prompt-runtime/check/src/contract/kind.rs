use crate::pages::{labelled, with_pages};

with_pages! {
    /// The kind of a difference between two contracts.
    ///
    ChangeKind, "kinds.md":
    PromptRemoved "prompt-removed",
    PromptRenamed "prompt-renamed",
    PromptAliasRemoved "prompt-alias-removed",
    NameFolds "name-folds",
    ArgumentRemoved "argument-removed",
    ArgumentRenamed "argument-renamed",
    ArgumentAliasRemoved "argument-alias-removed",
    ArgumentReordered "argument-reordered",
    ArgumentInserted "argument-inserted",
    ArgumentAddedRequired "argument-added-required",
    ArgumentMadeRequired "argument-made-required",
    ValueRemoved "value-removed",
    TypeNarrowed "type-narrowed",
    LimitTightened "limit-tightened",
    SeparatorChanged "separator-changed",
    UndeclaredRefused "undeclared-refused",
    PromptAdded "prompt-added",
    PromptRenamedWithAlias "prompt-renamed-with-alias",
    PromptAliasAdded "prompt-alias-added",
    PromptDeprecated "prompt-deprecated",
    PromptUndeprecated "prompt-undeprecated",
    PromptRetired "prompt-retired",
    ArgumentAdded "argument-added",
    ArgumentRenamedWithAlias "argument-renamed-with-alias",
    ArgumentAliasAdded "argument-alias-added",
    ArgumentMadeOptional "argument-made-optional",
    DefaultChanged "default-changed",
    ValueAdded "value-added",
    TypeWidened "type-widened",
    LimitRelaxed "limit-relaxed",
    UndeclaredIgnored "undeclared-ignored",
}

impl ChangeKind {
    /// Returns `true` if a change of this kind breaks a saved call. The breaking kinds come first.
    #[must_use]
    pub const fn is_breaking(self) -> bool {
        (self as u8) < (Self::PromptAdded as u8)
    }

    /// The calls or users that the change breaks, and the effect. `None` for an addition.
    #[must_use]
    pub fn affected(self) -> Option<&'static str> {
        labelled(self.page(), "Affected: ")
    }

    /// The way to make the change without breaking a call. `old-name` in it stands for the old name or value. `None` for an addition.
    #[must_use]
    pub fn remedy(self) -> Option<&'static str> {
        labelled(self.page(), "Remedy: ")
    }
}
