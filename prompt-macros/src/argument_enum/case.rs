//! Derives a variant's value from its name.

/// A rule for spelling the words of a variant's name.
#[derive(Clone, Copy)]
pub(crate) enum Case {
    Lower,
    Upper,
    Pascal,
    Camel,
    Snake,
    ScreamingSnake,
    Kebab,
    ScreamingKebab,
}

/// Every rule with its spelling in the attribute, which is the same as in serde.
const RULES: &[(&str, Case)] = &[
    ("lowercase", Case::Lower),
    ("UPPERCASE", Case::Upper),
    ("PascalCase", Case::Pascal),
    ("camelCase", Case::Camel),
    ("snake_case", Case::Snake),
    ("SCREAMING_SNAKE_CASE", Case::ScreamingSnake),
    ("kebab-case", Case::Kebab),
    ("SCREAMING-KEBAB-CASE", Case::ScreamingKebab),
];

impl Case {
    pub(crate) fn named(rule: &str) -> Option<Self> {
        RULES
            .iter()
            .find_map(|(name, case)| (*name == rule).then_some(*case))
    }

    /// Lists every rule in quotes, for an error message.
    pub(crate) fn list() -> String {
        let names: Vec<String> = RULES.iter().map(|(name, _)| format!("{name:?}")).collect();
        names.join(", ")
    }

    pub(crate) fn nearest(rule: &str) -> Option<&'static str> {
        prompt_syntax::nearest::nearest(rule, RULES.iter().map(|(name, _)| *name))
    }

    pub(crate) fn apply(self, variant: &str) -> String {
        let words = || words(variant);
        match self {
            Self::Lower => variant.to_lowercase(),
            Self::Upper => variant.to_uppercase(),
            Self::Pascal => variant.to_owned(),
            Self::Camel => match words().as_slice() {
                [] => variant.to_owned(),
                [first, rest @ ..] => first.to_lowercase() + &rest.concat(),
            },
            Self::Snake => words().join("_").to_lowercase(),
            Self::ScreamingSnake => words().join("_").to_uppercase(),
            Self::Kebab => words().join("-").to_lowercase(),
            Self::ScreamingKebab => words().join("-").to_uppercase(),
        }
    }
}

/// Splits a variant's name into words: `HttpError2` into `Http` and `Error2`, `HTMLPage` into `HTML` and `Page`.
fn words(variant: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before = None::<char>;
    let mut rest = variant.chars().peekable();
    while let Some(c) = rest.next() {
        let after_small = before.is_some_and(|b| !b.is_uppercase());
        let before_small = rest.peek().is_some_and(|next| next.is_lowercase());
        if c == '_' || (c.is_uppercase() && (after_small || before_small)) {
            words.push(String::new());
        }
        if c != '_'
            && let Some(word) = words.last_mut()
        {
            word.push(c);
        }
        before = Some(c);
    }
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_writes_the_words() {
        let table = [
            ("lowercase", "inprogress", "htmlpage2x", "a"),
            ("UPPERCASE", "INPROGRESS", "HTMLPAGE2X", "A"),
            ("PascalCase", "InProgress", "HTMLPage2x", "A"),
            ("camelCase", "inProgress", "htmlPage2x", "a"),
            ("snake_case", "in_progress", "html_page2x", "a"),
            ("SCREAMING_SNAKE_CASE", "IN_PROGRESS", "HTML_PAGE2X", "A"),
            ("kebab-case", "in-progress", "html-page2x", "a"),
            ("SCREAMING-KEBAB-CASE", "IN-PROGRESS", "HTML-PAGE2X", "A"),
        ];
        assert_eq!(table.len(), RULES.len());
        for (rule, progress, page, single) in table {
            let case = Case::named(rule).unwrap();
            assert_eq!(case.apply("InProgress"), progress, "{rule}");
            assert_eq!(case.apply("HTMLPage2x"), page, "{rule}");
            assert_eq!(case.apply("A"), single, "{rule}");
        }
    }

    #[test]
    fn words_are_found_in_odd_names() {
        for (variant, value) in [
            ("V2Beta", "v2-beta"),
            ("Already_Split", "already-split"),
            ("ÄnderungÜber", "änderung-über"),
            ("lower", "lower"),
            ("__", ""),
        ] {
            assert_eq!(Case::Kebab.apply(variant), value);
        }
    }
}
