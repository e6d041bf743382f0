//! The lines of prompts and arguments in a contract file that this crate wrote.

use std::collections::HashMap;

const PROMPT: &str = "\"name\": ";

/// The lines of a file, and the first line of each prompt by its name in JSON.
pub(super) struct Places<'a> {
    lines: Vec<&'a str>,
    prompts: HashMap<&'a str, usize>,
}

impl<'a> Places<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        let lines: Vec<&str> = text.lines().map(str::trim_start).collect();
        let mut prompts = HashMap::new();
        for (index, line) in lines.iter().enumerate() {
            if let Some(name) = line.strip_prefix(PROMPT) {
                prompts.entry(name.trim_end_matches(',')).or_insert(index);
            }
        }
        Self { lines, prompts }
    }

    /// The line number, from 1.
    pub(super) fn line_of(&self, prompt: &str, argument: Option<&str>) -> Option<usize> {
        let quoted = |name: &str| serde_json::to_string(name).ok();
        let start = *self.prompts.get(&*quoted(prompt)?)?;
        let argument = argument.and_then(quoted).and_then(|name| {
            let begins = format!("{{\"name\": {name},");
            let after = self.lines.iter().enumerate().skip(start + 1);
            after
                .take_while(|(_, line)| !line.starts_with(PROMPT))
                .find(|(_, line)| line.starts_with(&begins))
        });
        Some(argument.map_or(start, |(line, _)| line) + 1)
    }
}
