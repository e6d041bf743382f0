//! Prompts of a generic server: types, constants and bounds of every kind, under strict lints.
#![forbid(unsafe_code)]
#![deny(
    warnings,
    missing_docs,
    unreachable_pub,
    unused_qualifications,
    clippy::pedantic
)]
#![allow(
    clippy::must_use_candidate,
    clippy::needless_lifetimes,
    clippy::unused_self
)]

use prompt_runtime::testing::Call;
use prompt_runtime::{
    ArgumentEnum, Context, GetPromptResult, PromptArguments, PromptRegistry, messages,
    prompt_methods,
};
use std::fmt::Debug;
use std::marker::PhantomData;
use std::str::FromStr;

/// A source of rows. Its types need not be shared by threads.
pub trait Backend {
    /// The key of a row.
    type Key: FromStr<Err: std::fmt::Display> + Debug + Send + Sync + 'static;
    /// The name of the table.
    const TABLE: &'static str;
    /// The known tables.
    const TABLES: &'static [&'static str];
    /// The text of a row.
    fn row(&self, key: &Self::Key) -> impl Future<Output = String> + Send;
    /// The keys that begin with the text.
    fn near(_: &str) -> Vec<String> {
        vec!["12".to_owned()]
    }
}

/// A server of `N` rows a page.
pub struct Server<B, const N: usize = 3, K: ?Sized = str> {
    backend: B,
    kind: PhantomData<K>,
}

/// The length of an answer.
#[derive(ArgumentEnum, Clone, Copy, Default)]
pub enum Length {
    /// One page
    #[default]
    Short,
    /// As long as it takes
    Long,
}

#[derive(PromptArguments)]
struct Page {
    #[arg(default = 1)]
    page: u32,
}

#[prompt_methods]
impl<B, const N: usize, K> Server<B, N, K>
where
    B: Backend + Sync,
    K: ?Sized + Debug,
{
    /// The title.
    const TITLE: &'static str = B::TABLE;

    /// Explain a row.
    #[prompt(name = "explain-row", title = Self::TITLE, alias = "row")]
    async fn explain_row<'a>(
        &'a self,
        #[arg(complete = B::near, title = B::TABLE)] key: B::Key,
        #[arg(default = N, max = 100)] rows: usize,
        #[arg(default = "a", values = B::TABLES)] table: &str,
        #[arg(default)] length: Length,
        #[arguments] page: Page,
        #[context] context: &Context,
    ) -> GetPromptResult {
        let _ = context;
        let (row, page) = (self.backend.row(&key).await, page.page);
        messages! {
            user: "{row} of {table}, {rows} rows, page {page}, {length}";
        }
    }

    /// Explain the table.
    #[deprecated(since = "2.0.0")]
    #[prompt(replaced_by = Self::explain_row)]
    fn table() -> String {
        format!("Explain {}.", B::TABLE)
    }

    #[cfg(any())]
    #[prompt]
    fn left_out(&self) -> Absent {}

    #[prompt]
    fn of_self(&self, #[state] this: &Self) -> String {
        format!("{}", std::ptr::eq(self, this))
    }
}

#[prompt_methods(list = MORE)]
impl<B: Backend> Server<B> {
    #[prompt]
    fn more(&self) -> &'static str {
        "More."
    }
}

/// Keeps rows.
pub struct Memory;

impl Backend for Memory {
    type Key = u8;
    const TABLE: &'static str = "memory";
    const TABLES: &'static [&'static str] = &["a", "b"];
    async fn row(&self, key: &u8) -> String {
        format!("row {key}")
    }
}

/// Asks for rows.
pub struct Postgres(&'static str);

impl Backend for Postgres {
    type Key = String;
    const TABLE: &'static str = "postgres";
    const TABLES: &'static [&'static str] = &["a"];
    async fn row(&self, key: &String) -> String {
        format!("{} {key}", self.0)
    }
}

#[test]
fn compiles_and_runs() {
    let call = |prompts: [_; 3], name| Call::named(prompts, name);
    let memory = || Server::<Memory> {
        backend: Memory,
        kind: PhantomData,
    };
    let postgres = || Server::<Postgres, 9, u8> {
        backend: Postgres("line"),
        kind: PhantomData,
    };
    call(Server::<Memory>::PROMPTS, "explain-row")
        .with("key", "7")
        .state(memory())
        .get()
        .assert_text(0, "row 7 of a, 3 rows, page 1, short");
    call(Server::<Postgres, 9, u8>::PROMPTS, "explain-row")
        .with("key", "x")
        .state(postgres())
        .get()
        .assert_text(0, "line x of a, 9 rows, page 1, short");
    call(Server::<Memory>::PROMPTS, "table")
        .get()
        .assert_text(0, "Explain memory.");
    call(Server::<Memory>::PROMPTS, "of_self")
        .state(memory())
        .get()
        .assert_text(0, "true");
    assert_eq!(Server::<Memory>::MORE[0].name(), "more");

    let first = PromptRegistry::from_prompts(Server::<Memory>::PROMPTS).unwrap();
    let second = PromptRegistry::from_prompts(Server::<Postgres, 9, u8>::PROMPTS).unwrap();
    assert_eq!(
        first.prompt("row").unwrap().listing().title.as_deref(),
        Some("memory")
    );
    assert_eq!(
        second.prompt("row").unwrap().listing().title.as_deref(),
        Some("postgres")
    );
    assert_eq!(
        first.prompt("table").unwrap().replaced_by(),
        Some("explain-row")
    );
    // No client can choose a type, so the inventory has none of them.
    assert!(PromptRegistry::from_inventory().is_err());
}
