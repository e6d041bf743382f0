//! Tests of the answers to every request of a small server, byte for byte.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::support::{complete, get, json};
use prompt_runtime::{
    ArgumentEnum, Candidates, Context, PromptError, PromptRegistry, prompt, prompts,
};

#[prompt]
fn p(n: i64, #[arg(default = "d")] s: &str, o: Option<&str>) -> String {
    format!("n={n} s={s:?} o={o:?}")
}

#[prompt]
fn q(n: i64, m: &str) -> String {
    format!("n={n} m={m:?}")
}

#[prompt]
fn z() -> &'static str {
    "zero"
}

/// How hard to look.
#[derive(Clone, Copy, ArgumentEnum, Default)]
enum Strictness {
    Lenient,
    #[default]
    Normal,
    Strict,
}

/// Counts.
#[prompt(title = "Counting")]
fn full(
    /// How hard to look.
    #[arg(default)]
    strictness: Strictness,
    #[arg(title = "Word", complete = words)] word: &str,
    #[arg(complete = broken)] other: Option<&str>,
    #[arg(complete = panicking)] another: Option<&str>,
) -> String {
    format!("{strictness} {word} {other:?} {another:?}")
}

fn words(_: &str) -> Candidates {
    Candidates::new((0..250).map(|n| format!("word-{n}")))
}

fn broken(_: &str) -> Result<Vec<String>, &'static str> {
    Err("the word list is gone")
}

fn panicking(_: &str) -> Vec<String> {
    panic!("on purpose")
}

#[prompt]
fn panics() -> &'static str {
    panic!("on purpose")
}

#[prompt]
fn fails() -> Result<String, std::io::Error> {
    Err(std::io::Error::other("the password is swordfish"))
}

#[prompt]
fn tells() -> Result<String, PromptError> {
    Err(PromptError::for_user("the archive is closed on Sundays"))
}

fn registry() -> PromptRegistry {
    PromptRegistry::builder()
        .prompts(prompts![p, q, z, full, panics, fails, tells])
        .on_report(|_| {})
        .build()
        .unwrap()
}

fn text(text: &str) -> String {
    let text = serde_json::to_string(text).unwrap();
    format!(r#"{{"messages":[{{"role":"user","content":{{"type":"text","text":{text}}}}}]}}"#)
}

fn refused(message: &str, problems: &str) -> String {
    let message = serde_json::to_string(message).unwrap();
    format!(r#"{{"code":-32602,"message":{message},"data":{{"problems":[{problems}]}}}}"#)
}

#[track_caller]
fn check(name: &str, arguments: &str, answer: &str) {
    assert_eq!(
        get(&registry(), name, arguments),
        answer,
        "{name} {arguments}"
    );
}

#[test]
fn no_arguments_are_absent_null_or_an_empty_object() {
    for arguments in ["", "null", "{}"] {
        check("z", arguments, &text("zero"));
    }
}

#[test]
fn a_value_that_was_given_is_never_replaced() {
    check("p", r#"{"n":"5"}"#, &text(r#"n=5 s="d" o=None"#));
    check("p", r#"{"n":"5","s":""}"#, &text(r#"n=5 s="" o=None"#));
    check("p", r#"{"n":"5","o":""}"#, &text(r#"n=5 s="d" o=Some("")"#));
}

#[test]
fn null_is_absent() {
    check(
        "p",
        r#"{"n":"5","o":null,"s":null}"#,
        &text(r#"n=5 s="d" o=None"#),
    );
    check(
        "p",
        r#"{"n":null}"#,
        &refused(
            r#"argument "n" is missing (a whole number)"#,
            r#"{"argument":"n","expected":"a whole number","kind":"missing"}"#,
        ),
    );
}

#[test]
fn a_value_is_a_string() {
    for value in ["5", "true", "[]", "{}", "[\"5\"]"] {
        check(
            "p",
            &format!(r#"{{"n":{value}}}"#),
            &refused(
                r#"argument "n" must be a string"#,
                r#"{"argument":"n","expected":"a string","kind":"not_a_string"}"#,
            ),
        );
    }
}

#[test]
fn what_does_not_parse_is_told_with_the_reason() {
    for (value, why) in [
        ("5.0", "invalid digit found in string"),
        ("1.5", "invalid digit found in string"),
        ("abc", "invalid digit found in string"),
        (
            "99999999999999999999",
            "number too large to fit in target type",
        ),
    ] {
        check(
            "p",
            &format!(r#"{{"n":"{value}"}}"#),
            &refused(
                &format!(r#"argument "n" must be a whole number ({why})"#),
                &format!(
                    r#"{{"argument":"n","detail":"{why}","expected":"a whole number","kind":"invalid"}}"#
                ),
            ),
        );
    }
}

#[test]
fn only_text_keeps_its_white_space() {
    check(
        "p",
        r#"{"n":" 5\n","s":" d ","o":"\t"}"#,
        &text(r#"n=5 s=" d " o=Some("\t")"#),
    );
}

#[test]
fn text_is_never_read_as_anything_else() {
    for value in [
        "42",
        "null",
        "true",
        "\\\"x\\\"",
        "{other}",
        "{{ other }}",
        "[1]",
    ] {
        let shown: String = serde_json::from_str(&format!("\"{value}\"")).unwrap();
        check(
            "p",
            &format!(r#"{{"n":"1","s":"{value}"}}"#),
            &text(&format!("n=1 s={shown:?} o=None")),
        );
    }
}

#[test]
fn every_problem_is_told_in_the_order_of_declaration() {
    check(
        "q",
        "{}",
        &refused(
            r#"argument "n" is missing (a whole number); argument "m" is missing"#,
            r#"{"argument":"n","expected":"a whole number","kind":"missing"},{"argument":"m","kind":"missing"}"#,
        ),
    );
    check(
        "q",
        r#"{"x":"1","m":5,"b":"2","n":"x"}"#,
        &refused(
            r#"argument "n" must be a whole number (invalid digit found in string); argument "m" must be a string; there is no argument "b"; there is no argument "x" (this prompt takes "n", "m")"#,
            r#"{"argument":"n","detail":"invalid digit found in string","expected":"a whole number","kind":"invalid"},{"argument":"m","expected":"a string","kind":"not_a_string"},{"argument":"b","kind":"undeclared"},{"argument":"x","detail":"this prompt takes \"n\", \"m\"","kind":"undeclared"}"#,
        ),
    );
}

#[test]
fn an_undeclared_argument_is_refused_unless_it_is_to_be_ignored() {
    let undeclared =
        r#"{"argument":"x","detail":"this prompt takes \"n\", \"s\", \"o\"","kind":"undeclared"}"#;
    check(
        "p",
        r#"{"n":"5","x":"1"}"#,
        &refused(
            r#"there is no argument "x" (this prompt takes "n", "s", "o")"#,
            undeclared,
        ),
    );
    check(
        "p",
        r#"{"n":"x","x":"1"}"#,
        &refused(
            r#"argument "n" must be a whole number (invalid digit found in string); there is no argument "x" (this prompt takes "n", "s", "o")"#,
            &format!(
                r#"{{"argument":"n","detail":"invalid digit found in string","expected":"a whole number","kind":"invalid"}},{undeclared}"#
            ),
        ),
    );
    check(
        "z",
        r#"{"x":"1"}"#,
        &refused(
            r#"there is no argument "x" (this prompt takes no arguments)"#,
            r#"{"argument":"x","detail":"this prompt takes no arguments","kind":"undeclared"}"#,
        ),
    );
    check(
        "full",
        r#"{"word":"w","strictnes":"strict"}"#,
        &refused(
            r#"there is no argument "strictnes" (did you mean "strictness"?)"#,
            r#"{"argument":"strictnes","detail":"did you mean \"strictness\"?","kind":"undeclared"}"#,
        ),
    );
    let lenient = PromptRegistry::builder()
        .prompts(prompts![p])
        .ignore_undeclared_arguments(true)
        .build()
        .unwrap();
    assert_eq!(
        get(&lenient, "p", r#"{"n":"5","x":1}"#),
        text(r#"n=5 s="d" o=None"#)
    );
}

#[test]
fn one_of_the_allowed_values() {
    check("full", r#"{"word":"w"}"#, &text("normal w None None"));
    check(
        "full",
        r#"{"word":"w","strictness":" strict "}"#,
        &text("strict w None None"),
    );
    check(
        "full",
        r#"{"word":"w","strictness":"strickt"}"#,
        &refused(
            r#"argument "strictness" must be one of: lenient, normal, strict (did you mean "strict"?)"#,
            r#"{"argument":"strictness","detail":"did you mean \"strict\"?","expected":"one of: lenient, normal, strict","kind":"invalid"}"#,
        ),
    );
    check(
        "full",
        r#"{"word":"w","strictness":""}"#,
        &text("normal w None None"),
    );
}

#[test]
fn arguments_are_an_object() {
    for arguments in ["[]", "\"text\"", "5", "true"] {
        check(
            "p",
            arguments,
            r#"{"code":-32602,"message":"`arguments` must be an object whose values are strings"}"#,
        );
    }
}

#[test]
fn unknown_hidden_and_disabled_prompts_answer_alike() {
    let live = PromptRegistry::builder()
        .prompts(prompts![p, z])
        .visible_when(|prompt, _| prompt.name() != "z")
        .build_live()
        .unwrap();
    assert!(live.disable("p"));
    for name in ["nope", "z", "p"] {
        let unknown = format!(r#"{{"code":-32602,"message":"unknown prompt \"{name}\""}}"#);
        assert_eq!(get(live.registry(), name, "{}"), unknown);
        assert_eq!(complete(live.registry(), name, "n", ""), unknown);
    }
    check(
        "a\u{202E}b\n",
        "{}",
        "{\"code\":-32602,\"message\":\"unknown prompt \\\"a\u{FFFD}b\u{FFFD}\\\"\"}",
    );
}

#[test]
fn what_the_code_fails_with_stays_in_the_server() {
    for name in ["panics", "fails"] {
        check(name, "{}", r#"{"code":-32603,"message":"internal error"}"#);
    }
    check(
        "tells",
        "{}",
        r#"{"code":-32603,"message":"the archive is closed on Sundays"}"#,
    );
    check("z", "{}", &text("zero"));
}

fn list(registry: &PromptRegistry, cursor: Option<&str>) -> String {
    json(registry.list(cursor, &Context::default()))
}

#[test]
fn a_listing_says_all_there_is_and_nothing_else() {
    let registry = PromptRegistry::from_prompts(prompts![z, p, full]).unwrap();
    assert_eq!(
        list(&registry, None),
        concat!(
            r#"{"prompts":["#,
            r#"{"name":"full","title":"Counting","description":"Counts.","arguments":["#,
            r#"{"name":"strictness","description":"How hard to look. (one of: lenient, normal, strict; default: normal)","required":false},"#,
            r#"{"name":"word","title":"Word","required":true},"#,
            r#"{"name":"other","required":false},"#,
            r#"{"name":"another","required":false}]},"#,
            r#"{"name":"p","arguments":["#,
            r#"{"name":"n","required":true},"#,
            r#"{"name":"s","description":"default: d","required":false},"#,
            r#"{"name":"o","required":false}]},"#,
            r#"{"name":"z","arguments":[]}]}"#,
        )
    );
}

#[test]
fn an_empty_registry_lists_nothing() {
    let registry = PromptRegistry::from_prompts(prompts![]).unwrap();
    assert_eq!(list(&registry, None), r#"{"prompts":[]}"#);
}

#[test]
fn a_cursor_that_was_not_handed_out_is_refused() {
    let registry = PromptRegistry::builder()
        .prompts(prompts![p, q, z])
        .page_size(2)
        .build()
        .unwrap();
    for cursor in ["", "0", "2", "null", "cA", "AAAA"] {
        assert_eq!(
            list(&registry, Some(cursor)),
            r#"{"code":-32602,"message":"invalid cursor"}"#,
            "{cursor:?}"
        );
    }
    let first = registry.list(None, &Context::default()).unwrap();
    let cursor = first.next_cursor.expect("a second page");
    assert_eq!(
        list(&registry, Some(&cursor)),
        r#"{"prompts":[{"name":"z","arguments":[]}]}"#
    );
}

#[test]
fn completion() {
    let registry = registry();
    let nothing = r#"{"completion":{"values":[],"total":0,"hasMore":false}}"#;
    assert_eq!(complete(&registry, "p", "n", ""), nothing);
    assert_eq!(complete(&registry, "p", "nope", ""), nothing);
    assert_eq!(complete(&registry, "full", "other", ""), nothing);
    assert_eq!(complete(&registry, "full", "another", ""), nothing);
    assert_eq!(
        complete(&registry, "nope", "n", ""),
        r#"{"code":-32602,"message":"unknown prompt \"nope\""}"#
    );
    assert_eq!(
        complete(&registry, "full", "strictness", ""),
        r#"{"completion":{"values":["normal","lenient","strict"],"total":3,"hasMore":false}}"#
    );
    assert_eq!(
        complete(&registry, "full", "strictness", "r"),
        r#"{"completion":{"values":["normal","strict"],"total":2,"hasMore":false}}"#
    );
    let words: Vec<String> = (0..100).map(|n| format!("\"word-{n}\"")).collect();
    assert_eq!(
        complete(&registry, "full", "word", "word"),
        format!(
            r#"{{"completion":{{"values":[{}],"total":250,"hasMore":true}}}}"#,
            words.join(",")
        )
    );
}

#[test]
fn the_completions_capability_follows_the_prompts() {
    assert!(registry().has_completions());
    assert!(
        !PromptRegistry::from_prompts(prompts![p, q, z])
            .unwrap()
            .has_completions()
    );
}
