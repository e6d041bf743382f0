use prompt_runtime::prompt_methods;

struct Server;

#[prompt_methods]
impl Server {
    #[prompt(crate = ::prompt_runtime)]
    fn one(&self) -> String {
        String::new()
    }

    #[prompt = "two"]
    fn two(&self) -> String {
        String::new()
    }
}

fn main() {}
