use prompt_runtime::{PromptMessage, PromptRegistry, prompt, prompt_methods, prompts};

struct Args {
    diff: String,
}
struct Parameters<T>(T);
struct State<T>(T);
struct Db;

enum Tone {
    Kind,
}

#[prompt]
fn of_rmcp(Parameters(args): Parameters<Args>) -> Vec<PromptMessage> {
    vec![PromptMessage::user(args.diff)]
}

#[prompt]
fn of_axum(State(db): State<Db>) -> String {
    let _: Db = db;
    String::new()
}

#[prompt(about = "Reviews.")]
fn of_clap(#[arg(required = true, help = "The diff.")] diff: &str) -> String {
    diff.to_owned()
}

#[prompt]
fn no_derive(tone: Tone) -> String {
    let Tone::Kind = tone;
    String::new()
}

#[prompt]
fn pairs(diff: &str) -> Vec<(String, String)> {
    vec![("user".to_owned(), diff.to_owned())]
}

#[prompt]
fn a_future(diff: &str) -> impl Future<Output = String> + Send {
    let diff = diff.to_owned();
    async move { diff }
}

#[prompt = "a value"]
fn a_value(diff: &str) -> String {
    diff.to_owned()
}

#[prompt(alias("old"))]
fn parentheses(#[arg(values("a", "b"))] diff: &str) -> String {
    diff.to_owned()
}

struct Server;

#[prompt_methods]
impl Server {
    #[prompt]
    fn review(&self) -> String {
        String::new()
    }
}

fn main() {
    let _ = PromptRegistry::from_prompts(prompts![Server::review]);
}
