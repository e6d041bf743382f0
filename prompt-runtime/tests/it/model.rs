//! Compares random arguments with a model of ten lines. Success and the order of problems must be the same in both.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::needless_pass_by_value
)]

use crate::support::now;
use prompt_runtime::model::JsonObject;
use prompt_runtime::{ArgumentEnum, Context, PromptRegistry, prompt, prompts};
use proptest::prelude::*;
use serde_json::Value;
use std::sync::LazyLock;

#[derive(Clone, Copy, ArgumentEnum, Default)]
enum Tone {
    #[default]
    Calm,
    #[value(alias = "hot")]
    Heated,
}

#[prompt]
fn modelled(
    #[arg(alias = "old-n")] n: i64,
    #[arg(non_empty, max_len = 3)] code: &str,
    #[arg(default)] tone: Tone,
    o: Option<&str>,
    #[arg(min = 1, max = 10)] count: Option<u8>,
    #[arg(separator = ",")] flags: Option<Vec<bool>>,
) -> String {
    format!("{n} {code} {tone} {o:?} {count:?} {flags:?}")
}

type Rule = fn(&str) -> Option<&'static str>;

const DECLARED: [(&str, &str, bool, Rule); 6] = [
    ("n", "old-n", true, |s| {
        invalid(s.trim().parse::<i64>().is_ok())
    }),
    ("code", "", true, |s| {
        let blank = s.trim().is_empty();
        if blank {
            Some("empty")
        } else {
            (s.chars().count() > 3).then_some("too_long")
        }
    }),
    ("tone", "", false, |s| {
        invalid(["calm", "heated", "hot"].contains(&s.trim()))
    }),
    ("o", "", false, |_| None),
    ("count", "", false, |s| {
        invalid(s.trim().parse().is_ok_and(|n: u8| (1..=10).contains(&n)))
    }),
    ("flags", "", false, |s| {
        invalid(
            s.trim().is_empty()
                || s.split(',')
                    .all(|item| ["true", "false"].contains(&item.trim())),
        )
    }),
];

fn invalid(legal: bool) -> Option<&'static str> {
    (!legal).then_some("invalid")
}

fn model(given: &JsonObject) -> Vec<(String, &'static str)> {
    let of_declared = DECLARED.iter().filter_map(|(name, alias, required, rule)| {
        let values: Vec<&Value> = [name, alias]
            .iter()
            .filter_map(|key| given.get(**key))
            .filter(|value| !value.is_null())
            .collect();
        let kind = match values[..] {
            [] => required.then_some("missing"),
            [value] => match value.as_str().map(rule) {
                None => Some("not_a_string"),
                Some(Some("invalid")) if value == "" => required.then_some("missing"),
                Some(kind) => kind,
            },
            _ => Some("invalid"),
        };
        Some(((*name).to_owned(), kind?))
    });
    let mut undeclared: Vec<_> = given
        .keys()
        .filter(|key| {
            !DECLARED
                .iter()
                .any(|(name, alias, ..)| key == name || (key == alias))
        })
        .cloned()
        .collect();
    undeclared.sort();
    of_declared
        .chain(undeclared.into_iter().map(|key| (key, "undeclared")))
        .collect()
}

fn arguments() -> impl Strategy<Value = JsonObject> {
    let name = prop_oneof![
        8 => prop::sample::select(vec!["n", "old-n", "code", "tone", "o", "count", "flags"]).prop_map(str::to_owned),
        1 => "[a-z]{1,5}",
    ];
    let text = prop_oneof![
        prop::sample::select(vec![
            "",
            " ",
            "5",
            " 5\n",
            "-1",
            "5.0",
            "1.5",
            "abc",
            "99999999999999999999",
            "0",
            "1",
            "10",
            "11",
            "256",
            "calm",
            " heated ",
            "hot",
            "Calm",
            "true",
            "false,true",
            "true, false",
            "true,",
            "yes",
            "null",
            "{other}",
            "日本語",
            "日本語だ",
            "\t\n",
            "NaN",
        ])
        .prop_map(str::to_owned),
        "[a-z0-9 ,.-]{0,6}",
    ];
    let value = prop_oneof![
        8 => text.prop_map(Value::String),
        1 => prop::sample::select(vec![Value::Null, true.into(), 5.into(), Value::Array(vec![]), Value::Object(JsonObject::new())]),
    ];
    // Half of the cases include the required arguments, because success would be rare otherwise.
    (any::<bool>(), prop::collection::vec((name, value), 0..6)).prop_map(|(complete, pairs)| {
        let required =
            [("n", "7"), ("code", "x")].map(|(name, text)| (name.to_owned(), Value::from(text)));
        required
            .into_iter()
            .filter(|_| complete)
            .chain(pairs)
            .collect()
    })
}

static REGISTRY: LazyLock<PromptRegistry> =
    LazyLock::new(|| PromptRegistry::from_prompts(prompts![modelled]).unwrap());

proptest! {
    #![proptest_config(ProptestConfig { cases: 4096, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_answer_is_the_model_s(given in arguments()) {
        let context = Context::default();
        let answer = now(REGISTRY.get("modelled", &given, &context));
        let found: Vec<(String, &str)> = match &answer {
            Ok(_) => Vec::new(),
            Err(error) => error.argument_problems().iter().map(|problem| (problem.argument().to_owned(), problem.kind().as_str())).collect(),
        };
        prop_assert_eq!(answer.is_ok(), found.is_empty());
        prop_assert_eq!(found, model(&given));
    }

    #[test]
    fn no_value_is_echoed(secret in "[A-Z]{4,12}[0-9]{1,8}") {
        let context = Context::default();
        let given: JsonObject = ["n", "code", "tone", "count", "flags"].map(|name| (name.to_owned(), Value::from(secret.clone()))).into_iter().collect();
        let error = now(REGISTRY.get("modelled", &given, &context)).unwrap_err();
        let text = serde_json::to_string(&error).unwrap();
        prop_assert!(!text.contains(&secret), "{}", text);
    }
}
