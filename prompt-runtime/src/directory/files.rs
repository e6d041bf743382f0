//! Keeps the registry in step with the files of a directory, one change at a time.

use super::read::{Content, Folder, Stamp};
use crate::registry::{
    self, LivePrompts, PendingChange, PromptFileError, PromptFileOptions, PromptFileProblem,
    RegisteredPrompt, RegistryError, RuntimePrompt,
};
use crate::report::Report;
use prompt_syntax::name::fold;
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The last known state of the files.
#[derive(Debug)]
pub(super) struct Files {
    pub(super) folder: Folder,
    options: PromptFileOptions,
    live: LivePrompts,
    known: BTreeMap<PathBuf, FileState>,
    /// The reason that the directory cannot be read.
    gone: Option<String>,
    problems: Arc<Problems>,
}

/// The mistakes in all files, sorted by file.
pub(super) type Problems = Mutex<Vec<PromptFileProblem>>;

#[derive(Debug)]
struct FileState {
    stamp: Option<Stamp>,
    content: Content,
    /// The mistakes in the content.
    wrong: Vec<PromptFileProblem>,
    /// The conflict with another prompt of the same name.
    clash: Option<PromptFileProblem>,
    /// The prompt of the last valid version.
    good: Option<Arc<RegisteredPrompt>>,
    /// The prompt of this file that is now in the registry.
    serving: Option<Arc<RegisteredPrompt>>,
}

/// Notifications and reports. They are sent without holding a lock, because listeners and reporters are foreign code and may call
/// `refresh`.
#[derive(Default)]
#[must_use = "send it"]
pub(super) struct Announcements {
    change: Option<PendingChange>,
    reports: Vec<PromptFileProblem>,
    warnings: Vec<String>,
}

impl Announcements {
    pub(super) fn warning(sentence: String) -> Self {
        Self {
            warnings: vec![sentence],
            ..Self::default()
        }
    }

    pub(super) fn send(self, live: &LivePrompts) {
        let registry = live.registry();
        if let Some(change) = self.change {
            change.send();
        }
        for problem in &self.reports {
            registry.report(&Report::PromptFile {
                file: &problem.file,
                line: problem.line,
                column: problem.column,
                why: Cow::Borrowed(&problem.message),
            });
        }
        for sentence in self.warnings {
            registry.report(&Report::Warning(Cow::Owned(sentence)));
        }
    }
}

impl Files {
    pub(super) fn new(folder: Folder, options: PromptFileOptions, live: LivePrompts) -> Self {
        Self {
            folder,
            options,
            live,
            known: BTreeMap::new(),
            gone: None,
            problems: Arc::default(),
        }
    }

    /// The mistakes, for callers that ask during a refresh.
    pub(super) fn problems(&self) -> Arc<Problems> {
        Arc::clone(&self.problems)
    }

    pub(super) fn is_gone(&self) -> bool {
        self.gone.is_some()
    }

    /// Reads the changed files and puts them into the registry as one change. The caller sends the announcements after it has released its
    /// lock.
    pub(super) fn refresh(&mut self) -> (io::Result<()>, Announcements) {
        let mut news = Announcements::default();
        let names = match self.folder.names() {
            Ok(names) => names,
            Err(error) => {
                self.report_gone(&error, &mut news);
                return (Err(error), news);
            }
        };
        self.gone = None;
        let mut removed = std::mem::take(&mut self.known);
        for name in names {
            let before = removed.remove(&name);
            let stamp = self.folder.stamp(&name);
            let known = match before {
                Some(known)
                    if stamp
                        .as_ref()
                        .is_some_and(|it| it.is_read(known.stamp.as_ref())) =>
                {
                    known
                }
                before => {
                    let Some(content) = self.folder.read(&name, super::DirectoryWatch::MAX_BYTES)
                    else {
                        removed.extend(before.map(|before| (name, before)));
                        continue;
                    };
                    self.read(&name, stamp, content, before, &mut news)
                }
            };
            self.known.insert(name, known);
        }
        let removed: Vec<_> = removed.into_values().filter_map(|it| it.serving).collect();
        let changed = self.put_in_place(&removed, &mut news);
        let problems = self
            .known
            .values()
            .flat_map(|known| known.wrong.iter().chain(&known.clash));
        *self.problems.lock().unwrap_or_else(PoisonError::into_inner) = problems.cloned().collect();
        if let Err(error) = changed {
            news.warnings
                .push(format!("the prompt files were not put in place: {error}"));
        }
        (Ok(()), news)
    }

    fn read(
        &self,
        name: &Path,
        stamp: Option<Stamp>,
        content: Content,
        before: Option<FileState>,
        news: &mut Announcements,
    ) -> FileState {
        match before {
            Some(known) if known.content == content => FileState { stamp, ..known },
            before => {
                let known = self.parsed(name, stamp, content, before);
                news.reports.extend(known.wrong.iter().cloned());
                if known.wrong.is_empty() {
                    let notices = known.good.iter().flat_map(|prompt| {
                        let lost = prompt
                            .file_notices()
                            .into_iter()
                            .filter(|it| !it.unused_argument);
                        lost.map(|it| {
                            format!("{}:{}: {}", prompt.location().file, it.line, it.message)
                        })
                        .collect::<Vec<_>>()
                    });
                    news.warnings.extend(notices);
                }
                known
            }
        }
    }

    fn parsed(
        &self,
        name: &Path,
        stamp: Option<Stamp>,
        content: Content,
        before: Option<FileState>,
    ) -> FileState {
        let file = self.folder.shown(name);
        let read = match &content {
            Content::Text(text) => {
                let root = &self.folder.shown;
                RuntimePrompt::of_file(file, Some(root), text, &self.options)
                    .map_err(PromptFileError::into_problems)
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
        FileState {
            stamp,
            content,
            wrong,
            clash,
            good,
            serving,
        }
    }

    /// Edits the registry. A file that already owns a name keeps it; among new files, the first in alphabetical order gets it.
    fn put_in_place(
        &mut self,
        removed: &[Arc<RegisteredPrompt>],
        news: &mut Announcements,
    ) -> Result<(), RegistryError> {
        let mut outcome = Vec::new();
        let files = &self.known;
        news.change = self.live.exchange_quietly(|known| {
            let is_served = |it: &FileState| it.good.as_ref().is_none_or(|good| known.holds(good));
            let replaced = files
                .values()
                .filter(|it| !is_served(it))
                .filter_map(|it| it.serving.as_ref());
            let leaving: Vec<_> = removed.iter().chain(replaced).cloned().collect();
            let mut in_use = NamesInUse::after(known, &leaving);
            // A file that changes its text but not its name is not new.
            let is_newcomer = |it: &FileState| match (&it.serving, &it.good) {
                (Some(before), Some(now)) => before.name() != now.name(),
                _ => true,
            };
            let mut candidates: Vec<_> = files.iter().filter(|(_, it)| !is_served(it)).collect();
            candidates.sort_by_key(|(_, it)| is_newcomer(it));
            let mut entering = Vec::new();
            for (name, it) in candidates {
                let Some(good) = &it.good else { continue };
                let clash = in_use.clash(good);
                if clash.is_none() {
                    in_use.add(good);
                    entering.push(Arc::clone(good));
                }
                outcome.push((name.clone(), clash));
            }
            (leaving, entering)
        })?;
        for (name, clash) in outcome {
            if let Some(known) = self.known.get_mut(&name) {
                known.serving = known.good.clone().filter(|_| clash.is_none());
                if known.clash != clash {
                    news.reports.extend(clash.clone());
                    known.clash = clash;
                }
            }
        }
        Ok(())
    }

    fn report_gone(&mut self, error: &io::Error, news: &mut Announcements) {
        let why = error.to_string();
        if self.gone.as_ref() != Some(&why) {
            let folder = self.folder.shown.display();
            news.warnings.push(format!(
                "the directory of prompt files `{folder}` cannot be read ({why}); its prompts stay as they were"
            ));
            self.gone = Some(why);
        }
    }
}

/// The names in use during the change, folded in the same way as hosts fold them.
struct NamesInUse<'k> {
    known: &'k registry::PreviousSet<'k>,
    leaving: HashSet<*const RegisteredPrompt>,
    entering: HashMap<String, Arc<RegisteredPrompt>>,
}

impl<'k> NamesInUse<'k> {
    fn after(known: &'k registry::PreviousSet<'k>, leaving: &[Arc<RegisteredPrompt>]) -> Self {
        Self {
            known,
            leaving: leaving.iter().map(Arc::as_ptr).collect(),
            entering: HashMap::new(),
        }
    }

    fn add(&mut self, prompt: &Arc<RegisteredPrompt>) {
        let names = prompt.names().map(|name| (fold(name), Arc::clone(prompt)));
        self.entering.extend(names);
    }

    fn owner(&self, folded: &str) -> Option<&RegisteredPrompt> {
        let stays = |owner: &&Arc<RegisteredPrompt>| !self.leaving.contains(&Arc::as_ptr(owner));
        let before = self.known.owner(folded).filter(stays);
        Some(self.entering.get(folded).or(before)?)
    }

    fn clash(&self, prompt: &RegisteredPrompt) -> Option<PromptFileProblem> {
        let location = prompt.location();
        let name = prompt.name();
        let folded = fold(name);
        let owner = self.owner(&folded)?;
        let place = owner.location();
        let taken = owner.names().find(|taken| fold(taken) == folded)?;
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
