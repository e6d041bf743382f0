use prompt_runtime::prompt;

struct Server;

impl Server {
    #[prompt]
    fn review(diff: &str) -> String {
        diff.to_owned()
    }
}

fn main() {}
