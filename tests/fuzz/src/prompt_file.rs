//! Prompt files in every dialect.

use crate::{assert_no_controls, linear, now, split_first, text};
use prompt_runtime::{
    Context, Dialect, InvisibleText, PromptFileOptions, PromptRegistry, RuntimePrompt,
};
use prompt_syntax::prompt_file::{
    FileArgument, FileName, PromptFile, Reading, Segment, file_name, parse, parse_text, write,
};
use serde_json::{Map, Value};
use std::path::Path;

const PATH: &str = "folder/the-name.md";

/// Placeholders of all dialects. None of them means anything in a value.
const VALUE: &str = "{{ a }}{{role \"user\"}}$ARGUMENTS $1 ${input:a} !`ls` @{b} {{{{ \\$ %s";

/// Reads a file whose first byte chooses the dialect and the options.
pub fn prompt_file(data: &[u8]) {
    if let Some((choice, rest)) = split_first(data) {
        read(choice, &text(rest));
    }
}

/// Reads a file whose front matter is the input.
pub fn front_matter(data: &[u8]) {
    if let Some((choice, rest)) = split_first(data) {
        let yaml = text(rest);
        let file = format!("---\n{yaml}\n---\nText of {{{{ a }}}} and $1.\n");
        // The two dialects whose headers differ most.
        let dialect = if choice % 2 == 0 { 0 } else { 1 };
        read(dialect + choice / 2 * 8, &file);
    }
}

fn read(choice: usize, file: &str) {
    let dialect = Dialect::ALL[choice % Dialect::ALL.len()];
    let flags = choice / Dialect::ALL.len();
    let reading = Reading {
        dialect,
        strict: flags & 1 > 0,
        append: flags & 2 > 0,
        ..Reading::default()
    };
    let size = file.len();
    let segments = linear(size, 2000, || parse_text(file));
    for error in segments.err().into_iter().flatten() {
        assert_no_controls(&error.to_string());
    }
    let name = file_name(Path::new(PATH), None, dialect);
    let read = match linear(size, 2000, || parse(file, &name, &reading)) {
        Ok(read) => read,
        Err(errors) => {
            assert!((1..=21).contains(&errors.len()), "{errors:?}");
            // YAML ends lines at carriage returns too.
            let lines = file.split(['\n', '\r']).count();
            for error in errors {
                assert!((1..=lines).contains(&error.position.line), "{error}");
                assert_no_controls(&error.to_string());
                assert!(error.message.len() <= 4096, "{error}");
            }
            return;
        }
    };
    for notice in read.notices.iter().chain(&read.unused) {
        assert_no_controls(&notice.to_string());
    }
    rewritten(&read);
    rendered(dialect, flags, file, &read);
}

/// Writes the file in the format of the crate, which reads the same.
fn rewritten(read: &PromptFile) {
    let has_own_form = |segment: &Segment| !matches!(segment, Segment::Appended { .. });
    if !read
        .turns
        .iter()
        .flat_map(|it| &it.segments)
        .all(has_own_form)
    {
        return;
    }
    let text = write(read, "the-name");
    let own = parse(&text, &FileName::default(), &Reading::default());
    let own = own.unwrap_or_else(|errors| panic!("{errors:?} in\n{text}\nwritten of {read:?}"));
    let parts = |file: &PromptFile| {
        let text = |it: &Option<prompt_syntax::prompt_file::Located>| {
            it.as_ref().map(|it| it.text.clone())
        };
        let arguments: Vec<_> = file
            .arguments
            .iter()
            .map(|it: &FileArgument| {
                let values: Vec<_> = it.values.iter().map(|it| it.text.clone()).collect();
                let texts = [&it.title, &it.description, &it.default, &it.min, &it.max].map(text);
                (
                    it.name.text.clone(),
                    (it.required, it.non_empty, it.max_len),
                    values,
                    texts,
                )
            })
            .collect();
        let turns: Vec<_> = file
            .turns
            .iter()
            .map(|turn| {
                (
                    turn.role,
                    spoken(&turn.segments, |name| format!("\0{name}\0")),
                )
            })
            .collect();
        (text(&file.title), text(&file.description), arguments, turns)
    };
    assert_eq!(parts(&own), parts(read), "{text}");
}

fn spoken(segments: &[Segment], value: impl Fn(&str) -> String) -> String {
    let mut out = String::new();
    for segment in segments {
        match segment {
            Segment::Text(text) => out.push_str(text),
            Segment::Placeholder(name) => out.push_str(&value(&name.text)),
            Segment::Appended { before, name } => {
                let value = value(&name.text);
                if !value.is_empty() {
                    out.push_str(before);
                    out.push_str(&value);
                }
            }
        }
    }
    out
}

/// Gets the prompt of the file, whose values come out as they are.
fn rendered(dialect: Dialect, flags: usize, file: &str, read: &PromptFile) {
    let mut options = PromptFileOptions::new().dialect(dialect);
    if flags & 1 > 0 {
        options = options.strict();
    }
    if flags & 2 > 0 {
        options = options.append_typed_text();
    }
    let Ok(prompt) = RuntimePrompt::from_file_with(PATH, file, &options) else {
        // The name alone is checked here for the first time.
        return;
    };
    let live = PromptRegistry::builder().invisible_text(InvisibleText::Allow);
    let live = live.build_live().expect("nothing is wrong");
    if let Err(error) = live.insert(prompt) {
        return assert_no_controls(&error.to_string());
    }
    let registry = live.registry();
    let value = |argument: &FileArgument, index: usize| {
        let first = argument.values.first().map(|it| it.text.clone());
        let least = argument.min.as_ref().or(argument.max.as_ref());
        first
            .or(least.map(|it| it.text.clone()))
            .unwrap_or_else(|| format!("{index}{VALUE}"))
    };
    let given: Map<String, Value> = read
        .arguments
        .iter()
        .enumerate()
        .map(|(index, it)| (it.name.text.clone(), value(it, index).into()))
        .collect();
    let given = Value::Object(given);
    let prompts = registry.prompts();
    let name = prompts[0].name();
    let context = Context::default();
    let size = file.len() + read.arguments.len() * 200;
    let got = linear(size * (1 + read.arguments.len()), 200, || {
        now(registry.get(
            name,
            prompt_runtime::arguments::Arguments::from(&given),
            &context,
        ))
    });
    match got {
        Ok(result) => {
            for (turn, message) in read.turns.iter().zip(result.messages()) {
                let expected = spoken(&turn.segments, |name| {
                    given[name].as_str().unwrap_or_default().to_owned()
                });
                assert_eq!(message.content().as_text(), Some(&*expected));
            }
        }
        Err(error) => assert_no_controls(error.message()),
    }
}
