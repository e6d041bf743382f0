//! A prompt for the time after an incident.

use prompt_runtime::{ArgumentEnum, GetPromptResult, messages, prompt, tagged};

/// How bad an incident was.
#[derive(ArgumentEnum, Clone, Copy)]
#[value(rename_all = "lowercase")]
enum Severity {
    /// Customers could not use the product, or lost data
    Sev1,
    /// A part of the product was down or unusably slow
    Sev2,
    /// We noticed before customers did
    Sev3,
}

impl Severity {
    fn extent(self) -> &'static str {
        match self {
            Self::Sev1 => {
                "People who decide about money and customers will read the summary and nothing else, so it must stand by itself."
            }
            Self::Sev2 => "Keep it to two pages.",
            Self::Sev3 => {
                "Keep it to one page; leave out section 5 and any other that has nothing to teach."
            }
        }
    }
}

/// Write a blameless postmortem from the notes of an incident.
#[prompt(name = "write-postmortem", title = "Incident postmortem")]
fn write_postmortem(
    /// How bad it was.
    severity: Severity,
    /// Notes, chat and alerts of the incident, with times.
    #[arg(non_empty)]
    notes: &str,
) -> GetPromptResult {
    let extent = severity.extent();
    let notes = tagged("notes", notes);
    messages! {
        description: "A postmortem of a {severity} incident";
        user: "Write a blameless postmortem of the {severity} incident in the notes below. {extent}\n\n\
            Blameless means that everybody acted sensibly on what they knew at the time. Write of roles, not of names. Where somebody \
            made a mistake, describe what made it easy to make and hard to see.\n\n\
            1. Summary. Three sentences for a reader from another team: what happened, how long it lasted, whom it affected.\n\
            2. Impact. Duration, requests, customers, data, money: the numbers from the notes, and \"unknown\" where they have none.\n\
            3. Timeline. One line per event, in UTC. Mark the trigger, the detection, the first action that helped, and the recovery, and \
            give the time between them.\n\
            4. Causes. What triggered it, and what had been true for longer and let the trigger do harm. Ask why until the answer is \
            something that the team can change. There is rarely one root cause.\n\
            5. What went well, and where we were lucky.\n\
            6. Actions. A table: action, kind (prevent, detect, limit the damage), owner, due date. Each is one piece of work that \
            somebody can finish, and says how we will know that it works. Leave owner and date empty.\n\
            7. Open questions. What the notes leave unanswered, and who could know.\n\n\
            Use no fact that is not in the notes. Mark every conclusion of your own with \"probably\".\n\n\
            {notes}";
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_severity_decides_how_much_is_written() {
        for (severity, words) in [
            (
                Severity::Sev1,
                "of the sev1 incident in the notes below. People who decide",
            ),
            (
                Severity::Sev2,
                "of the sev2 incident in the notes below. Keep it to two pages.",
            ),
            (
                Severity::Sev3,
                "of the sev3 incident in the notes below. Keep it to one page",
            ),
        ] {
            let postmortem = write_postmortem(severity, "14:02 first alert");
            let text = postmortem.messages()[0]
                .content()
                .as_text()
                .unwrap_or_default();
            assert!(text.contains(words), "{text}");
            assert!(
                text.ends_with("<notes>\n14:02 first alert\n</notes>"),
                "{text}"
            );
        }
    }
}
