//! Prompts for the texts of a change: its commit message and its pull request.

use prompt_runtime::{ArgumentEnum, GetPromptResult, fenced, messages, prompt};

/// How the subject line of a commit is written.
#[derive(ArgumentEnum, Default, Clone, Copy)]
enum CommitStyle {
    /// A sentence: "Retry the upload once"
    #[default]
    Plain,
    /// With a type and a scope: "fix(upload): retry once"
    Conventional,
}

impl CommitStyle {
    fn rule(self) -> &'static str {
        match self {
            Self::Plain => "in the imperative and capitalised, as in \"Retry the upload once\"",
            Self::Conventional => {
                "`type(scope): summary`, with the type one of feat, fix, perf, refactor, docs, test, build, ci or chore, the scope left \
                 out when the change has no single place, the summary in the imperative and in lower case, and `!` before the colon \
                 when callers must change"
            }
        }
    }
}

/// Write the commit message for a diff.
#[prompt(
    name = "write-commit-message",
    title = "Commit message",
    allow = ["several-free-texts", "required-after-optional"]
)]
fn write_commit_message(
    /// How the subject line is written.
    #[arg(default)]
    style: CommitStyle,
    /// The issue that the change belongs to, such as ENG-142.
    #[arg(non_empty)]
    issue: Option<&str>,
    /// The change, as `git diff --staged` prints it.
    #[arg(non_empty)]
    diff: &str,
) -> GetPromptResult {
    let subject = style.rule();
    let diff = fenced("diff", diff);
    let trailer = issue.map_or_else(String::new, |issue| {
        format!("- The last line is `Refs: {issue}`, after a blank line.\n")
    });
    messages! {
        description: "A {style} commit message for the provided diff";
        user: "Write the commit message for the diff below.\n\n\
            - Subject: {subject}; at most 60 characters, no full stop.\n\
            - Then a blank line and a body wrapped at 72 columns. The diff shows what changed, so say what was wrong or missing before \
              and why it is solved in this way. Leave the body out when the subject leaves nothing to say.\n\
            - Give a reason only when the diff shows it. Where you cannot tell, write `Why: ?` for the author to fill in.\n\
            {trailer}\
            - Answer with the message alone: no code fence, no comment.\n\n\
            {diff}";
    }
}

/// Write the description of a pull request, so that a reviewer knows where to begin.
#[prompt(
    name = "describe-pull-request",
    title = "Pull request",
    allow = ["several-free-texts", "required-after-optional"]
)]
fn describe_pull_request(
    /// The issue that it closes, such as #87.
    #[arg(non_empty)]
    closes: Option<&str>,
    /// The change, as `git diff main...` prints it.
    #[arg(non_empty)]
    diff: &str,
) -> GetPromptResult {
    let diff = fenced("diff", diff);
    let closing = closes.map_or_else(String::new, |issue| {
        format!(" End this section with the line `Closes {issue}`.")
    });
    messages! {
        description: "The description of the pull request with the provided diff";
        user: "Write the description of the pull request that holds the diff below, for a reviewer who opens this code for the first time.\n\n\
            Use the sections below. Leave out one that would say nothing specific to this change.\n\n\
            ## What changes\n\
            Two or three sentences on the behaviour before and after, as seen by whoever calls or uses it.\n\n\
            ## Why\n\
            The problem that this solves. If the diff does not show it, write \"(author: why?)\" and do not guess.{closing}\n\n\
            ## How to review\n\
            The file to begin with and the order to go on in. Name the parts that are mechanical, such as renames, moves and generated \
            code, so that they can be skimmed.\n\n\
            ## Risk\n\
            What can break, who would notice first, and how to undo it. Name every migration, changed default, changed public interface \
            and new dependency.\n\n\
            ## Tests\n\
            What the tests in the diff prove, and which changed behaviour has no test.\n\n\
            Stay under 300 words. Answer in Markdown, without a title.\n\n\
            {diff}";
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(result: &GetPromptResult) -> &str {
        result.messages()[0].content().as_text().unwrap_or_default()
    }

    #[test]
    fn an_issue_is_referred_to_only_when_there_is_one() {
        let plain = write_commit_message(CommitStyle::Plain, None, "+x");
        assert!(text(&plain).contains("fill in.\n- Answer"), "{plain}");
        let referring = write_commit_message(CommitStyle::Conventional, Some("ENG-142"), "+x");
        assert!(
            text(&referring).contains(
                "fill in.\n- The last line is `Refs: ENG-142`, after a blank line.\n- Answer"
            ),
            "{referring}"
        );
        assert_eq!(
            referring.description(),
            Some("A conventional commit message for the provided diff")
        );
    }

    #[test]
    fn a_pull_request_closes_its_issue() {
        let open = describe_pull_request(None, "+x");
        assert!(!text(&open).contains("Closes"), "{open}");
        let closing = describe_pull_request(Some("#87"), "+x");
        assert!(text(&closing).contains("`Closes #87`"), "{closing}");
        assert!(
            text(&closing).ends_with("without a title.\n\n```diff\n+x\n```"),
            "{closing}"
        );
    }
}
