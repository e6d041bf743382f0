use prompt_runtime::testing::call;
use prompt_runtime::{prompt, prompt_methods};

#[prompt]
fn greet(name: &str) -> String {
    format!("Greet {name}.")
}

fn plain(name: &str) -> String {
    name.to_owned()
}

struct Server;

#[prompt_methods]
impl Server {
    #[prompt]
    fn weekly(&self) -> String {
        String::new()
    }
}

fn main() {
    let _ = call!(greet, name = "Ada");
    let _ = call!(greet, "name": "Ada", "style" => "short");
    let _ = call!(greet, "name", "Ada");
    let _ = call!(greet, "name" =>);
    let _ = call!(greet; "name" => "Ada");
    let _ = call!(greet("Ada"));
    let _ = call!("greet");
    let _ = call!();
    let _ = call!(Server::weekly);
    let _ = call!(plain);
    let _ = call!(greet, "name" => main);
}
