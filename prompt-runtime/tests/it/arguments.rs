//! Tests of argument values: accepted values, and the errors for all others.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::needless_pass_by_value
)]

use crate::support::{complete, get, now};
use prompt_runtime::arguments::ProblemKind;
use prompt_runtime::error::RegistryProblem;
use prompt_runtime::{
    ArgumentEnum, CompletionRequest, Context, InvisibleText, PromptDefinition, PromptError,
    PromptRegistry, prompt, prompts,
};

pub(crate) fn registry<const N: usize>(prompts: [&'static PromptDefinition; N]) -> PromptRegistry {
    PromptRegistry::builder()
        .prompts(prompts)
        .on_report(|_| {})
        .build()
        .unwrap()
}

/// The text of the only message, or the sentence of the error.
pub(crate) fn said(registry: &PromptRegistry, name: &str, arguments: &str) -> String {
    let answer: serde_json::Value = serde_json::from_str(&get(registry, name, arguments)).unwrap();
    let text = answer
        .get("message")
        .or_else(|| answer.pointer("/messages/0/content/text"));
    text.and_then(|text| text.as_str())
        .expect("a text")
        .to_owned()
}

pub(crate) fn descriptions(registry: &PromptRegistry, name: &str) -> Vec<Option<String>> {
    let prompt = registry.prompt(name).unwrap();
    let arguments = &prompt.listing().arguments;
    arguments
        .iter()
        .map(|argument| argument.description.as_deref().map(str::to_owned))
        .collect()
}

pub(crate) fn values(
    registry: &PromptRegistry,
    name: &str,
    argument: &str,
    typed: &str,
) -> Vec<String> {
    let context = Context::default();
    now(registry.complete(name, argument, typed, (), &context))
        .unwrap()
        .completion
        .values
}

#[derive(Debug, Clone, Copy, ArgumentEnum)]
pub(crate) enum Label {
    Bug,
    #[value(alias = "enhancement")]
    Feature,
    Question,
}

#[prompt]
fn renamed(#[arg(alias = "old")] new: &str, #[arg(alias = "gone")] other: Option<i64>) -> String {
    format!("{new} {other:?}")
}

#[test]
fn a_former_name_still_answers() {
    let registry = registry(prompts![renamed]);
    for (arguments, text) in [
        (r#"{"old":"a"}"#, "a None"),
        (r#"{"old":"a","new":null}"#, "a None"),
        (
            r#"{"old":null,"new":"a","gone":null,"other":"1"}"#,
            "a Some(1)",
        ),
        (r#"{"old":"a","gone":"1"}"#, "a Some(1)"),
        (r#"{"old":null}"#, r#"argument "new" is missing"#),
        (r#"{"old":5}"#, r#"argument "new" must be a string"#),
    ] {
        assert_eq!(said(&registry, "renamed", arguments), text, "{arguments}");
    }
}

#[test]
fn an_argument_is_not_given_under_two_names() {
    let registry = registry(prompts![renamed]);
    assert_eq!(
        get(
            &registry,
            "renamed",
            r#"{"old":"a","new":"a","gone":"x","x":"1"}"#
        ),
        concat!(
            r#"{"code":-32602,"message":"argument \"new\" must be given once (it was given as \"new\" and as \"old\"); "#,
            r#"argument \"other\" must be a whole number (invalid digit found in string); there is no argument \"x\" (this prompt takes \"new\", \"other\")","#,
            r#""data":{"problems":[{"argument":"new","detail":"it was given as \"new\" and as \"old\"","expected":"given once","kind":"invalid"},"#,
            r#"{"argument":"other","detail":"invalid digit found in string","expected":"a whole number","kind":"invalid"},"#,
            r#"{"argument":"x","detail":"this prompt takes \"new\", \"other\"","kind":"undeclared"}]}}"#
        )
    );
}

#[prompt]
fn limits(
    #[arg(non_empty)] name: &str,
    #[arg(max_len = 3)] code: Option<&str>,
    #[arg(min = 1, max = 10)] count: Option<u8>,
    #[arg(min = -1.5)] low: Option<f64>,
    #[arg(max = 2.5, default = 1.0)] high: f64,
) -> String {
    format!("{name} {code:?} {count:?} {low:?} {high}")
}

#[test]
fn limits_are_told() {
    let registry = registry(prompts![limits]);
    for (arguments, text) in [
        (r#"{"name":"a"}"#, "a None None None 1"),
        (
            r#"{"name":" x ","code":"日本語","count":"10","low":"-1.5","high":"2.5"}"#,
            r#" x  Some("日本語") Some(10) Some(-1.5) 2.5"#,
        ),
        (
            r#"{"name":" \n","code":"abcd","count":"11","low":"-2","high":"NaN"}"#,
            concat!(
                r#"argument "name" must not be empty; "#,
                r#"argument "code" must have at most 3 characters; "#,
                r#"argument "count" must be a whole number from 1 to 10; "#,
                r#"argument "low" must be a number of at least -1.5; "#,
                r#"argument "high" must be a number of at most 2.5"#
            ),
        ),
        (
            r#"{"name":"a","low":"nan"}"#,
            r#"argument "low" must be a number of at least -1.5"#,
        ),
        (
            r#"{"name":"a","low":"inf","high":"-inf"}"#,
            "a None None Some(inf) -inf",
        ),
        (
            r#"{"name":"a","count":"300"}"#,
            r#"argument "count" must be a whole number from 1 to 10"#,
        ),
    ] {
        assert_eq!(said(&registry, "limits", arguments), text, "{arguments}");
    }
}

#[test]
fn limits_are_known_before_they_are_broken() {
    let listed = descriptions(&registry(prompts![limits]), "limits");
    assert_eq!(
        listed.iter().map(Option::as_deref).collect::<Vec<_>>(),
        [
            None,
            Some("at most 3 characters"),
            Some("from 1 to 10"),
            Some("at least -1.5"),
            Some("at most 2.5; default: 1"),
        ]
    );
}

#[prompt]
fn numbers(
    byte: Option<u8>,
    short: Option<i16>,
    size: Option<usize>,
    wide: Option<i64>,
    #[arg(min = 1)] several: Option<u8>,
) -> String {
    format!("{byte:?} {short:?} {size:?} {wide:?} {several:?}")
}

#[test]
fn a_number_that_its_type_cannot_hold_is_told_the_range() {
    let registry = registry(prompts![numbers]);
    let huge = "9".repeat(60);
    for (argument, value, told) in [
        ("byte", "256", "a whole number from 0 to 255"),
        ("byte", " -1 ", "a whole number from 0 to 255"),
        ("byte", &huge, "a whole number from 0 to 255"),
        ("short", "-32769", "a whole number from -32768 to 32767"),
        ("size", "-1", "a whole number of at least 0"),
        ("several", "256", "a whole number from 1 to 255"),
        // Text that is not a whole number, and types whose range is not useful for people, give the parser's reason.
        (
            "byte",
            "1.5",
            "a whole number (invalid digit found in string)",
        ),
        (
            "byte",
            "+",
            "a whole number (invalid digit found in string)",
        ),
        (
            "size",
            &huge,
            "a whole number (number too large to fit in target type)",
        ),
        (
            "wide",
            &huge,
            "a whole number (number too large to fit in target type)",
        ),
    ] {
        assert_eq!(
            said(
                &registry,
                "numbers",
                &format!(r#"{{"{argument}":"{value}"}}"#)
            ),
            format!("argument \"{argument}\" must be {told}"),
        );
    }
    assert_eq!(
        get(&registry, "numbers", r#"{"byte":"256"}"#),
        r#"{"code":-32602,"message":"argument \"byte\" must be a whole number from 0 to 255","data":{"problems":[{"argument":"byte","expected":"a whole number from 0 to 255","kind":"invalid"}]}}"#
    );
}

fn ten() -> u8 {
    10
}

fn text_of(length: usize) -> String {
    "x".repeat(length)
}

fn none() -> i64 {
    panic!("on purpose")
}

#[prompt]
fn defaults(
    #[arg(default = none())] first: i64,
    #[arg(default = 7)] second: i64,
    #[arg(default = ten(), max = 5)] third: u8,
    #[arg(default = text_of(4), max_len = 3)] fourth: String,
    #[arg(default = none())] fifth: i64,
) -> String {
    format!("{first} {second} {third} {fourth} {fifth}")
}

#[test]
fn every_default_is_tried_at_start_up() {
    let error = PromptRegistry::from_prompts(prompts![defaults]).unwrap_err();
    let found: Vec<_> = error
        .problems()
        .iter()
        .map(|problem| match problem {
            RegistryProblem::PanickingDefault { argument, .. } => format!("{argument} panics"),
            RegistryProblem::IllegalDefault {
                argument,
                default,
                expected,
                ..
            } => format!("{argument} = {default:?} must be {expected}"),
            other => other.to_string(),
        })
        .collect();
    assert_eq!(
        found,
        [
            "first panics",
            "third = \"10\" must be a whole number of at most 5",
            "fourth = \"xxxx\" must be at most 3 characters",
            "fifth panics"
        ]
    );
}

#[prompt]
fn flags(deep: bool, #[arg(separator = ",")] more: Option<Vec<bool>>) -> String {
    format!("{deep} {more:?}")
}

#[test]
fn a_flag_is_true_or_false() {
    let registry = registry(prompts![flags]);
    assert_eq!(values(&registry, "flags", "deep", ""), ["true", "false"]);
    assert_eq!(values(&registry, "flags", "deep", "F"), ["false"]);
    assert_eq!(values(&registry, "flags", "more", "true,t"), ["true,true"]);
    for word in ["yes", "1", "True", "on"] {
        assert_eq!(
            said(&registry, "flags", &format!(r#"{{"deep":"{word}"}}"#)),
            r#"argument "deep" must be true or false (write `true` or `false`)"#
        );
    }
    assert_eq!(
        said(&registry, "flags", r#"{"deep":"true","more":"true,no"}"#),
        r#"argument "more" must be true or false values separated by "," (item 2: write `true` or `false`)"#
    );
}

#[derive(Debug, Clone, Copy, ArgumentEnum, Default)]
enum Depth {
    Brief,
    #[default]
    Full,
}

#[prompt]
fn left_empty(
    count: u8,
    depth: Depth,
    #[arg(values = ["red", "green"])] colour: &str,
    #[arg(default)] level: Depth,
    #[arg(default = true)] tests: bool,
    since: Option<chrono::NaiveDate>,
    #[arg(values = ["a"])] letter: Option<&str>,
    note: Option<&str>,
    #[arg(default = "none")] reason: &str,
) -> String {
    format!("{count} {depth:?} {colour} {level:?} {tests} {since:?} {letter:?} {note:?} {reason:?}")
}

#[test]
fn an_empty_text_is_absent_where_the_type_cannot_be_made_of_it() {
    let registry = registry(prompts![left_empty]);
    let of = |required: &str| {
        format!(
            r#"{{"count":"{}","depth":"{}","colour":"{}","level":"","tests":"","since":"","letter":"","note":"","reason":""}}"#,
            required.split(' ').next().unwrap_or_default(),
            required.split(' ').nth(1).unwrap_or_default(),
            required.split(' ').nth(2).unwrap_or_default(),
        )
    };
    assert_eq!(
        said(&registry, "left_empty", &of("1 brief red")),
        r#"1 Brief red Full true None None Some("") """#
    );
    let context = Context::default();
    let arguments: serde_json::Value = serde_json::from_str(&of("")).unwrap();
    let error = now(registry.get("left_empty", &arguments, &context)).unwrap_err();
    let problems = error.argument_problems().iter();
    let problems: Vec<_> = problems.map(|it| (it.argument(), it.kind())).collect();
    assert_eq!(
        problems,
        [
            ("count", ProblemKind::Missing),
            ("depth", ProblemKind::Missing),
            ("colour", ProblemKind::Missing)
        ]
    );
    for value in [" ", "x"] {
        let arguments =
            of("1 brief red").replace(r#""tests":"""#, &format!(r#""tests":"{value}""#));
        assert!(said(&registry, "left_empty", &arguments).starts_with(r#"argument "tests""#));
    }
}

#[test]
fn the_default_is_suggested_first() {
    let registry = registry(prompts![left_empty]);
    assert_eq!(
        values(&registry, "left_empty", "level", ""),
        ["full", "brief"]
    );
    assert_eq!(
        values(&registry, "left_empty", "depth", ""),
        ["brief", "full"]
    );
    assert_eq!(
        values(&registry, "left_empty", "tests", ""),
        ["true", "false"]
    );
}

#[prompt]
fn texts(a: &str, b: Option<&str>) -> String {
    format!("{a} {b:?}")
}

#[test]
fn invisible_text_is_treated_as_the_registry_says() {
    let tag = "x\u{E0041}y";
    let bidi = "x\u{202E}y";
    let refused =
        |code: &str| format!("argument \"a\" must be text without invisible characters ({code})");
    let visible = "xy None".to_owned();
    for (policy, of_tag, of_bidi) in [
        (
            InvisibleText::RejectTags,
            refused("U+E0041"),
            format!("{bidi} None"),
        ),
        (InvisibleText::Reject, refused("U+E0041"), refused("U+202E")),
        (InvisibleText::Strip, visible.clone(), visible),
        (
            InvisibleText::Allow,
            format!("{tag} None"),
            format!("{bidi} None"),
        ),
    ] {
        let registry = PromptRegistry::builder()
            .prompts(prompts![texts])
            .invisible_text(policy)
            .on_report(|_| {})
            .build()
            .unwrap();
        for (text, expected) in [(tag, of_tag), (bidi, of_bidi)] {
            assert_eq!(
                said(&registry, "texts", &format!(r#"{{"a":"{text}"}}"#)),
                expected,
                "{policy:?}"
            );
            let context = Context::default();
            let pairs = [("a", "first"), ("a", text)];
            let by_pairs =
                now(registry.get("texts", &pairs, &context)).map_err(|error| error.to_string());
            let by_pairs = by_pairs.map_or_else(
                |error| error,
                |result| result.messages()[0].content().as_text().unwrap().to_owned(),
            );
            assert_eq!(by_pairs, expected, "{policy:?}");
        }
    }
}

#[prompt]
fn counts(a: &str, #[arg(non_empty)] b: &str, c: Option<u8>) -> Result<String, PromptError> {
    match a.chars().count() {
        0 => Err(PromptError::for_user(format!("nothing but {b}"))),
        count => Ok(format!("{count} characters, {c:?}")),
    }
}

#[test]
fn invisible_text_that_does_not_leave_is_not_refused() {
    let registry = registry(prompts![counts]);
    let said = |given: &str| said(&registry, "counts", given);
    assert_eq!(
        said(r#"{"a":"x\uDB40\uDC41","b":"y"}"#),
        "2 characters, None"
    );
    // Errors repeat the given text, so all arguments are searched for invisible characters, and the error names this problem.
    let hidden = "must be text without invisible characters (U+E0041)";
    for given in [
        r#"{"a":"","b":"y\uDB40\uDC41"}"#,
        r#"{"a":"x","b":"\uDB40\uDC41"}"#,
    ] {
        assert_eq!(said(given), format!("argument \"b\" {hidden}"));
    }
    let both = said(r#"{"a":"\uDB40\uDC41","b":"y","c":"many"}"#);
    assert!(
        both.starts_with(&format!("argument \"a\" {hidden}; argument \"c\"")),
        "{both}"
    );
    let undeclared = said(r#"{"b":"\uDB40\uDC41","d":"x"}"#);
    assert!(
        undeclared.contains(&format!("\"a\" is missing; argument \"b\" {hidden}")),
        "{undeclared}"
    );
}

#[test]
fn the_last_of_several_pairs_counts() {
    let registry = registry(prompts![texts]);
    let context = Context::default();
    let pairs = [("a", "1"), ("b", "2"), ("a", "3")];
    let result = now(registry.get("texts", &pairs, &context)).unwrap();
    assert_eq!(
        result.messages()[0].content().as_text(),
        Some("3 Some(\"2\")")
    );
}

#[test]
fn a_flood_of_arguments_is_answered_quickly() {
    let registry = registry(prompts![texts]);
    let flood: serde_json::Map<_, _> = (0..20_000)
        .map(|n| (format!("{n:0>128}"), "x".into()))
        .collect();
    let context = Context::default();
    let error = now(registry.get("texts", &flood, &context)).unwrap_err();
    assert_eq!(error.argument_problems().len(), 21);
    assert_eq!(
        error.argument_problems()[20].detail(),
        Some(r#"this prompt takes "a", "b"; and 19980 more are not declared"#)
    );
    assert!(serde_json::to_vec(&error).unwrap().len() < 64 * 1024);
}

#[test]
fn names_that_a_client_made_up_are_shown_bounded_and_visible() {
    let registry = registry(prompts![texts]);
    assert_eq!(
        said(&registry, "texts", r#"{"a":"1","b\u202e\n":"x"}"#),
        "there is no argument \"b\u{FFFD}\u{FFFD}\" (this prompt takes \"a\", \"b\")"
    );
    let long = "é".repeat(1000);
    let said = said(&registry, "texts", &format!(r#"{{"a":"1","{long}":"x"}}"#));
    assert!(said.chars().count() < 200, "{said}");
}

#[derive(Debug)]
struct Colour;

impl std::str::FromStr for Colour {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Err(format!(
            "unknown colour {text}: see https://example.com/a::b {{ c }}\u{7}"
        ))
    }
}

#[prompt]
fn painted(colour: Colour) -> String {
    format!("{colour:?}")
}

#[test]
fn an_error_text_of_a_type_is_sent_as_it_was_written() {
    assert_eq!(
        said(
            &registry(prompts![painted]),
            "painted",
            r#"{"colour":"mauve"}"#
        ),
        r#"argument "colour" is not valid (unknown colour mauve: see https://example.com/a::b { c }\u{7})"#
    );
}

fn seen(typed: &str, request: &CompletionRequest<'_>) -> Vec<String> {
    vec![format!(
        "{typed}|{}",
        request.given("other").unwrap_or("nothing")
    )]
}

#[prompt]
fn completed(#[arg(complete = seen)] a: &str, other: Option<&str>) -> String {
    format!("{a} {other:?}")
}

#[test]
fn a_completer_sees_what_is_typed_and_what_is_filled_in() {
    let registry = registry(prompts![completed]);
    let context = Context::default();
    for (given, value) in [("o", "t|o"), ("", "t|nothing")] {
        let given = [("other", given)];
        let result = now(registry.complete("completed", "a", "t", &given, &context)).unwrap();
        assert_eq!(result.completion.values, [value]);
    }
    assert_eq!(
        complete(&registry, "completed", "other", "t"),
        r#"{"completion":{"values":[],"total":0,"hasMore":false}}"#
    );
}

/// Tells where its argument lies.
#[prompt]
fn borrowed(text: &str, more: Option<&str>) -> String {
    format!(
        "{:p} {:p}",
        text.as_ptr(),
        more.unwrap_or_default().as_ptr()
    )
}

/// Shows a picture.
#[prompt]
fn pictured() -> prompt_runtime::PromptMessage {
    prompt_runtime::PromptMessage::user(prompt_runtime::__private0::embedded_image(
        PICTURE,
        "image/png",
    ))
}

static PICTURE: &str = "iVBORw0KGgo=";

#[test]
fn borrowed_arguments_and_embedded_files_are_not_copied() {
    let registry = registry(prompts![borrowed, pictured]);
    let (text, more) = ("a text".to_owned(), "more".to_owned());
    let arguments = [("text", &*text), ("more", &*more)];
    let result = now(registry.get("borrowed", &arguments, &Context::default())).unwrap();
    assert_eq!(
        result.messages()[0].content().as_text().unwrap(),
        format!("{:p} {:p}", text.as_ptr(), more.as_ptr())
    );
    let result = now(registry.get("pictured", (), &Context::default())).unwrap();
    let prompt_runtime::ContentBlock::Image(image) = result.messages()[0].content() else {
        panic!("an image was expected");
    };
    assert_eq!(image.data().as_ptr(), PICTURE.as_ptr());
}
