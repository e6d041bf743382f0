//! A prompt that plans tests.

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
        user: include("plan-tests.md");
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
