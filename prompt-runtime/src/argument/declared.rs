use super::definition::ArgumentDefinition;
use super::info::{ArgumentInfo, DefaultFault};
use super::items::{items, of_item};
use super::kind::ArgumentKind;
use super::problem::{Problem, ProblemKind};
use crate::complete::Completion;
use crate::prompt::PromptArgument;
use crate::text::InvisibleText;
use prompt_syntax::nearest::nearest;
use prompt_syntax::number;
use prompt_syntax::text::is_blank;
use std::borrow::Cow;
use std::collections::HashSet;
use std::num::NonZeroU32;

type Text = Cow<'static, str>;

/// A declared argument in the registry, from a macro or from run-time code, together with the text of its default.
// Each flag is a separate key of the attribute.
#[allow(clippy::struct_excessive_bools)]
#[derive(Debug, Clone)]
pub struct Argument {
    pub(crate) name: Text,
    pub(crate) title: Option<Text>,
    pub(crate) description: Option<Text>,
    pub(crate) required: bool,
    pub(crate) has_default: bool,
    /// The default as text from `Display`. `None` until the registry is built.
    pub(crate) default: Option<String>,
    pub(crate) default_fault: Option<DefaultFault>,
    pub(crate) kind: &'static ArgumentKind,
    /// The separator of the items, if the argument is a list.
    pub(crate) separator: Option<String>,
    pub(crate) values: Vec<Text>,
    pub(crate) example: Option<Text>,
    pub(crate) non_empty: bool,
    pub(crate) max_len: Option<usize>,
    pub(crate) min: Option<Text>,
    pub(crate) max: Option<Text>,
    pub(crate) aliases: Vec<Text>,
    pub(crate) completion: Option<Completion>,
    /// The line of the declaration in a prompt file.
    pub(crate) line: Option<NonZeroU32>,
    /// `true` if this type checks the values. An [`ArgumentEnum`](super::ArgumentEnum) checks its own values and aliases.
    values_checked_here: bool,
}

impl Argument {
    pub(crate) fn declared(definition: &'static ArgumentDefinition) -> Self {
        let borrowed =
            |values: &'static [&'static str]| values.iter().copied().map(Cow::Borrowed).collect();
        // Every field is named, so that a new one does not compile until it is used.
        let &ArgumentDefinition {
            name,
            title,
            description,
            required,
            has_default,
            ref kind,
            values,
            example,
            non_empty,
            max_len,
            min,
            max,
            aliases,
            complete,
            line,
        } = definition;
        Self {
            name: name.into(),
            title: title.map(Cow::Borrowed),
            description: description.map(Cow::Borrowed),
            required,
            has_default,
            default: None,
            default_fault: None,
            separator: None,
            kind,
            values: borrowed(values.unwrap_or(kind.values)),
            example: example.map(Cow::Borrowed),
            non_empty,
            max_len,
            min: min.map(Cow::Borrowed),
            max: max.map(Cow::Borrowed),
            aliases: borrowed(aliases),
            completion: complete.map(Completion::Function),
            line: NonZeroU32::new(line),
            values_checked_here: values.is_some(),
        }
    }

    /// Creates an argument without keys except a default. [`learn`](Self::learn) sets `required`, which depends on the type.
    pub(crate) fn plain(
        name: &'static str,
        description: &'static str,
        has_default: bool,
        kind: &'static ArgumentKind,
    ) -> Self {
        Self {
            description: (!description.is_empty()).then_some(Cow::Borrowed(description)),
            has_default,
            kind,
            values: kind.values.iter().copied().map(Cow::Borrowed).collect(),
            ..Self::at_run_time(name.into(), true)
        }
    }

    pub(crate) fn at_run_time(name: Text, required: bool) -> Self {
        Self {
            required,
            name,
            kind: &ArgumentKind::TEXT,
            ..Self::declared(&ArgumentDefinition::NEW)
        }
    }

    pub(crate) fn allow_only(&mut self, values: Vec<Text>) {
        self.values = values;
        self.values_checked_here = true;
    }

    pub(crate) fn learn(&mut self, described: ArgumentInfo) {
        self.required &= !described.optional;
        self.default = described.default;
        self.default_fault = described.fault;
        self.separator = described.separator;
    }

    /// The key of the argument's value in a request.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The display name.
    #[must_use]
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// The author's description, without the text that the listing appends.
    #[must_use]
    pub fn description(&self) -> Option<&str> {
        self.description.as_deref()
    }

    /// Returns `true` if the prompt cannot be called without this argument.
    #[must_use]
    pub fn is_required(&self) -> bool {
        self.required
    }

    /// Returns `true` if there is a default. [`default`](Self::default) is `None` all the same if the registry could not read the default's
    /// text.
    #[must_use]
    pub fn has_default(&self) -> bool {
        self.has_default
    }

    /// The default as text, if there is one.
    #[must_use]
    pub fn default(&self) -> Option<&str> {
        self.default.as_deref()
    }

    /// The allowed values, in the order of declaration. The slice is empty if any text is allowed.
    #[must_use]
    pub fn values(&self) -> &[Cow<'static, str>] {
        &self.values
    }

    /// A sample value, if the author gave one with `#[arg(example = "…")]`.
    #[must_use]
    pub fn example(&self) -> Option<&str> {
        self.example.as_deref()
    }

    /// The descriptions of the allowed values, in the same order. A value without a doc comment has `None`.
    #[must_use]
    pub fn value_descriptions(&self) -> &'static [Option<&'static str>] {
        self.kind.descriptions
    }

    /// Former values that are still accepted. The aliases of an enum do not count if the key `values` lists the allowed values.
    #[must_use]
    pub fn value_aliases(&self) -> &'static [&'static str] {
        if self.values_checked_here {
            &[]
        } else {
            self.kind.value_aliases
        }
    }

    /// A word for the type: `text`, `integer`, `number`, `boolean`, `character`, `choice` or `value`.
    #[must_use]
    pub fn type_word(&self) -> &'static str {
        self.kind.word
    }

    /// The separator of the items, if the argument is a list. The type and the allowed values then describe one item.
    #[must_use]
    pub fn separator(&self) -> Option<&str> {
        self.separator.as_deref()
    }

    /// Returns `true` if text without visible characters is rejected: empty, only white space, or invisible.
    #[must_use]
    pub fn is_non_empty(&self) -> bool {
        self.non_empty
    }

    /// The maximum number of characters.
    #[must_use]
    pub fn max_len(&self) -> Option<usize> {
        self.max_len
    }

    /// The smallest number, as written in the source.
    #[must_use]
    pub fn min(&self) -> Option<&str> {
        self.min.as_deref()
    }

    /// The largest number, as written in the source.
    #[must_use]
    pub fn max(&self) -> Option<&str> {
        self.max.as_deref()
    }

    /// The name of the integer type that a number must fit into, such as `u8`.
    #[must_use]
    pub fn integer_type(&self) -> Option<&'static str> {
        self.kind.fits()
    }

    /// The line of the declaration in a prompt file, from 1. `None` for any other argument.
    #[must_use]
    pub fn line(&self) -> Option<NonZeroU32> {
        self.line
    }

    /// Former names that are still accepted.
    #[must_use]
    pub fn aliases(&self) -> &[Cow<'static, str>] {
        &self.aliases
    }

    /// Returns `true` if a client can request completions.
    #[must_use]
    pub fn has_completion(&self) -> bool {
        self.completion.is_some() || self.suggestions().next().is_some()
    }

    /// The values of a type with few values: the allowed values, or `true` and `false`.
    pub fn suggestions(&self) -> impl Iterator<Item = &str> {
        self.values
            .iter()
            .map(AsRef::as_ref)
            .chain(self.kind.suggestions().iter().copied())
    }

    /// Moves the default to the front of the suggestions for an empty text, because hosts preselect the first suggestion.
    pub(crate) fn default_first(&self, values: &mut [String]) {
        if let Some(default) = self.default.as_deref()
            && let Some(at) = values.iter().position(|value| value == default)
            && let Some(front) = values.get_mut(..=at)
        {
            front.rotate_right(1);
        }
    }

    /// Splits typed text into the part before and the value, or list item, that is being typed. Returns `None` if the part before is too
    /// long to repeat in front of each suggestion, because an answer must not multiply its request.
    pub(crate) fn being_typed<'t>(&self, typed: &'t str) -> Option<(&'t str, &'t str)> {
        const LONGEST_BEFORE: usize = 500;
        let Some(separator) = self.separator.as_deref() else {
            return Some(("", typed));
        };
        let item = typed
            .rsplit_once(separator)
            .map_or(typed, |(_, item)| item)
            .trim_start();
        let before = typed.strip_suffix(item).unwrap_or_default();
        let is_short = before.len() <= LONGEST_BEFORE
            && self
                .max_len
                .is_none_or(|max_len| before.chars().nth(max_len).is_none());
        is_short.then_some((before, item))
    }

    /// The list items before the one that is being typed. They are not suggested again. Flags differ only by position, so every flag may be
    /// suggested again.
    pub(crate) fn typed_before<'t>(&self, before: &'t str) -> HashSet<&'t str> {
        match self.separator.as_deref() {
            Some(separator) if self.kind.suggestions().is_empty() => {
                before.split(separator).map(str::trim).collect()
            }
            _ => HashSet::new(),
        }
    }

    /// Returns `true` if the list of allowed values is empty.
    pub(crate) fn allows_nothing(&self) -> bool {
        self.values_checked_here && self.values.is_empty()
    }

    /// Returns `true` if `name` is the argument's name or a former name.
    #[must_use]
    pub fn answers_to(&self, name: &str) -> bool {
        self.name == name || self.aliases.iter().any(|alias| alias == name)
    }

    /// Returns the problem of a text with invisible characters that the policy rejects.
    pub(crate) fn hides(&self, text: &str, policy: InvisibleText) -> Option<Problem> {
        let found = policy.refuses(text)?;
        let problem = Problem::new(self.name.clone(), ProblemKind::Invalid);
        Some(
            problem
                .expecting("text without invisible characters")
                .because(format!("U+{:04X}", u32::from(found))),
        )
    }

    /// Returns `true` for an argument with one name that takes any text before it is parsed.
    #[inline]
    pub(super) fn takes_any_text(&self) -> bool {
        self.aliases.is_empty()
            && !self.values_checked_here
            && !self.non_empty
            && self.max_len.is_none()
            && !self.kind.is_number_as_text()
    }

    /// Runs the checks that are possible before the text is parsed.
    pub(crate) fn check(&self, text: &str) -> Result<(), Problem> {
        let problem = |kind| Problem::new(self.name.clone(), kind);
        if self.non_empty && is_blank(text) {
            return Err(problem(ProblemKind::Empty));
        }
        if let Some(max_len) = self.max_len
            && text.chars().nth(max_len).is_some()
        {
            return Err(problem(ProblemKind::TooLong).expecting(at_most(max_len)));
        }
        if self.kind.is_number_as_text()
            && !number::is_within(text, self.min.as_deref(), self.max.as_deref())
        {
            return Err(Problem::invalid(self.name.clone(), self.expected(), None));
        }
        if !self.values_checked_here {
            return Ok(());
        }
        match &self.separator {
            None if self.allows(text) => Ok(()),
            None => Err(not_allowed(self, None, text)),
            Some(separator) => {
                let items = items(text, separator);
                let mut numbered = items.iter().zip(1..);
                match numbered.find(|(item, _)| !self.allows(item)) {
                    None => Ok(()),
                    Some((text, item)) => Err(not_allowed(self, Some(item), text)),
                }
            }
        }
    }

    /// Returns `true` if `""` counts as absent because it is not an allowed value.
    pub(super) fn is_absent(&self, text: &str) -> bool {
        text.is_empty()
            && self.values_checked_here
            && self.separator.is_none()
            && !self.allows(text)
    }

    /// Returns `true` for an allowed value. Text is compared unchanged; for other types, surrounding white space is ignored.
    fn allows(&self, text: &str) -> bool {
        let listed = |text: &str| self.values.iter().any(|value| value == text);
        listed(text) || (!self.kind.is_text() && listed(text.trim()))
    }

    /// Describes a legal value in words that follow "must be". `None` if no description is available.
    #[must_use]
    pub fn expected(&self) -> Option<Text> {
        self.expected_within(range(self.min.as_deref(), self.max.as_deref(), "of "))
    }

    /// Describes a legal value like `expected`, with the limits of the type, for a number that the type cannot hold. `None` for any other
    /// text.
    pub(crate) fn expected_instead_of(&self, text: &str) -> Option<Text> {
        let (least, most) = self.kind.exceeded(text)?;
        let limit = |own: Option<&Text>, of_type: Option<i64>| {
            own.map(ToString::to_string)
                .or_else(|| of_type.map(|it| it.to_string()))
        };
        let min = limit(self.min.as_ref(), least);
        let max = limit(self.max.as_ref(), most);
        self.expected_within(range(min.as_deref(), max.as_deref(), "of "))
    }

    fn expected_within(&self, range: Option<String>) -> Option<Text> {
        let values = self.values.join(", ");
        let range = range.map(|range| format!(" {range}"));
        if let Some(separator) = &self.separator {
            let separated = separated(separator);
            return Some(if values.is_empty() {
                let range = range.unwrap_or_default();
                format!("{}{range} {separated}", self.kind.several()).into()
            } else {
                format!("any of: {values}, {separated}").into()
            });
        }
        if !values.is_empty() {
            return Some(format!("one of: {values}").into());
        }
        match range {
            None => self.kind.expected().map(Cow::Borrowed),
            Some(range) => {
                Some(format!("{}{range}", self.kind.expected().unwrap_or("a value")).into())
            }
        }
    }

    /// The first line of the description. A host without a form shows it in place of a label.
    pub(crate) fn summary(&self) -> Option<Text> {
        let line = self
            .description
            .as_deref()
            .or(self.title.as_deref())?
            .lines()
            .next()?
            .trim_end_matches('.');
        // A line with a URL does not fit into an error sentence.
        (!line.is_empty() && !line.contains("://")).then(|| line.to_owned().into())
    }

    /// The maximum length as a phrase, such as `at most 72 characters`.
    #[must_use]
    pub fn longest(&self) -> Option<String> {
        self.max_len.map(at_most)
    }

    /// The argument as `prompts/list` shows it. Hosts rarely request completions and never learn the limits, so the description also
    /// contains the values, the limits and the default.
    #[must_use]
    pub fn listed(&self) -> PromptArgument {
        let mut notes = Vec::new();
        if !self.values.is_empty() || self.separator.is_some() {
            notes.extend(self.expected());
        }
        let range = range(self.min.as_deref(), self.max.as_deref(), "");
        notes.extend(range.into_iter().chain(self.longest()).map(Cow::Owned));
        if let Some(default) = &self.default {
            notes.push(if default.is_empty() {
                "default: empty".into()
            } else {
                format!("default: {default}").into()
            });
        }
        let notes = notes.join("; ");
        let description = match &self.description {
            description if notes.is_empty() => description.clone(),
            None => Some(notes.into()),
            Some(text) if text.contains('\n') => Some(format!("{text}\n\n({notes})").into()),
            Some(text) => Some(format!("{text} ({notes})").into()),
        };
        PromptArgument {
            name: self.name.clone(),
            title: self.title.clone(),
            description,
            required: self.required,
        }
    }
}

/// The problem of text, or of one item of a list, that is not an allowed value.
pub(super) fn not_allowed(argument: &Argument, item: Option<usize>, text: &str) -> Problem {
    let near = nearest(text.trim(), argument.values.iter().map(AsRef::as_ref))
        .map(|near| format!("did you mean \"{near}\"?"));
    Problem::invalid(
        argument.name.clone(),
        argument.expected(),
        of_item(item, near),
    )
}

/// `of` is the word before a range with one end.
fn range(min: Option<&str>, max: Option<&str>, of: &str) -> Option<String> {
    match (min, max) {
        (Some(min), Some(max)) => Some(format!("from {min} to {max}")),
        (Some(min), None) => Some(format!("{of}at least {min}")),
        (None, Some(max)) => Some(format!("{of}at most {max}")),
        (None, None) => None,
    }
}

fn at_most(max_len: usize) -> String {
    let plural = if max_len == 1 { "" } else { "s" };
    format!("at most {max_len} character{plural}")
}

fn separated(separator: &str) -> Text {
    match separator {
        "\n" => "one per line".into(),
        " " => "separated by a space".into(),
        "\t" => "separated by a tab".into(),
        _ => format!("separated by \"{separator}\"").into(),
    }
}
