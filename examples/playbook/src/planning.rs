//! Prompts for planning work and recording decisions.

use prompt_runtime::{ArgumentEnum, GetPromptResult, messages, prompt, tagged};

/// Split a piece of work into small pull requests that can each be merged alone.
#[prompt(name = "split-work", title = "Split work")]
fn split_work(
    /// The most working days that one pull request may take.
    #[arg(default = 2, min = 1, max = 10)]
    days: u8,
    /// What is to be reached, and what the code looks like today.
    #[arg(non_empty)]
    goal: &str,
) -> GetPromptResult {
    let plural = if days == 1 { "" } else { "s" };
    messages! {
        description: "A plan of pull requests of at most {days} day{plural} each";
        user: "Split the work below into pull requests, each of which takes one engineer at most {days} working day{plural}, review and \
            tests included.\n\n\
            - The main branch works and can be released after each of them, and each can be reverted without the later ones.\n\
            - The one that answers the most uncertain question comes first, even if it is thrown away afterwards; say what it answers.\n\
            - A refactoring that makes room comes before the change that needs the room, and changes no behaviour.\n\
            - What users must not see yet is behind a flag. The last pull request removes the flag and the old path.\n\
            - Changes of stored data go in three steps: write both forms, move the old data, stop reading the old form.\n\n\
            For each pull request give: a title, what it contains, what it deliberately leaves out, how a reviewer can see that it works, \
            and which others it waits for. Then draw the order as a list, and say which of them two people could do at the same time.\n\n\
            If the goal leaves something open that would change the plan, ask up to three questions first, and give the plan under the \
            likeliest answers.\n\n\
            Goal:\n\n\
            {goal}";
    }
}

/// How far a decision has come.
#[derive(ArgumentEnum, Default, Clone, Copy)]
enum DecisionStatus {
    /// Up for discussion
    #[default]
    Proposed,
    /// Agreed, and in force
    Accepted,
    /// Considered, and turned down
    Rejected,
}

/// Write a decision record, so that those who come later need not ask why.
#[prompt(name = "record-decision", title = "Decision record")]
fn record_decision(
    /// How far the decision has come.
    #[arg(default)]
    status: DecisionStatus,
    /// The discussion: notes, a thread, the minutes of a meeting.
    #[arg(non_empty)]
    discussion: &str,
) -> GetPromptResult {
    let task = match status {
        DecisionStatus::Proposed => {
            "It is not decided yet: make the strongest honest case for every option, and end with what would settle the question."
        }
        DecisionStatus::Accepted => {
            "It is decided: say what is done from now on, in sentences that a reviewer can hold a change against."
        }
        DecisionStatus::Rejected => {
            "It was turned down: say what would have to change for it to be worth discussing again."
        }
    };
    let discussion = tagged("discussion", discussion);
    messages! {
        description: "A decision record with the status {status}";
        user: "Write an architecture decision record from the discussion below. {task}\n\n\
            # Title\n\
            The decision as a short sentence, such as \"Store sessions in Postgres\".\n\n\
            Status: {status}\n\n\
            ## Context\n\
            The forces at work when this was discussed: requirements, constraints, numbers, deadlines. Neutral, and without the answer.\n\n\
            ## Options\n\
            Each option that was discussed, \"change nothing\" included, with what speaks for and against it in this context.\n\n\
            ## Decision\n\
            What is {status}, and the one or two reasons that tip the scales.\n\n\
            ## Consequences\n\
            What becomes easier, what becomes harder, what we must now do or watch, and the sign by which we would notice that we were \
            wrong.\n\n\
            Stay under 500 words. Take arguments from the discussion only, and put what is missing for a good decision at the end as \
            questions.\n\n\
            {discussion}";
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_day_is_singular() {
        let one = split_work(1, "x");
        assert_eq!(
            one.description(),
            Some("A plan of pull requests of at most 1 day each")
        );
        let two = split_work(2, "x");
        assert!(
            two.to_string().contains("at most 2 working days, review"),
            "{two}"
        );
    }

    #[test]
    fn the_status_decides_what_is_asked_for() {
        for (status, line, task) in [
            (
                DecisionStatus::Proposed,
                "Status: proposed",
                "not decided yet",
            ),
            (
                DecisionStatus::Accepted,
                "Status: accepted",
                "It is decided",
            ),
            (DecisionStatus::Rejected, "Status: rejected", "turned down"),
        ] {
            let record = record_decision(status, "we talked").to_string();
            assert!(record.contains(line) && record.contains(task), "{record}");
        }
    }
}
