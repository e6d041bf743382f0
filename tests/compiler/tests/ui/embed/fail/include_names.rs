use prompt_runtime::{GetPromptResult, messages, prompt, prompt_methods};

fn review() -> GetPromptResult {
    messages! {
        user: include("../files/no-names.md");
    }
}

const LIMIT: usize = 3;

#[prompt]
fn audit(diff: &str, severity: u8) -> GetPromptResult {
    messages! {
        user: include("../files/mistakes/typo.md");
    }
}

struct Server;

#[prompt_methods]
impl Server {
    #[prompt]
    fn local(&self, text: &str) -> GetPromptResult {
        let severity = text.len();
        let diff = text;
        messages! {
            if severity > 3 {
                user: include("../files/mistakes/typo.md");
            }
            user: "{diff}";
        }
    }
}

fn main() {}
