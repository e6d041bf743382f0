//! What rustc finds, at the place where it is.

use prompt_runtime::prompt_methods;
use std::cell::Cell;
use std::rc::Rc;

struct Server(Cell<u8>);

struct Strange;

#[prompt_methods]
impl Server {
    #[prompt]
    fn not_shared(&self) -> String {
        String::new()
    }
}

#[prompt_methods]
impl Strange {
    #[prompt]
    fn argument(&self, strange: Strange) -> String {
        String::new()
    }

    #[prompt]
    fn result(&self) -> Strange {
        Strange
    }

    #[prompt]
    async fn not_send(&self) -> String {
        let text = Rc::new(String::new());
        std::future::ready(()).await;
        text.to_string()
    }
}

fn main() {}
