//! Characters that a person reading a prompt cannot see.

/// What an invisible character is, when `c` is one that can smuggle text past a reader or reorder what is read.
///
/// Emoji sequences, the joiners U+200C and U+200D and the marks U+200E and U+200F are not among them: scripts need them.
#[must_use]
pub fn invisible(c: char) -> Option<&'static str> {
    match c {
        '\u{E0000}'..='\u{E007F}' => Some("a tag character"),
        '\u{202A}'..='\u{202E}' => Some("a bidirectional embedding or override"),
        '\u{2066}'..='\u{2069}' => Some("a bidirectional isolate"),
        '\u{200B}' => Some("a zero width space"),
        '\u{2060}' => Some("a word joiner"),
        '\u{FEFF}' => Some("a byte order mark"),
        _ => None,
    }
}

/// Characters that join or select glyphs and have none of their own: legal in text, never in a name.
#[must_use]
pub fn is_ignorable(c: char) -> bool {
    matches!(c, '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}'
        | '\u{200C}'..='\u{200F}' | '\u{2061}'..='\u{2065}' | '\u{206A}'..='\u{206F}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}'
        | '\u{FFA0}' | '\u{E0080}'..='\u{E0FFF}')
}

/// Whether a reader sees `c`, white space on one line included.
#[must_use]
pub fn is_visible(c: char) -> bool {
    !(c.is_control()
        || is_ignorable(c)
        || invisible(c).is_some()
        || matches!(c, '\u{2028}' | '\u{2029}'))
}
