use crate::console::{Console, Styled};
use crate::placeholders::parts;
use crate::shell::Completes;
use crate::{Failure, find};
use prompt_runtime::{EmbeddedFile, TextDefinition};
use prompt_runtime::{PromptRegistry, RegisteredPrompt};
use serde::Serialize;
use sha2::{Digest as _, Sha256};
use std::fmt::Write as _;
use std::io;

/// Shows the texts and files that each prompt is made of, with their places in the source
#[derive(Debug, clap::Args)]
pub(super) struct Audit {
    /// Only these prompts
    #[arg(value_name = "NAME", add = Completes::Prompts)]
    names: Vec<String>,
    /// As JSON, for a program
    #[arg(long)]
    json: bool,
}

impl Audit {
    pub(super) fn run(
        &self,
        registry: &PromptRegistry,
        console: &mut Console<'_>,
    ) -> Result<(), Failure> {
        let found = find(registry, &self.names)?;
        if self.json {
            let prompts = found.iter().map(|prompt| Audited::of(prompt)).collect();
            return console.json(&Answer { prompts });
        }
        for (index, prompt) in found.iter().enumerate() {
            if index > 0 {
                writeln!(console.out)?;
            }
            show(&Audited::of(prompt), console)?;
        }
        Ok(())
    }
}

#[derive(Serialize)]
struct Answer<'p> {
    prompts: Vec<Audited<'p>>,
}

/// The facts about a prompt that are known without a call.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Audited<'p> {
    name: &'p str,
    /// The place of the declaration. Absent for a prompt created by code at run time.
    #[serde(flatten)]
    place: Option<Place<'p>>,
    /// The name of the package.
    #[serde(skip_serializing_if = "Option::is_none")]
    package: Option<&'p str>,
    /// `true` if all of its text is built at run time.
    #[serde(skip_serializing_if = "is_false")]
    built_at_run_time: bool,
    texts: Vec<AuditedText<'p>>,
    files: Vec<AuditedFile<'p>>,
}

#[derive(Serialize)]
struct Place<'p> {
    file: &'p str,
    line: u32,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct AuditedText<'p> {
    role: &'p str,
    #[serde(flatten)]
    place: Place<'p>,
    /// The text with placeholders: `{{ name }}` if it is from a file, otherwise `{name}`.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'p str>,
    /// The file that contains the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<&'p str>,
    #[serde(skip_serializing_if = "is_false")]
    built_at_run_time: bool,
}

#[derive(Serialize)]
struct AuditedFile<'p> {
    kind: &'p str,
    path: &'p str,
    #[serde(flatten)]
    place: Place<'p>,
    size: usize,
    sha256: String,
}

#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_false(flag: &bool) -> bool {
    !*flag
}

impl<'p> Audited<'p> {
    fn of(prompt: &'p RegisteredPrompt) -> Self {
        let location = prompt.location();
        let place = |line| Place {
            file: location.file,
            line,
        };
        let text = |it: TextDefinition<'p>| AuditedText {
            role: it.role,
            place: place(it.line),
            text: Some(it.text).filter(|text| !text.is_empty()),
            from: it.file,
            built_at_run_time: it.is_built_at_run_time(),
        };
        let file = |it: EmbeddedFile<'p>| AuditedFile {
            kind: it.kind,
            path: it.path,
            place: place(it.line),
            size: it.size(),
            sha256: sha256(&it.bytes()),
        };
        let texts: Vec<_> = prompt.texts().into_iter().map(text).collect();
        Self {
            name: prompt.name(),
            place: (!location.file.is_empty()).then(|| place(location.line)),
            package: Some(location.package).filter(|package| !package.is_empty()),
            built_at_run_time: texts.is_empty(),
            texts,
            files: prompt.embedded_files().into_iter().map(file).collect(),
        }
    }

    /// The use of the file with this path: `prompt` if it is the whole prompt.
    fn kind_of(&self, path: &str) -> &'p str {
        self.files
            .iter()
            .find(|file| file.path == path)
            .map_or("file", |file| file.kind)
    }
}

fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes)
        .iter()
        .fold(String::new(), |mut hex, byte| {
            // Writing to a `String` cannot fail.
            let _ = write!(hex, "{byte:02x}");
            hex
        })
}

fn show(prompt: &Audited<'_>, console: &mut Console<'_>) -> io::Result<()> {
    let styles = console.styles;
    let place = match &prompt.place {
        Some(Place { file, line }) => format!("{}:{line}", console.shown(file)),
        None => "made at run time".to_owned(),
    };
    writeln!(
        console.out,
        "{}  {}",
        Styled(styles.name, prompt.name),
        Styled(styles.aside, place)
    )?;
    if prompt.built_at_run_time {
        writeln!(console.out, "  built at run time")?;
    }
    for text in &prompt.texts {
        show_text(prompt, text, console)?;
    }
    if !prompt.files.is_empty() {
        writeln!(console.out, "  {}", Styled(styles.name, "files"))?;
    }
    for file in &prompt.files {
        let place = format!("{}:{}", console.shown(file.place.file), file.place.line);
        writeln!(
            console.out,
            "    {} {}  {}",
            file.kind,
            console.shown(file.path),
            Styled(styles.aside, place)
        )?;
        let plural = if file.size == 1 { "" } else { "s" };
        writeln!(
            console.out,
            "      {} byte{plural}, sha256 {}",
            file.size, file.sha256
        )?;
    }
    Ok(())
}

fn show_text(
    prompt: &Audited<'_>,
    it: &AuditedText<'_>,
    console: &mut Console<'_>,
) -> io::Result<()> {
    let styles = console.styles;
    let style = match it.role {
        "user" => styles.user,
        "assistant" | "prefill" => styles.assistant,
        _ => styles.name,
    };
    let mut place = format!("{}:{}", console.shown(it.place.file), it.place.line);
    let from = it.from.map(|path| (prompt.kind_of(path), path));
    if let (Some(_), Some((kind, path))) = (it.text, from)
        && kind != "prompt"
    {
        place.extend([", from ", &*console.shown(path)]);
    }
    let (role, place) = (Styled(style, it.role), Styled(styles.aside, place));
    writeln!(console.out, "  {role}  {place}")?;
    let Some(text) = it.text else {
        return match from {
            Some((kind, path)) => writeln!(console.out, "    {kind} {}", console.shown(path)),
            None => writeln!(console.out, "    built at run time"),
        };
    };
    for line in console.shown(text).lines() {
        if !line.is_empty() {
            write!(console.out, "    ")?;
            highlighted(line, from.is_some(), console)?;
        }
        writeln!(console.out)?;
    }
    Ok(())
}

/// Writes a line of text, with its placeholders in another style.
fn highlighted(line: &str, is_of_file: bool, console: &mut Console<'_>) -> io::Result<()> {
    for (is_placeholder, part) in parts(line, is_of_file) {
        if is_placeholder {
            write!(console.out, "{}", Styled(console.styles.placeholder, part))?;
        } else {
            write!(console.out, "{part}")?;
        }
    }
    Ok(())
}
