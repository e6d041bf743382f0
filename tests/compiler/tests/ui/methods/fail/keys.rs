//! The keys of the attribute, and those of a prompt in it.

use prompt_runtime::prompt_methods;

struct Server;

struct Other;

#[prompt_methods(lists = PROMPTS)]
impl Server {
    #[prompt]
    fn one(&self) -> String {
        String::new()
    }
}

#[prompt_methods(list = "PROMPTS")]
impl Other {
    #[prompt(name = "no name", crate = ::prompt_runtime)]
    #[prompt]
    fn two(&self, #[arg] text: &str) -> String {
        text.to_owned()
    }

    #[prompt]
    const THREE: u8 = 3;

    #[prompt(replaced_by = Self::five)]
    #[deprecated]
    fn four(&self) -> String {
        String::new()
    }
}

fn main() {}
