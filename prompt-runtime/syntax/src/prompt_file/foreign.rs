//! Placeholders of one tool in the files of another.

use super::dialect::Row;
use super::lines::Cursor;
use super::problems::Problems;
use super::{Dialect, Position};

/// Notices a placeholder that another tool has and `row` has not.
pub(super) fn notice(row: &Row, body: &str, start: Position, notices: &mut Problems) {
    let others = [
        ("$ARGUMENTS", "Claude Code"),
        ("{{args}}", "Gemini CLI"),
        ("${input:", "VS Code"),
    ];
    let takes = |text: &str| {
        row.all == Some(text) || (row.dialect == Dialect::VsCode && text == "${input:")
    };
    for (text, tool) in others.into_iter().filter(|(text, _)| !takes(text)) {
        let Some(at) = body.find(text) else {
            continue;
        };
        let position = Cursor::starting(body, start).at(at);
        notices.at_with(position, || match row.all {
            Some(all) => {
                format!("`{text}` is a placeholder of {tool} and stays text: write `{all}`")
            }
            None => format!("`{text}` is a placeholder of {tool} and stays text"),
        });
    }
}
