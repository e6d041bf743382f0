use prompt_runtime::{Context, Elicitation, Elicited, Field, PromptError, prompt};

fn word(answers: &Elicited, field: &str) -> String {
    match answers {
        Elicited::Accepted(answers) => answers.text(field).unwrap_or("nothing").to_owned(),
        Elicited::Declined => "declined".to_owned(),
        Elicited::Cancelled => "cancelled".to_owned(),
    }
}

/// Asks twice.
#[prompt]
async fn plan(topic: &str, #[context] context: &Context) -> Result<String, PromptError> {
    let scope = Elicitation::new("scope", "How much?")
        .field(Field::choice("scope", ["all", "some"]))
        .field(Field::text("note").optional());
    let scope = context.elicit(scope).await?;
    if !matches!(scope, Elicited::Accepted(_)) {
        return Ok(format!("{topic}: {}", word(&scope, "scope")));
    }
    let date = Elicitation::new("date", "When?").field(Field::text("date").title("Date"));
    let date = context.elicit(date).await?;
    Ok(format!(
        "{topic}: {}, {}",
        word(&scope, "scope"),
        word(&date, "date")
    ))
}
