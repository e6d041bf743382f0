//! Finds the front matter, and reads it if the feature is enabled.

use super::problems::Problems;
use super::{FileArgument, Located, Position};

/// The contents of front matter.
#[derive(Default)]
pub(super) struct Declared {
    pub(super) name: Option<Located>,
    pub(super) title: Option<Located>,
    pub(super) description: Option<Located>,
    pub(super) arguments: Vec<FileArgument>,
    pub(super) allow: Vec<Located>,
    /// `true` if some arguments could not be read, so that a placeholder without an argument is not an error.
    pub(super) incomplete: bool,
}

pub(super) struct Parts<'t> {
    /// The text between the two lines `---`, which begins on line 2.
    pub(super) front_matter: Option<&'t str>,
    /// The offset at which the body begins.
    pub(super) body: usize,
    /// `false` if front matter begins but never ends.
    pub(super) closed: bool,
}

pub(super) fn split<'t>(text: &'t str, errors: &mut Problems) -> Parts<'t> {
    let mut lines = text.split_inclusive('\n');
    let Some(first) = lines.next().filter(|line| is_fence(line)) else {
        return Parts {
            front_matter: None,
            body: 0,
            closed: true,
        };
    };
    let start = first.len();
    let mut end = start;
    for line in lines {
        if is_fence(line) {
            return Parts {
                front_matter: text.get(start..end),
                body: end + line.len(),
                closed: true,
            };
        }
        end += line.len();
    }
    errors.at(
        Position::START,
        "the front matter that begins here is never closed: write a line `---` after it",
    );
    Parts {
        front_matter: None,
        body: text.len(),
        closed: false,
    }
}

fn is_fence(line: &str) -> bool {
    line.trim_end() == "---"
}

#[cfg(feature = "prompt-files")]
pub(super) fn read(yaml: &str, errors: &mut Problems) -> Declared {
    super::schema::read(yaml, errors)
}

#[cfg(not(feature = "prompt-files"))]
pub(super) const NEEDS_FEATURE: &str = "this file begins with front matter, which only the feature `prompt-files` of prompt-runtime reads: enable it, or remove the front matter";

#[cfg(not(feature = "prompt-files"))]
pub(super) fn read(_: &str, errors: &mut Problems) -> Declared {
    errors.at(Position::START, NEEDS_FEATURE);
    Declared {
        incomplete: true,
        ..Declared::default()
    }
}
