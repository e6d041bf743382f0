//! Finds the placeholders in a text of a prompt, as written in the source.

use prompt_syntax::name;

/// Splits the text into parts. The flag is `true` for a placeholder.
pub(super) fn parts(text: &str, is_of_file: bool) -> Vec<(bool, &str)> {
    if is_of_file {
        parts_of_file(text)
    } else {
        parts_of_literal(text)
    }
}

/// Splits at placeholders of prompt files. All other braces are text.
fn parts_of_file(line: &str) -> Vec<(bool, &str)> {
    let mut parts = Vec::new();
    let mut rest = line;
    while let Some((open, close)) = placeholder(rest) {
        let (text, tail) = rest.split_at(open);
        let (placeholder, tail) = tail.split_at(close - open);
        parts.extend([(false, text), (true, placeholder)]);
        rest = tail;
    }
    parts.push((false, rest));
    parts.retain(|(_, part)| !part.is_empty());
    parts
}

/// The start and the end of the first `{{ name }}`.
fn placeholder(text: &str) -> Option<(usize, usize)> {
    text.match_indices('{').find_map(|(open, _)| {
        let inside = text.get(open..)?.strip_prefix("{{")?;
        let length = inside.find("}}")?;
        let name = inside.get(..length)?.trim();
        name::check_plain(name)
            .is_ok()
            .then_some((open, open + length + 4))
    })
}

/// Splits at placeholders of `format!`. Doubled braces are text.
fn parts_of_literal(line: &str) -> Vec<(bool, &str)> {
    let mut parts = Vec::new();
    let mut rest = line;
    let mut text_end = 0;
    while let Some(found) = rest.get(text_end..).and_then(|after| after.find('{')) {
        let open = text_end + found;
        let after = rest.get(open..).unwrap_or_default();
        if after.starts_with("{{") {
            text_end = open + 2;
            continue;
        }
        let Some(close) = after.find('}') else { break };
        let (text, tail) = rest.split_at(open);
        let (placeholder, tail) = tail.split_at(close + 1);
        parts.extend([(false, text), (true, placeholder)]);
        (rest, text_end) = (tail, 0);
    }
    parts.push((false, rest));
    parts.retain(|(_, part)| !part.is_empty());
    parts
}

#[cfg(test)]
mod tests {
    use super::{parts_of_file, parts_of_literal};

    #[test]
    fn placeholders_are_told_from_braces() {
        assert_eq!(
            parts_of_literal("a {b} {c:>3}{d}, {{e}} {\u{65e5}}"),
            [
                (false, "a "),
                (true, "{b}"),
                (false, " "),
                (true, "{c:>3}"),
                (true, "{d}"),
                (false, ", {{e}} "),
                (true, "{\u{65e5}}"),
            ]
        );
        assert_eq!(
            parts_of_literal("{{{a}}}"),
            [(false, "{{"), (true, "{a}"), (false, "}}")]
        );
        assert_eq!(parts_of_literal("{ open"), [(false, "{ open")]);
        assert!(parts_of_literal("").is_empty());
    }

    #[test]
    fn placeholders_of_files_are_told_from_code() {
        assert_eq!(
            parts_of_file("{\"a\": {{ b }}} {{{c}}} {{ d e }} {f}"),
            [
                (false, "{\"a\": "),
                (true, "{{ b }}"),
                (false, "} {"),
                (true, "{{c}}"),
                (false, "} {{ d e }} {f}"),
            ]
        );
        assert_eq!(parts_of_file("{{ open"), [(false, "{{ open")]);
        assert!(parts_of_file("").is_empty());
    }
}
