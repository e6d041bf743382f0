//! Prompt files of other tools: lists those in a directory, and converts them into this library's format.

use crate::Failure;
use crate::console::{Console, Styled};
use prompt_syntax::prompt_file::{
    self, Dialect, FileError, FileName, PromptFile, Reading, Segment, UnknownDialect,
};
use serde::Serialize;
use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The maximum size of a prompt file, in bytes.
const MAX_BYTES: u64 = 256 * 1024;
/// Folders of other programs, which are skipped.
const SKIPPED: [&str; 4] = [".git", "node_modules", "target", ".venv"];

/// Lists the prompt files in a directory, their dialects, and what a prompt cannot honour
#[derive(Debug, clap::Args)]
#[command(
    after_help = format!(
        "Files of {} are recognized by their folders and extensions. \
         Exit codes: 0 all files can be read, 1 some cannot, 2 the command line is wrong.",
        tools()
    )
)]
pub(super) struct Files {
    #[command(flatten)]
    source: Source,
    /// As a JSON array
    #[arg(long)]
    json: bool,
}

/// The names of the tools whose files can be read.
fn tools() -> String {
    let others = Dialect::ALL.iter().filter(|it| **it != Dialect::Own);
    let names: Vec<&str> = others.map(|it| it.tool()).collect();
    names.join(", ")
}

/// Writes the prompt files of a directory as files of this library's format into another
#[derive(Debug, clap::Args)]
#[command(
    after_help = "A file that exists is never overwritten. Exit codes: 0 all files were written, 1 some were not, 2 the command line is wrong."
)]
pub(super) struct Convert {
    #[command(flatten)]
    source: Source,
    /// The directory for the new files
    #[arg(value_name = "TARGET")]
    target: PathBuf,
}

#[derive(Debug, clap::Args)]
struct Source {
    /// The directory with the files, or one above it
    #[arg(value_name = "DIRECTORY")]
    directory: PathBuf,
    /// Read every file in this dialect
    #[arg(long, value_name = "DIALECT", value_parser = clap::builder::PossibleValuesParser::new(Dialect::ALL.iter().map(|dialect| dialect.id())))]
    dialect: Option<String>,
    /// Give prompts without a placeholder an argument for typed text
    #[arg(long)]
    append_typed_text: bool,
    /// Refuse files that have something a prompt cannot honour
    #[arg(long)]
    strict: bool,
}

/// A file and the prompt in it.
struct Found {
    path: PathBuf,
    dialect: Result<Dialect, UnknownDialect>,
    read: Result<(String, PromptFile), Vec<FileError>>,
}

impl Files {
    pub(super) fn run(&self, console: &mut Console<'_>) -> Result<(), Failure> {
        let found = self.source.read()?;
        if self.json {
            console.json(&found.iter().map(Row::of).collect::<Vec<_>>())?;
        } else {
            for it in &found {
                show(it, console)?;
            }
            let good = found.iter().filter(|it| it.read.is_ok()).count();
            writeln!(console.out, "{}", counted(good, "prompt"))?;
        }
        unread(&found)
    }
}

impl Convert {
    pub(super) fn run(&self, console: &mut Console<'_>) -> Result<(), Failure> {
        let found = self.source.read()?;
        let cannot = |path: &Path, error: io::Error| {
            Failure::Failed(format!("{} cannot be written: {error}", path.display()))
        };
        fs::create_dir_all(&self.target).map_err(|error| cannot(&self.target, error))?;
        let mut written: HashMap<String, &Path> = HashMap::new();
        let mut left_out = 0;
        for it in &found {
            let Ok((name, file)) = &it.read else {
                show(it, console)?;
                continue;
            };
            let path = self.target.join(format!("{name}.md"));
            let other = written.insert(name.to_lowercase(), &it.path);
            let outcome = match other {
                Some(other) => Err(format!("{} has the same name", other.display())),
                None => create(&path, &prompt_file::write(file, name)),
            };
            match outcome {
                Ok(()) => {
                    let (from, to) = (it.path.display().to_string(), path.display().to_string());
                    let line = format!("{} → {}", console.shown(&from), console.shown(&to));
                    writeln!(console.out, "{line}")?;
                    notices(it, console)?;
                }
                Err(why) => {
                    left_out += 1;
                    let sentence = format!("{}: not written: {why}", it.path.display());
                    let sentence = console.shown(&sentence).into_owned();
                    writeln!(console.out, "{}", Styled(console.styles.error, sentence))?;
                }
            }
        }
        unread(&found)?;
        match left_out {
            0 => Ok(()),
            _ => Err(Failure::Failed(format!(
                "{} not written",
                counted(left_out, "file")
            ))),
        }
    }
}

/// Writes a new file. A file with the same content stays untouched.
fn create(path: &Path, text: &str) -> Result<(), String> {
    let created = fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(path);
    let written = created.and_then(|mut file| io::Write::write_all(&mut file, text.as_bytes()));
    match written {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            let is_same = fs::read_to_string(path).is_ok_and(|there| there == text);
            if is_same {
                Ok(())
            } else {
                Err(format!("{} exists", path.display()))
            }
        }
        Err(error) => Err(error.to_string()),
        Ok(()) => Ok(()),
    }
}

impl Source {
    fn read(&self) -> Result<Vec<Found>, Failure> {
        let chosen = self.dialect.as_deref().and_then(|id| id.parse().ok());
        let mut paths = Vec::new();
        let cannot = |error: io::Error| {
            Failure::refused(format!(
                "{} cannot be read: {error}",
                self.directory.display()
            ))
        };
        walk(&self.directory, &mut paths).map_err(cannot)?;
        paths.sort();
        let mut found: Vec<Found> = paths
            .into_iter()
            .filter_map(|path| self.one(path, chosen))
            .collect();
        let is_own = |it: &Found| it.dialect == Ok(Dialect::Own);
        // Beside the files of other tools, Markdown files are documentation. In a directory that has only Markdown files, they are prompts.
        if chosen.is_none() && !found.iter().all(is_own) {
            found.retain(|it| !is_own(it));
        }
        Ok(found)
    }

    fn one(&self, path: PathBuf, chosen: Option<Dialect>) -> Option<Found> {
        // A path that does not name its folder, such as `.`, cannot determine the dialect.
        let whole = std::path::absolute(&path).unwrap_or_else(|_| path.clone());
        let dialect = chosen.map_or_else(|| prompt_file::dialect_of(&whole), Ok);
        let extension = path
            .extension()
            .and_then(|it| it.to_str())
            .unwrap_or_default();
        let is_right = match &dialect {
            Ok(dialect) if dialect.is_toml() => {
                extension == "toml" && (chosen.is_some() || prompt_file::is_below_toml_tool(&whole))
            }
            Ok(_) => extension.eq_ignore_ascii_case("md"),
            Err(_) => matches!(extension, "md" | "prompt"),
        };
        is_right.then(|| {
            let read = match &dialect {
                Ok(dialect) => self.parse(&path, &whole, *dialect),
                Err(why) => Err(vec![whole_file(why.to_string())]),
            };
            Found {
                path,
                dialect,
                read,
            }
        })
    }

    fn parse(
        &self,
        path: &Path,
        whole: &Path,
        dialect: Dialect,
    ) -> Result<(String, PromptFile), Vec<FileError>> {
        let text = text(path).map_err(|why| vec![whole_file(why)])?;
        let root = (dialect == Dialect::Own).then_some(self.directory.as_path());
        let name: FileName = match root {
            Some(root) => prompt_file::file_name(path, Some(root), dialect),
            None => prompt_file::file_name(whole, None, dialect),
        };
        let reading = Reading {
            dialect,
            append: self.append_typed_text,
            strict: self.strict,
            ..Reading::default()
        };
        let mut file = prompt_file::parse(&text, &name, &reading)?;
        let own = file.name.as_ref().map(|it| it.text.as_str());
        let name = name.prompt_name(own).map_err(|why| vec![whole_file(why)])?;
        file.notices.extend(appended(&file));
        Ok((name, file))
    }
}

/// Our own format has no text that depends on the presence of a value.
fn appended(file: &PromptFile) -> Option<FileError> {
    let is_label = |segment: &Segment| matches!(segment, Segment::Appended { before, .. } if !before.trim().is_empty());
    let mut segments = file.turns.iter().flat_map(|turn| &turn.segments);
    segments.any(is_label).then(|| {
        whole_file("the words before typed text are there without typed text too once the file is converted".to_owned())
    })
}

fn whole_file(message: String) -> FileError {
    FileError {
        position: prompt_file::Position::START,
        message,
    }
}

fn text(path: &Path) -> Result<String, String> {
    let length = fs::metadata(path).map_err(|error| error.to_string())?.len();
    if length > MAX_BYTES {
        return Err(format!("this file is larger than {MAX_BYTES} bytes"));
    }
    fs::read_to_string(path).map_err(|error| format!("this file cannot be read: {error}"))
}

/// Lists the files below a directory, without following links.
fn walk(directory: &Path, paths: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        let kind = entry.file_type()?;
        let name = entry.file_name();
        if kind.is_file() {
            paths.push(entry.path());
        } else if kind.is_dir() && !SKIPPED.iter().any(|skipped| name == *skipped) {
            // A folder that this user cannot read is skipped.
            let _ = walk(&entry.path(), paths);
        }
    }
    Ok(())
}

fn unread(found: &[Found]) -> Result<(), Failure> {
    match found.iter().filter(|it| it.read.is_err()).count() {
        0 => Ok(()),
        count => Err(Failure::Failed(format!(
            "{} cannot be read",
            counted(count, "file")
        ))),
    }
}

fn counted(count: usize, word: &str) -> String {
    match count {
        1 => format!("1 {word}"),
        _ => format!("{count} {word}s"),
    }
}

fn show(found: &Found, console: &mut Console<'_>) -> io::Result<()> {
    let path = found.path.display().to_string();
    let dialect = match &found.dialect {
        Ok(dialect) => dialect.id(),
        Err(_) => "refused",
    };
    let name = match &found.read {
        Ok((name, _)) => name.as_str(),
        Err(_) => "–",
    };
    let (path, name) = (
        console.shown(&path).into_owned(),
        console.shown(name).into_owned(),
    );
    let name = Styled(console.styles.name, name);
    writeln!(console.out, "{name}  [{dialect}]  {path}")?;
    match &found.read {
        Ok((_, file)) if !file.arguments.is_empty() => {
            let arguments: Vec<String> = file
                .arguments
                .iter()
                .map(|it| it.name.text.clone() + if it.required { " [required]" } else { "" })
                .collect();
            let arguments = arguments.join(", ");
            let arguments = console.shown(&arguments).into_owned();
            writeln!(console.out, "  arguments: {arguments}")?;
        }
        Ok(_) => {}
        Err(wrong) => {
            for error in wrong {
                let sentence = error.to_string();
                let sentence = console.shown(&sentence).into_owned();
                writeln!(console.out, "  {}", Styled(console.styles.error, sentence))?;
            }
        }
    }
    notices(found, console)
}

fn notices(found: &Found, console: &mut Console<'_>) -> io::Result<()> {
    let Ok((_, file)) = &found.read else {
        return Ok(());
    };
    for notice in file.notices.iter().chain(&file.unused) {
        let sentence = notice.to_string();
        let sentence = console.shown(&sentence).into_owned();
        writeln!(console.out, "  {}", Styled(console.styles.aside, sentence))?;
    }
    Ok(())
}

#[derive(Serialize)]
struct Row<'f> {
    file: String,
    dialect: Option<&'static str>,
    name: Option<&'f str>,
    arguments: Vec<RowArgument<'f>>,
    notices: Vec<RowNotice<'f>>,
    problems: Vec<RowNotice<'f>>,
}

#[derive(Serialize)]
struct RowArgument<'f> {
    name: &'f str,
    required: bool,
}

#[derive(Serialize)]
struct RowNotice<'f> {
    line: usize,
    column: usize,
    message: &'f str,
}

impl<'f> Row<'f> {
    fn of(found: &'f Found) -> Self {
        let notice = |it: &'f FileError| RowNotice {
            line: it.position.line,
            column: it.position.column,
            message: &it.message,
        };
        let (name, file) = match &found.read {
            Ok((name, file)) => (Some(name.as_str()), Some(file)),
            Err(_) => (None, None),
        };
        let arguments = file.into_iter().flat_map(|file| &file.arguments);
        let notices = file
            .into_iter()
            .flat_map(|file| file.notices.iter().chain(&file.unused));
        Self {
            file: found.path.display().to_string(),
            dialect: found.dialect.as_ref().ok().map(|it| it.id()),
            name,
            arguments: arguments
                .map(|it| RowArgument {
                    name: &it.name.text,
                    required: it.required,
                })
                .collect(),
            notices: notices.map(notice).collect(),
            problems: found
                .read
                .as_ref()
                .err()
                .into_iter()
                .flatten()
                .map(notice)
                .collect(),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use crate::Exit;
    use crate::tests::run_on;
    use prompt_runtime::PromptRegistry;
    use std::fs;

    fn run(arguments: &[&str]) -> crate::tests::Run {
        run_on(PromptRegistry::from_prompts([]).unwrap(), arguments, b"")
    }

    #[test]
    fn a_project_is_listed_and_converted() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        for (path, text) in [
            (
                ".claude/commands/git/fix.md",
                "---\nargument-hint: <issue>\nmodel: x\n---\nFix $ARGUMENTS {{ x }}.",
            ),
            (".claude/skills/review/SKILL.md", "Review the change."),
            (".github/prompts/make.prompt.md", "Make ${input:what}."),
            (".gemini/commands/note.toml", "prompt = \"Note {{args}}\""),
            ("README.md", "Not a prompt."),
            ("Cargo.toml", "[package]"),
            ("node_modules/x/SKILL.md", "No."),
        ] {
            let path = root.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let root = root.to_str().unwrap();
        let listed = run(&["files", root]);
        assert_eq!(listed.exit, Exit::Done, "{}", listed.err);
        let out = listed.out.replace(root, "");
        assert_eq!(
            out.replace(std::path::MAIN_SEPARATOR, "/"),
            "git.fix  [claude]  /.claude/commands/git/fix.md\n  arguments: arguments [required]\n  3:1: 1 part of this file has no counterpart in an MCP prompt; left out: `model` (line 3)\n\
             review  [claude]  /.claude/skills/review/SKILL.md\n\
             note  [gemini]  /.gemini/commands/note.toml\n  arguments: arguments\n\
             make  [vscode]  /.github/prompts/make.prompt.md\n  arguments: what [required]\n4 prompts\n"
        );
        let strict = run(&["files", root, "--strict"]);
        assert_eq!(&*strict.err, "error: 1 file cannot be read\n");
        let json = run(&["files", root, "--json"]);
        let rows: serde_json::Value = serde_json::from_str(&json.out).unwrap();
        assert_eq!(rows[0]["notices"][0]["line"], 3);

        let target = folder.path().join("prompts");
        let target = target.to_str().unwrap();
        let converted = run(&["convert", root, target]);
        assert_eq!(
            converted.exit,
            Exit::Done,
            "{}{}",
            converted.out,
            converted.err
        );
        let text = fs::read_to_string(folder.path().join("prompts/git.fix.md")).unwrap();
        assert_eq!(
            text,
            "---\nname: git.fix\narguments:\n  - name: arguments\n    description: \"<issue>\"\n    required: true\n---\nFix {{ arguments }} {{{{ x }}.\n"
        );
        let own = run(&["files", target]);
        assert!(
            own.out.contains("make  [own]") && own.out.ends_with("4 prompts\n"),
            "{}",
            own.out
        );
        // A second run with the same files changes nothing, and other files are not overwritten.
        assert_eq!(run(&["convert", root, target]).exit, Exit::Done);
        fs::write(folder.path().join("prompts/git.fix.md"), "Mine").unwrap();
        let refused = run(&["convert", root, target]);
        assert_eq!(refused.exit, Exit::Failed);
        assert!(refused.out.contains("git.fix.md exists"), "{}", refused.out);
    }

    #[test]
    fn files_that_cannot_be_read_fail_the_command() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.prompt"), "{{#if x}}").unwrap();
        fs::write(folder.path().join("b.md"), "---\nopen").unwrap();
        let root = folder.path().to_str().unwrap();
        let listed = run(&["files", root, "--dialect", "claude"]);
        assert!(
            listed.out.contains("never closed") && !listed.out.contains("a.prompt"),
            "{}",
            listed.out
        );
        let listed = run(&["files", root]);
        assert_eq!(
            (listed.exit, &*listed.err),
            (Exit::Failed, "error: 1 file cannot be read\n")
        );
        assert!(
            listed
                .out
                .contains("Dotprompt files are Handlebars templates"),
            "{}",
            listed.out
        );
        assert_eq!(
            run(&["files", root, "--dialect", "goose"]).exit,
            Exit::Refused
        );
        assert_eq!(run(&["files", "/nowhere/at/all"]).exit, Exit::Refused);
    }
}
