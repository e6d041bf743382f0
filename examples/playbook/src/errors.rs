//! A prompt that explains an error message.

use prompt_runtime::{GetPromptResult, fenced, messages, prompt};

/// The languages that the team writes, most used first. Any other language is accepted too.
fn languages(_typed: &str) -> [&'static str; 8] {
    [
        "Rust",
        "TypeScript",
        "Python",
        "Go",
        "Java",
        "Kotlin",
        "SQL",
        "Bash",
    ]
}

/// Explain an error message or a stack trace, and how to fix its cause.
#[prompt(
    name = "explain-error",
    title = "Explain an error",
    allow = ["several-free-texts", "required-after-optional"]
)]
fn explain_error(
    /// The language or tool that printed it, where the output does not tell.
    #[arg(complete = languages, non_empty, example = "Rust")]
    language: Option<&str>,
    /// What was tried already, in a few words.
    #[arg(non_empty)]
    tried: Option<&str>,
    /// The output, from its first line on.
    #[arg(non_empty, example = "error[E0382]: borrow of moved value: `plan`")]
    output: &str,
) -> GetPromptResult {
    let output = fenced("", output);
    let language = language.map_or_else(String::new, |name| format!("{name} "));
    let tried = tried.map_or_else(String::new, |tried| {
        format!("This was tried and did not help: {tried}. Say what its failure tells us.\n\n")
    });
    messages! {
        description: "An explanation of the provided {language}error";
        user: "Explain the {language}error below to the developer who is stuck on it.\n\n\
            1. One sentence: what the program was about to do, and what stopped it.\n\
            2. The most likely cause, with the line of the output that shows it. In a stack trace, tell the frames of the program from \
            those of libraries.\n\
            3. At most two other causes that would print the same, each with a check that tells it from the first.\n\
            4. The smallest change that removes the cause. Catching the error, a retry or a longer timeout is a fix only when the \
            cause lies outside of the program.\n\n\
            If the output is not enough to tell, say what is missing and the command that would show it. Do not guess.\n\n\
            {tried}\
            {output}";
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_given_leaves_no_gap() {
        let short = explain_error(None, None, "panicked at src/main.rs:4:5");
        assert_eq!(
            short.description(),
            Some("An explanation of the provided error")
        );
        let text = short.messages()[0].content().as_text().unwrap_or_default();
        assert!(text.starts_with("Explain the error below"), "{text}");
        assert!(
            text.ends_with("Do not guess.\n\n```\npanicked at src/main.rs:4:5\n```"),
            "{text}"
        );
        let long = explain_error(Some("Rust"), Some("a clean build"), "x");
        let text = long.messages()[0].content().as_text().unwrap_or_default();
        assert!(text.starts_with("Explain the Rust error below"), "{text}");
        assert!(text.contains("did not help: a clean build."), "{text}");
    }
}
