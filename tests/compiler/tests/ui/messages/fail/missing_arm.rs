use prompt_runtime::{GetPromptResult, messages};

enum Tone {
    Kind,
    Blunt,
}

// The arm that the compiler suggests is legal here.
fn missing(tone: Tone) -> GetPromptResult {
    messages! {
        match tone {
            Tone::Kind => { user: "Please."; }
        }
    }
}

fn suggested(tone: Tone) -> GetPromptResult {
    messages! {
        match tone {
            Tone::Kind => { user: "Please."; },
            Tone::Blunt => todo!()
        }
    }
}

fn main() {}
