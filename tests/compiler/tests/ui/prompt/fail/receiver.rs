use prompt_runtime::prompt;

struct Server;

impl Server {
    #[prompt]
    fn review(&self, diff: &str) -> String {
        diff.to_owned()
    }
}

fn main() {}
