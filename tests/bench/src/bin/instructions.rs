//! Counts the instructions of a request with valgrind's callgrind, and compares them with `instructions.txt`.
//!
//! ```sh
//! cargo run --release -p prompt-bench --bin instructions           # fails when a request takes 5 % more than it did
//! cargo run --release -p prompt-bench --bin instructions -- renew  # writes the counts, for a commit of its own
//! ```
//!
//! The number of instructions does not depend on the clock or on other programs. It depends on the compiler, so counts of another compiler
//! are printed but not compared. Only the code below `measured` is counted, without start-up, the creation of requests and the loader.
//! Valgrind emulates a processor without AVX-512, and the C library is told not to use AVX2, so that copies cost the same everywhere.
#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, clippy::panic)]

use prompt_bench::growth::{OPERATIONS, Run, allowed};
use prompt_bench::{block_on, many, requests, sides};
use prompt_runtime::{Context, PromptRegistry};
use serde_json::json;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::hint::black_box;
use std::num::NonZero;
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Requests per measurement. The counts of two requests hardly differ, so a few are enough.
const TIMES: u64 = 20;
/// The tolerance, in percent.
const TOLERANCE: u64 = 5;
/// Two cases that do the same, and the most that the first may take of the second.
const BOUND: (&str, &str, f64) = ("get, 2 arguments", "get, 2 arguments, hand-written", 1.3);
/// The two sizes for measuring growth. Valgrind is fifty times slower than the processor.
const SIZES: [usize; 2] = [100, 3_000];

/// A request: its name, and the function that prepares it.
type Case = (&'static str, fn() -> Run);

/// The requests. Only the measured one is prepared.
const CASES: &[Case] = &[
    ("get, no arguments", || get("hello", false)),
    ("get, 2 arguments", || get("code-review", false)),
    ("get, 10 arguments", || get("release", false)),
    ("get, 4 turns of 10 KB", || get("few_shot", false)),
    ("get, 2 arguments, async", || get("code-review", true)),
    ("get, unknown argument", wrong),
    ("get, 2 arguments, hand-written", || by_hand("code-review")),
    ("get, 2 arguments, by the mount", || through_rmcp(true)),
    ("get, 2 arguments, rmcp's router", || through_rmcp(false)),
    ("answer, get with 2 arguments", || {
        answer(
            "prompts/get",
            json!({ "name": "code-review", "arguments": requests::given("code-review") }),
        )
    }),
    ("answer, list of 100", list),
    ("answer, complete", || {
        answer(
            "completion/complete",
            json!({
                "ref": { "type": "ref/prompt", "name": "code-review" }, "argument": { "name": "strictness", "value": "s" },
            }),
        )
    }),
];

fn get(prompt: &'static str, later: bool) -> Run {
    let (registry, given, context) = (
        sides::ours::registry(later),
        requests::given(prompt),
        Context::default(),
    );
    Box::new(move || {
        assert!(sides::ours::get(
            &registry,
            black_box(prompt),
            black_box(&given),
            &context
        ));
    })
}

fn wrong() -> Run {
    let (registry, context) = (sides::ours::registry(false), Context::default());
    let given = requests::given("code-review");
    Box::new(move || {
        assert!(!sides::ours::get(
            &registry,
            black_box("hello"),
            black_box(&given),
            &context
        ));
    })
}

fn by_hand(prompt: &'static str) -> Run {
    let given = requests::given(prompt);
    Box::new(move || {
        assert!(black_box(sides::by_hand::get(black_box(prompt), black_box(&given))).is_ok());
    })
}

/// A request to an rmcp server: one with the mount, or one with rmcp's own prompts in a stored router.
fn through_rmcp(mount: bool) -> Run {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .unwrap();
    let running = {
        let _guard = runtime.enter();
        sides::rmcp::Running::new()
    };
    let mounted = sides::rmcp::mounted(&sides::ours::registry(false));
    let name = "code-review";
    // rmcp consumes its requests. Making them is not part of the answer.
    let request = || (name.to_owned(), requests::given(name), running.context());
    let mut requests: Vec<_> = (0..=TIMES).map(|_| request()).collect();
    Box::new(move || {
        let _keep = &runtime;
        let (name, given, context) = black_box(requests.pop()).unwrap();
        assert!(if mount {
            sides::rmcp::get(&mounted, name, given, context)
        } else {
            running.get_stored(name, given, context)
        });
    })
}

fn answer(method: &str, params: serde_json::Value) -> Run {
    let (registry, context) = (sides::ours::registry(false), Context::default());
    let bytes = requests::request(method, params);
    Box::new(move || {
        drop(black_box(sides::ours::answer(
            &registry,
            black_box(&bytes),
            &context,
        )));
    })
}

fn list() -> Run {
    let registry = PromptRegistry::from_prompts(many::definitions(&many::names(100))).unwrap();
    let context = Context::default();
    Box::new(move || {
        drop(black_box(block_on(registry.answer(
            "prompts/list",
            None,
            &context,
        ))));
    })
}

/// The calls that callgrind counts.
#[inline(never)]
fn measured(run: &mut dyn FnMut(), times: u64) {
    for _ in 0..times {
        run();
    }
}

/// The instructions of this program below [`measured`], run in valgrind with these arguments.
fn counted(words: &[&str]) -> u64 {
    let output = Command::new("valgrind")
        .args([
            "--tool=callgrind",
            "--callgrind-out-file=/dev/null",
            "--toggle-collect=*instructions*measured*",
        ])
        .arg(std::env::current_exe().unwrap())
        .args(words)
        .env(
            "GLIBC_TUNABLES",
            "glibc.cpu.hwcaps=-AVX2,-AVX2_Usable,-AVX_Fast_Unaligned_Load,-ERMS",
        )
        .output()
        .unwrap_or_else(|error| panic!("valgrind cannot be run ({error}): install it"));
    let text = String::from_utf8_lossy(&output.stderr);
    let count = text
        .lines()
        .find_map(|line| line.split_once("Collected :"))
        .map(|(_, count)| count.trim().parse());
    match count {
        Some(Ok(count)) if output.status.success() => count,
        _ => panic!("valgrind failed:\n{text}"),
    }
}

fn compiler() -> String {
    let output = Command::new("rustc").arg("--version").output().unwrap();
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

fn baseline() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("instructions.txt")
}

#[allow(clippy::cast_precision_loss)]
fn compare(renew: bool) -> ExitCode {
    let compiler = compiler();
    let text = std::fs::read_to_string(baseline()).unwrap_or_default();
    let (of, lines) = text.split_once('\n').unwrap_or_default();
    let before: BTreeMap<&str, u64> = lines
        .lines()
        .filter_map(|line| line.split_once('\t'))
        .map(|(case, count)| (case, count.parse().unwrap()))
        .collect();
    let comparable = of == compiler && !renew;
    let mut now = format!("{compiler}\n");
    let mut worse = Vec::new();
    let mut counted_cases = BTreeMap::new();
    let names: Vec<&str> = CASES.iter().map(|(case, _)| *case).collect();
    let counts = at_once(&names, |case| counted(&["case", case]) / TIMES);
    for (case, count) in names.into_iter().zip(counts) {
        let known = before.get(case).copied();
        println!(
            "{case:<32} {count:>9}{}",
            known.map_or_else(String::new, |known| format!("  before {known}"))
        );
        let _ = writeln!(now, "{case}\t{count}");
        counted_cases.insert(case, count);
        if comparable && known.is_none_or(|known| count * 100 > known * (100 + TOLERANCE)) {
            worse.push(case);
        }
    }
    if renew {
        std::fs::write(baseline(), now).unwrap();
    } else if !comparable {
        println!("not compared: the baseline was counted with {of}, and this is {compiler}");
    }
    let growth = grown();
    for line in &growth {
        eprintln!("{line}");
    }
    for case in &worse {
        eprintln!(
            "{case}: over {TOLERANCE} % more instructions than in {}",
            baseline().display()
        );
    }
    let (case, of, most) = BOUND;
    let ratio = counted_cases[case] as f64 / counted_cases[of] as f64;
    println!("{case}: {ratio:.2} of {of}");
    if ratio > most {
        eprintln!("{case}: over {most} of {of}");
    }
    if worse.is_empty() && growth.is_empty() && ratio <= most {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Returns a sentence for each operation that grows faster than n log n.
#[allow(clippy::cast_precision_loss)]
fn grown() -> Vec<String> {
    let [small, large] = SIZES;
    let operations = OPERATIONS
        .iter()
        .filter(|operation| operation.largest >= large);
    let names: Vec<&str> = operations.map(|operation| operation.name).collect();
    let counts = at_once(&names, |name| {
        SIZES.map(|size| counted(&["growth", name, &size.to_string()]) as f64)
    });
    let lines = names.into_iter().zip(counts).filter_map(|(name, counts)| {
        let [few, many] = counts;
        println!("{name:<54} {few:>12} for {small} {many:>12} for {large}");
        (many / few > allowed(small, large)).then(|| format!("{name}: grows faster than n log n"))
    });
    lines.collect()
}

/// Measures on all processors at once, which changes no count. The results are in the order of the names.
fn at_once<'a, T: Send>(names: &[&'a str], measure: impl Fn(&'a str) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(name) = names.get(index) else {
                return done;
            };
            done.push((index, measure(name)));
        }
    };
    let processors = std::thread::available_parallelism().map_or(1, NonZero::get);
    let mut done: Vec<(usize, T)> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..processors).map(|_| scope.spawn(work)).collect();
        threads
            .into_iter()
            .flat_map(|thread| thread.join().unwrap())
            .collect()
    });
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => compare(false),
        ["renew"] => compare(true),
        ["case", name] => {
            let (_, prepare) = CASES.iter().find(|(case, _)| *case == name).unwrap();
            let mut run = prepare();
            run();
            measured(&mut run, TIMES);
            ExitCode::SUCCESS
        }
        ["growth", name, size] => {
            let operation = OPERATIONS
                .iter()
                .find(|operation| operation.name == name)
                .unwrap();
            let mut run = (operation.prepare)(size.parse().unwrap());
            measured(&mut run, 1);
            ExitCode::SUCCESS
        }
        _ => {
            eprintln!("usage: instructions [renew]");
            ExitCode::FAILURE
        }
    }
}
