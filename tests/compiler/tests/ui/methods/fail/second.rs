use prompt_runtime::prompt_methods;

struct Server;

#[prompt_methods]
impl Server {
    #[prompt]
    fn weekly(&self) -> String {
        String::new()
    }
}

#[prompt_methods]
impl Server {
    #[prompt]
    fn daily(&self) -> String {
        String::new()
    }
}

#[prompt_methods]
impl Unknown {
    #[prompt]
    fn weekly(&self) -> String {
        String::new()
    }
}

fn main() {}
