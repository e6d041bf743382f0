//! Rules for text: invisible characters, and texts without visible content.

use std::borrow::Cow;

const BLACK_FLAG: char = '\u{1F3F4}';

/// The closed tag sequences after a black flag that form the flags of England, Scotland and Wales.
const FLAGS: [&str; 3] = [
    "\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
    "\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",
    "\u{1F3F4}\u{E0067}\u{E0062}\u{E0077}\u{E006C}\u{E0073}\u{E007F}",
];

/// Finds the invisible characters of a text that can hide words from a reader or reorder the visible text, with their byte offsets.
///
/// Some invisible characters are legal in certain places:
/// - tag characters are legal in the flags of England, Scotland and Wales;
/// - a single variation selector is legal after a character that has variants. In runs, or after ASCII letters, they spell hidden bytes.
///
/// The joiners U+200C and U+200D, the marks U+061C, U+200E and U+200F, the soft hyphen and U+034F are legal everywhere, because scripts
/// need them.
pub fn hidden(text: &str) -> impl Iterator<Item = (usize, char)> {
    let mut flag_end = 0;
    let mut before = None;
    let text = if text.is_ascii() { "" } else { text };
    text.char_indices().filter(move |&(at, c)| {
        let previous = before.replace(c);
        if c == BLACK_FLAG {
            let flag = text
                .get(at..)
                .and_then(|rest| FLAGS.into_iter().find(|flag| rest.starts_with(flag)));
            flag_end = at + flag.map_or(0, str::len);
        }
        at >= flag_end && hidden_kind(c).is_some() && !previous.is_some_and(|base| varies(base, c))
    })
}

/// Names the kind of a character that [`hidden`] finds, with its article.
#[must_use]
pub fn hidden_kind(c: char) -> Option<&'static str> {
    match c {
        '\u{E0000}'..='\u{E007F}' => Some("a tag character"),
        '\u{202A}'..='\u{202E}' => Some("a bidirectional embedding or override"),
        '\u{2066}'..='\u{2069}' => Some("a bidirectional isolate"),
        '\u{200B}' => Some("a zero width space"),
        '\u{2060}' => Some("a word joiner"),
        '\u{FEFF}' => Some("a byte order mark"),
        '\u{180E}' => Some("a vowel separator"),
        '\u{2061}'..='\u{2064}' => Some("an invisible operator"),
        '\u{206A}'..='\u{206F}' => Some("a deprecated format character"),
        '\u{3164}' | '\u{FFA0}' => Some("a filler"),
        '\u{180B}'..='\u{180D}'
        | '\u{180F}'
        | '\u{FE00}'..='\u{FE0F}'
        | '\u{E0100}'..='\u{E01EF}' => Some("a variation selector"),
        '\u{FFF9}'..='\u{FFFB}' => Some("an annotation mark"),
        '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}' => Some("a format character"),
        '\u{2065}' | '\u{FFF0}'..='\u{FFF8}' | '\u{E0080}'..='\u{E0FFF}' => {
            Some("an unassigned invisible character")
        }
        _ => None,
    }
}

/// Returns `true` if the variation selector `selector` is legal after `base`.
fn varies(base: char, selector: char) -> bool {
    match selector {
        // These characters have emoji and text style (keycaps begin with a digit, `#` or `*`), or are mathematical signs, CJK punctuation,
        // ideographs or Myanmar letters with variants.
        '\u{FE00}'..='\u{FE02}' | '\u{FE0E}' | '\u{FE0F}' => {
            is_visible(base) && !base.is_whitespace() && !base.is_ascii_alphabetic()
        }
        '\u{180B}'..='\u{180D}' | '\u{180F}' => matches!(base, '\u{1820}'..='\u{18AA}'),
        '\u{E0100}'..='\u{E01EF}' => {
            matches!(base, '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}'
            | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}')
        }
        _ => false,
    }
}

/// Returns `true` for characters that join or select glyphs and have no glyph themselves. They are legal in text, but never in a name.
#[must_use]
pub fn is_ignorable(c: char) -> bool {
    matches!(c, '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}'
        | '\u{200C}'..='\u{200F}' | '\u{FE00}'..='\u{FE0F}')
}

/// Returns `true` if `c` is visible to a reader, or is white space within a line.
#[must_use]
pub fn is_visible(c: char) -> bool {
    if c.is_ascii() {
        return !c.is_ascii_control();
    }
    !(c.is_control()
        || is_ignorable(c)
        || hidden_kind(c).is_some()
        || matches!(c, '\u{2028}' | '\u{2029}'))
}

/// Returns `true` for a text without visible content: only white space of any script, the blank Braille pattern and invisible characters.
/// The APIs of models reject a message with such text.
#[must_use]
pub fn is_blank(text: &str) -> bool {
    text.chars()
        .all(|c| c.is_whitespace() || c == '\u{2800}' || !is_visible(c))
}

/// Returns `true` for control characters except line feed and tab.
fn is_obeyed(c: char) -> bool {
    c.is_control() && !matches!(c, '\n' | '\t')
}

/// Writes control characters except line feeds and tabs as `\u{…}`.
#[must_use]
pub fn controls_spelled_out(text: &str) -> Cow<'_, str> {
    escaped(text, |_, c| is_obeyed(c))
}

/// Writes control characters except line feeds and tabs, and hidden characters, as `\u{…}`.
#[must_use]
pub fn spelled_out(text: &str) -> Cow<'_, str> {
    let mut hidden = hidden(text).peekable();
    escaped(text, |at, c| {
        hidden.next_if_eq(&(at, c)).is_some() || is_obeyed(c)
    })
}

/// Writes all control characters and hidden characters as escapes, so that the text stays on its line.
#[must_use]
pub fn spelled_out_in_line(text: &str) -> Cow<'_, str> {
    let mut hidden = hidden(text).peekable();
    escaped(text, |at, c| {
        hidden.next_if_eq(&(at, c)).is_some() || c.is_control()
    })
}

fn escaped(text: &str, mut is_escaped: impl FnMut(usize, char) -> bool) -> Cow<'_, str> {
    let mut out = String::new();
    let mut written = 0;
    for (at, c) in text.char_indices() {
        if is_escaped(at, c) {
            out.push_str(text.get(written..at).unwrap_or_default());
            match c {
                '\n' | '\r' | '\t' => out.extend(c.escape_default()),
                _ => out.extend(c.escape_unicode()),
            }
            written = at + c.len_utf8();
        }
    }
    if written == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(text.get(written..).unwrap_or_default());
    out.into()
}

/// Returns the first `max_chars` characters, followed by `…` if there are more.
#[must_use]
pub fn cut(text: &str, max_chars: usize) -> Cow<'_, str> {
    match text.char_indices().nth(max_chars) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()).into(),
        None => Cow::Borrowed(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<char> {
        hidden(text).map(|(_, c)| c).collect()
    }

    #[test]
    fn flags_are_legal_and_other_tags_are_not() {
        for flag in FLAGS {
            assert_eq!(found(&format!("a{flag}b{flag}{flag}")), [], "{flag}");
        }
        let [england, ..] = FLAGS;
        let open = england.trim_end_matches('\u{E007F}');
        assert_eq!(found(open).len(), 5);
        assert_eq!(found(&format!("{england}\u{E0041}")), ['\u{E0041}']);
        assert_eq!(
            found("\u{1F3F4}\u{E0041}\u{E007F}"),
            ['\u{E0041}', '\u{E007F}']
        );
        assert_eq!(found("\u{E007F}"), ['\u{E007F}']);
    }

    #[test]
    fn a_variation_selector_is_legal_once_after_its_base() {
        for text in [
            "❤\u{FE0F}",
            "1\u{FE0F}\u{20E3}",
            "👁\u{FE0F}\u{200D}🗨\u{FE0F}",
            "葛\u{E0100}",
            "ᠠ\u{180B}",
            "∩\u{FE00}",
        ] {
            assert_eq!(found(text), [], "{text:?}");
        }
        for (text, count) in [
            ("❤\u{FE0F}\u{FE0F}", 1),
            ("\u{FE0F}", 1),
            ("a\u{FE0F}", 1),
            (" \u{FE0F}", 1),
            ("😀\u{E0100}\u{E0101}\u{E0102}", 3),
            ("葛\u{E0100}\u{E0101}", 1),
            ("a\u{180B}", 1),
        ] {
            assert_eq!(found(text).len(), count, "{text:?}");
        }
    }

    #[test]
    fn characters_without_a_glyph_are_found() {
        for c in "\u{200B}\u{2060}\u{2061}\u{2065}\u{206A}\u{206F}\u{180E}\u{3164}\u{FFA0}\u{FEFF}\u{202E}\u{FFF9}\u{E01F0}".chars() {
            assert_eq!(found(&format!("a{c}b")), [c], "{c:?}");
        }
        assert_eq!(
            found("می\u{200C}خواهم 👩\u{200D}💻 \u{200F}שלום\u{200E}"),
            []
        );
    }

    #[test]
    fn blank_texts_show_nothing() {
        for text in [
            "",
            " \n\t",
            "\u{3000}",
            "\u{200B}",
            "\u{2800}",
            "\u{3164}\u{FEFF}",
            "\u{A0}\u{2003}\u{85}",
            "\u{200D}\u{FE0F}",
        ] {
            assert!(is_blank(text), "{text:?}");
        }
        for text in [".", "\u{2800}a", "⠁", "日"] {
            assert!(!is_blank(text), "{text:?}");
        }
    }

    #[test]
    fn texts_are_spelled_out() {
        assert_eq!(
            spelled_out("a\tb\nc\u{7}\u{E0041}❤\u{FE0F}"),
            "a\tb\nc\\u{7}\\u{e0041}❤\u{FE0F}"
        );
        assert_eq!(spelled_out_in_line("a\tb\r\n\u{1B}"), "a\\tb\\r\\n\\u{1b}");
        assert!(matches!(spelled_out("日本 👩\u{200D}💻"), Cow::Borrowed(_)));
    }

    #[test]
    fn texts_are_cut_between_characters() {
        assert_eq!(cut("ééé", 2), "éé…");
        assert_eq!(cut("éé", 2), "éé");
    }
}
