#![allow(clippy::unwrap_used, clippy::panic, clippy::format_collect)]

#[cfg(feature = "prompt-files")]
mod any_text;
#[cfg(feature = "prompt-files")]
mod dialects;
#[cfg(feature = "prompt-files")]
mod front_matter;
mod growth;

use super::*;
pub(super) use growth::STEPS;

/// Reads a prompt. An unused argument is a mistake, as in `prompt_file!`.
fn parse(source: &str) -> Result<PromptFile, Vec<FileError>> {
    let strict = Reading {
        unused_is_wrong: true,
        ..Reading::default()
    };
    super::parse(source, &FileName::default(), &strict)
}

fn text(turns: &[Turn]) -> Vec<String> {
    turns
        .iter()
        .map(|turn| {
            let text: String = turn.segments.iter().map(shown).collect();
            format!("{} {:?} {text}", turn.position, turn.role)
        })
        .collect()
}

fn shown(segment: &Segment) -> String {
    match segment {
        Segment::Text(text) => text.clone(),
        Segment::Placeholder(name) => format!("<{}@{}>", name.text, name.position),
        Segment::Appended { before, name } => format!("{before}<{}@{}>", name.text, name.position),
    }
}

#[track_caller]
fn included(source: &str, expected: &str) {
    let segments = parse_text(source).unwrap();
    let text: String = segments.iter().map(shown).collect();
    assert_eq!(text, expected, "{source:?}");
}

#[track_caller]
fn wrong(source: &str, expected: &[&str]) {
    same(source, parse(source).map(|_| ()), expected);
}

#[track_caller]
fn same(source: &str, result: Result<(), Vec<FileError>>, expected: &[&str]) {
    let found: Vec<String> = result
        .err()
        .unwrap_or_default()
        .iter()
        .map(ToString::to_string)
        .collect();
    let alike = |(found, expected): (&String, &&str)| found.starts_with(*expected);
    assert!(
        found.len() == expected.len() && found.iter().zip(expected).all(alike),
        "{source}\nfound {found:#?}\nexpected {expected:#?}"
    );
}

#[test]
fn bodies() {
    included("Review this.", "Review this.");
    included(
        "\u{FEFF}\n  \n  Indented {{ a }}\n\n",
        "  Indented <a@3:12>",
    );
    included("{{a}}{{ b }}\n", "<a@1:1><b@1:6>");
    included("a\r\nb {{ x }}\r\n", "a\nb <x@2:3>");
    included("  {{ a }}  ", "  <a@1:3>");
    included(
        "{\"a\": {\"b\": {}}} fn x() { y }",
        "{\"a\": {\"b\": {}}} fn x() { y }",
    );
    included("{{{{ a }} {{{{{{a}} }}", "{{ a }} {{<a@1:15> }}");
    included("{{{ a }}} {{{{{", "{<a@1:2>} {{{");
    included(
        "{{ type }} {{ role }} {{ größe }} {{ a.b-c }}",
        "<type@1:1> <role@1:12> <größe@1:23> <a.b-c@1:35>",
    );
    included("ünï {{ a }}", "ünï <a@1:5>");
    included("a\rb {{ c }}", "a\rb <c@1:5>");
    included(
        "\\{{ a }} {% x %} ${x} #{y} <z>",
        "\\<a@1:2> {% x %} ${x} #{y} <z>",
    );
}

#[test]
fn bodies_that_are_wrong() {
    for (source, expected) in [
        ("", "1:1: this file has no text"),
        (" \n\n ", "1:1: this file has no text"),
        ("\u{3000}\u{2800}", "1:1: this file has no text"),
        (
            "a {{ b\n}}",
            "1:3: `{{` is never closed on its line: write `{{ name }}`, or `{{{{` for two braces",
        ),
        ("a {{ b", "1:3: `{{` is never closed"),
        ("a\n {{}}", "2:2: `{{ }}` names nothing"),
        (
            "{{ a b }}",
            "1:1: `{{ a b }}` is not a placeholder: write `{{ name }}`, or `{{{{` for two braces",
        ),
        ("{{ #if x }}", "1:1: `{{ #if x }}` is not a placeholder"),
        (
            "{{ role user }}",
            "1:1: `{{ role user }}` is not a placeholder",
        ),
        (
            "{{role \"user\"}} a",
            "1:1: a role marker has no place here",
        ),
        (
            "a\n\u{202E}b",
            "2:1: this file contains U+202E, a bidirectional embedding or override that no reader sees: remove it",
        ),
    ] {
        same(source, parse_text(source).map(|_| ()), &[expected]);
    }
    same(
        "{{ }} {{ a-b\n\u{200B}{{ c d }} \u{200B}",
        parse_text("{{ }} {{ a-b\n\u{200B}{{ c d }} \u{200B}").map(|_| ()),
        &[
            "1:1: `{{ }}`",
            "1:7: `{{` is never",
            "2:1: this file contains U+200B",
            "2:2: `{{ c d }}` is not",
        ],
    );
}

#[test]
fn turns_of_a_prompt() {
    let file = parse("First.\n{{role \"assistant\"}}\nSecond.\n{{ role 'user' }} Third. ").unwrap();
    assert_eq!(
        text(&file.turns),
        [
            "1:1 User First.",
            "2:1 Assistant Second.",
            "4:1 User  Third."
        ]
    );
    let file = parse("\n{{role \"user\"}}\n\nOnly.\n").unwrap();
    assert_eq!(text(&file.turns), ["2:1 User Only."]);
    let file = parse("\n\n  Only.\n").unwrap();
    assert_eq!(text(&file.turns), ["3:3 User   Only."]);
    wrong(
        "a\n{{role \"assistant\"}}\nb",
        &[
            "2:1: the conversation ends on this assistant turn: let a `{{role \"user\"}}` turn follow",
        ],
    );
    wrong(
        "a\n{{role \"assistant\"}}\n \n{{role \"user\"}}",
        &["2:1: this turn has no text", "4:1: this turn has no text"],
    );
    wrong(
        "{{role \"system\"}} a",
        &[
            "1:1: MCP prompts have no `system` role: put this text at the start of the first user turn",
        ],
    );
    wrong(
        "{{role \"usr\"}} a",
        &["1:1: `usr` is not a role: did you mean `user`?"],
    );
    wrong(
        "{{role \"model\"}} a",
        &["1:1: `model` is not a role: write `{{role \"assistant\"}}`"],
    );
    wrong(
        "{{role \"\"}} a",
        &["1:1: `` is not a role: a turn is of `user` or `assistant`"],
    );
}

#[test]
fn braces_are_text_in_a_file_without_arguments() {
    for source in [
        "run: ${{ github.sha }}",
        "<a style={{ width }} b={{ c: 1 }}>",
        "{{ a }} {{ b c }} {{ {{",
        "{{#if x}} {{ y\n}} {{}}",
    ] {
        let file = parse(source).unwrap();
        assert_eq!(text(&file.turns), [format!("1:1 User {source}")]);
    }
    let file = parse("{{{{ a }} {{role \"user\"}} {{ b }}").unwrap();
    assert_eq!(
        text(&file.turns),
        ["1:1 User {{ a }}", "1:11 User  {{ b }}"]
    );
}

#[cfg(not(feature = "prompt-files"))]
#[test]
fn front_matter_needs_the_feature() {
    wrong(
        "---\nname: a\n---\n{{ b }} {{ c d }}",
        &[
            "1:1: this file begins with front matter, which only the feature `prompt-files`",
            "4:9: `{{ c d }}`",
        ],
    );
}

#[test]
fn front_matter_has_an_end() {
    wrong(
        "---\nname: a\nText",
        &["1:1: the front matter that begins here is never closed: write a line `---` after it"],
    );
}

#[test]
fn stems() {
    assert_eq!(stem("a/code-review.md".as_ref()), Some("code-review"));
    assert_eq!(stem("a/code.review.prompt".as_ref()), Some("code.review"));
    assert_eq!(stem("..".as_ref()), None);
}

#[test]
fn a_sentence_spells_out_the_control_characters_that_it_quotes() {
    let errors = parse_text("{{ \u{1B}[31m\0 }}").unwrap_err();
    assert!(
        errors[0].message.contains("\\u{1b}[31m\\u{0}"),
        "{errors:?}"
    );
}

/// Rolls dice with any number of sides, alike in each run.
#[cfg(feature = "prompt-files")]
fn dice(seed: u64) -> impl FnMut(usize) -> usize {
    let mut state = seed;
    move |sides| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((state >> 33) % sides as u64).unwrap()
    }
}
