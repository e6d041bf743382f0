//! The page as Markdown (GitHub Flavored Markdown, with every extension escaped that an author's text could trigger).

use super::{
    Entry, Page, Sample, anchor, deprecation, lines, need, rules, spelled_out, uses, values,
};
use prompt_runtime::Role;
use prompt_runtime::arguments::Argument;
use prompt_runtime::fenced;
use std::fmt::Write as _;

const MARGIN: &str = "   ";

pub(super) fn page(page: &Page<'_>) -> String {
    let mut out = format!("# {}\n\n{}\n", line(&page.title()), line(&page.summary()));
    if !page.entries.is_empty() {
        out.push_str("\n## Contents\n\n");
    }
    for entry in &page.entries {
        let name = entry.prompt.name();
        let _ = write!(out, "- {}", link(name));
        if let Some(title) = entry.title() {
            let _ = write!(out, ": {}", line(title));
        }
        if entry.prompt.deprecated().is_some() {
            out.push_str(" (deprecated)");
        }
        out.push('\n');
    }
    for entry in &page.entries {
        prompt(&mut out, page, entry);
    }
    out
}

fn prompt(out: &mut String, page: &Page<'_>, entry: &Entry) {
    let prompt = &entry.prompt;
    let name = prompt.name();
    let _ = write!(
        out,
        "\n<a id=\"{}\"></a>\n\n## {}\n",
        anchor(name),
        line(name)
    );
    if let Some(title) = entry.title() {
        let _ = write!(out, "\n**{}**\n", line(title));
    }
    let deprecated = deprecation(prompt);
    let replacement = prompt.replaced_by().map(|other| {
        let other = if page.has(other) {
            link(other)
        } else {
            code(other)
        };
        format!("Use {other} instead.")
    });
    if deprecated.is_some() || replacement.is_some() {
        out.push('\n');
        if let Some(text) = &deprecated {
            out.push_str(&block(text, "> "));
        }
        if let (Some(_), Some(_)) = (&deprecated, &replacement) {
            out.push_str(">\n");
        }
        if let Some(text) = &replacement {
            let _ = writeln!(out, "> {text}");
        }
    }
    if let Some(description) = entry.description() {
        let _ = write!(out, "\n{}", block(description, ""));
    }
    if !prompt.arguments().is_empty() {
        out.push_str("\n### Arguments\n\n");
    }
    for (index, it) in prompt.arguments().iter().enumerate() {
        if index > 0 {
            out.push('\n');
        }
        argument(out, index + 1, it);
    }
    out.push_str("\n### Use it\n\n");
    for (place, command) in uses(page, entry) {
        let _ = writeln!(out, "- {place}: {}", code(&spelled_out(&command)));
    }
    out.push_str("\n### Sample\n\n");
    sample(out, &entry.sample);
    out.push_str("\n### Declaration\n\n");
    let _ = writeln!(out, "- Declared in {}", code(&entry.place()));
    if !entry.aliases().is_empty() {
        let _ = writeln!(out, "- Former names: {}", codes(entry.aliases()));
    }
}

fn argument(out: &mut String, number: usize, argument: &Argument) {
    let margin = format!("{MARGIN}{}", " ".repeat(number.to_string().len() - 1));
    let _ = write!(out, "{number}. {}", code(argument.name()));
    let _ = write!(out, " ({}", need(argument));
    if let Some(default) = argument.default() {
        let _ = write!(out, ", default {}", code(default));
    }
    out.push(')');
    if let Some(title) = argument.title() {
        let _ = write!(out, " **{}**", line(title));
    }
    out.push('\n');
    if let Some(description) = argument.description() {
        let _ = write!(out, "\n{}", block(description, &margin));
    }
    for sentence in rules(argument) {
        let _ = write!(out, "\n{}", block(&sentence, &margin));
    }
    if let Some(example) = argument.example() {
        let _ = write!(out, "\n{margin}Example: {}\n", code(example));
    }
    if !argument.values().is_empty() {
        let _ = write!(out, "\n{margin}Allowed values:\n\n");
    }
    for (value, description) in values(argument) {
        let _ = write!(out, "{margin}- {}", code(value));
        if let Some(description) = description {
            let _ = write!(out, ": {}", line(description));
        }
        out.push('\n');
    }
    if !argument.aliases().is_empty() {
        let aliases = codes(argument.aliases());
        let _ = write!(out, "\n{margin}Former names: {aliases}\n");
    }
}

fn sample(out: &mut String, sample: &Sample) {
    let result = match &sample.answer {
        Ok(result) => result,
        Err(why) => {
            let _ = writeln!(out, "no sample: {}", line(why));
            return;
        }
    };
    if !sample.given.is_empty() {
        let given = sample.given.iter();
        let given: Vec<String> = given
            .map(|(name, value)| code(&format!("{name}={value}")))
            .collect();
        let _ = write!(out, "With {}\n\n", given.join(", "));
    }
    if let Some(description) = result.description() {
        let _ = writeln!(out, "{}", block(description, ""));
    }
    for (index, message) in result.messages().iter().enumerate() {
        if index > 0 {
            out.push('\n');
        }
        let role = match (message.role(), message.is_prefill()) {
            (Role::User, _) => "user",
            (Role::Assistant, false) => "assistant",
            (Role::Assistant, true) => "assistant, to be continued",
        };
        let content = message.content().to_string();
        let content = fenced("text", spelled_out(&content)).to_string();
        let _ = write!(out, "**{role}**\n\n{content}\n");
    }
}

fn link(name: &str) -> String {
    format!("[{}](#{})", line(name), anchor(name))
}

fn codes(texts: &[impl AsRef<str>]) -> String {
    let texts: Vec<String> = texts.iter().map(|text| code(text.as_ref())).collect();
    texts.join(", ")
}

/// Writes a text of several lines with a margin. Empty lines still separate paragraphs.
fn block(text: &str, margin: &str) -> String {
    lines(text).iter().fold(String::new(), |mut out, text| {
        let text = escaped(text);
        out.push_str(format!("{margin}{text}").trim_end());
        out.push('\n');
        out
    })
}

/// Writes a text as part of one line.
fn line(text: &str) -> String {
    let lines: Vec<String> = lines(text).iter().map(|text| escaped(text)).collect();
    lines.join(" ")
}

/// Escapes one line of text, so that Markdown shows it literally.
fn escaped(text: &str) -> String {
    // The beginning of a heading, a list, a rule or an underline, and leading spaces that would make code.
    let text = text.trim();
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let mut out = String::with_capacity(text.len());
    let mut before = "";
    for (at, c) in text.char_indices() {
        let begins = match c {
            '#' | '+' | '-' | '=' | ':' => at == 0,
            '.' | ')' => at == digits && digits > 0,
            _ => false,
        };
        let rest = text.get(at..).unwrap_or_default();
        // Text that GitHub turns into a link automatically: `https://…`, `www.…`, `a@b.c`.
        let links = match c {
            ':' => rest.starts_with("://"),
            '.' => before.len() >= 3 && before.to_ascii_lowercase().ends_with("www"),
            '@' => true,
            _ => false,
        };
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '$' => {
                out.push('\\');
                out.push(c);
            }
            _ if begins || links => {
                out.push('\\');
                out.push(c);
            }
            _ => out.push(c),
        }
        before = text.get(..at + c.len_utf8()).unwrap_or_default();
    }
    out
}

/// Writes a text as inline code, with more back ticks around it than it contains in a row.
fn code(text: &str) -> String {
    let text = lines(text).join(" ");
    if text.trim().is_empty() {
        return "(empty)".to_owned();
    }
    let mut longest = 0;
    let mut current = 0;
    for c in text.chars() {
        current = if c == '`' { current + 1 } else { 0 };
        longest = longest.max(current);
    }
    let ticks = "`".repeat(longest + 1);
    let space = if text.starts_with(['`', ' ']) || text.ends_with(['`', ' ']) {
        " "
    } else {
        ""
    };
    format!("{ticks}{space}{text}{space}{ticks}")
}

#[cfg(test)]
mod tests {
    use super::{block, code, escaped, line};

    #[test]
    fn no_text_is_markup() {
        for (text, markdown) in [
            ("plain words, 1.5 times", "plain words, 1.5 times"),
            ("# a", "\\# a"),
            ("    code", "code"),
            ("- a - b", "\\- a - b"),
            ("12. a", "12\\. a"),
            ("3) a", "3\\) a"),
            ("===", "\\==="),
            ("***", "\\*\\*\\*"),
            ("~~~", "\\~\\~\\~"),
            ("<script>&amp;", "&lt;script&gt;&amp;amp;"),
            ("![a](b)", "!\\[a\\](b)"),
            ("a\\", "a\\\\"),
            ("http://a.b", "http\\://a.b"),
            ("WWW.a.b", "WWW\\.a.b"),
            ("a@b.c", "a\\@b.c"),
            ("|a|", "\\|a\\|"),
            ("\u{202e}a", "\\\\u{202e}a"),
        ] {
            let spelled = line(text);
            assert_eq!(spelled, markdown);
        }
        assert_eq!(escaped("snake_case"), "snake\\_case");
    }

    #[test]
    fn lines_keep_their_margin_whatever_ends_them() {
        assert_eq!(block("a\r# b\r\n\n- c", "> "), "> a\n> \\# b\n>\n> \\- c\n");
    }

    #[test]
    fn code_is_not_ended_from_inside() {
        assert_eq!(code("a"), "`a`");
        assert_eq!(code("a`` b"), "```a`` b```");
        assert_eq!(code("`"), "`` ` ``");
        assert_eq!(code("a\n\nb"), "`a  b`");
        assert_eq!(code(" "), "(empty)");
    }
}
