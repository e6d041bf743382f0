//! The runtime under another name.
extern crate prompt_runtime as renamed;

mod prompt_runtime {}

#[test]
fn compiles_and_runs() {
    let result = renamed::messages! {
        crate = ::renamed;
        description: "Renamed";
        user: "Text";
    };
    assert_eq!(result.messages().len(), 1);
}
