//! Static texts of a prompt in one literal. A list of texts costs the compiler an expression for each of them, in every prompt of a crate;
//! one literal costs next to nothing, and the registry splits it once at start-up.

/// Stands between two texts: the unit separator of ASCII, which no text of a prompt needs.
const SEPARATOR: char = '\u{1f}';

/// Returns the literal for these texts, or `None` if one of them contains the separator.
#[must_use]
pub fn pack(triples: impl IntoIterator<Item = [String; 3]>) -> Option<String> {
    let texts: Vec<String> = triples.into_iter().flatten().collect();
    let clash = texts.iter().any(|text| text.contains(SEPARATOR));
    let mut between = [0; 4];
    (!clash).then(|| texts.join(SEPARATOR.encode_utf8(&mut between)))
}

/// Returns the texts of a literal that [`pack`] returned.
pub fn unpack(packed: &str) -> impl Iterator<Item = [&str; 3]> {
    let mut texts = packed.split(SEPARATOR);
    std::iter::from_fn(move || Some([texts.next()?, texts.next()?, texts.next()?]))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn texts_come_back_as_they_were() {
        for triples in [
            &[][..],
            &[["diff", "", ""]],
            &[["a", "b\n\n\"c\"", "default"], ["d", "", ""]],
        ] {
            let packed = pack(triples.iter().map(|triple| triple.map(str::to_owned))).unwrap();
            let unpacked: Vec<_> = unpack(&packed).collect();
            assert_eq!(unpacked, triples);
        }
    }

    #[test]
    fn a_text_with_the_separator_is_not_packed() {
        let triple = ["a", "b\u{1f}c", ""].map(str::to_owned);
        assert_eq!(pack([triple]), None);
    }
}
