use crate::definition::Location;
use std::fmt;

/// All mistakes of a registry. `Display` prints a list with the places in the source. `Debug` prints the same text, because a `main` that
/// returns the error uses `Debug`.
#[derive(Clone, PartialEq, Eq)]
pub struct RegistryError {
    problems: Vec<RegistryProblem>,
}

/// One mistake of a registry.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum RegistryProblem {
    /// The inventory contains no prompts.
    Empty,
    /// A name that breaks the grammar of names.
    IllegalName {
        /// The declared name.
        name: String,
        /// The rule that it breaks.
        why: prompt_syntax::name::NameError,
        /// The place of the declaration.
        location: Place,
    },
    /// Several prompts with one name, aliases included.
    Duplicate {
        /// The common name.
        name: String,
        /// The place of each declaration.
        locations: Vec<Place>,
    },
    /// Names that differ only by case, so that people and hosts confuse them.
    Folded {
        /// Each name with the place of its declaration.
        names: Vec<(String, Place)>,
    },
    /// A package without prompts that was named in [`PromptLibrary::of_package`](crate::PromptLibrary::of_package).
    EmptyPackage {
        /// The name of the package.
        package: String,
    },
    /// A namespace that breaks the grammar of names.
    IllegalNamespace {
        /// The given namespace.
        namespace: String,
        /// The rule that it breaks.
        why: prompt_syntax::name::NameError,
    },
    /// A selected or excluded name that the library does not have.
    NotInLibrary {
        /// The given name.
        name: String,
        /// The name that was probably meant.
        nearest: Option<&'static str>,
        /// The packages of the library.
        packages: Vec<&'static str>,
    },
    /// An argument name that breaks the grammar of names.
    IllegalArgumentName {
        /// The name of the prompt.
        prompt: String,
        /// The name of the argument.
        name: String,
        /// The rule that it breaks.
        why: prompt_syntax::name::NameError,
        /// The place of the declaration.
        location: Place,
    },
    /// An argument with an empty list of allowed values.
    NoValues {
        /// The name of the prompt.
        prompt: String,
        /// The name of the argument.
        argument: String,
        /// The place of the declaration.
        location: Place,
    },
    /// A text of the listing with an invisible character.
    InvisibleText {
        /// The name of the prompt.
        prompt: String,
        /// The kind of text, in words that follow "the".
        what: String,
        /// The invisible character.
        character: char,
        /// The place of the declaration.
        location: Place,
    },
    /// A `_meta` that is nested too deeply, or contains a number that JSON cannot express.
    UnreadableMeta {
        /// The name of the prompt.
        prompt: String,
        /// The place of the declaration.
        location: Place,
    },
    /// Two arguments of one prompt with the same name, aliases included.
    DuplicateArgument {
        /// The name of the prompt.
        prompt: String,
        /// The name of the argument.
        argument: String,
        /// The place of the declaration.
        location: Place,
    },
    /// A default that the argument's own checks reject.
    IllegalDefault {
        /// The name of the prompt.
        prompt: String,
        /// The name of the argument.
        argument: String,
        /// The default as text.
        default: String,
        /// The rule for the argument's values, in words that follow "must be".
        expected: String,
        /// The place of the declaration.
        location: Place,
    },
    /// The system provided no random bytes for the key of elicitation states.
    NoRandomness,
    /// A secret of fewer than 16 bytes for the key of elicitation states.
    ShortKey,
    /// A default whose evaluation panics.
    PanickingDefault {
        /// The name of the prompt.
        prompt: String,
        /// The name of the argument.
        argument: String,
        /// The place of the declaration.
        location: Place,
    },
    /// A cache time for a prompt that does not exist.
    UnknownPrompt {
        /// The given name.
        name: String,
    },
    /// State that a prompt needs and that is not provided.
    MissingState {
        /// The name of the prompt.
        prompt: String,
        /// The name of the missing type, as printed by the compiler.
        state: &'static str,
        /// The innermost server type that was searched, if there is a server.
        server: Option<&'static str>,
        /// The place of the declaration.
        location: Place,
    },
}

/// The place of a declaration, with its package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    file: String,
    line: u32,
    module: String,
    package: String,
}

impl Place {
    /// The place as a [`Location`].
    #[must_use]
    pub fn location(&self) -> Location<'_> {
        Location::new(&self.file, self.line, &self.module, &self.package)
    }
}

impl From<Location<'_>> for Place {
    fn from(location: Location<'_>) -> Self {
        Self {
            file: location.file.to_owned(),
            line: location.line,
            module: location.module.to_owned(),
            package: location.package.to_owned(),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.location())?;
        if self.package.is_empty() {
            Ok(())
        } else {
            write!(f, " in {}", self.package)
        }
    }
}

impl RegistryError {
    /// Returns `Err` if there are any problems.
    pub(super) fn unless_none(problems: Vec<RegistryProblem>) -> Result<(), Self> {
        if problems.is_empty() {
            Ok(())
        } else {
            Err(Self { problems })
        }
    }

    /// All mistakes.
    #[must_use]
    pub fn problems(&self) -> &[RegistryProblem] {
        &self.problems
    }
}

impl From<RegistryProblem> for RegistryError {
    fn from(problem: RegistryProblem) -> Self {
        Self {
            problems: vec![problem],
        }
    }
}

impl fmt::Display for RegistryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.problems.as_slice() {
            [problem] => write!(f, "{problem}"),
            problems => {
                write!(f, "{} problems with the prompts:", problems.len())?;
                problems
                    .iter()
                    .try_for_each(|problem| write!(f, "\n- {problem}"))
            }
        }
    }
}

impl fmt::Debug for RegistryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for RegistryProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str(
                "no prompts are registered: a crate that is only named in Cargo.toml is not linked, so mention the one that holds \
                 them once, as in `use my_prompts as _;`, or list them with `PromptRegistry::from_prompts(prompts![…])`",
            ),
            Self::IllegalName { name, why, location } => {
                write!(f, "the name `{name}` {why} ({location})")?;
                prompt_syntax::name::suggest(name).map_or(Ok(()), |legal| write!(f, "; `{legal}` would do"))
            }
            Self::Duplicate { name, locations } => {
                write!(f, "the name `{name}` is taken {} times: ", locations.len())?;
                list(f, locations)?;
                f.write_str("; rename all but one")
            }
            Self::Folded { names } => {
                f.write_str("these names differ by case only, so people and hosts take one for the other: ")?;
                for (index, (name, location)) in names.iter().enumerate() {
                    write!(f, "{}`{name}` ({location})", if index == 0 { "" } else { ", " })?;
                }
                f.write_str("; rename all but one")
            }
            Self::EmptyPackage { package } => write!(
                f,
                "package `{package}` has no prompts: either it has another name, or it is only named in Cargo.toml and not linked, so mention it \
                 once, as in `use {} as _;`",
                package.replace('-', "_")
            ),
            Self::IllegalNamespace { namespace, why } => {
                write!(f, "the namespace `{namespace}` {why}")?;
                prompt_syntax::name::suggest(namespace).map_or(Ok(()), |legal| write!(f, "; `{legal}` would do"))
            }
            Self::NotInLibrary { name, nearest, packages } => {
                write!(f, "no prompt of {} is called `{name}`", packages.join(", "))?;
                nearest.map_or(Ok(()), |nearest| write!(f, "; did you mean `{nearest}`?"))
            }
            Self::IllegalArgumentName { prompt, name, why, location } => {
                write!(f, "the name `{name}` of an argument of prompt `{prompt}` {why} ({location})")?;
                prompt_syntax::name::suggest(name).map_or(Ok(()), |legal| write!(f, "; `{legal}` would do"))
            }
            Self::NoValues { prompt, argument, location } => {
                write!(f, "argument `{argument}` of prompt `{prompt}` allows no value at all ({location}); give `values` at least one, or leave it out")
            }
            Self::InvisibleText { prompt, what, character, location } => {
                write!(f, "the {what} of prompt `{prompt}` holds the invisible character U+{:04X} ({location}); remove it", u32::from(*character))
            }
            Self::UnreadableMeta { prompt, location } => {
                write!(f, "the `meta` of prompt `{prompt}` cannot be read ({location}); it is nested too deep, or holds a number that is too large")
            }
            Self::DuplicateArgument { prompt, argument, location } => {
                write!(f, "prompt `{prompt}` has two arguments that answer to `{argument}` ({location}); rename one")
            }
            Self::IllegalDefault { prompt, argument, default, expected, location } => {
                write!(f, "the default {default:?} of argument `{argument}` of prompt `{prompt}` must be {expected} ({location})")
            }
            Self::ShortKey => f.write_str("the elicitation key has fewer than 16 bytes, so that an answer could be forged; give 32 random bytes"),
            Self::NoRandomness => f.write_str("the system gave no random bytes for a key; give one with `PromptRegistry::builder().elicitation_key(…)`"),
            Self::PanickingDefault { prompt, argument, location } => {
                write!(f, "the default of argument `{argument}` of prompt `{prompt}` panics ({location}); it is asked for when the registry is built, so it must not need anything that comes later")
            }
            Self::UnknownPrompt { name } => {
                write!(f, "there is no prompt `{name}` to give a caching time to; correct the name in `cache_prompt_for(…)`")
            }
            Self::MissingState { prompt, state, server, location } => {
                write!(f, "prompt `{prompt}` needs state of type `{state}` ({location}), which is not provided")?;
                if let Some(server) = server {
                    write!(f, ", neither by the registry nor by the server, in which it was looked for down to `{server}`")?;
                }
                f.write_str("; give it to the registry with `PromptRegistry::builder().state(…)`, or mount the prompts on a server of that type")
            }
        }
    }
}

fn list(f: &mut fmt::Formatter<'_>, places: &[Place]) -> fmt::Result {
    places.iter().enumerate().try_for_each(|(index, place)| {
        write!(f, "{}{place}", if index == 0 { "" } else { " and " })
    })
}

impl std::error::Error for RegistryError {}
