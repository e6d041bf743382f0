use super::Level;
use crate::pages::{labelled, with_pages};
use prompt_runtime::Origin;
use prompt_runtime::arguments::Argument;

with_pages! {
    /// The kind of a piece of advice.
    ///
    Lint, "lints.md":
    NoDescription "no-description",
    NameWithSymbols "name-with-symbols",
    FreeTextNotLast "free-text-not-last",
    RequiredAfterOptional "required-after-optional",
    EndsOnAssistant "ends-on-assistant",
    LongAnswer "long-answer",
    UnusedArgument "unused-argument",
    ForeignPlaceholder "foreign-placeholder",
    ReadmeFile "readme-file",
    UnknownAdvice "unknown-advice",
    NoArgumentDescription "no-argument-description",
    LongDescription "long-description",
    GenericName "generic-name",
    NameNotVerbFirst "name-not-verb-first",
    LongName "long-name",
    NonAsciiName "non-ascii-name",
    TitleWithWhiteSpace "title-with-white-space",
    SeveralFreeTexts "several-free-texts",
    RequiredFreeTextWithoutNonEmpty "required-free-text-without-non-empty",
    TypedArgument "typed-argument",
    ManyArguments "many-arguments",
    UndescribedValues "undescribed-values",
    SeveralMessages "several-messages",
    NonTextContent "non-text-content",
    DollarDigit "dollar-digit",
    NotHonoured "not-honoured",
}

/// The form in which a prompt is written. Each form has its own wording for the change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// A function with attributes.
    Function,
    /// An argument of a function whose allowed values are listed with `values`.
    ListedValues,
    /// A prompt file.
    File,
    /// Code that creates the prompt at run time.
    RunTime,
}

impl Form {
    pub(super) fn of(origin: Origin, argument: Option<&Argument>) -> Self {
        match origin {
            Origin::File => Self::File,
            Origin::Code => Self::RunTime,
            _ if argument.is_some_and(|it| it.type_word() != "choice") => Self::ListedValues,
            _ => Self::Function,
        }
    }

    fn label(self) -> &'static str {
        match self {
            Self::Function => "Instead: ",
            Self::ListedValues => "With `values`: ",
            Self::File => "In a prompt file: ",
            Self::RunTime => "Made at run time: ",
        }
    }
}

impl Lint {
    /// The weight of the advice, which decides if `check` fails.
    #[must_use]
    pub const fn level(self) -> Level {
        if (self as u8) < (Self::NoArgumentDescription as u8) {
            Level::Warn
        } else {
            Level::Note
        }
    }

    /// The reason, with sources for statements about hosts.
    #[must_use]
    pub fn why(self) -> &'static str {
        labelled(self.page(), "Why: ").unwrap_or_default()
    }

    /// The change to make, for a prompt that is a function.
    #[must_use]
    pub fn instead(self) -> &'static str {
        self.instead_in(Form::Function)
    }

    pub(super) fn instead_in(self, form: Form) -> &'static str {
        let in_form = labelled(self.page(), form.label());
        in_form
            .or_else(|| labelled(self.page(), Form::Function.label()))
            .unwrap_or_default()
    }

    pub(super) fn way_to_allow(self, form: Form) -> String {
        match form {
            Form::Function | Form::ListedValues => format!("`#[prompt(allow = \"{self}\")]`"),
            Form::File => format!("`allow: [{self}]` in the front matter"),
            Form::RunTime => format!("`Advisor::new().allow([Lint::{self:?}])`, for all prompts"),
        }
    }
}
