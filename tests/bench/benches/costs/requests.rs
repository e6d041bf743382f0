//! Measures requests, listings and the registry.

use prompt_bench::laps::{Laps, Side};
use prompt_bench::requests::{given, request};
use prompt_bench::sides::{by_hand, flymcprust, ours, rmcp};
use prompt_bench::table::{Table, bytes, ratio, time};
use prompt_bench::{block_on, many};
use prompt_runtime::{Context, PromptRegistry};
use serde_json::json;
use std::collections::HashMap;
use std::hint::black_box;

const NONE: &str = "–";

pub(crate) fn section(full: bool) -> String {
    let laps = if full { 600 } else { 60 };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .unwrap();
    let _guard = runtime.enter();
    let running = rmcp::Running::new();
    let columns = [
        "case",
        "time",
        "/ hand-written",
        "/ rmcp, stored router",
        "/ rmcp, default handler",
        "/ flymcprust",
    ];
    let mut table = Table::new("requests", &columns);
    for later in [false, true] {
        let word = if later { "async" } else { "sync" };
        for (name, case) in [
            ("hello", "no arguments"),
            ("code-review", "2 arguments"),
            ("release", "10 arguments"),
        ] {
            table.row(get(
                &format!("get, {case}, {word}"),
                name,
                &given(name),
                later,
                laps,
                &running,
            ));
        }
    }
    let few_shot = "few_shot";
    table.row(get(
        "get, 4 turns of 10 KB in all",
        few_shot,
        &given(few_shot),
        false,
        laps,
        &running,
    ));
    table.row(through_the_mount(laps, &running));
    let mut wrong = given("code-review");
    wrong.remove("diff");
    table.row(get(
        "get, an argument is missing",
        "code-review",
        &wrong,
        false,
        laps,
        &running,
    ));
    table.row(complete(laps));
    let sizes = [(10, laps), (1000, laps / 6), (10_000, laps / 20)];
    for (count, laps) in sizes {
        table.row(list(count, laps));
    }
    for (count, laps) in sizes {
        table.row(build(count, laps));
    }
    table.row(memory(10_000));
    table.markdown()
}

fn get(
    case: &str,
    prompt: &str,
    given: &prompt_runtime::model::JsonObject,
    later: bool,
    laps: usize,
    running: &rmcp::Running,
) -> Vec<String> {
    let (registry, context) = (ours::registry(later), Context::default());
    let fly = flymcprust::server(later);
    let theirs = if later {
        format!("{prompt}.later")
    } else {
        prompt.to_owned()
    };
    let bytes = request("prompts/get", json!({ "name": prompt, "arguments": given }));
    let same = block_on(registry.get(prompt, given, &context));
    assert_eq!(
        same.ok(),
        by_hand::get(prompt, given).ok(),
        "{case}: the sides differ"
    );
    let for_rmcp = || (theirs.clone(), given.clone(), running.context());
    let mut sides = [
        Side::new(|| ours::get(&registry, black_box(prompt), black_box(given), &context)),
        Side::new(|| {
            let (prompt, given) = (black_box(prompt), black_box(given));
            if later {
                black_box(block_on(by_hand::get_later(prompt, given))).is_ok()
            } else {
                black_box(by_hand::get(prompt, given)).is_ok()
            }
        }),
        // rmcp consumes the arguments, so both sides drop them.
        Side::with(
            || given.clone(),
            |given| ours::get(&registry, black_box(prompt), &given, &context),
        ),
        Side::with(for_rmcp, |(name, given, context)| {
            running.get_stored(name, given, context)
        }),
        Side::with(for_rmcp, |(name, given, context)| {
            running.get_default(name, given, context)
        }),
        // flymcprust only returns bytes.
        Side::new(|| ours::answer(&registry, black_box(&bytes), &context)),
        Side::new(|| flymcprust::answer(&fly, black_box(&bytes))),
    ];
    let laps = Laps::run(laps, &mut sides);
    let ratios =
        [(0, 1), (2, 3), (2, 4), (5, 6)].map(|(ours, theirs)| ratio(laps.ratio(ours, theirs)));
    [case.to_owned(), time(laps.median(0))]
        .into_iter()
        .chain(ratios)
        .collect()
}

/// Both servers are called in process, by the same method of rmcp.
fn through_the_mount(laps: usize, running: &rmcp::Running) -> Vec<String> {
    let mounted = rmcp::mounted(&ours::registry(false));
    let name = "code-review";
    let request = || (name.to_owned(), given(name), running.context());
    let mut sides = [
        Side::with(request, |(name, given, context)| {
            rmcp::get(&mounted, name, given, context)
        }),
        Side::with(request, |(name, given, context)| {
            running.get_stored(name, given, context)
        }),
        Side::with(request, |(name, given, context)| {
            running.get_default(name, given, context)
        }),
    ];
    let laps = Laps::run(laps, &mut sides);
    vec![
        "get, 2 arguments, by the mount".to_owned(),
        time(laps.median(0)),
        NONE.to_owned(),
        ratio(laps.ratio(0, 1)),
        ratio(laps.ratio(0, 2)),
        NONE.to_owned(),
    ]
}

fn complete(laps: usize) -> Vec<String> {
    let (registry, context) = (ours::registry(false), Context::default());
    let fly = flymcprust::server(false);
    let params = json!({ "ref": { "type": "ref/prompt", "name": "code-review" }, "argument": { "name": "strictness", "value": "s" } });
    let bytes = request("completion/complete", params);
    let values = ["lenient", "normal", "strict"];
    let mut sides = [
        Side::new(|| {
            block_on(registry.complete("code-review", "strictness", black_box("s"), (), &context))
        }),
        Side::new(|| by_hand::complete(&values, black_box("s"))),
        Side::new(|| ours::answer(&registry, black_box(&bytes), &context)),
        Side::new(|| flymcprust::answer(&fly, black_box(&bytes))),
    ];
    let laps = Laps::run(laps, &mut sides);
    vec![
        "complete, 3 values".to_owned(),
        time(laps.median(0)),
        ratio(laps.ratio(0, 1)),
        NONE.to_owned(),
        NONE.to_owned(),
        ratio(laps.ratio(2, 3)),
    ]
}

fn list(count: usize, laps: usize) -> Vec<String> {
    let names = many::names(count);
    let context = Context::default();
    let registry = PromptRegistry::from_prompts(many::definitions(&names)).unwrap();
    let (listing, router, fly) = (
        many::listing(&names),
        rmcp::router(&names),
        flymcprust::many(&names),
    );
    let bytes = request("prompts/list", json!({}));
    let mut sides = [
        Side::new(|| block_on(registry.answer("prompts/list", None, &context))),
        Side::new(|| serde_json::to_vec(black_box(&listing))),
        Side::new(|| rmcp::list(black_box(&router))),
        Side::new(|| rmcp::list(&rmcp::router(black_box(&names)))),
        Side::new(|| ours::answer(&registry, black_box(&bytes), &context)),
        Side::new(|| flymcprust::answer(&fly, black_box(&bytes))),
    ];
    let laps = Laps::run(laps.max(5), &mut sides);
    let ratios =
        [(0, 1), (0, 2), (0, 3), (4, 5)].map(|(ours, theirs)| ratio(laps.ratio(ours, theirs)));
    [
        format!("list of {}, to bytes", thousands(count)),
        time(laps.median(0)),
    ]
    .into_iter()
    .chain(ratios)
    .collect()
}

/// The names, functions and listing of a hand-written server.
type ByHand = (HashMap<&'static str, fn() -> String>, many::Listing);

fn by_hand_table(names: &[&'static str]) -> ByHand {
    let functions = names
        .iter()
        .map(|name| (*name, String::new as fn() -> String));
    (functions.collect(), many::listing(names))
}

fn build(count: usize, laps: usize) -> Vec<String> {
    let names = many::names(count);
    let definitions = many::definitions(&names);
    let mut sides = [
        Side::new(|| PromptRegistry::from_prompts(black_box(&definitions).iter().copied())),
        Side::new(|| by_hand_table(black_box(&names))),
        Side::new(|| rmcp::router(black_box(&names))),
        Side::new(|| flymcprust::many(black_box(&names))),
    ];
    let laps = Laps::run(laps.max(5), &mut sides);
    vec![
        format!("build the registry of {}", thousands(count)),
        time(laps.median(0)),
        ratio(laps.ratio(0, 1)),
        ratio(laps.ratio(0, 2)),
        NONE.to_owned(),
        ratio(laps.ratio(0, 3)),
    ]
}

fn memory(count: usize) -> Vec<String> {
    let names = many::names(count);
    let definitions = many::definitions(&names);
    let ours = held(|| PromptRegistry::from_prompts(definitions.iter().copied()).unwrap());
    let others = [
        held(|| by_hand_table(&names)),
        held(|| rmcp::router(&names)),
        held(|| flymcprust::many(&names)),
    ];
    let [by_hand, rmcp, fly] = others.map(|other| ratio(ours / other));
    vec![
        format!("heap per prompt, of {}", thousands(count)),
        bytes(ours / count as f64),
        by_hand,
        rmcp,
        NONE.to_owned(),
        fly,
    ]
}

/// The size of a value on the heap, in bytes.
fn held<T>(make: impl FnOnce() -> T) -> f64 {
    let mut value = None;
    let info = allocation_counter::measure(|| value = Some(make()));
    drop(value);
    info.bytes_current as f64
}

fn thousands(count: usize) -> String {
    if count < 1000 {
        count.to_string()
    } else {
        format!("{},{:03}", count / 1000, count % 1000)
    }
}
