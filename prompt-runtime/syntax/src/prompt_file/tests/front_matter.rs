//! Tests of front matter in our own format.

use super::*;

#[test]
fn everything_it_can_say() {
    let source = "---\r\nname: code-review\r\ntitle: \"Code: review\"\r\ndescription: |\r\n  Review.\r\n\r\n  Well.\r\narguments:\r\n  - name: strictness\r\n    title: How hard\r\n    description: How hard to look.\r\n    values: [lenient, 1.0, yes]\r\n    default: lenient\r\n  - { name: diff, required: true }\r\n  - name: größe\r\n---\r\n\r\nReview {{ strictness }}ly:\r\n{{ diff }}{{größe}}\r\n";
    let file = parse(source).unwrap();
    let at = |text: &str, line, column| Located {
        text: text.into(),
        position: Position { line, column },
    };
    assert_eq!(file.name, Some(at("code-review", 2, 7)));
    assert_eq!(file.title, Some(at("Code: review", 3, 8)));
    assert_eq!(file.description.unwrap().text, "Review.\n\nWell.");
    assert_eq!(
        file.arguments,
        [
            FileArgument {
                title: Some(at("How hard", 10, 12)),
                description: Some(at("How hard to look.", 11, 18)),
                default: Some(at("lenient", 13, 14)),
                values: vec![at("lenient", 12, 14), at("1.0", 12, 23), at("yes", 12, 28)],
                ..FileArgument::new(at("strictness", 9, 11), false)
            },
            FileArgument::new(at("diff", 14, 13), true),
            FileArgument::new(at("größe", 15, 11), false),
        ]
    );
    assert_eq!(
        text(&file.turns),
        ["18:1 User Review <strictness@18:8>ly:\n<diff@19:1><größe@19:11>"]
    );
    assert_eq!(parse(&source.replace("\r\n", "\n")), parse(source));
}

#[test]
fn it_may_say_little() {
    for source in [
        "---\n---\na",
        "---\n# comment\n---\na",
        "---\narguments: []\n---\na",
        "---\narguments:\n---\na",
        "---\nname: x\n# y\n---\na\n---\nb",
        "---\nversion: 1 # y\ntags: [a, b]\nmetadata: {x: {y: z}}\n---\na",
    ] {
        parse(source).unwrap();
    }
    assert_eq!(parse("---\n---\na\n---\nb").unwrap().turns.len(), 1);
    included("---\narguments:\n- name: b\n---\na {{ b }}", "a <b@5:3>");
}

#[test]
fn advice_that_does_not_hold_is_allowed() {
    let file = parse("---\nallow: [generic-name, rule-2]\n---\na").unwrap();
    let allowed: Vec<_> = file.allow.iter().map(|id| id.text.as_str()).collect();
    assert_eq!(allowed, ["generic-name", "rule-2"]);
    assert_eq!(parse("---\nallow:\n---\na").unwrap().allow, []);
    front_matter(&[
        (
            "allow: generic-name",
            "2:8: `allow` is a list of the ids of advice: write `[rule-id]` as `check` prints it (this is a text)",
        ),
        (
            "allow: [GenericName]",
            "2:9: `GenericName` is no id of a rule: write it as `check` prints it, such as `allow: [rule-id]`",
        ),
        ("allow: [\"\"]", "2:9: `` is no id of a rule"),
        (
            "allow: [[a]]",
            "2:9: `allow` takes text: write it in quotes if it begins with a brace or a bracket (this is a list)",
        ),
        (
            "alow: [a]",
            "2:1: `alow` is not a key of front matter: did you mean `allow`?",
        ),
    ]);
}

#[track_caller]
fn front_matter(cases: &[(&str, &str)]) {
    for (front, expected) in cases {
        let body = if front.contains("name: b") {
            "{{ b }}"
        } else {
            "a"
        };
        wrong(&format!("---\n{front}\n---\n{body}"), &[expected]);
    }
}

#[test]
fn mistakes_in_what_is_said_of_the_prompt() {
    front_matter(&[
        (
            "nam: x",
            "2:1: `nam` is not a key of front matter: did you mean `name`?",
        ),
        ("name: x\nname: y", "3:1: `name` is written twice: keep one"),
        ("{title: a} x", "2:12: this front matter is not YAML"),
        (
            "title: a\n...\ntitle: b",
            "4:1: front matter is one mapping",
        ),
        (
            "name: \"code review \"",
            "2:7: the prompt name `code review ` begins or ends with white space: write `code-review`",
        ),
        (
            "name: \"\\u2800\"",
            "2:7: the prompt name `\u{2800}` is empty: write 1 to 128 letters, digits, `_`, `-` or `.`",
        ),
        (
            "name: [a]",
            "2:7: `name` takes text: write it in quotes if it begins with a brace or a bracket (this is a list)",
        ),
        ("name:", "2:5: `name` is nothing here"),
        ("title: ~", "2:8: `title` is nothing here"),
        (
            "title: \" \"",
            "2:8: `title` is empty: write one, or leave the key out",
        ),
        (
            "description: {a: b}",
            "2:14: `description` takes text: write it in quotes if it begins with a brace or a bracket (this is a mapping)",
        ),
        (
            "title: \"a\\u200Bb\"",
            "2:8: this file contains U+200B, a zero width space",
        ),
        (
            "- a",
            "2:1: front matter is made of keys: write `title: …` (this is a list)",
        ),
        ("title: a: b", "2:9: this front matter is not YAML:"),
        ("title: \"a", "2:8: this front matter is not YAML:"),
        ("? [a]\n: b", "2:3: a key is a word"),
        (
            "title: x\ndescription: *a",
            "3:14: `*` refers to another value",
        ),
        ("title: *a", "2:8: `*` refers to another value"),
        (
            "title: {{ a }}",
            "2:9: a key is a word, and this is a mapping",
        ),
    ]);
}

#[test]
fn nothing_is_cut_or_dropped_silently() {
    front_matter(&[
        (
            "title: C #",
            "2:10: `#` begins a comment here and cuts `title`: write the value in quotes",
        ),
        (
            "description: Fix issue #12 now",
            "2:24: `#` begins a comment here and cuts `description`",
        ),
        (
            "name: a # b",
            "2:9: `#` begins a comment here and cuts `name`",
        ),
        ("allow: [a # b\n  ]", "2:11: `#` begins a comment"),
        (
            "arguments:\n- name: b\n  default: C #",
            "4:14: `#` begins a comment here and cuts `default`",
        ),
        (
            "arguments:\n- name: b\n  values:\n  - C #\n  - D",
            "5:7: `#` begins a comment",
        ),
        (
            "title: !!str 12",
            "2:14: `&` and `!` before a value are not part of it",
        ),
        ("x: y\ntitle: !important z", "3:19: `&` and"),
        ("title: &a x", "2:11: `&` and `!`"),
    ]);
    let file = parse(
        "---\ntitle: \"C #\" # fine\narguments:\n- name: b # fine\n  required: true # fine\n---\n{{ b }}",
    );
    wrong(
        "---\ntitle: \"C #\" # fine\narguments:\n- name: b # cut\n  required: true # fine\n---\n{{ b }}",
        &["4:11: `#` begins a comment"],
    );
    assert!(file.is_err());
    let file = parse("---\ntitle: \"C #\" # fine\ndescription: 'a#b'\n---\nx").unwrap();
    assert_eq!(file.title.unwrap().text, "C #");
    let file = parse("---\ntitle: a#b\ndescription: >\n  one\n  two\n\n---\nx").unwrap();
    assert_eq!(file.title.unwrap().text, "a#b");
    assert_eq!(file.description.unwrap().text, "one two");
}

#[test]
fn limits_of_arguments() {
    let source = "---\narguments:\n- name: b\n  non_empty: true\n  max_len: 20\n- name: c\n  min: 1\n  max: 2.5\n  default: 2\n---\n{{ b }}{{ c }}";
    let file = parse(source).unwrap();
    let [b, c] = &file.arguments[..] else {
        panic!("{file:?}");
    };
    assert_eq!((b.non_empty, b.max_len), (true, Some(20)));
    let bound = |it: &Option<Located>| it.as_ref().unwrap().text.clone();
    assert_eq!((bound(&c.min), bound(&c.max)), ("1".into(), "2.5".into()));
    front_matter(&[
        (
            "arguments:\n- name: b\n  max_len: 0",
            "4:12: `max_len` is a number of characters",
        ),
        (
            "arguments:\n- name: b\n  max_len: many",
            "4:12: `max_len` is a number of characters",
        ),
        (
            "arguments:\n- name: b\n  min: a",
            "4:8: `min` bounds a number: write one such as `min: 10`",
        ),
        (
            "arguments:\n- name: b\n  min: 3\n  max: 2",
            "4:8: `min` is larger than `max`",
        ),
        (
            "arguments:\n- name: b\n  max: 2\n  default: 3",
            "5:12: the default `3` is no number within",
        ),
        (
            "arguments:\n- name: b\n  max: 2\n  default: x",
            "5:12: the default `x` is no number within",
        ),
        (
            "arguments:\n- name: b\n  max_len: 2\n  default: abc",
            "5:12: the default `abc` has more characters than `max_len: 2`",
        ),
        (
            "arguments:\n- name: b\n  non_empty: true\n  default: \" \"",
            "5:12: the default ` ` is empty",
        ),
        (
            "arguments:\n- name: b\n  non_empty: 1",
            "4:14: `non_empty` is `true` or `false`",
        ),
        (
            "arguments:\n- name: b\n  min_len: 1",
            "4:3: `min_len` is not a key of an argument: did you mean `max_len`?",
        ),
    ]);
    parse("---\nversion: 2\ntags: [x]\narguments:\n- name: b\n  type: string\n---\n{{ b }}")
        .unwrap();
}

#[test]
fn braces_beside_declared_arguments_have_two_ways_out() {
    wrong(
        "---\narguments: [{ name: b }]\n---\n{{ b }} style={{ width }} {{ x y }}",
        &[
            "4:15: `{{ width }}` is no argument of this prompt: declare it with `- name: width` under `arguments`, or write `{{{{ width }}` for text in braces",
            "4:27: `{{ x y }}` is not a placeholder",
        ],
    );
}

#[test]
fn a_file_that_is_written_reads_the_same() {
    let source = "---\nname: a\ntitle: \"C #: \\\"x\\\"\"\ndescription: |\n  one\n  two\narguments:\n- name: b\n  description: \"yes\"\n  values: [\"1\", \"no\", x]\n  default: \"1\"\n- name: c\n  required: true\n  non_empty: true\n  max_len: 9\n---\n{{{{ {{{ b }}{{{{{ {{ c }} {{{{{{ c }}\n{{role \"assistant\"}}\n{\n{{role \"user\"}}\nend";
    let file = parse(source).unwrap();
    let again = parse(&write(&file, "a")).unwrap();
    let bare = |file: &PromptFile| {
        let text: Vec<String> = file
            .turns
            .iter()
            .flat_map(|it| &it.segments)
            .map(|it| match it {
                Segment::Text(text) => text.clone(),
                Segment::Placeholder(name) | Segment::Appended { name, .. } => {
                    format!("<{}>", name.text)
                }
            })
            .collect();
        let argument = |it: &FileArgument| {
            (
                it.name.text.clone(),
                it.required,
                it.values.len(),
                it.default.clone().map(|it| it.text),
                it.max_len,
                it.non_empty,
            )
        };
        (
            text,
            file.arguments.iter().map(argument).collect::<Vec<_>>(),
            file.title.clone().map(|it| it.text),
            file.description.clone().map(|it| it.text),
        )
    };
    assert_eq!(bare(&file), bare(&again), "{}", write(&file, "a"));
}

#[test]
fn at_most_twenty_mistakes_are_told() {
    let body: String = (0..500)
        .map(|number| format!("{{{{ x{number} }}}}\n"))
        .collect();
    let errors = parse(&format!(
        "---\narguments: [{{ name: b }}]\n---\n{{{{ b }}}}{body}"
    ))
    .unwrap_err();
    assert_eq!(errors.len(), 21);
    assert_eq!(
        errors[20].to_string(),
        "23:1: 480 more mistakes follow: mend those above first"
    );
}

#[test]
fn mistakes_in_what_is_said_of_arguments() {
    front_matter(&[
        (
            "arguments: a",
            "2:12: `arguments` is a list: write `- name: …` for each (this is a text)",
        ),
        (
            "arguments:\n  b: {}",
            "3:3: `arguments` is a list: write `- name: …` for each (this is a mapping)",
        ),
        (
            "arguments:\n- b",
            "3:3: an argument is made of keys: write `- name: …` (this is a text)",
        ),
        (
            "arguments:\n- title: b",
            "3:3: this argument has no name: write `name: …`",
        ),
        ("arguments:\n- name:", "3:7: `name` is nothing here"),
        (
            "arguments:\n- name: a b",
            "3:9: the argument name `a b` contains white space: write `a-b`",
        ),
        (
            "arguments:\n- name: b\n  requird: true",
            "4:3: `requird` is not a key of an argument: did you mean `required`?",
        ),
        (
            "arguments:\n- name: b\n  required: yes",
            "4:13: `required` is `true` or `false`",
        ),
        (
            "arguments:\n- name: b\n  required: true\n  default: x",
            "4:13: `b` has a default, so it is not required: remove one of the two",
        ),
        (
            "arguments:\n- name: b\n  values: x",
            "4:11: `values` is a list: write `[one, another]` (this is a text)",
        ),
        (
            "arguments:\n- name: b\n  values: []",
            "4:11: `values` is empty",
        ),
        (
            "arguments:\n- name: b\n  values: [x, x]",
            "4:15: `x` is listed twice: keep one",
        ),
        (
            "arguments:\n- name: b\n  values: [x]\n  default: y",
            "5:12: the default `y` is not one of the `values`: write one of them",
        ),
        (
            "arguments:\n- name: b\n  default:",
            "4:10: `default` is nothing here: write a text, `\"\"` for the empty one",
        ),
        (
            "arguments:\n- name: b\n- name: b",
            "4:9: the argument `b` is declared twice: keep one",
        ),
        (
            "arguments:\n- name: b\n- name: c",
            "4:9: the argument `c` is never used: write `{{ c }}` in the text, or remove it",
        ),
    ]);
    wrong(
        "---\narguments:\n- name: diff\n---\n{{ dif }} {{ diff }}",
        &["5:1: `{{ dif }}` is no argument of this prompt: did you mean `diff`?"],
    );
    wrong(
        "---\narguments:\n- name: diff\n---\n\n",
        &["5:1: this file has no text"],
    );
}

#[test]
fn all_mistakes_come_at_once_in_reading_order() {
    wrong(
        "---\nnam: x\ntitle: \"\"\narguments:\n- name: a\n- name: b c\n---\n{{ d }} {{ e f }}\n{{role \"assistant\"}}\n",
        &[
            "2:1: `nam`",
            "3:8: `title` is empty",
            "6:9: the argument name `b c`",
            "8:9: `{{ e f }}`",
            "9:1: this turn",
            "9:1: the conversation ends",
        ],
    );
}

#[test]
fn deep_nesting_is_refused() {
    let deep = format!("---\ntitle: {}\n---\na", "[".repeat(10_000));
    assert_eq!(parse(&deep).unwrap_err().len(), 1);
}

#[test]
fn any_bytes_are_read_without_a_panic_and_alike() {
    const PIECES: [&str; 40] = [
        "---\n",
        "---",
        "\n",
        "\r\n",
        "name: ",
        "title: ",
        "arguments:\n",
        "- ",
        "  ",
        "values: ",
        "[",
        "]",
        "{",
        "}",
        "{{",
        "}}",
        "{{{{",
        "{{ a }}",
        "{{role \"user\"}}",
        "{{role \"assistant\"}}",
        "\"",
        "'",
        "|\n",
        ">",
        "*a",
        "&a ",
        "!!str ",
        "%YAML 1.2\n",
        "#",
        ": ",
        ",",
        "a",
        "é",
        "\u{FEFF}",
        "\u{200B}",
        "\u{E0041}",
        "required: true\n",
        "default: ",
        "- name: a\n",
        "...\n",
    ];
    let mut roll = dice(7);
    for round in 0..20_000 {
        let mut source = String::new();
        if round % 3 == 0 {
            let bytes: Vec<u8> = (0..roll(40))
                .map(|_| u8::try_from(roll(256)).unwrap())
                .collect();
            source.push_str(&String::from_utf8_lossy(&bytes));
        } else {
            source.push_str(["", "---\n"][roll(2)]);
            for _ in 0..roll(25) {
                source.push_str(PIECES[roll(PIECES.len())]);
            }
        }
        assert_eq!(parse(&source), parse(&source));
        for error in parse_text(&source).err().into_iter().flatten() {
            let lines = source.split('\n').count();
            assert!(
                (1..=lines + 1).contains(&error.position.line),
                "{source:?} {error}"
            );
        }
    }
}
