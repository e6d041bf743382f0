use prompt_runtime::prompt_file;

prompt_file!("../files/mistakes/claude.md", dialect = claude, strict);
prompt_file!("../files/mistakes/cut.md");
prompt_file!("../files/guide.md", dialect = goose);
prompt_file!("../files/code-review.md", dialect = cluade);
prompt_file!("../files/hello.md", dialect = "claude");

fn main() {}
