//! The page as self-contained HTML: it loads nothing and has one script, which filters.

use super::{
    Entry, Page, Sample, anchor, deprecation, lines, need, rules, spelled_out, uses, values,
};
use prompt_runtime::arguments::Argument;
use prompt_runtime::{GetPromptResult, Role};
use std::fmt::{self, Write as _};

const STYLE: &str = include_str!("page.css");

/// Hides the prompts that do not contain the typed words. Without JavaScript, the page shows all prompts and no search field.
const SCRIPT: &str = include_str!("page.js");

/// With this policy, a browser loads nothing and runs no other script, even if a text contains one. A test compares the hash.
const POLICY: &str = "default-src 'none'; script-src 'sha256-vA3ZDTM77MiOapZiYFt0h5lP0rRZHkXRoGXR8nNb5t4='; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

pub(super) fn page(page: &Page<'_>) -> String {
    let title = page.title();
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <link rel=\"icon\" href=\"data:,\">\n<title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <a class=\"skip\" href=\"#prompts\">Skip to the prompts</a>\n\
         <header>\n<h1>{}</h1>\n<p>{}</p>\n</header>\n",
        Text(&title),
        Text(&title),
        Text(&page.summary()),
    );
    contents(&mut out, page);
    out.push_str("<main id=\"prompts\">\n");
    if page.entries.is_empty() {
        out.push_str("<p>There are no prompts.</p>\n");
    }
    for entry in &page.entries {
        prompt(&mut out, page, entry);
    }
    out.push_str("</main>\n");
    if !page.entries.is_empty() {
        let _ = writeln!(out, "<script>{SCRIPT}</script>");
    }
    out.push_str("</body>\n</html>\n");
    out
}

fn contents(out: &mut String, page: &Page<'_>) {
    if page.entries.is_empty() {
        return;
    }
    out.push_str("<nav aria-labelledby=\"contents\">\n<h2 id=\"contents\">Contents</h2>\n\
         <p class=\"filter\" hidden><label for=\"filter\">Filter</label> <input type=\"search\" id=\"filter\" autocomplete=\"off\"> \
         <span id=\"found\" role=\"status\"></span></p>\n<ul>\n");
    for entry in &page.entries {
        let name = Text(entry.prompt.name());
        let _ = write!(
            out,
            "<li><a href=\"#{}\"><code>{name}</code></a>",
            anchor(entry.prompt.name())
        );
        if entry.prompt.deprecated().is_some() {
            out.push_str(" <span class=\"tag warning\">deprecated</span>");
        }
        if let Some(title) = entry.title() {
            let _ = write!(out, "<span dir=\"auto\">{}</span>", Text(title));
        }
        out.push_str("</li>\n");
    }
    out.push_str("</ul>\n</nav>\n");
}

fn prompt(out: &mut String, page: &Page<'_>, entry: &Entry) {
    let prompt = &entry.prompt;
    let name = Text(prompt.name());
    let id = anchor(prompt.name());
    let _ = write!(
        out,
        "<article id=\"{id}\" aria-labelledby=\"name-{id}\">\n<h2 id=\"name-{id}\"><a href=\"#{id}\"><code>{name}</code></a></h2>\n"
    );
    if let Some(title) = entry.title() {
        let _ = writeln!(out, "<p class=\"title\" dir=\"auto\">{}</p>", Text(title));
    }
    let deprecated = deprecation(prompt);
    if deprecated.is_some() || prompt.replaced_by().is_some() {
        out.push_str("<div class=\"notice\" role=\"note\">\n");
        if let Some(text) = &deprecated {
            paragraphs(out, text);
        }
        if let Some(other) = prompt.replaced_by() {
            let code = format!("<code>{}</code>", Text(other));
            let other = if page.has(other) {
                format!("<a href=\"#{}\">{code}</a>", anchor(other))
            } else {
                code
            };
            let _ = writeln!(out, "<p>Use {other} instead.</p>");
        }
        out.push_str("</div>\n");
    }
    if let Some(description) = entry.description() {
        paragraphs(out, description);
    }
    if !prompt.arguments().is_empty() {
        let _ = write!(
            out,
            "<h3 id=\"arguments-{id}\">Arguments</h3>\n<ol class=\"form\" aria-labelledby=\"arguments-{id}\">\n"
        );
        for it in prompt.arguments() {
            argument(out, it);
        }
        out.push_str("</ol>\n");
    }
    let _ = write!(
        out,
        "<h3 id=\"use-{id}\">Use it</h3>\n<dl class=\"use\" aria-labelledby=\"use-{id}\">\n"
    );
    for (place, command) in uses(page, entry) {
        let _ = writeln!(
            out,
            "<div><dt>{place}</dt><dd><code class=\"command\">{}</code></dd></div>",
            Text(&command)
        );
    }
    out.push_str("</dl>\n<h3>Sample</h3>\n");
    sample(out, &entry.sample);
    let _ = write!(
        out,
        "<footer><p>Declared in <code>{}</code></p>",
        Text(&entry.place())
    );
    former_names(out, entry.aliases());
    out.push_str("</footer>\n</article>\n");
}

fn argument(out: &mut String, argument: &Argument) {
    let need = need(argument);
    let _ = write!(
        out,
        "<li>\n<p class=\"field\"><code>{}</code> <span class=\"tag {need}\">{need}</span>",
        Text(argument.name())
    );
    if let Some(default) = argument.default() {
        let _ = write!(
            out,
            " <span class=\"default\">default {}</span>",
            Value(default)
        );
    }
    if let Some(title) = argument.title() {
        let _ = write!(out, " <b dir=\"auto\">{}</b>", Text(title));
    }
    out.push_str("</p>\n");
    if let Some(description) = argument.description() {
        paragraphs(out, description);
    }
    for sentence in rules(argument) {
        let _ = writeln!(out, "<p class=\"must\">{}</p>", Text(&sentence));
    }
    if let Some(example) = argument.example() {
        let _ = writeln!(out, "<p class=\"must\">Example: {}</p>", Value(example));
    }
    if !argument.values().is_empty() {
        out.push_str("<dl aria-label=\"Allowed values\">\n");
    }
    for (value, description) in values(argument) {
        let description = description.unwrap_or_default();
        let _ = writeln!(
            out,
            "<div><dt>{}</dt><dd dir=\"auto\">{}</dd></div>",
            Value(value),
            Text(description)
        );
    }
    if !argument.values().is_empty() {
        out.push_str("</dl>\n");
    }
    former_names(out, argument.aliases());
    out.push_str("</li>\n");
}

fn former_names(out: &mut String, names: &[impl AsRef<str>]) {
    if names.is_empty() {
        return;
    }
    let names: Vec<String> = names
        .iter()
        .map(|name| format!("<code>{}</code>", Text(name.as_ref())))
        .collect();
    let _ = writeln!(out, "<p>Former names: {}</p>", names.join(", "));
}

fn sample(out: &mut String, sample: &Sample) {
    match &sample.answer {
        Err(why) => {
            let _ = writeln!(out, "<p class=\"none\">no sample: {}</p>", Text(why));
        }
        Ok(result) => {
            if !sample.given.is_empty() {
                let given: Vec<String> = sample
                    .given
                    .iter()
                    .map(|(name, value)| Value(&format!("{name}={value}")).to_string())
                    .collect();
                let _ = writeln!(out, "<p class=\"given\">With {}</p>", given.join(", "));
            }
            conversation(out, result);
        }
    }
}

fn conversation(out: &mut String, result: &GetPromptResult) {
    out.push_str("<div class=\"conversation\">\n");
    if let Some(description) = result.description() {
        paragraphs(out, description);
    }
    for message in result.messages() {
        let (class, role) = match (message.role(), message.is_prefill()) {
            (Role::User, _) => ("user", "user"),
            (Role::Assistant, false) => ("assistant", "assistant"),
            (Role::Assistant, true) => ("assistant", "assistant, to be continued"),
        };
        // The HTML parser drops one line feed directly after the tag.
        let _ = write!(
            out,
            "<figure class=\"{class}\">\n<figcaption>{role}</figcaption>\n<pre dir=\"auto\">\n{}</pre>\n</figure>\n",
            Text(&message.content().to_string())
        );
    }
    out.push_str("</div>\n");
}

/// Writes a text with its paragraphs and line breaks.
fn paragraphs(out: &mut String, text: &str) {
    for paragraph in lines(text).split(|line| line.trim().is_empty()) {
        if !paragraph.is_empty() {
            let text = paragraph.join("\n");
            let _ = writeln!(out, "<p class=\"text\" dir=\"auto\">{}</p>", Text(&text));
        }
    }
}

/// Writes a value as code. Empty text is a value too.
struct Value<'a>(&'a str);

impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.trim().is_empty() {
            f.write_str("<i>(empty)</i>")
        } else {
            write!(f, "<code>{}</code>", Text(self.0))
        }
    }
}

/// Escapes text for use between tags and in a quoted attribute.
struct Text<'a>(&'a str);

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = spelled_out(self.0);
        let mut rest = &*text;
        while let Some(at) = rest.find(['&', '<', '>', '"', '\'']) {
            let (plain, tail) = rest.split_at(at);
            f.write_str(plain)?;
            let mut tail = tail.chars();
            f.write_str(match tail.next() {
                Some('&') => "&amp;",
                Some('<') => "&lt;",
                Some('>') => "&gt;",
                Some('"') => "&quot;",
                _ => "&#39;",
            })?;
            rest = tail.as_str();
        }
        f.write_str(rest)
    }
}

#[cfg(test)]
mod tests {
    use super::Text;

    #[test]
    fn no_text_is_markup() {
        assert_eq!(
            Text("<a b='c' d=\"e\">&amp;\u{0}\u{202e}\r\n日").to_string(),
            "&lt;a b=&#39;c&#39; d=&quot;e&quot;&gt;&amp;amp;\\u{0}\\u{202e}\n日"
        );
        assert_eq!(Text("").to_string(), "");
    }
}
