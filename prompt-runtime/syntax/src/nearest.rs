//! "Did you mean": the known word nearest to a mistyped one.

/// The word of `known` that `typed` most likely means, or `None` if none is similar.
///
/// Similar words have an edit distance (insertion, deletion, substitution, swap of neighbours) of at most a third of the longer word,
/// ignoring case and the difference between `-` and `_`. If several words are equally similar, the first one wins.
#[must_use]
pub fn nearest<'k>(typed: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    // This is longer than any word compared here, and protects against quadratic time for hostile input.
    const LONGEST: usize = 128;
    if typed.len() > LONGEST {
        return None;
    }
    let typed = normal(typed);
    known
        .into_iter()
        .filter(|word| word.len() <= LONGEST)
        .filter_map(|word| {
            let normal = normal(word);
            let distance = strsim::osa_distance(&typed, &normal);
            let longer = typed.chars().count().max(normal.chars().count());
            (distance * 3 <= longer).then_some((distance, word))
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, word)| word)
}

fn normal(word: &str) -> String {
    word.to_lowercase().replace('_', "-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_words_are_found_and_far_ones_are_not() {
        let known = ["name", "title", "description", "icons", "meta", "crate"];
        for (typed, word) in [
            ("nam", Some("name")),
            ("tilte", Some("title")),
            ("Description", Some("description")),
            ("desc", None),
            ("icon", Some("icons")),
            ("crat", Some("crate")),
            ("xyz", None),
            ("", None),
        ] {
            assert_eq!(nearest(typed, known), word, "{typed}");
        }
        assert_eq!(nearest("max_len", ["max-len"]), Some("max-len"));
        assert_eq!(nearest(&"x".repeat(100_000), known), None);
    }
}
