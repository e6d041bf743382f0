//! Tests that text put together at random is read in every dialect.

use super::*;

#[test]
fn any_text_is_read_without_a_panic_and_alike() {
    const PIECES: [&str; 43] = [
        "---\n",
        "\n",
        "description: ",
        "argument-hint: ",
        "arguments: ",
        "[a] ",
        "<b> ",
        "[a, b]",
        "- a\n",
        "name: x\n",
        "$",
        "$1",
        "$2 ",
        "$0",
        "$10",
        "$ARGUMENTS",
        "$ARGUMENTS[0]",
        "$ARGUMENTS[",
        "$a",
        "$NAME ",
        "$$",
        "\\",
        "`",
        "```\n",
        "```!\n",
        "!`x`",
        "!{",
        "}",
        "@{",
        "@a/b.md ",
        "${input:",
        "${input:x:y}",
        "${CLAUDE_X}",
        "{{args}}",
        "{{ x }}",
        "#tool:",
        "](",
        ")",
        " ",
        "é",
        "\u{200B}",
        "prompt = , \n",
        "x",
    ];
    let mut roll = dice(11);
    for round in 0..8_000 {
        let mut source = String::from(["", "---\n"][roll(2)]);
        for _ in 0..roll(24) {
            source.push_str(PIECES[roll(PIECES.len())]);
        }
        let reading = Reading {
            dialect: Dialect::ALL[round % Dialect::ALL.len()],
            append: round % 3 == 0,
            ..Reading::default()
        };
        let name = FileName::default();
        let read = super::super::parse(&source, &name, &reading);
        assert_eq!(read, super::super::parse(&source, &name, &reading));
        let Ok(file) = read else { continue };
        // Every placeholder has its argument, no two arguments share a name, and the file can be written in our own format.
        let names: Vec<&str> = file
            .arguments
            .iter()
            .map(|it| it.name.text.as_str())
            .collect();
        let unique: std::collections::BTreeSet<_> = names.iter().collect();
        assert_eq!(unique.len(), names.len(), "{source:?}");
        for segment in file.turns.iter().flat_map(|turn| &turn.segments) {
            if let Segment::Placeholder(name) | Segment::Appended { name, .. } = segment {
                assert!(names.contains(&name.text.as_str()), "{source:?} {name:?}");
                assert_eq!(crate::name::check(&name.text), Ok(()), "{source:?}");
            }
        }
        if reading.dialect != Dialect::Own {
            let written = write(&file, "a");
            let again = super::super::parse(&written, &name, &Reading::default());
            assert!(again.is_ok(), "{source:?}\n{written}\n{again:?}");
        }
    }
}
