use prompt_runtime::model::{EmbeddedResource, ImageContent};
use prompt_runtime::{
    Context, Elicitation, Elicited, Field, GetPromptResult, PromptError, messages, prompt,
};

/// One pixel.
const PNG: &[u8] = &[
    0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, b'I', b'H', b'D', b'R', 0, 0, 0,
    1, 0, 0, 0, 1, 8, 6, 0, 0, 0, 0x1f, 0x15, 0xc4, 0x89, 0, 0, 0, 13, b'I', b'D', b'A', b'T',
    0x78, 0xda, 0x63, 0x64, 0xf8, 0xcf, 0x50, 0x0f, 0, 3, 0x86, 1, 0x80, 0x5a, 0x34, 0x7d, 0x6b, 0,
    0, 0, 0, b'I', b'E', b'N', b'D', 0xae, 0x42, 0x60, 0x82,
];

/// A prompt without arguments.
#[prompt]
fn test_simple_prompt() -> &'static str {
    "This is a simple prompt for testing."
}

/// A prompt with two arguments.
#[prompt]
fn test_prompt_with_arguments(
    /// The first value.
    #[arg(complete = cities)]
    arg1: &str,
    /// The second value.
    arg2: &str,
) -> String {
    format!("Prompt with arguments: arg1='{arg1}', arg2='{arg2}'")
}

fn cities(_: &str) -> [&'static str; 3] {
    ["paris", "park", "party"]
}

/// A prompt with an embedded resource.
#[prompt]
fn test_prompt_with_embedded_resource(
    /// The address of the resource.
    #[arg(name = "resourceUri")]
    resource_uri: &str,
) -> Result<GetPromptResult, PromptError> {
    let resource = EmbeddedResource::text(
        resource_uri.to_owned(),
        "text/plain",
        "Embedded resource content for testing.",
    )?;
    Ok(messages! {
        user: resource;
        user: "Please process the embedded resource above.";
    })
}

/// A prompt with an image.
#[prompt]
fn test_prompt_with_image() -> Result<GetPromptResult, PromptError> {
    let image = ImageContent::from_bytes(PNG, "image/png")?;
    Ok(messages! {
        user: image;
        user: "Please analyze the image above.";
    })
}

/// A prompt that asks for its context.
#[prompt]
async fn test_input_required_result_prompt(
    #[context] context: &Context,
) -> Result<String, PromptError> {
    let question = Elicitation::new("user_context", "What context should the prompt use?")
        .field(Field::text("context"));
    match context.elicit(question).await? {
        Elicited::Accepted(answers) => {
            let given = answers.text("context").unwrap_or_default();
            Ok(format!("Prompt with context: {given}"))
        }
        Elicited::Declined | Elicited::Cancelled => Ok("Prompt without context.".to_owned()),
    }
}
