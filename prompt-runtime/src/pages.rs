//! Pages of rules in one Markdown file: a section for each, headed by the id.

/// The section of the rule with this id; empty when there is none.
pub(crate) fn section(pages: &'static str, id: &str) -> &'static str {
    let is_of = |section: &&str| {
        section
            .strip_prefix('`')
            .and_then(|rest| rest.strip_prefix(id))
            .is_some_and(|rest| rest.starts_with('`'))
    };
    pages
        .split("\n## ")
        .find(is_of)
        .and_then(|section| section.split("\n# ").next())
        .unwrap_or_default()
        .trim_end()
}

/// What follows a label at the beginning of a line.
pub(crate) fn labelled(section: &'static str, label: &str) -> Option<&'static str> {
    section.lines().find_map(|line| line.strip_prefix(label))
}
