use super::ChangeKind;
use prompt_syntax::text::spelled_out_in_line;
use serde::Serialize;
use std::borrow::Cow;
use std::fmt;

/// One difference between two contracts.
///
/// `Display` prints a report of several lines, in the style of a compiler.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    kind: ChangeKind,
    prompt: String,
    /// The name in the newer contract, if it differs.
    now: Option<String>,
    argument: Option<String>,
    what: String,
    /// The name or the value that an alias keeps.
    old: Option<String>,
    code: Option<String>,
    file: Option<String>,
}

/// The placeholder for the old name or value in [`ChangeKind::remedy`].
const OLD: &str = "old-name";

impl Change {
    pub(super) fn new(kind: ChangeKind, prompt: &str, what: String) -> Self {
        Self {
            kind,
            prompt: prompt.to_owned(),
            now: None,
            argument: None,
            what,
            old: None,
            code: None,
            file: None,
        }
    }

    pub(super) fn at(mut self, argument: &str) -> Self {
        self.argument = Some(argument.to_owned());
        self
    }

    /// Names what an alias would keep: a name or a value.
    pub(super) fn of_old(mut self, name: &str) -> Self {
        self.old = Some(name.to_owned());
        self
    }

    pub(super) fn now_called(mut self, name: &str) -> Self {
        self.now = (name != self.prompt).then(|| name.to_owned());
        self
    }

    pub(super) fn place(&mut self, code: Option<String>, file: Option<String>) {
        self.code = code;
        self.file = file;
    }

    /// The kind of the change.
    #[must_use]
    pub fn kind(&self) -> ChangeKind {
        self.kind
    }

    /// Returns `true` if the change breaks a saved call.
    #[must_use]
    pub fn is_breaking(&self) -> bool {
        self.kind.is_breaking()
    }

    /// The old name of the prompt, or the new name if the prompt is new.
    #[must_use]
    pub fn prompt(&self) -> &str {
        &self.prompt
    }

    /// The new name of the prompt, or the old name if the prompt was removed.
    #[must_use]
    pub fn prompt_now(&self) -> &str {
        self.now.as_ref().unwrap_or(&self.prompt)
    }

    /// The old name of the argument, or the new name if the argument is new.
    #[must_use]
    pub fn argument(&self) -> Option<&str> {
        self.argument.as_deref()
    }

    /// The difference, in one sentence without a full stop.
    #[must_use]
    pub fn what(&self) -> &str {
        &self.what
    }

    /// The names of the prompt with which an author can accept the change.
    pub(super) fn names(&self) -> [&str; 2] {
        [self.prompt(), self.prompt_now()]
    }
}

impl Serialize for Change {
    /// Writes an object for programs: `rule`, `breaking`, `prompt`, `argument`, `what`.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Row<'a> {
            rule: &'static str,
            breaking: bool,
            prompt: &'a str,
            #[serde(skip_serializing_if = "Option::is_none")]
            argument: Option<&'a str>,
            what: &'a str,
        }
        Row {
            rule: self.kind.id(),
            breaking: self.is_breaking(),
            prompt: &self.prompt,
            argument: self.argument.as_deref(),
            what: &self.what,
        }
        .serialize(serializer)
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let level = if self.is_breaking() {
            "breaks"
        } else {
            "addition"
        };
        write!(
            f,
            "{level}[{}]: prompt \"{}\": {}",
            self.kind,
            // Both quote the file.
            spelled_out_in_line(&self.prompt),
            spelled_out_in_line(&self.what),
        )?;
        match (&self.code, &self.file) {
            (Some(code), Some(file)) => write!(f, "\n  --> {code} (was: {file})")?,
            (Some(place), None) | (None, Some(place)) => write!(f, "\n  --> {place}")?,
            (None, None) => {}
        }
        if let Some(affected) = self.kind.affected() {
            write!(f, "\n   = affected: {affected}")?;
        }
        if let Some(remedy) = self.kind.remedy() {
            let remedy = match &self.old {
                Some(old) => Cow::Owned(remedy.replace(OLD, &spelled_out_in_line(old))),
                None => Cow::Borrowed(remedy),
            };
            write!(f, "\n   = remedy: {remedy}")?;
        }
        Ok(())
    }
}
