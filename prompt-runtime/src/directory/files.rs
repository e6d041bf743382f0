//! What the files of a directory make of a registry, one change at a time.

use super::read::{Content, Folder};
use crate::registry::{
    LivePrompts, PromptFileError, PromptFileProblem, RegisteredPrompt, RegistryError, RuntimePrompt,
};
use crate::report::Report;
use prompt_syntax::name::fold;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

/// The files as they were last seen.
#[derive(Debug)]
pub(super) struct Files {
    pub(super) folder: Folder,
    live: LivePrompts,
    known: BTreeMap<OsString, Known>,
    /// Why the directory cannot be read.
    gone: Option<String>,
    problems: Arc<Problems>,
}

/// Everything that is wrong, by file.
pub(super) type Problems = Mutex<Vec<PromptFileProblem>>;

#[derive(Debug)]
struct Known {
    content: Content,
    /// What is wrong with the content.
    wrong: Vec<PromptFileProblem>,
    /// Whose name the prompt has.
    clash: Option<PromptFileProblem>,
    /// The last version that was right.
    good: Option<Arc<RegisteredPrompt>>,
    /// What the registry has of it.
    serving: Option<Arc<RegisteredPrompt>>,
}

impl Files {
    pub(super) fn new(folder: Folder, live: LivePrompts) -> Self {
        Self {
            folder,
            live,
            known: BTreeMap::new(),
            gone: None,
            problems: Arc::default(),
        }
    }

    /// What is wrong, for those who ask while the files are being read.
    pub(super) fn problems(&self) -> Arc<Problems> {
        Arc::clone(&self.problems)
    }

    pub(super) fn is_gone(&self) -> bool {
        self.gone.is_some()
    }

    /// Reads all files anew and puts what changed into the registry, as one change.
    pub(super) fn refresh(&mut self) -> io::Result<()> {
        let names = self.folder.names();
        let names = match names {
            Ok(names) => names,
            Err(error) => {
                self.report_gone(&error);
                return Err(error);
            }
        };
        self.gone = None;
        let mut removed = std::mem::take(&mut self.known);
        let mut reports = Vec::new();
        for name in names {
            let Some(content) = self.folder.read(&name, super::DirectoryWatch::MAX_BYTES) else {
                continue;
            };
            let known = match removed.remove(&name) {
                Some(known) if known.content == content => known,
                before => {
                    let known = Known::of(self.folder.shown(&name), content, before);
                    reports.extend(known.wrong.iter().cloned());
                    known
                }
            };
            self.known.insert(name, known);
        }
        let removed: Vec<_> = removed.into_values().filter_map(|it| it.serving).collect();
        let changed = self.put_in_place(&removed, &mut reports);
        let problems = self
            .known
            .values()
            .flat_map(|known| known.wrong.iter().chain(&known.clash));
        *self.problems.lock().unwrap_or_else(PoisonError::into_inner) = problems.cloned().collect();
        for problem in &reports {
            self.live.registry().report(&Report::PromptFile {
                file: &problem.file,
                line: problem.line,
                column: problem.column,
                why: Cow::Borrowed(&problem.message),
            });
        }
        if let Err(error) = changed {
            let sentence = format!("the prompt files were not put in place: {error}");
            self.warn(sentence);
        }
        Ok(())
    }

    /// Those who have a name keep it; of files that come together, the first by name gets it.
    fn put_in_place(
        &mut self,
        removed: &[Arc<RegisteredPrompt>],
        reports: &mut Vec<PromptFileProblem>,
    ) -> Result<(), RegistryError> {
        let mut outcome = Vec::new();
        let known = &self.known;
        self.live.change(|prompts| {
            let is = |one: &Option<Arc<RegisteredPrompt>>, other: &Arc<RegisteredPrompt>| {
                one.as_ref().is_some_and(|one| Arc::ptr_eq(one, other))
            };
            prompts.retain(|prompt| {
                !removed.iter().any(|it| Arc::ptr_eq(it, prompt))
                    && !known
                        .values()
                        .any(|it| is(&it.serving, prompt) && !is(&it.good, prompt))
            });
            let mut taken = Taken::by(prompts);
            // Whoever only changes a text is not a newcomer.
            let is_newcomer = |known: &Known| match (&known.serving, &known.good) {
                (Some(before), Some(now)) => before.name() != now.name(),
                _ => true,
            };
            let mut candidates: Vec<_> = known.iter().collect();
            candidates.sort_by_key(|(_, known)| is_newcomer(known));
            for (name, known) in candidates {
                let Some(good) = &known.good else { continue };
                if prompts.iter().any(|prompt| Arc::ptr_eq(prompt, good)) {
                    outcome.push((name.clone(), Some(Arc::clone(good)), None));
                    continue;
                }
                let clash = taken.clash(good);
                if clash.is_none() {
                    taken.add(good);
                    prompts.push(Arc::clone(good));
                }
                let serving = clash.is_none().then(|| Arc::clone(good));
                outcome.push((name.clone(), serving, clash));
            }
        })?;
        for (name, serving, clash) in outcome {
            if let Some(known) = self.known.get_mut(&name) {
                known.serving = serving;
                if known.clash != clash {
                    reports.extend(clash.clone());
                    known.clash = clash;
                }
            }
        }
        Ok(())
    }

    fn report_gone(&mut self, error: &io::Error) {
        let why = error.to_string();
        if self.gone.as_ref() != Some(&why) {
            let folder = self.folder.shown.display();
            let sentence = format!(
                "the directory of prompt files `{folder}` cannot be read ({why}); its prompts stay as they were"
            );
            self.gone = Some(why);
            self.warn(sentence);
        }
    }

    pub(super) fn warn(&self, sentence: String) {
        let report = Report::Warning(Cow::Owned(sentence));
        self.live.registry().report(&report);
    }
}

impl Known {
    fn of(file: String, content: Content, before: Option<Self>) -> Self {
        let read = match &content {
            Content::Text(text) => {
                RuntimePrompt::from_file(file, text).map_err(PromptFileError::into_problems)
            }
            Content::Unreadable { place, why } => {
                let (line, column) = place.unwrap_or_default();
                Err(vec![PromptFileProblem {
                    file,
                    line,
                    column,
                    message: why.clone(),
                }])
            }
        };
        let (serving, good, clash) = match before {
            Some(before) => (before.serving, before.good, before.clash),
            None => (None, None, None),
        };
        let (good, wrong) = match read {
            Ok(prompt) => (Some(Arc::new(prompt.register())), Vec::new()),
            Err(wrong) => (good, wrong),
        };
        Self {
            content,
            wrong,
            clash,
            good,
            serving,
        }
    }
}

/// The names that are taken, as hosts read them, with the names as they are and their places.
struct Taken(BTreeMap<String, (String, String)>);

impl Taken {
    fn by(prompts: &[Arc<RegisteredPrompt>]) -> Self {
        let mut taken = Self(BTreeMap::new());
        for prompt in prompts {
            taken.add(prompt);
        }
        taken
    }

    fn add(&mut self, prompt: &RegisteredPrompt) {
        let place = prompt.location().to_string();
        for name in prompt.names() {
            self.0.insert(fold(name), (name.to_owned(), place.clone()));
        }
    }

    fn clash(&self, prompt: &RegisteredPrompt) -> Option<PromptFileProblem> {
        let location = prompt.location();
        let name = prompt.name();
        let (taken, place) = self.0.get(&fold(name))?;
        let message = if taken == name {
            format!("the name `{name}` is taken already ({place}); rename one of the two")
        } else {
            format!(
                "the name `{name}` differs from `{taken}` ({place}) by case only, so people and hosts take one for the other; rename one of the two"
            )
        };
        Some(PromptFileProblem {
            file: location.file.to_owned(),
            line: 1,
            column: 1,
            message,
        })
    }
}
