use prompt_runtime::prompt_file;

prompt_file!("../files/a b .md");
prompt_file!("../files/2-fast.md");

fn main() {}
