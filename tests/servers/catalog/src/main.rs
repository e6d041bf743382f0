//! Prompts whose texts try to harm the program that shows them, on a server that also has a tool.
#![forbid(unsafe_code)]
// The doc comments below try to break a page.
#![allow(rustdoc::invalid_html_tags, rustdoc::bare_urls)]

use prompt_cli::{Program, Transport};
use prompt_rmcp as _;
use prompt_runtime::{
    ArgumentEnum, CompletionRequest, GetPromptResult, PromptRegistry, RegistryError, messages,
    prompt,
};
use rmcp::model::{
    Implementation, ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use std::process::ExitCode;

/// A harmless choice of words.
#[derive(ArgumentEnum, Clone, Copy, Default)]
enum Words {
    /// </dd></dl><script>document.title = "harmed by a value"</script>
    #[default]
    #[value(name = "</code><script src=//192.0.2.1/a.js></script>")]
    Loud,
    /// <iframe src="http://192.0.2.1/"></iframe>
    Quiet,
}

/// </p></article><script>document.title = "harmed by a description"</script><img src="http://192.0.2.1/a.png" onerror="document.title = 'harmed'">
///
/// <style>@import "http://192.0.2.1/a.css"; body { display: none }</style><base href="http://192.0.2.1/"><meta http-equiv="refresh" content="0; url=http://192.0.2.1/">
#[prompt(title = "</h2><svg onload=\"document.title = 'harmed by a title'\">")]
fn mean_harm(
    /// " onmouseover="document.title = 'harmed'" x="
    #[arg(default)]
    words: Words,
    /// <!-- <![CDATA[ &lt;b&gt; </textarea></title>
    text: &str,
) -> GetPromptResult {
    messages! {
        description: "<link rel=stylesheet href=//192.0.2.1/b.css> {words}";
        user: "</pre></figure><form action=//192.0.2.1/><input autofocus onfocus=\"document.title = 'harmed by a sample'\"></form>\n{text}\n```\n````";
        prefill: "<script>document.title = \"harmed by a prefill\"</script>";
    }
}

/// </div><object data="http://192.0.2.1/"></object>
#[deprecated(since = "1.0.0", note = "</div><video src=http://192.0.2.1/ autoplay>")]
#[prompt(replaced_by = mean_harm)]
fn mean_more_harm() -> String {
    "<a href=\"javascript:document.title = 'harmed'\">here</a>".to_owned()
}

/// Values that would do harm if a shell ran them, by the name of the palette.
const COLOURS: &[(&str, &str)] = &[
    ("command", "$(touch harmed)"),
    ("ticks", "`touch harmed`"),
    ("next", "; touch harmed"),
    ("pipe", "a|touch harmed"),
    ("quotes", "it's \"b\" \\ c"),
    ("glob", "* [a-z] ?"),
    ("home", "$HOME ~"),
    ("history", "a!!b"),
    ("plain", "dark red"),
];

/// Suggests the only colour of the palette, and one that no shell can accept.
fn colours(_: &str, request: &CompletionRequest<'_>) -> Vec<&'static str> {
    let palette = request.given("palette").unwrap_or_default();
    let known = COLOURS.iter().find(|(name, _)| *name == palette);
    known.map_or_else(
        || vec!["a palette is missing"],
        |(_, colour)| vec![*colour, "touch\nharmed", "tab\there", "\u{1b}[2J"],
    )
}

/// Picks a colour.
#[prompt]
fn pick_colour(palette: &str, #[arg(complete = colours)] colour: &str) -> String {
    format!("Paint in <{colour}> of {palette}.")
}

#[derive(Clone)]
struct Tickets;

impl ServerHandler for Tickets {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("tickets", "7.0.0"))
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let schema = std::sync::Arc::default();
        Ok(ListToolsResult::with_all_items(vec![Tool::new(
            "close_ticket",
            "Close a ticket.",
            schema,
        )]))
    }
}

fn main() -> Result<ExitCode, RegistryError> {
    let program = Program::new(PromptRegistry::from_inventory()?).with_server(
        |prompts, transport| async move {
            match transport {
                Transport::Stdio => prompts.mount(Tickets).serve_stdio().await,
                Transport::Http(listener) => {
                    let listener = tokio::net::TcpListener::from_std(listener)?;
                    prompts.mount(Tickets).serve_http(listener).await
                }
            }
        },
    );
    Ok(prompt_cli::run(program))
}
