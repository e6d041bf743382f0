//! `fenced`, `tagged` and `untrusted`: the text never ends its quotation.

use crate::{linear, split_first, text};
use icu_properties::props::{BinaryProperty, DefaultIgnorableCodePoint};
use prompt_runtime::{fenced, tagged, untrusted};
use std::fmt::Display;

/// The text as a reader may take it: without white space and characters that show as nothing, in one case and width.
fn seen(text: &str) -> String {
    text.chars()
        .filter(|c| !c.is_whitespace() && !c.is_control())
        .filter(|c| !DefaultIgnorableCodePoint::for_char(*c))
        .map(|c| match c {
            '\u{FF01}'..='\u{FF5E}' => char::from_u32(u32::from(c) - 0xFEE0).unwrap_or(c),
            '\u{FE64}' => '<',
            '\u{FE65}' => '>',
            c => c,
        })
        .flat_map(char::to_lowercase)
        .flat_map(char::to_uppercase)
        .flat_map(char::to_lowercase)
        .collect()
}

fn shown(input: usize, quoted: impl Display) -> String {
    let quoted = linear(input, 100, || quoted.to_string());
    assert!(quoted.len() <= 10 * input + 1000);
    quoted
}

/// Wraps any text so that there is one beginning and one end.
pub fn quoting(data: &[u8]) {
    let Some((name_size, rest)) = split_first(data) else {
        return;
    };
    let (name, body) = rest.split_at(rest.len().min(name_size % 32));
    let (name, body) = (text(name), text(body));
    let size = name.len() + body.len();

    let block = shown(size, fenced(&name, &body));
    let fence = block.bytes().take_while(|byte| *byte == b'`').count();
    let fences = block
        .split(['\n', '\r'])
        .filter(|line| seen(line).contains(&"`".repeat(fence)));
    assert_eq!(fences.count(), 2, "{block:?}");
    assert!(block.contains(&*body), "{block:?}");

    let element = shown(size, tagged(&name, &body));
    let first = element.lines().next().unwrap_or_default();
    let tag = first.trim_start_matches('<').trim_end_matches('>');
    one_element(&element, tag);
    let escaped = element.matches("&lt;").count();
    let kept = element.replace("&lt;", "<");
    let folded = body
        .replace("&lt;", "<")
        .replace(['\u{FE64}', '\u{FF1C}'], "<");
    if escaped == body.matches("&lt;").count() {
        assert!(element.contains(&*body), "{element:?}");
    } else {
        let kept = kept.replace(['\u{FE64}', '\u{FF1C}'], "<");
        assert!(kept.contains(&folded), "{element:?}");
    }

    let element = shown(size, untrusted(&name, &body));
    one_element(&element, "untrusted");
    let quotes = element.lines().next().unwrap_or_default().matches('"');
    assert_eq!(quotes.count(), if name.is_empty() { 0 } else { 2 });
    let odd = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
    assert!(!element.contains(odd), "{element:?}");
}

#[track_caller]
fn one_element(element: &str, tag: &str) {
    let (text, tag) = (seen(element), seen(tag));
    for mark in [format!("<{tag}"), format!("</{tag}")] {
        assert_eq!(text.matches(&mark).count(), 1, "{mark} in {element:?}");
    }
}
