//! Tests of pages, and of sets that change while they are read.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::support::now;
use prompt_runtime::model::ListPromptsResult;
use prompt_runtime::{Context, LivePrompts, PromptRegistry, RuntimePrompt};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Barrier};
use std::thread;
use std::time::{Duration, Instant};

fn numbered(numbers: impl IntoIterator<Item = usize>) -> Vec<RuntimePrompt> {
    let name = |n| format!("prompt-{n:05}");
    numbers
        .into_iter()
        .map(|n| RuntimePrompt::new(name(n), |_| "text"))
        .collect()
}

fn many(numbers: impl IntoIterator<Item = usize>, page_size: usize) -> LivePrompts {
    let live = PromptRegistry::builder()
        .page_size(page_size)
        .build_live()
        .unwrap();
    live.update(numbered(numbers), &[]).unwrap();
    live
}

fn page(registry: &PromptRegistry, cursor: Option<&str>) -> ListPromptsResult {
    registry.list(cursor, &Context::default()).unwrap()
}

/// Reads all names page by page. `between` is called after each page.
fn walk(
    mut page: impl FnMut(Option<&str>) -> ListPromptsResult,
    mut between: impl FnMut(usize),
) -> Vec<String> {
    let (mut names, mut cursor) = (Vec::new(), None);
    for number in 0.. {
        let page = page(cursor.as_deref());
        names.extend(
            page.prompts
                .into_iter()
                .map(|prompt| prompt.name.into_owned()),
        );
        cursor = page.next_cursor;
        if cursor.is_none() {
            break;
        }
        between(number);
    }
    names
}

#[test]
fn a_walk_sees_each_of_ten_thousand_prompts_once() {
    let live = many(0..10_000, 100);
    let names = walk(|cursor| page(live.registry(), cursor), |_| {});
    let all: Vec<String> = (0..10_000).map(|n| format!("prompt-{n:05}")).collect();
    assert_eq!(names, all);
}

#[test]
fn a_walk_during_changes_sees_each_prompt_that_stays_once() {
    // The even prompts stay; the odd ones are added and removed around every page.
    let live = many((0..10_000).step_by(2), 100);
    let names = walk(
        |cursor| page(live.registry(), cursor),
        |number| {
            let near = number * 200 + 1;
            let come = [near, near + 198, near + 200, 9_999 - number * 200];
            live.update(numbered(come), &[]).unwrap();
            assert!(live.remove(&format!("prompt-{near:05}")));
            assert!(live.disable(&format!("prompt-{:05}", near + 200)));
        },
    );
    let mut seen: HashMap<&str, usize> = HashMap::new();
    for name in &names {
        *seen.entry(name).or_default() += 1;
    }
    assert!(seen.values().all(|times| *times == 1));
    assert!(names.is_sorted());
    for n in (0..10_000).step_by(2) {
        assert!(seen.contains_key(format!("prompt-{n:05}").as_str()), "{n}");
    }
}

#[test]
fn a_cursor_holds_on_a_replica() {
    let replicas = [many(0..50, 7), many(0..50, 7)];
    let mut turns = replicas.iter().cycle();
    let names = walk(
        |cursor| page(turns.next().unwrap().registry(), cursor),
        |_| {},
    );
    assert_eq!(names.len(), 50);
}

#[test]
fn a_cursor_holds_after_changes() {
    let live = many(0..50, 7);
    let cursor = page(live.registry(), None).next_cursor.unwrap();
    // The last prompt of the page, and the next one.
    assert!(live.remove("prompt-00006"));
    assert!(live.disable("prompt-00007"));
    let next = |cursor: &str| page(live.registry(), Some(cursor)).prompts;
    assert_eq!(next(&cursor)[0].name, "prompt-00008");
    live.update(numbered([7]), &[]).unwrap();
    assert!(live.enable("prompt-00007"));
    assert_eq!(next(&cursor)[0].name, "prompt-00007");

    let last = page(many([49, 50], 1).registry(), None)
        .next_cursor
        .unwrap();
    assert_eq!(next(&last).len(), 0);
    live.insert(numbered([60]).remove(0)).unwrap();
    assert_eq!(next(&last)[0].name, "prompt-00060");
}

#[test]
fn every_change_of_a_cursor_is_found_out() {
    let live = many(0..3, 1);
    let cursor = page(live.registry(), None).next_cursor.unwrap();
    let mut forged: Vec<String> = ["", " ", "0", "prompt-00000", "null", "%00", "====", "日本"]
        .map(str::to_owned)
        .to_vec();
    for at in 0..cursor.len() {
        let (before, after) = (&cursor[..at], &cursor[at + 1..]);
        let other = if cursor[at..].starts_with('A') {
            'B'
        } else {
            'A'
        };
        forged.push(format!("{before}{other}{after}"));
        forged.push(format!("{before}{after}"));
        forged.push(before.to_owned());
    }
    forged.extend([
        format!("{cursor}A"),
        format!("{cursor}="),
        format!("{cursor}\n"),
        format!(" {cursor}"),
    ]);
    for cursor in forged {
        let error = live
            .registry()
            .list(Some(&cursor), &Context::default())
            .unwrap_err();
        assert_eq!(
            (error.code(), error.message()),
            (-32602, "invalid cursor"),
            "{cursor:?}"
        );
    }
}

#[test]
fn a_read_does_not_wait_for_a_write() {
    let live = many(0..2_000, 100);
    let (inside, done) = (Arc::new(Barrier::new(2)), Arc::new(AtomicBool::new(false)));
    let listener = live.registry().on_change({
        let (inside, done) = (Arc::clone(&inside), Arc::clone(&done));
        move || {
            inside.wait();
            let end = Instant::now() + Duration::from_secs(20);
            while !done.load(Ordering::Acquire) && Instant::now() < end {
                thread::sleep(Duration::from_millis(1));
            }
            assert!(
                done.load(Ordering::Acquire),
                "the reader waits for the writer"
            );
        }
    });
    let writer = thread::spawn({
        let live = live.clone();
        move || live.remove("prompt-00000")
    });
    inside.wait();
    let context = Context::default();
    assert_eq!(page(live.registry(), None).prompts[0].name, "prompt-00001");
    assert!(now(live.registry().get("prompt-00001", (), &context)).is_ok());
    assert!(now(live.registry().get("prompt-00000", (), &context)).is_err());
    done.store(true, Ordering::Release);
    assert!(writer.join().unwrap());
    drop(listener);
}

#[test]
fn a_reader_sees_a_change_whole() {
    let live = many(0..100, 1_000);
    let fresh = |name: &'static str| [RuntimePrompt::new(name, |_| "text")];
    live.update(fresh("one"), &[]).unwrap();
    let end = Arc::new(AtomicBool::new(false));
    let reader = thread::spawn({
        let (registry, end) = (live.registry().clone(), Arc::clone(&end));
        move || {
            while !end.load(Ordering::Relaxed) {
                let prompts = page(&registry, None).prompts;
                let has = |name| prompts.iter().any(|prompt| prompt.name == name);
                assert!(has("one") != has("other"));
            }
        }
    });
    for _ in 0..100 {
        live.update(fresh("other"), &["one"]).unwrap();
        live.update(fresh("one"), &["other"]).unwrap();
    }
    end.store(true, Ordering::Relaxed);
    reader.join().unwrap();
}
