use prompt_runtime::{prompt, prompt_methods};

#[prompt]
fn review(diff: Diff) -> String {
    let _ = diff;
    String::new()
}

#[prompt]
fn inside(
    name: Option<Wrongly>,
    #[arg(separator = ",")] counts: Vec<u88>,
    #[state] store: &std::sync::Mutex<Storage>,
) -> Result<String, Mistake> {
    let _ = (name, counts, store);
    Ok(String::new())
}

struct Server;

#[prompt_methods]
impl Server {
    #[prompt]
    fn weekly(&self, audience: Option<Audience>) -> String {
        let _ = audience;
        String::new()
    }
}

fn main() {}
