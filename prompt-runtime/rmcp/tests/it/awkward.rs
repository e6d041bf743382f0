//! Tests of servers that behave badly, with prompts mounted on them: what they answer alone is not lost, and the mounted prompts work.

use crate::Client;
use crate::shapes::reported;
use prompt_rmcp::v3::MountError;
use prompt_runtime::{PromptRegistry, prompt, prompts};
use rmcp::model::{
    GetPromptRequestParams, GetPromptResponse, ListPromptsResult, PaginatedRequestParams, Prompt,
    ServerCapabilities, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Is mounted.
#[prompt(name = "mounted")]
fn mounted_prompt() -> &'static str {
    "mounted"
}

/// Needs state of the request.
#[prompt]
fn of_request(#[state] number: &u64) -> String {
    number.to_string()
}

type Request = RequestContext<RoleServer>;
type Page = Option<PaginatedRequestParams>;

fn page(names: &[&str], next: Option<&str>) -> ListPromptsResult {
    ListPromptsResult {
        prompts: names
            .iter()
            .map(|name| Prompt::new(*name, None::<String>, None))
            .collect(),
        next_cursor: next.map(str::to_owned),
        ..ListPromptsResult::default()
    }
}

/// A server with a listing that a function gives for each cursor.
#[derive(Clone)]
struct Listing(fn(Option<&str>) -> Result<ListPromptsResult, ErrorData>);

impl ServerHandler for Listing {
    async fn list_prompts(&self, params: Page, _: Request) -> Result<ListPromptsResult, ErrorData> {
        let cursor = params.and_then(|params| params.cursor);
        (self.0)(cursor.as_deref())
    }
}

#[tokio::test]
async fn cursors_that_loop_lose_no_page() {
    let looping = Listing(|cursor| {
        Ok(match cursor {
            None | Some("first") => page(&["a", "b"], Some("second")),
            Some("second") => page(&["c"], Some("third")),
            _ => page(&["d"], Some("second")),
        })
    });
    let (registry, reports) = reported(prompts![mounted_prompt]);
    let mounted = registry.mount(looping);
    mounted.check().await.unwrap();
    let mut client = Client::legacy(mounted).await;
    assert_eq!(
        client.prompt_pages().await,
        [["a", "b", "c", "d", "mounted"]]
    );
    let told = "the server's own listing of prompts returned the cursor \"second\" twice; only the prompts on the pages before that are listed";
    assert_eq!(*reports.lock().unwrap(), [told, told]);
}

#[tokio::test]
async fn a_panic_on_a_later_page_loses_no_earlier_one() {
    let panicking = Listing(|cursor| match cursor {
        None => Ok(page(&["a"], Some("second"))),
        Some(_) => panic!("secret of the second page"),
    });
    let (registry, reports) = reported(prompts![mounted_prompt]);
    let mut client = Client::legacy(registry.mount(panicking)).await;
    assert_eq!(client.prompt_pages().await, [["a", "mounted"]]);
    assert_eq!(client.text("mounted", json!({})).await, "mounted");
    let told = "the server's own listing of prompts panicked; only the prompts on the pages before that are listed";
    assert_eq!(*reports.lock().unwrap(), [told]);
}

#[tokio::test]
async fn a_name_on_a_page_before_an_error_is_checked() {
    let panicking = Listing(|cursor| match cursor {
        None => Ok(page(&["mounted"], Some("second"))),
        Some(_) => panic!("secret of the second page"),
    });
    let (registry, _) = reported(prompts![mounted_prompt]);
    let error = registry.mount(panicking).check().await.unwrap_err();
    assert!(matches!(error, MountError::Names(names) if names.len() == 1));
}

#[tokio::test]
async fn an_error_of_a_later_page_arrives_with_its_data() {
    let failing = Listing(|cursor| match cursor {
        None => Ok(page(&["a"], Some("second"))),
        Some(_) => Err(ErrorData::new(
            rmcp::model::ErrorCode(-31_002),
            "the index is being rebuilt",
            Some(json!({ "retryAfter": 5 })),
        )),
    });
    let (registry, reports) = reported(prompts![mounted_prompt]);
    let mounted = registry.mount(failing);
    mounted.check().await.unwrap();
    let mut client = Client::legacy(mounted).await;
    let reply = client.request("prompts/list", json!({})).await;
    assert_eq!(
        reply["error"],
        json!({ "code": -31_002, "message": "the index is being rebuilt", "data": { "retryAfter": 5 } })
    );
    assert_eq!(client.text("mounted", json!({})).await, "mounted");
    assert_eq!(*reports.lock().unwrap(), [""; 0]);
}

/// A cursor of the merged listing names the last prompt, so a name is on it once. No request could tell two prompts of one name apart.
#[tokio::test]
async fn a_name_that_the_server_lists_twice_is_listed_once() {
    let twice = Listing(|_| {
        let mut page = page(&["b", "a", "b", ""], None);
        page.prompts[0].description = Some("The first.".to_owned());
        Ok(page)
    });
    let (registry, reports) = reported(prompts![mounted_prompt]);
    let mounted = registry.mount(twice);
    mounted.check().await.unwrap();
    let mut client = Client::legacy(mounted).await;
    assert_eq!(client.prompt_pages().await, [["", "a", "b", "mounted"]]);
    let listed = client.result("prompts/list", json!({})).await;
    assert_eq!(listed["prompts"][2]["description"], "The first.");
    assert_eq!(*reports.lock().unwrap(), [""; 0]);

    let clash = Listing(|_| Ok(page(&["mounted", "mounted"], None)));
    let error = registry.mount(clash).check().await.unwrap_err();
    assert!(matches!(error, MountError::Names(names) if names.len() == 1));
}

#[tokio::test]
async fn a_huge_listing_is_merged_in_time_that_grows_with_it() {
    const HUGE: usize = 20_000;
    let huge = Listing(|cursor| {
        let first: usize = cursor.map_or(0, |cursor| cursor.parse().unwrap());
        let names: Vec<String> = (first..first + 100).map(|n| format!("p{n:05}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let next = first + 100;
        Ok(page(
            &names,
            (next < HUGE).then(|| next.to_string()).as_deref(),
        ))
    });
    let registry = PromptRegistry::from_prompts(prompts![mounted_prompt]).unwrap();
    let started = Instant::now();
    let mut client = Client::legacy(registry.mount(huge)).await;
    let pages = client.prompt_pages().await;
    assert_eq!(pages.iter().map(Vec::len).sum::<usize>(), HUGE + 1);
    assert!(pages[0].contains(&"mounted".to_owned()));
    assert!(started.elapsed() < Duration::from_secs(20));
}

/// A server whose listing never ends, and whose capabilities change.
#[derive(Clone, Default)]
struct Restless {
    infos: Arc<AtomicUsize>,
    lists: Arc<AtomicBool>,
}

impl ServerHandler for Restless {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder();
        ServerConfig::new(
            if self.infos.fetch_add(1, Ordering::SeqCst).is_multiple_of(2) {
                capabilities.enable_prompts().enable_completions().build()
            } else {
                capabilities.build()
            },
        )
    }

    async fn list_prompts(&self, _: Page, _: Request) -> Result<ListPromptsResult, ErrorData> {
        self.lists.store(true, Ordering::SeqCst);
        std::future::pending().await
    }

    async fn get_prompt(
        &self,
        _: GetPromptRequestParams,
        _: Request,
    ) -> Result<GetPromptResponse, ErrorData> {
        panic!("secret of its prompts")
    }
}

#[tokio::test]
async fn a_server_that_hangs_panics_and_changes_its_mind_keeps_the_mounted_prompts() {
    let server = Restless::default();
    let registry = PromptRegistry::from_prompts(prompts![mounted_prompt]).unwrap();
    for _ in 0..2 {
        let mounted = registry.mount(server.clone());
        let (mut client, hello) = Client::initialized(mounted, crate::LEGACY).await;
        assert!(hello["capabilities"]["prompts"].is_object(), "{hello}");
        let hanging = client.ask("prompts/list", json!({})).await;
        let lists = || server.lists.load(Ordering::SeqCst);
        crate::eventually("the listing begins", lists).await;
        client.ask("prompts/get", json!({ "name": "theirs" })).await;
        assert_eq!(client.text("mounted", json!({})).await, "mounted");
        client.cancel(hanging).await;
        assert_eq!(client.text("mounted", json!({})).await, "mounted");
    }
}

#[tokio::test]
async fn state_that_panics_is_an_error_of_its_prompt_alone() {
    let (registry, _) = reported(prompts![mounted_prompt, of_request]);
    let mounted = registry
        .mount(Listing(|_| Ok(page(&["a"], None))))
        .with_state(|_: &Request| -> Option<u64> { panic!("secret of the state") });
    let mut client = Client::legacy(mounted).await;
    let error = client
        .error("prompts/get", json!({ "name": "of_request" }))
        .await;
    assert_eq!(error, (-32603, "internal error".to_owned()));
    assert_eq!(client.text("mounted", json!({})).await, "mounted");
    assert_eq!(
        client.prompt_pages().await,
        [["a", "mounted", "of_request"]]
    );
}

#[tokio::test]
async fn prompt_tools_of_two_mounts_are_an_error_at_start_up() {
    let registry = PromptRegistry::from_prompts(prompts![mounted_prompt]).unwrap();
    let nothing = PromptRegistry::builder().build().unwrap();
    let inner = nothing
        .mount(Listing(|_| Ok(page(&[], None))))
        .with_prompt_tools();
    let outer = registry.mount(inner).with_prompt_tools();
    let error = outer.check().await.unwrap_err();
    assert!(matches!(error, MountError::Tools(names) if names == ["list_prompts", "get_prompt"]));
}
