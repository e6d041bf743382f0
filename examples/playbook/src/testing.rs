//! What to test.

use prompt_runtime::{ArgumentEnum, GetPromptResult, messages, prompt, tagged};

/// Where a test runs.
#[derive(ArgumentEnum, Clone, Copy)]
enum Level {
    /// One unit, everything around it replaced
    Unit,
    /// Several units, with a real database or service
    Integration,
    /// The whole product, from outside
    EndToEnd,
    /// A person with a checklist
    Manual,
}

/// Plan the tests of a change before they are written.
#[prompt(name = "plan-tests", title = "Test plan")]
fn plan_tests(
    /// The levels to plan for, separated by commas.
    #[arg(separator = ",", default = vec![Level::Unit, Level::Integration])]
    levels: Vec<Level>,
    /// The change: a diff, a ticket or a design.
    #[arg(non_empty)]
    change: &str,
) -> GetPromptResult {
    let levels: Vec<&str> = levels.into_iter().map(|level| level.as_str()).collect();
    let levels = levels.join(", ");
    let change = tagged("change", change);
    messages! {
        description: "A test plan ({levels}) for the provided change";
        user: "Plan the tests of the change below at these levels: {levels}.\n\n\
            First list the behaviours that the change promises or must keep, each as \"when …, then …\". Then give one table per level: \
            behaviour, setup, action, expected result.\n\n\
            - Cover the edges (none, one, many, the most), the failure of everything that the change calls, doing it twice and doing it at \
            the same time, and old data that meets new code.\n\
            - Test each behaviour at the cheapest level that would notice its failure, and not again at another.\n\
            - Put what is likely and harmful first. Mark with * what must pass before a release.\n\
            - A test that passes without the change proves nothing: for each test with a *, say how it fails today.\n\n\
            End with what you leave untested on purpose, with the reason, and with the questions that only the author can answer.\n\n\
            {change}";
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_levels_are_named_in_the_order_given() {
        let plan = plan_tests(vec![Level::EndToEnd, Level::Unit], "+x");
        assert_eq!(
            plan.description(),
            Some("A test plan (end-to-end, unit) for the provided change")
        );
    }
}
