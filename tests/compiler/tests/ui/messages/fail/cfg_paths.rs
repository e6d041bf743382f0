use prompt_runtime::{GetPromptResult, messages};

fn empty() -> GetPromptResult {
    messages! {
        #[cfg(windows)]
        user: "On Windows.";
        #[cfg(target_os = "macos")]
        user: "On a Mac.";
    }
}

fn ends() -> GetPromptResult {
    messages! {
        user: "Text";
        #[cfg(not(windows))]
        assistant: "Not on Windows.";
        #[cfg(windows)]
        user: "On Windows.";
    }
}

fn main() {}
