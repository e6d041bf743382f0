//! Tests that the pages for users have an entry for everything that the code lists.
#![allow(clippy::unwrap_used)]

const PROMPT: &str = include_str!("../../../prompt-runtime/src/docs/prompt.md");
const COMMAND_LINE: &str = include_str!("../../../prompt-runtime/src/docs/guide/command_line.md");

/// The words in backquotes at the odd places of a line.
fn quoted(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

/// The documentation of the macros lists the keys, which a test of the macros guarantees.
#[test]
fn every_key_of_an_attribute_has_a_heading() {
    let documentation = include_str!("../../../prompt-macros/src/lib.rs").replace("\n///  ", "");
    let keys = |attribute: &str| {
        let line = documentation
            .lines()
            .find_map(|line| line.strip_prefix(&format!("/// * Keys of `#[{attribute}(…)]`: ")));
        line.unwrap().to_owned()
    };
    let headings: Vec<&str> = PROMPT
        .lines()
        .filter(|line| line.starts_with('#'))
        .flat_map(quoted)
        .collect();
    for keys in [keys("prompt"), keys("arg")] {
        for key in quoted(&keys) {
            assert!(headings.contains(&key), "`{key}` has no heading");
        }
    }
}

/// The documentation of the command line lists the commands, which a test of that crate guarantees.
#[test]
fn every_command_is_in_the_guide() {
    let rows = include_str!("../../../prompt-runtime/cli/src/lib.rs").lines();
    let rows: Vec<&str> = rows
        .filter_map(|line| line.strip_prefix("//! | `"))
        .collect();
    assert!(rows.len() > 10, "{rows:?}");
    for row in rows {
        let command = row.split([' ', '`']).next().unwrap();
        assert!(
            COMMAND_LINE.contains(&format!("| `my-prompts {command}")),
            "`{command}` is not in the guide"
        );
    }
}
