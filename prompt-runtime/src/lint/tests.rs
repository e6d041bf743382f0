#![allow(clippy::unwrap_used, clippy::panic)]
// Tables.
#![allow(clippy::too_many_lines)]

use super::*;
use crate::argument::{ArgumentEnum, ArgumentKind, FromArgument, Probe};
use crate::definition::{ArgumentDefinition, PromptDefinition, Render, TextDefinition};
use crate::message::{ContentBlock, ImageContent, PromptMessage};
use crate::{GetPromptResult, PromptLibrary, RuntimeArgument, RuntimePrompt};
use std::collections::BTreeSet;

/// The ids of the advice for prompts made at run time.
fn of(prompt: RuntimePrompt) -> Vec<&'static str> {
    let live = PromptRegistry::builder().build_live().unwrap();
    live.insert(prompt).unwrap();
    ids(live.registry())
}

fn ids(registry: &PromptRegistry) -> Vec<&'static str> {
    let mut ids: Vec<_> = check(registry)
        .iter()
        .map(|advice| advice.rule().id())
        .collect();
    ids.sort_unstable();
    ids
}

/// A prompt that says all it is given, in one message.
fn echo(name: &'static str) -> RuntimePrompt {
    RuntimePrompt::new(name, |call| {
        let said: Vec<&str> = ["a", "b", "c", "d", "e", "f", "日"]
            .iter()
            .filter_map(|name| call.get(name))
            .collect();
        format!("Say {}.", said.join(", "))
    })
    .description("Says it.")
}

fn required(name: &'static str) -> RuntimeArgument {
    RuntimeArgument::required(name).description("Something.")
}

fn optional(name: &'static str) -> RuntimeArgument {
    RuntimeArgument::optional(name).description("Something.")
}

fn choice(name: &'static str) -> RuntimeArgument {
    optional(name)
        .description("One or two.")
        .values(["One", "two"])
}

fn answering(answer: impl Fn() -> Vec<PromptMessage> + Send + Sync + 'static) -> RuntimePrompt {
    RuntimePrompt::new("write-it", move |_| GetPromptResult::new(answer())).description("Writes.")
}

/// Prompts, and the advice for each.
fn table() -> Vec<(RuntimePrompt, &'static [&'static str])> {
    let long = || vec![PromptMessage::user("x".repeat(101 * 1024))];
    let image = || {
        let image = ImageContent::from_bytes(&[0; 5], "image/png").unwrap();
        vec![PromptMessage::user(ContentBlock::Image(image))]
    };
    let continued = || vec![PromptMessage::user("a"), PromptMessage::prefill("b")];
    vec![
        (echo("say-it"), &[]),
        (echo("say-it").description(" "), &["no-description"]),
        (
            echo("say-it").argument(RuntimeArgument::required("a")),
            &["no-argument-description"],
        ),
        (echo("summarize"), &["generic-name"]),
        (echo("Help"), &["generic-name"]),
        (echo("summarize-incident"), &[]),
        (echo("reviewCode"), &[]),
        (echo("announce-release"), &[]),
        (echo("code-review"), &["name-not-verb-first"]),
        (echo("say-it-0123456789-0123456789-0123456789"), &[]),
        (
            echo("say-it-0123456789-0123456789-0123456789-x"),
            &["long-name"],
        ),
        (echo("代码审查"), &["non-ascii-name"]),
        (echo("say-it").argument(required("日")), &["non-ascii-name"]),
        (echo("say-it").title("Say it"), &["title-with-white-space"]),
        (echo("say-it").title("Say-it"), &[]),
        (
            echo("say-it")
                .argument(required("a"))
                .argument(optional("b")),
            &["several-free-texts"],
        ),
        (
            echo("say-it").argument(choice("a")).argument(optional("b")),
            &[],
        ),
        (
            echo("say-it").argument(required("a")).argument(choice("b")),
            &["free-text-not-last"],
        ),
        // The one free text is last, and the choice before it refuses other words.
        (
            echo("say-it").argument(choice("a")).argument(required("b")),
            &[],
        ),
        (
            echo("say-it")
                .argument(optional("a"))
                .argument(required("b")),
            &["required-after-optional", "several-free-texts"],
        ),
        (
            echo("say-it")
                .argument(choice("a"))
                .argument(required("b").description("x or y").values(["x", "y"])),
            &["required-after-optional"],
        ),
        (
            ["a", "b", "c", "d", "e"]
                .into_iter()
                .fold(echo("say-it"), |it, name| it.argument(choice(name))),
            &[],
        ),
        (
            ["a", "b", "c", "d", "e", "f"]
                .into_iter()
                .fold(echo("say-it"), |it, name| it.argument(choice(name))),
            &["many-arguments"],
        ),
        (
            echo("say-it").argument(optional("a").values(["x", "y"])),
            &["undescribed-values"],
        ),
        (
            answering(|| vec![PromptMessage::user("a"), PromptMessage::user("b")]),
            &["several-messages"],
        ),
        (answering(image), &["non-text-content"]),
        (
            answering(continued),
            &["ends-on-assistant", "several-messages"],
        ),
        // Refused by the registry, and all the more worth advice.
        (
            answering(|| vec![PromptMessage::assistant("b")]),
            &["ends-on-assistant"],
        ),
        (answering(long), &["long-answer"]),
        (
            answering(|| vec![PromptMessage::user("x".repeat(99 * 1024))]),
            &[],
        ),
        (
            answering(|| vec![PromptMessage::user("a")]).argument(required("a")),
            &["unused-argument"],
        ),
        // A value that changes nothing but the description of the answer.
        (
            RuntimePrompt::new("write-it", |call| {
                GetPromptResult::new([PromptMessage::user("a")])
                    .with_description(call.get("a").unwrap_or_default().to_owned())
            })
            .description("Writes.")
            .argument(choice("a")),
            &["unused-argument"],
        ),
        // Used, but only when another is left out.
        (
            RuntimePrompt::new("write-it", |call| {
                let said = call.get("a").or(call.get("b")).unwrap_or("nothing");
                said.to_owned()
            })
            .description("Writes.")
            .argument(choice("a"))
            .argument(choice("b")),
            &[],
        ),
        // One that fails, or waits, is not judged by its answer.
        (
            RuntimePrompt::new("write-it", |_| Err::<String, _>("no"))
                .description("Writes.")
                .argument(required("a")),
            &[],
        ),
        (
            RuntimePrompt::new_async("write-it", |_| std::future::pending::<String>())
                .description("Writes.")
                .argument(required("a")),
            &[],
        ),
        (
            RuntimePrompt::new_async("write-it", |_| std::future::ready("always the same"))
                .description("Writes.")
                .argument(required("a")),
            &["unused-argument"],
        ),
    ]
}

#[test]
fn each_prompt_gets_its_advice() {
    for (prompt, expected) in table() {
        let shown = format!("{prompt:?}");
        assert_eq!(of(prompt), expected, "{shown}");
    }
}

#[test]
fn every_rule_is_in_the_table_and_has_a_page() {
    let mut tested: BTreeSet<&str> = table()
        .into_iter()
        .flat_map(|(_, ids)| ids)
        .copied()
        .collect();
    // Has a test of its own below.
    tested.insert("unknown-advice");
    for rule in Rule::ALL {
        assert!(tested.contains(rule.id()), "{rule} is in no table");
        assert_eq!(Rule::from_id(rule.id()), Some(*rule));
        assert!(
            !rule.why().is_empty() && !rule.instead().is_empty(),
            "{rule}"
        );
        assert!(!rule.page().contains("\n# "), "{}", rule.page());
    }
    let pages = include_str!("../docs/lint/rules.md");
    assert_eq!(pages.matches("\n## ").count(), Rule::ALL.len());
}

#[test]
fn names_that_only_look_the_same_are_told_of() {
    let live = PromptRegistry::builder().build_live().unwrap();
    for name in ["re\u{301}sumer", "r\u{E9}sumer"] {
        live.insert(echo(name)).unwrap();
    }
    assert_eq!(ids(live.registry()), ["non-ascii-name"; 2]);
    assert!(Rule::NonAsciiName.why().contains("looks the same"));
}

// Only its constants are used.
#[allow(dead_code)]
enum Length {
    Short,
}

impl ArgumentEnum for Length {
    const VALUES: &'static [&'static str] = &["short"];
    const DESCRIPTIONS: &'static [Option<&'static str>] = &[Some("One line")];

    fn as_str(&self) -> &'static str {
        "short"
    }
}

const NUMBER: ArgumentKind = Probe::<u8>::KIND;

static SUMMARIZE: PromptDefinition = PromptDefinition {
    name: "summarize",
    description: Some("Summarize it."),
    arguments: &[
        ArgumentDefinition {
            name: "days",
            description: Some("How many."),
            kind: NUMBER,
            min: Some("30"),
            ..ArgumentDefinition::NEW
        },
        ArgumentDefinition {
            name: "length",
            description: Some("How long."),
            required: false,
            kind: Probe::<Length>::KIND,
            ..ArgumentDefinition::NEW
        },
    ],
    texts: &[TextDefinition::new("user", "Summarize {length:?}", 4)],
    allowed_advice: &["generic-nam"],
    location: Location::new("src/text.rs", 3, "text", "team"),
    render: Render::Sync(|invocation| {
        let days = <u8 as FromArgument<'_, _>>::fetch(invocation);
        let days = crate::argument::within(days, invocation, Some(30), None);
        let _ = invocation.take();
        invocation.accepted()?;
        days?;
        Some(Ok(GetPromptResult::new([PromptMessage::user("Summarize")])))
    }),
    ..PromptDefinition::NEW
};

#[test]
fn an_allowed_id_that_no_rule_has_is_advice_too() {
    let registry = PromptRegistry::from_prompts([&SUMMARIZE]).unwrap();
    // A text names the length on some path, so only the days are unused.
    assert_eq!(
        ids(&registry),
        ["generic-name", "unknown-advice", "unused-argument"]
    );
    let advice = check(&registry);
    let texts: Vec<String> = advice.iter().map(ToString::to_string).collect();
    assert_eq!(
        texts,
        [
            "\
advice[generic-name]: prompt \"summarize\": its name could be that of many servers' prompts
  --> src/text.rs:3
   = why: the same names of several servers, or a command of the host's own, collide, and hosts then rename the commands (<https://github.com/google-gemini/gemini-cli/pull/20979>).
   = instead: say of what: `summarize-incident`, not `summarize`.
   = or allow it: #[prompt(allow(\"generic-name\"))]",
            "\
advice[unused-argument]: prompt \"summarize\": argument \"days\" makes no difference to its messages
  --> src/text.rs:3
   = why: the person fills it in for nothing, because hosts send the messages to the model and little else (<https://github.com/google-gemini/gemini-cli/issues/15850>).
   = instead: use it in a message, or take it away; see the contract for how.
   = or allow it: #[prompt(allow(\"unused-argument\"))]",
            "\
advice[unknown-advice]: prompt \"summarize\": it allows \"generic-nam\", which is the id of no rule; did you mean \"generic-name\"?
  --> src/text.rs:3
   = why: it allows nothing, and the advice that was meant is still given.
   = instead: write one of the ids on this page.",
        ]
    );
    let json = serde_json::to_value(&advice).unwrap();
    assert_eq!(json[1]["argument"], "days");
    assert_eq!(json[1]["line"], 3);
}

#[test]
fn a_first_word_that_is_no_known_verb_says_that_the_list_may_lack_it() {
    let live = PromptRegistry::builder().build_live().unwrap();
    live.insert(echo("kern-headline")).unwrap();
    let [advice] = &check(live.registry())[..] else {
        panic!("not one piece of advice");
    };
    assert_eq!(
        advice.what(),
        "its name begins with \"kern\", which is not in the list of known verbs (one that the list lacks is allowed, as said below)"
    );
    assert!(
        advice
            .to_string()
            .ends_with("\n   = or allow it: `.allow_advice([Rule::NameNotVerbFirst])` on the registry's builder, for all its prompts")
    );
}

#[test]
fn a_namespace_is_no_part_of_what_a_prompt_does() {
    static CLEAN: PromptDefinition = PromptDefinition {
        name: "clean-room",
        description: Some("Cleans it."),
        ..PromptDefinition::NEW
    };
    static ROOM: PromptDefinition = PromptDefinition {
        name: "room-cleaning",
        description: Some("Cleans it."),
        ..PromptDefinition::NEW
    };
    static REVIEW: PromptDefinition = PromptDefinition {
        name: "review",
        description: Some("Reviews it."),
        ..PromptDefinition::NEW
    };
    let under = |namespace: &'static str| {
        let library = PromptLibrary::new([&CLEAN, &ROOM, &REVIEW]).namespace(namespace);
        let registry = PromptRegistry::builder().library(library).build().unwrap();
        let advice = check(&registry);
        advice
            .iter()
            .map(|it| format!("{} {}", it.prompt(), it.rule()))
            .collect::<Vec<_>>()
    };
    assert_eq!(under("house"), ["house.room-cleaning name-not-verb-first"]);
    assert_eq!(
        under("a-house-with-a-very-long-name"),
        [
            "a-house-with-a-very-long-name.room-cleaning long-name",
            "a-house-with-a-very-long-name.room-cleaning name-not-verb-first"
        ]
    );
    assert!(under("häuser").contains(&"häuser.room-cleaning name-not-verb-first".to_owned()));
}

#[test]
fn a_prompt_made_by_code_is_mended_in_code() {
    let live = PromptRegistry::builder().build_live().unwrap();
    live.insert(echo("say-it").argument(RuntimeArgument::required("a")))
        .unwrap();
    let [advice] = &check(live.registry())[..] else {
        panic!("not one piece of advice");
    };
    assert_eq!(
        advice.instead(),
        "give the argument a `.description(…)`, in one sentence that says what to fill in."
    );
    for page in Rule::ALL {
        for label in ["In a prompt file", "Made at run time"] {
            let lines = page.page().lines().filter(|line| line.starts_with(label));
            assert!(lines.count() <= 1, "{page}");
        }
    }
}

#[test]
fn advice_is_allowed_for_one_and_for_all() {
    static ALLOWING: PromptDefinition = PromptDefinition {
        name: "summarize",
        description: Some("Summarize it."),
        allowed_advice: &["generic-name"],
        ..PromptDefinition::NEW
    };
    assert_clean(&PromptRegistry::from_prompts([&ALLOWING]).unwrap());
    let registry = PromptRegistry::builder()
        .prompts([&SUMMARIZE])
        .allow_advice([Rule::GenericName, Rule::UnusedArgument])
        .build()
        .unwrap();
    assert_eq!(ids(&registry), ["unknown-advice"]);
}

/// What the assertion fails with.
fn failure(registry: &PromptRegistry) -> String {
    let failed = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| assert_clean(registry)));
    *failed.unwrap_err().downcast::<String>().unwrap()
}

/// Without a runtime, what tokio's timers do.
fn waiting(name: &'static str) -> RuntimePrompt {
    RuntimePrompt::new_async(name, |_| async {
        tokio::time::sleep(std::time::Duration::ZERO).await;
        "Say it."
    })
    .description("Says it.")
}

#[test]
fn a_panic_that_was_passed_over_is_told_beside_the_advice() {
    let live = PromptRegistry::builder().build_live().unwrap();
    live.insert(waiting("wait-for-it")).unwrap();
    // A panic alone is no advice.
    assert_clean(live.registry());
    live.insert(echo("summarize")).unwrap();
    assert!(failure(live.registry()).ends_with(
        "\n\nnote: prompt \"wait-for-it\" panicked when called with made-up values, so the rules about answers passed it over; what a \
         panic printed above is not why this fails. An async prompt that needs tokio is looked at when the check runs in a \
         `#[tokio::test]`, as far as it answers without waiting."
    ));
    let now = RuntimePrompt::new("say-it", |_| -> String { panic!("on purpose") });
    live.insert(now.description("Says it.")).unwrap();
    assert!(failure(live.registry()).contains(
        "note: prompts \"say-it\", \"wait-for-it\" panicked when called with made-up values, so the rules about answers passed them over;"
    ));
}

#[tokio::test]
async fn where_tokio_is_there_nobody_panics() {
    let live = PromptRegistry::builder().build_live().unwrap();
    live.insert(waiting("wait")).unwrap();
    let spawning = RuntimePrompt::new_async("say-it", |_| async {
        tokio::runtime::Handle::current();
        vec![PromptMessage::user("a"), PromptMessage::user("b")]
    });
    live.insert(spawning.description("Says it.")).unwrap();
    let examined = examine(live.registry());
    assert_eq!(examined.passed_over(), None);
    assert_eq!(ids(live.registry()), ["several-messages"]);
}

#[test]
#[should_panic(expected = "3 pieces of advice:\n\nadvice[generic-name]")]
fn the_assertion_fails_with_the_advice() {
    assert_clean(&PromptRegistry::from_prompts([&SUMMARIZE]).unwrap());
}
