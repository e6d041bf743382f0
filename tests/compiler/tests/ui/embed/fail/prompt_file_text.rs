use prompt_runtime::prompt_file;

prompt_file!("../files/mistakes/front-matter.md");
prompt_file!("../files/mistakes/arguments.md");
prompt_file!("../files/mistakes/no-lists.md");
prompt_file!("../files/mistakes/body.md");
prompt_file!("../files/mistakes/body-marks.md");
prompt_file!("../files/mistakes/no-text.md");
prompt_file!("../files/mistakes/unclosed.md");
prompt_file!("../files/mistakes/no-yaml.md");
prompt_file!("../files/mistakes/two-mappings.md");
prompt_file!("../files/mistakes/list.md");
prompt_file!("../files/mistakes/alias.md");

fn main() {}
