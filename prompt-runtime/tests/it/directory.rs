//! Tests of a directory of prompt files that changes while the registry is in use.
#![cfg(all(feature = "directory", unix))]
#![allow(clippy::unwrap_used, clippy::expect_used)]

use crate::support::get;
use prompt_runtime::{
    Dialect, DirectoryWatch, GetPromptResult, LivePrompts, PromptFileOptions, PromptRegistry,
    Report, RuntimePrompt, messages, prompt, prompts,
};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A prompt of the program itself.
#[prompt(name = "summarize-text")]
fn summarize() -> GetPromptResult {
    messages! { user: "Summarize."; }
}

struct Watched {
    live: LivePrompts,
    watch: DirectoryWatch,
    reports: Arc<Mutex<Vec<String>>>,
    changes: Arc<AtomicUsize>,
    _listener: prompt_runtime::ChangeListener,
    outer: TempDir,
}

impl Watched {
    /// Watches `prompts`, which contains these files, in a new outer folder.
    fn with(files: &[(&str, &str)]) -> Self {
        let outer = tempfile::tempdir().unwrap();
        let folder = outer.path().join("prompts");
        fs::create_dir(&folder).unwrap();
        for (name, text) in files {
            fs::write(folder.join(name), text).unwrap();
        }
        let reports: Arc<Mutex<Vec<String>>> = Arc::default();
        let kept = Arc::clone(&reports);
        let root = format!("{}/", outer.path().display());
        let live = PromptRegistry::builder()
            .prompts(prompts![summarize])
            .on_report(move |report: &Report<'_>| {
                kept.lock()
                    .unwrap()
                    .push(report.to_string().replace(&root, ""));
            })
            .build_live()
            .unwrap();
        let watch = live.watch_directory(&folder).unwrap();
        let changes = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&changes);
        let listener = live.registry().on_change(move || {
            count.fetch_add(1, Ordering::SeqCst);
        });
        Self {
            live,
            watch,
            reports,
            changes,
            _listener: listener,
            outer,
        }
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        fs::write(self.path(name), text).unwrap();
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.outer.path().join("prompts").join(name)
    }

    fn text(&self, name: &str) -> String {
        get(self.live.registry(), name, "{}")
    }

    fn has(&self, name: &str) -> bool {
        self.live.registry().prompt(name).is_some()
    }

    #[track_caller]
    fn says(&self, name: &str, text: &str) {
        wait_until(text, || {
            self.text(name).contains(&format!("\"text\":\"{text}\""))
        });
    }

    #[track_caller]
    fn reports(&self, expected: &[&str]) {
        wait_until("the reports", || {
            self.reports.lock().unwrap().len() >= expected.len()
        });
        let found: Vec<_> = self.reports.lock().unwrap().drain(..).collect();
        assert_eq!(found, expected);
    }
}

#[track_caller]
fn wait_until(what: &str, mut is: impl FnMut() -> bool) {
    let end = Instant::now() + Duration::from_secs(30);
    while !is() {
        assert!(Instant::now() < end, "waited in vain for {what}");
        thread::sleep(Duration::from_millis(5));
    }
}

const GREET: &str = "\
---
title: Greeting
description: Greets a person.
arguments:
  - name: name
    required: true
  - name: tone
    values: [warm, dry]
    default: warm
  - name: notes
---
Greet {{ name }}, {{ tone }}.{{ notes }}
{{role \"assistant\"}}
Hi {\"a\": {b}}
{{role \"user\"}}
{{ name }}";

#[test]
fn a_file_is_a_prompt_like_any_other() {
    let watched = Watched::with(&[
        ("greet.md", GREET),
        (".hidden.md", "no"),
        ("notes.txt", "no"),
        ("a.md~", "no"),
    ]);
    fs::create_dir(watched.path("folder.md")).unwrap();
    watched.watch.refresh().unwrap();
    assert!(watched.watch.problems().is_empty());
    let registry = watched.live.registry();
    let names: Vec<_> = registry
        .prompts()
        .iter()
        .map(|it| it.name().to_owned())
        .collect();
    assert_eq!(names, ["greet", "summarize-text"]);
    let prompt = registry.prompt("greet").unwrap();
    assert_eq!(
        serde_json::to_string(prompt.listing()).unwrap(),
        r#"{"name":"greet","title":"Greeting","description":"Greets a person.","arguments":[{"name":"name","required":true},{"name":"tone","description":"one of: warm, dry; default: warm","required":false},{"name":"notes","required":false}]}"#
    );
    let file = watched.path("greet.md");
    assert_eq!(
        prompt.location().to_string(),
        format!("{}:1", file.display())
    );
    let texts = prompt.texts();
    let texts: Vec<_> = texts.iter().map(|it| (it.role, it.text, it.line)).collect();
    assert_eq!(
        texts,
        [
            ("user", "Greet {{ name }}, {{ tone }}.{{ notes }}", 12),
            ("assistant", "Hi {\"a\": {b}}", 13),
            ("user", "{{ name }}", 15)
        ]
    );
    let files = prompt.embedded_files();
    assert_eq!((files[0].kind, files[0].size()), ("prompt", GREET.len()));
    assert_eq!(&*files[0].bytes(), GREET.as_bytes());

    assert_eq!(
        get(
            registry,
            "greet",
            r#"{"name":"{{ tone }}{0}","tone":"dry"}"#
        ),
        r#"{"description":"Greets a person.","messages":[{"role":"user","content":{"type":"text","text":"Greet {{ tone }}{0}, dry."}},{"role":"assistant","content":{"type":"text","text":"Hi {\"a\": {b}}"}},{"role":"user","content":{"type":"text","text":"{{ tone }}{0}"}}]}"#
    );
    let error = get(registry, "greet", r#"{"tone":"wet","x":"y"}"#);
    for part in ["name", "warm, dry", "x"] {
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn files_come_change_break_are_mended_and_go() {
    let watched = Watched::with(&[]);
    watched.write("one.md", "One");
    watched.says("one", "One");
    watched.write("one.md", "Two");
    watched.says("one", "Two");

    watched.write(
        "one.md",
        "---\ntitel: x\narguments: [{ name: z }]\n---\n{{ y }}\n{{",
    );
    watched.reports(&[
        "prompts/one.md:2:1: `titel` is not a key of front matter: did you mean `title`?",
        "prompts/one.md:5:1: `{{ y }}` is no argument of this prompt: declare it with `- name: y` under `arguments`, or write `{{{{ y }}` for text in braces",
        "prompts/one.md:6:1: `{{` is never closed on its line: write `{{ name }}`, or `{{{{` for two braces",
    ]);
    watched.says("one", "Two");
    let problems = watched.watch.problems();
    assert_eq!(problems.len(), 3);
    assert_eq!((problems[0].line, problems[0].column), (2, 1));

    watched.write("one.md", b"ab\nc\xff");
    watched.reports(&["prompts/one.md:2:2: this file is not text: it is not valid UTF-8"]);
    watched.write("one.md", "x".repeat(256 * 1024 + 1));
    watched.reports(&[
        "prompts/one.md: this file is larger than 262144 bytes, and the whole answer is one message",
    ]);
    watched.says("one", "Two");
    // A reported mistake is not reported again.
    watched.watch.refresh().unwrap();
    watched.reports(&[]);

    watched.write("one.md", "Three");
    watched.says("one", "Three");
    wait_until("no problems", || watched.watch.problems().is_empty());
    fs::remove_file(watched.path("one.md")).unwrap();
    wait_until("the end", || !watched.has("one"));
    assert!(watched.has("summarize-text"));
    watched.reports(&[]);
}

#[test]
fn what_happens_within_a_moment_is_one_change() {
    for _ in 0..20 {
        let watched = Watched::with(&[
            ("edited.md", "Old"),
            ("gone.md", "Gone"),
            ("from.md", "Renamed"),
        ]);
        let begun = Instant::now();
        // Editors save in this way: they write the new text beside the old file and then replace it.
        fs::rename(watched.path("edited.md"), watched.path("edited.md~")).unwrap();
        watched.write(".edited.swp", "New");
        watched.write("edited.md", "");
        fs::rename(watched.path(".edited.swp"), watched.path("edited.md")).unwrap();
        fs::remove_file(watched.path("edited.md~")).unwrap();
        fs::rename(watched.path("from.md"), watched.path("to.md")).unwrap();
        fs::remove_file(watched.path("gone.md")).unwrap();
        for number in 0..10 {
            watched.write(&format!("more-{number}.md"), "More");
        }
        // If the machine was busy in between, the result is not conclusive.
        if begun.elapsed() > Duration::from_millis(50) {
            continue;
        }
        watched.says("more-9", "More");
        watched.says("edited", "New");
        watched.says("to", "Renamed");
        assert!(!watched.has("from") && !watched.has("gone"));
        thread::sleep(Duration::from_millis(300));
        assert_eq!(watched.changes.load(Ordering::SeqCst), 1);
        // Writing the same text again is not a change.
        watched.write("edited.md", "New");
        thread::sleep(Duration::from_millis(400));
        watched.watch.refresh().unwrap();
        assert_eq!(watched.changes.load(Ordering::SeqCst), 1);
        watched.reports(&[]);
        return;
    }
}

#[test]
fn no_file_outside_is_read() {
    let watched = Watched::with(&[("safe.md", "Safe")]);
    let secret = watched.outer.path().join("secret.md");
    fs::write(&secret, "Secret").unwrap();
    let refused = |name: &str| {
        format!(
            "prompts/{name}: this file cannot be read: it is a link that leads out of the directory"
        )
    };
    symlink(&secret, watched.path("absolute.md")).unwrap();
    watched.reports(&[&refused("absolute.md")]);
    symlink("../secret.md", watched.path("relative.md")).unwrap();
    watched.reports(&[&refused("relative.md")]);
    // A folder whose path looks as if it were inside.
    fs::create_dir(watched.outer.path().join("prompts-2")).unwrap();
    fs::write(watched.outer.path().join("prompts-2/x.md"), "Secret").unwrap();
    symlink("../prompts-2/x.md", watched.path("sibling.md")).unwrap();
    watched.reports(&[&refused("sibling.md")]);
    // A link that later replaces the file, or a folder on the path to it.
    fs::remove_file(watched.path("safe.md")).unwrap();
    symlink(&secret, watched.path("safe.md")).unwrap();
    watched.reports(&[&refused("safe.md")]);
    watched.says("safe", "Safe");
    fs::create_dir(watched.path("sub")).unwrap();
    fs::write(watched.path("sub/secret.md"), "Inside").unwrap();
    symlink("sub/secret.md", watched.path("inside.md")).unwrap();
    watched.says("inside", "Inside");
    fs::rename(watched.path("sub"), watched.path("sub-2")).unwrap();
    symlink("..", watched.path("sub")).unwrap();
    watched.reports(&[&refused("inside.md")]);
    watched.says("inside", "Inside");
    // A link to a missing file is not a file.
    symlink("nothing.md", watched.path("dangling.md")).unwrap();
    watched.watch.refresh().unwrap();
    assert!(!watched.has("absolute") && !watched.has("dangling"));
    assert_eq!(watched.watch.problems().len(), 5);
    watched.reports(&[]);
}

#[test]
fn what_is_no_file_is_not_opened() {
    let watched = Watched::with(&[]);
    let made = std::process::Command::new("mkfifo")
        .arg(watched.path("pipe.md"))
        .status();
    if !made.is_ok_and(|status| status.success()) {
        eprintln!("skipped: there is no mkfifo");
        return;
    }
    watched.reports(&["prompts/pipe.md: this is not a file that can be read"]);
}

#[test]
fn a_pipe_in_the_place_of_a_file_keeps_no_caller_waiting() {
    let watched = Watched::with(&[("a.md", "A")]);
    let pipe = watched.path(".pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    if !made.is_ok_and(|status| status.success()) {
        eprintln!("skipped: there is no mkfifo");
        return;
    }
    // The file and the pipe alternate while the directory is read, so that some reads find one and open the other.
    let spare = watched.path(".spare");
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::SeqCst) {
                fs::write(&spare, "A").unwrap();
                fs::rename(&spare, watched.path("a.md")).unwrap();
                fs::hard_link(&pipe, &spare).unwrap();
                fs::rename(&spare, watched.path("a.md")).unwrap();
            }
        });
        for _ in 0..300 {
            watched.watch.refresh().unwrap();
        }
        done.store(true, Ordering::SeqCst);
    });
    fs::write(&spare, "B").unwrap();
    fs::rename(&spare, watched.path("a.md")).unwrap();
    watched.says("a", "B");
}

#[test]
fn listeners_and_reporters_may_refresh_and_see_the_problems_of_their_change() {
    let outer = tempfile::tempdir().unwrap();
    let folder = outer.path();
    let slot: Arc<Mutex<Option<Arc<DirectoryWatch>>>> = Arc::default();
    let seen: Arc<Mutex<Vec<usize>>> = Arc::default();
    let refresh = |slot: &Mutex<Option<Arc<DirectoryWatch>>>| {
        let watch = slot.lock().unwrap().clone();
        watch.map(|watch| {
            watch.refresh().unwrap();
            watch.problems().len()
        })
    };
    let reporter = Arc::clone(&slot);
    let live = PromptRegistry::builder()
        .on_report(move |_: &Report<'_>| {
            refresh(&reporter);
        })
        .build_live()
        .unwrap();
    let watch = Arc::new(live.watch_directory(folder).unwrap());
    *slot.lock().unwrap() = Some(Arc::clone(&watch));
    let (listener, kept) = (Arc::clone(&slot), Arc::clone(&seen));
    let _listener = live.registry().on_change(move || {
        kept.lock().unwrap().extend(refresh(&listener));
    });
    fs::write(folder.join("bad.md"), "---\ntitel: x\n---\nBad").unwrap();
    fs::write(folder.join("good.md"), "Good").unwrap();
    let (told, ended) = std::sync::mpsc::channel();
    let calling = Arc::clone(&watch);
    thread::spawn(move || {
        calling.refresh().unwrap();
        told.send(()).unwrap();
    });
    ended
        .recv_timeout(Duration::from_secs(20))
        .expect("no deadlock");
    wait_until("the change", || !seen.lock().unwrap().is_empty());
    assert_eq!(seen.lock().unwrap().first(), Some(&1));
    slot.lock().unwrap().take();
}

#[test]
fn files_of_other_tools_are_read_in_their_dialects() {
    let outer = tempfile::tempdir().unwrap();
    let commands = outer.path().join(".claude/commands");
    fs::create_dir_all(commands.join("git/.hidden")).unwrap();
    fs::create_dir_all(commands.join("review")).unwrap();
    fs::write(
        commands.join("fix.md"),
        "---\nallowed-tools: Bash\n---\nFix $ARGUMENTS.",
    )
    .unwrap();
    fs::write(commands.join("git/note.md"), "Note $ARGUMENTS.").unwrap();
    fs::write(commands.join("git/.hidden/no.md"), "No").unwrap();
    fs::write(commands.join("review/SKILL.md"), "Review.").unwrap();
    fs::write(commands.join("review/reference.md"), "No").unwrap();
    symlink(commands.join("git"), commands.join("link")).unwrap();
    let reports: Arc<Mutex<Vec<String>>> = Arc::default();
    let kept = Arc::clone(&reports);
    let live = PromptRegistry::builder()
        .on_report(move |report: &Report<'_>| kept.lock().unwrap().push(report.to_string()))
        .build_live()
        .unwrap();
    let options = PromptFileOptions::new().sub_folders();
    let watch = live
        .watch_directory_with(&commands, options.clone())
        .unwrap();
    assert_eq!(watch.problems(), []);
    let names: Vec<_> = live
        .registry()
        .prompts()
        .iter()
        .map(|it| it.name().to_owned())
        .collect();
    assert_eq!(names, ["fix", "git.note", "review"]);
    let text = get(
        live.registry(),
        "git.note",
        r#"{"arguments":"$ARGUMENTS {{args}}"}"#,
    );
    assert!(
        text.contains(r#""text":"Note $ARGUMENTS {{args}}.""#),
        "{text}"
    );
    let found = reports.lock().unwrap().clone();
    assert!(
        found.len() == 1
            && found[0].ends_with(
                "fix.md:2: 1 part of this file has no counterpart in an MCP prompt; left out: `allowed-tools` (line 2)"
            ),
        "{found:?}"
    );
    fs::write(commands.join("git/more.md"), "More").unwrap();
    wait_until("a file in a folder", || {
        live.registry().prompt("git.more").is_some()
    });
    drop(watch);

    let live = PromptRegistry::builder().build_live().unwrap();
    let watch = live
        .watch_directory_with(&commands, options.strict())
        .unwrap();
    assert_eq!(watch.problems().len(), 1);
    drop(watch);
    // Without the folder, the dialect must be given as an option.
    let plain = outer.path().join("plain");
    fs::create_dir(&plain).unwrap();
    fs::write(plain.join("a.md"), "A $ARGUMENTS").unwrap();
    let live = PromptRegistry::builder().build_live().unwrap();
    let watch = live.watch_directory(&plain).unwrap();
    assert!(live.registry().prompt("a").unwrap().arguments().is_empty());
    drop(watch);
    let live = PromptRegistry::builder().build_live().unwrap();
    let claude = PromptFileOptions::new().dialect(Dialect::Claude);
    let _watch = live.watch_directory_with(&plain, claude).unwrap();
    assert_eq!(live.registry().prompt("a").unwrap().arguments().len(), 1);
}

#[test]
fn a_name_belongs_to_who_was_first() {
    let watched = Watched::with(&[("a.md", "---\nname: mine\n---\nA")]);
    watched.write("Summarize-Text.md", "No");
    watched.write("summarize-text.md", "No");
    let prompt = watched.live.registry().prompt("summarize-text").unwrap();
    let place = prompt.location().to_string();
    watched.reports(&[
        &format!("prompts/Summarize-Text.md:1:1: the name `Summarize-Text` differs from `summarize-text` ({place}) by case only, so people and hosts take one for the other; rename one of the two"),
        &format!("prompts/summarize-text.md:1:1: the name `summarize-text` is taken already ({place}); rename one of the two"),
    ]);
    watched.says("summarize-text", "Summarize.");

    // A new file does not replace the owner of a name, even if it sorts first. When the owner is removed, the new file gets the name.
    watched.write("0.md", "---\nname: mine\n---\nZero");
    watched.reports(&[
        "prompts/0.md:1:1: the name `mine` is taken already (prompts/a.md:1); rename one of the two",
    ]);
    watched.write("a.md", "---\nname: mine\n---\nA again");
    watched.says("mine", "A again");
    fs::remove_file(watched.path("a.md")).unwrap();
    watched.says("mine", "Zero");

    // The same applies to prompts that the program adds.
    watched
        .live
        .insert(RuntimePrompt::new("made", |_| "Made"))
        .unwrap();
    watched.write("made.md", "File");
    watched.reports(&[
        "prompts/made.md:1:1: the name `made` is taken already (made at run time); rename one of the two",
    ]);
    watched.live.remove("made");
    watched.watch.refresh().unwrap();
    watched.says("made", "File");
    let error = watched
        .live
        .insert(RuntimePrompt::new("made", |_| "Made"))
        .unwrap_err();
    assert!(error.to_string().contains("prompts/made.md:1"), "{error}");

    watched.write("not a name .md", "x");
    watched.reports(&["prompts/not a name .md:1:1: the prompt would be named like its file, and the name `not a name ` begins or ends with white space: write `name: not-a-name` into the file, or rename it"]);
}

#[test]
fn a_directory_may_go_away_and_come_back() {
    let watched = Watched::with(&[("a.md", "A")]);
    let folder = watched.path("");
    let aside = watched.outer.path().join("aside");
    fs::rename(&folder, &aside).unwrap();
    wait_until("a report", || !watched.reports.lock().unwrap().is_empty());
    watched.says("a", "A");
    assert!(watched.watch.refresh().is_err());
    // The replacement must not be a link.
    symlink(&aside, watched.outer.path().join("prompts")).unwrap();
    assert!(watched.watch.refresh().is_err());
    fs::remove_file(watched.outer.path().join("prompts")).unwrap();
    fs::create_dir(&folder).unwrap();
    watched.write("b.md", "B");
    watched.says("b", "B");
    wait_until("the end of a", || !watched.has("a"));
    watched.write("c.md", "C");
    watched.says("c", "C");
}

#[test]
fn readers_see_whole_versions_while_files_change() {
    let long = |c: &str| c.repeat(2000);
    let watched = Watched::with(&[("text.md", &long("a"))]);
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while !done.load(Ordering::SeqCst) {
                    let text = watched.text("text");
                    assert!(
                        text.contains(&long("a")) || text.contains(&long("b")),
                        "{text}"
                    );
                }
            });
        }
        let new = watched.path(".new");
        for number in 0..20 {
            fs::write(&new, long(if number % 2 == 0 { "b" } else { "a" })).unwrap();
            fs::rename(&new, watched.path("text.md")).unwrap();
            watched.watch.refresh().unwrap();
        }
        done.store(true, Ordering::SeqCst);
    });
    watched.says("text", &long("a"));
    watched.reports(&[]);
}

#[test]
fn dropping_the_guard_ends_the_watch() {
    let Watched {
        live, watch, outer, ..
    } = Watched::with(&[("a.md", "A")]);
    drop(watch);
    fs::write(outer.path().join("prompts/a.md"), "B").unwrap();
    thread::sleep(Duration::from_millis(400));
    assert!(get(live.registry(), "a", "{}").contains("\"A\""));
}

#[test]
fn a_directory_must_be_one() {
    let live = PromptRegistry::builder().build_live().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.md");
    let error = live.watch_directory(&file).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("cannot watch the prompt files in `"),
        "{error}"
    );
    fs::write(&file, "A").unwrap();
    assert!(live.watch_directory(&file).is_err());
    assert!(live.watch_directory(Path::new("")).is_err());
}
