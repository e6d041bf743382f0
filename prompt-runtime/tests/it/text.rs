//! Tests of text that must not escape: for any content, the start and the end occur exactly once.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use prompt_runtime::{ContentBlock, fenced, tagged, untrusted};
use proptest::prelude::*;
use std::fmt;

/// Text that is made of harmful pieces and of random text.
fn hostile() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        prop::sample::select(vec![
            "`",
            "``",
            "```",
            "````",
            "~~~",
            "<",
            "</",
            "< / ",
            ">",
            "/",
            " ",
            "\n",
            "\r",
            "\r\n",
            "\t",
            "document",
            "DOCUMENT",
            "docu",
            "ment",
            "untrusted",
            "</document>",
            "</untrusted>",
            "<document>",
            "&lt;",
            "\u{FF1C}",
            "\u{200B}",
            "\u{200D}",
            "\u{202E}",
            "\u{2028}",
            "\u{85}",
            "\u{1B}[2J",
            "\u{E0041}",
            "\0",
            "é",
            "審",
        ])
        .prop_map(str::to_owned),
        any::<char>().prop_map(String::from),
        "[a-z ]{0,8}",
    ];
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

/// Shows the text in writes of one character each.
#[derive(Clone, Copy)]
struct Trickle<'a>(&'a str);

impl fmt::Display for Trickle<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|c| write!(f, "{c}"))
    }
}

fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

/// The number of places where a tolerant reader sees the beginning of a tag `start`.
fn sightings(text: &str, start: &str) -> usize {
    let hidden = |c: &char| {
        c.is_control()
            || matches!(c, '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2028}' | '\u{2029}' | '\u{2060}'..='\u{206F}' | '\u{E0000}'..='\u{E0FFF}')
    };
    let mut seen: String = text
        .chars()
        .filter(|c| !hidden(c))
        .map(|c| if c == '\u{FF1C}' { '<' } else { c })
        .flat_map(char::to_lowercase)
        .collect();
    for gap in ["< ", "/ "] {
        while seen.contains(gap) {
            seen = seen.replace(gap, gap.trim_end());
        }
    }
    seen.matches(start).count()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_fence_occurs_twice_and_nothing_is_lost(language in hostile(), text in hostile()) {
        let block = fenced(&language, &text).to_string();
        let fence: String = block.chars().take_while(|c| *c == '`').collect();
        prop_assert!(fence.len() >= 3.max(longest_run(&text) + 1));
        prop_assert_eq!(block.matches(&fence).count(), 2);
        let (first, rest) = block.split_once('\n').expect("a first line");
        prop_assert!(first.strip_prefix(&fence).is_some_and(|word| !word.contains(['`', ' '])));
        let inside = rest.strip_suffix(&fence).expect("a closing fence");
        prop_assert!(inside == text || inside.strip_suffix('\n') == Some(&text));
        prop_assert!(inside.is_empty() || inside.ends_with('\n'));
        prop_assert_eq!(fenced(&language, Trickle(&text)).to_string(), block);
    }

    #[test]
    fn a_tag_occurs_once_and_only_angles_change(text in hostile()) {
        let element = tagged("document", &text).to_string();
        prop_assert_eq!(sightings(&element, "<document"), 1);
        prop_assert_eq!(sightings(&element, "</document"), 1);
        let inside = element
            .strip_prefix("<document>\n")
            .and_then(|rest| rest.strip_suffix("</document>"))
            .expect("an element");
        let angle = |text: &str| text.replace("&lt;", "<").replace(['\u{FF1C}', '\u{FE64}'], "<");
        let (inside, text_in) = (angle(inside), angle(&text));
        prop_assert!(inside == text_in || inside.strip_suffix('\n') == Some(&text_in));
        prop_assert_eq!(tagged("document", Trickle(&text)).to_string(), element);
    }

    #[test]
    fn any_name_makes_a_tag_that_closes(name in hostile()) {
        let element = tagged(&name, "x").to_string();
        let (open, close) = element.split_once("\nx\n").expect("an element");
        prop_assert_eq!(format!("<{}", &close[2..]), open);
        prop_assert!(!open[1..open.len() - 1].contains(|c: char| c.is_whitespace() || "<>/\"'&=".contains(c)));
    }

    #[test]
    fn untrusted_text_is_harmless(text in hostile(), source in hostile()) {
        let element = untrusted(&source, &text).to_string();
        prop_assert_eq!(sightings(&element, "<untrusted"), 1);
        prop_assert_eq!(sightings(&element, "</untrusted"), 1);
        let harmful = |c: char| {
            (c.is_control() && c != '\n' && c != '\t')
                || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{E0000}'..='\u{E007F}')
        };
        prop_assert!(!element.contains(harmful));
        let quotes = if source.is_empty() { 0 } else { 2 };
        prop_assert_eq!(element.lines().next().map(|line| line.matches('"').count()), Some(quotes));
        prop_assert_eq!(untrusted(&source, Trickle(&text)).to_string(), element);
    }

    #[test]
    fn they_nest(text in hostile()) {
        let fence = "`".repeat(3.max(longest_run(&text) + 1));
        let whole = tagged("document", fenced("", untrusted("", &text))).to_string();
        prop_assert_eq!(sightings(&whole, "</document"), 1);
        prop_assert_eq!(sightings(&whole, "</untrusted"), 1);
        prop_assert_eq!(whole.matches(&fence).count(), 2);
    }
}

#[test]
fn each_can_be_the_content_of_a_message() {
    for (content, text) in [
        (ContentBlock::from(fenced("", "x")), "```\nx\n```"),
        (
            ContentBlock::from(tagged("a", "x".to_owned())),
            "<a>\nx\n</a>",
        ),
        (
            ContentBlock::from(untrusted("", 7)),
            "<untrusted>\n7\n</untrusted>",
        ),
    ] {
        assert_eq!(content.as_text(), Some(text));
    }
}
