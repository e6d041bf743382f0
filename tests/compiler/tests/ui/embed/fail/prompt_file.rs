use prompt_runtime::{prompt_file, prompts};

prompt_file!("../files/wrong-prompt.md");
prompt_file!("../files/none.md");
prompt_file!("../files/hello.md", name = "hello");
prompt_file!();

fn main() {
    let _ = prompts![wrong_prompt, none, hello];
}
