use super::ArgumentKind;
use crate::complete::CompleteFn;

/// The declaration of an argument, as the macros write it.
#[doc(hidden)]
#[derive(Debug)]
pub struct ArgumentDefinition {
    pub name: &'static str,
    pub title: Option<&'static str>,
    pub description: Option<&'static str>,
    pub required: bool,
    pub has_default: bool,
    pub kind: ArgumentKind,
    pub values: Option<&'static [&'static str]>,
    pub example: Option<&'static str>,
    pub non_empty: bool,
    pub max_len: Option<usize>,
    pub min: Option<&'static str>,
    pub max: Option<&'static str>,
    pub aliases: &'static [&'static str],
    pub complete: Option<CompleteFn>,
    /// The line of the declaration in a prompt file, from 1. It is 0 for any other argument.
    pub line: u32,
}

impl ArgumentDefinition {
    /// Creates an argument without optional properties.
    #[must_use]
    pub const fn new(
        name: &'static str,
        description: Option<&'static str>,
        required: bool,
        kind: ArgumentKind,
    ) -> Self {
        Self {
            name,
            description,
            required,
            kind,
            ..Self::NEW
        }
    }

    pub const NEW: Self = Self {
        name: "",
        title: None,
        description: None,
        required: true,
        has_default: false,
        kind: ArgumentKind::VALUE,
        values: None,
        example: None,
        non_empty: false,
        max_len: None,
        min: None,
        max: None,
        aliases: &[],
        complete: None,
        line: 0,
    };
}
