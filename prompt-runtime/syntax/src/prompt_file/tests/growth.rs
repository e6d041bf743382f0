//! Tests that the work of reading hostile files is linear, counted in steps. The bench `files` measures the same as time.

use super::*;
use std::cell::Cell;

thread_local! {
    pub(in super::super) static STEPS: Cell<usize> = const { Cell::new(0) };
}

/// Asserts that the steps stay within a multiple of the size. A quadratic search would take thousands of times the size.
#[track_caller]
fn grows(what: &str, reading: &Reading, make: impl Fn(usize) -> String) {
    let text = make(50_000);
    STEPS.set(0);
    let _ = super::super::parse(&text, &FileName::default(), reading);
    let _ = parse_text(&text);
    let steps = STEPS.get();
    assert!(
        steps < 20 * text.len(),
        "{what}: {steps} steps for {} bytes",
        text.len()
    );
}

#[track_caller]
fn linear(what: &str, make: impl Fn(usize) -> String) {
    grows(what, &Reading::default(), make);
}

#[test]
fn hostile_bodies_are_read_in_linear_time() {
    linear("braces", |size| "{".repeat(size));
    linear("open tags on one line", |size| "{{ a ".repeat(size / 5));
    linear("tags on one line", |size| "{{a}} ".repeat(size / 6));
    linear("invisible characters", |size| "\u{200B}".repeat(size / 3));
    linear("spaces in a tag", |size| {
        format!("{{{{{}}}}}", " ".repeat(size))
    });
}

#[cfg(feature = "prompt-files")]
#[test]
fn hostile_front_matter_is_read_in_linear_time() {
    let declared = |size: usize, body: String| {
        let arguments: String = (0..size)
            .map(|it| format!("- name: declared{it}\n"))
            .collect();
        format!("---\narguments:\n{arguments}---\n{body}")
    };
    linear("undeclared placeholders", |size| {
        let body = (0..size / 40)
            .map(|it| format!("{{{{ wanted{it} }}}} "))
            .collect();
        declared(size / 40, body)
    });
    linear("declared placeholders", |size| {
        let body = (0..size / 40)
            .map(|it| format!("{{{{ declared{it} }}}} "))
            .collect();
        declared(size / 40, body)
    });
    linear("unused arguments", |size| {
        declared(size / 20, "x".to_owned())
    });
    linear("values", |size| {
        let values: String = (0..size / 6).map(|it| format!("v{it}, ")).collect();
        format!("---\narguments: [{{ name: a, values: [{values}] }}]\n---\n{{{{ a }}}}")
    });
    linear("the same value", |size| {
        format!(
            "---\narguments: [{{ name: a, values: [{}] }}]\n---\n{{{{ a }}}}",
            "v, ".repeat(size / 3)
        )
    });
    linear("unknown keys", |size| {
        let keys: String = (0..size / 12).map(|it| format!("key{it}: x\n")).collect();
        format!("---\n{keys}---\nx")
    });
    linear("comments", |size| {
        format!("---\n{}title: a\n---\nx", "# a\n".repeat(size / 4))
    });
    linear("comments behind values", |size| {
        format!("---\nx:\n{}---\nx", "- a # b\n".repeat(size / 8))
    });
    linear("brackets", |size| {
        format!("---\ntitle: {}\n---\nx", "[".repeat(size))
    });
    linear("a long value", |size| {
        format!("---\ntitle: {}\n---\nx", "a ".repeat(size / 2))
    });
    linear("a value of many lines", |size| {
        format!("---\ntitle: a\n{}---\nx", "  a\n".repeat(size / 4))
    });
    linear("a block", |size| {
        format!("---\ntitle: |\n{}---\nx", "  a\n".repeat(size / 4))
    });
    linear("colons", |size| {
        format!("---\n{}\n---\nx", "a: ".repeat(size / 3))
    });
    linear("questions", |size| {
        format!("---\n{}\n---\nx", "? ".repeat(size / 2))
    });
    linear("anchors", |size| {
        format!("---\nx:\n{}---\nx", "- &a b\n".repeat(size / 7))
    });
    linear("references", |size| {
        format!("---\nx:\n{}---\nx", "- *a\n".repeat(size / 5))
    });
    linear("quotes", |size| {
        format!("---\ntitle: \"{}\n---\nx", "a\\\"".repeat(size / 3))
    });
}

#[test]
fn hostile_files_of_other_tools_are_read_in_linear_time() {
    for &dialect in Dialect::ALL {
        let reading = Reading {
            dialect,
            ..Reading::default()
        };
        for piece in [
            "$",
            "\\",
            "`",
            "!`",
            "!{",
            "@{",
            "@a ",
            "${input:",
            "${",
            "](",
            "$1 ",
            "$A ",
            "$ARGUMENTS[",
            "{{args}}",
            "<",
            "[",
        ] {
            grows(&format!("{dialect} {piece}"), &reading, |size| {
                let text = piece.repeat(size / piece.len());
                if dialect.is_toml() {
                    format!("prompt = '''{text}'''")
                } else {
                    format!("---\nargument-hint: {text}\narguments: a b c\n---\n{text}")
                }
            });
        }
    }
}
