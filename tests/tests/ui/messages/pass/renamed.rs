//! The runtime under another name.
extern crate prompt_runtime as renamed;

mod prompt_runtime {}

fn main() {
    let result = renamed::messages! {
        crate = ::renamed;
        description: "Renamed";
        user: "Text";
    };
    assert_eq!(result.messages().len(), 1);
}
