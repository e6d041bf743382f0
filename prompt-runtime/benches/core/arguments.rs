//! Parsing and checking 1, 5 and 20 arguments.

use crate::now;
use divan::{Bencher, black_box};
use prompt_runtime::{
    Context, GetPromptResult, JsonObject, PromptMessage, PromptRegistry, prompt, prompts,
};
use serde_json::Value;
use std::str::FromStr;

fn answer() -> GetPromptResult {
    GetPromptResult::new([PromptMessage::user("checked")])
}

fn text<'a>(given: &'a JsonObject, name: &str, problems: &mut Vec<String>) -> Option<&'a str> {
    match given.get(name) {
        Some(Value::String(text)) => Some(text),
        Some(Value::Null) | None => {
            problems.push(format!("argument {name:?} is missing"));
            None
        }
        Some(_) => {
            problems.push(format!("argument {name:?} must be a string"));
            None
        }
    }
}

fn parsed<T: FromStr<Err: ToString>>(
    given: &JsonObject,
    name: &str,
    problems: &mut Vec<String>,
) -> Option<T> {
    text(given, name, problems)?
        .trim()
        .parse()
        .map_err(|error: T::Err| problems.push(error.to_string()))
        .ok()
}

macro_rules! case {
    ($name:ident, $count:literal: $($number:ident $text:ident)* ; $($last:ident)?) => {
        mod $name {
            use super::*;

            #[prompt]
            pub(super) fn $name($($number: i64, $text: &str,)* $($last: i64)?) -> GetPromptResult {
                $(black_box(($number, $text));)*
                $(black_box($last);)?
                answer()
            }

            pub(super) fn by_hand(given: &JsonObject) -> Result<GetPromptResult, String> {
                const NAMES: &[&str] = &[$(stringify!($number), stringify!($text),)* $(stringify!($last))?];
                let mut problems = Vec::new();
                $(
                    let $number = parsed::<i64>(given, stringify!($number), &mut problems);
                    let $text = text(given, stringify!($text), &mut problems);
                )*
                $(let $last = parsed::<i64>(given, stringify!($last), &mut problems);)?
                problems.extend(given.keys().filter(|name| !NAMES.contains(&name.as_str())).map(|name| format!("there is no argument {name:?}")));
                if !problems.is_empty() {
                    return Err(problems.join("; "));
                }
                $(black_box(($number.unwrap(), $text.unwrap()));)*
                $(black_box($last.unwrap());)?
                Ok(answer())
            }

            pub(super) fn given() -> JsonObject {
                let mut given = JsonObject::new();
                $(
                    given.insert(stringify!($number).to_owned(), "12345".into());
                    given.insert(stringify!($text).to_owned(), "some words".into());
                )*
                $(given.insert(stringify!($last).to_owned(), "12345".into());)?
                assert_eq!(given.len(), $count);
                given
            }

            #[divan::bench]
            fn by_prompt(bencher: Bencher<'_, '_>) {
                let (registry, given, context) = (registry(), given(), Context::default());
                bencher.bench_local(|| now(registry.get(stringify!($name), black_box(&given), &context)).unwrap());
            }

            #[divan::bench]
            fn by_hand_written_code(bencher: Bencher<'_, '_>) {
                let given = given();
                bencher.bench_local(|| by_hand(black_box(&given)).unwrap());
            }
        }
    };
}

case!(one, 1: ; a);
case!(five, 5: a b c d; e);
case!(twenty, 20: a b c d e f g h i j k l m n o p q r s t;);

fn registry() -> PromptRegistry {
    PromptRegistry::from_prompts(prompts![one::one, five::five, twenty::twenty]).unwrap()
}
