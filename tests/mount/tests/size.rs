//! A mount makes no request of the server larger: what it adds to a future is on the heap.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::unused_async
)]

use prompt_mount_tests::future_size;
use prompt_mount_tests::servers::{Echo, Empty, Paged, Reviewer, Rich, Tools};
use prompt_runtime::PromptRegistry;

#[tokio::test]
async fn the_future_of_a_request_is_no_larger_than_the_bare_servers() {
    let live = PromptRegistry::builder().build_live().unwrap();
    let registry = live.registry();
    macro_rules! compare {
        ($($make:expr),*) => {$(
            let (bare, mounted) = (future_size(&$make), future_size(&registry.mount($make)));
            let with_tools = future_size(&registry.mount($make).with_prompt_tools());
            println!("{}: bare {bare}, mounted {mounted}", stringify!($make));
            assert!(mounted <= bare, "{}: {mounted} > {bare}", stringify!($make));
            assert!(with_tools <= bare, "{}: {with_tools} > {bare}", stringify!($make));
        )*};
    }
    compare!(
        Empty,
        Tools::new(),
        Reviewer::new(),
        Paged::of(&["a"]),
        Rich,
        Echo::default()
    );
}
