//! Checks names, titles and descriptions.

use super::{Found, Lint};
use prompt_runtime::arguments::Argument;

const LONGEST_NAME: usize = 40;

/// Imperatives from software teams, writing, planning, research and operations. Words that are usually nouns, such as `code` or `project`,
/// are left out, because the lint reports names that begin with a noun.
const VERBS: &str = include_str!("verbs.txt");

/// Single words that several servers of one host use as a name.
const GENERIC: &str = include_str!("generic-names.txt");

fn is_in(words: &str, word: &str) -> bool {
    words.split_ascii_whitespace().any(|known| known == word)
}

pub(super) fn check(found: &mut Found<'_>) {
    let prompt = found.prompt;
    name(prompt.name(), prompt.own_name(), found);
    description(prompt.description().unwrap_or_default(), found);
    if let Some(title) = &prompt.listing().title
        && title.contains(char::is_whitespace)
    {
        found.add(
            Lint::TitleWithWhiteSpace,
            format!("its title \"{title}\" has white space"),
        );
    }
    for argument in prompt.arguments() {
        argument_names(argument, found);
    }
}

fn description(text: &str, found: &mut Found<'_>) {
    let lines = text.trim().lines().count();
    if lines == 0 {
        found.add(Lint::NoDescription, "it has no description".to_owned());
    } else if let Some(heading) = text.lines().find(|line| line.starts_with("# ")) {
        found.add(
            Lint::LongDescription,
            format!("its description has a section \"{heading}\""),
        );
    } else if lines > 1 {
        found.add(
            Lint::LongDescription,
            format!("its description has {lines} lines"),
        );
    }
}

fn argument_names(argument: &Argument, found: &mut Found<'_>) {
    let name = argument.name();
    if let Some(symbol) = symbol(name) {
        found.add_for(
            Lint::NameWithSymbols,
            argument,
            format!("the name of argument \"{name}\" has {symbol}"),
        );
    }
    if !name.is_ascii() {
        found.add_for(
            Lint::NonAsciiName,
            argument,
            format!("the name of argument \"{name}\" is not ASCII"),
        );
    }
    if argument.description().is_none_or(|it| it.trim().is_empty()) {
        found.add_for(
            Lint::NoArgumentDescription,
            argument,
            format!("argument \"{name}\" has no description"),
        );
    }
}

/// The first ASCII character other than a letter, a digit, `-`, `_` and `.`, in words.
fn symbol(name: &str) -> Option<String> {
    let plain = |c: char| !c.is_ascii() || c.is_ascii_alphanumeric() || "-_.".contains(c);
    let symbol = name.chars().find(|c| !plain(*c) || c.is_whitespace())?;
    Some(if symbol.is_whitespace() {
        "white space".to_owned()
    } else {
        format!("\"{symbol}\"")
    })
}

/// Checks the full name, which hosts show and people type, and the author's own name without the namespace.
fn name(name: &str, own: &str, found: &mut Found<'_>) {
    let length = name.chars().count();
    if length > LONGEST_NAME {
        found.add(
            Lint::LongName,
            format!("its name has {length} characters, more than {LONGEST_NAME}"),
        );
    }
    if let Some(symbol) = symbol(name) {
        found.add(Lint::NameWithSymbols, format!("its name has {symbol}"));
    }
    if !name.is_ascii() {
        found.add(Lint::NonAsciiName, "its name is not ASCII".to_owned());
    }
    if !own.is_ascii() {
        return;
    }
    // With a namespace, a generic name is unique enough.
    if is_in(GENERIC, &name.to_ascii_lowercase()) {
        found.add(
            Lint::GenericName,
            "its name is one that many servers choose".to_owned(),
        );
        return;
    }
    let first = first_word(own);
    if !is_in(VERBS, &first) {
        found.add(
            Lint::NameNotVerbFirst,
            format!("its name begins with \"{first}\", which is not in the list of known verbs"),
        );
    }
}

/// The first word of a name. A word ends at punctuation, at white space and before a capital: `reviewCode` begins with `review`.
fn first_word(name: &str) -> String {
    // Folder names come before the name itself.
    let name = name.rsplit(['/', ':']).next().unwrap_or(name);
    let is_end = |c: char| !c.is_ascii_alphanumeric();
    let start = name.trim_start_matches(is_end);
    let end = start
        .char_indices()
        .skip(1)
        .find(|(at, c)| {
            let after_small = start
                .get(..*at)
                .is_some_and(|before| before.ends_with(|c: char| c.is_ascii_lowercase()));
            is_end(*c) || (c.is_ascii_uppercase() && after_small)
        })
        .map_or(start.len(), |(at, _)| at);
    start.get(..end).unwrap_or(start).to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_are_sorted_and_each_is_there_once() {
        for words in [VERBS, GENERIC] {
            let words: Vec<&str> = words.split_ascii_whitespace().collect();
            assert!(words.is_sorted_by(|one, next| one < next));
            for word in words {
                assert!(word.bytes().all(|b| b.is_ascii_lowercase()), "{word}");
            }
        }
    }

    #[test]
    fn a_symbol_is_named() {
        assert_eq!(symbol("review-code_2.x"), None);
        assert_eq!(symbol("导出"), None);
        assert_eq!(symbol("deploy to aws").as_deref(), Some("white space"));
        assert_eq!(symbol("导出(全部)").as_deref(), Some("\"(\""));
        assert_eq!(symbol("team/review").as_deref(), Some("\"/\""));
        assert_eq!(symbol("a\u{3000}b").as_deref(), Some("white space"));
    }

    #[test]
    fn the_first_word_is_found_in_every_spelling() {
        for name in [
            "review-code",
            "reviewCode",
            "_review",
            "review code",
            "team/review",
            "Review",
        ] {
            assert_eq!(first_word(name), "review", "{name}");
        }
        for thing in ["code", "house", "kitchen", "project", "team", ""] {
            assert!(!is_in(VERBS, thing), "{thing}");
        }
    }
}
