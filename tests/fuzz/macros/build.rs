//! Lists the modules of prompt-macros, as its own root does, so that a new module needs no change here.

use std::path::Path;
use std::{env, fs};

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../prompt-macros/src");
    let source = fs::read_to_string(root.join("lib.rs")).expect("the root of prompt-macros");
    let mut modules = String::new();
    let mut is_for_tests = false;
    for line in source.lines() {
        if let Some(name) = line
            .strip_prefix("mod ")
            .and_then(|it| it.strip_suffix(';'))
        {
            let file = root.join(format!("{name}.rs"));
            let file = if file.exists() {
                file
            } else {
                root.join(name).join("mod.rs")
            };
            if !is_for_tests {
                modules += &format!("#[path = {:?}]\nmod {name};\n", file.display().to_string());
            }
        }
        is_for_tests = line == "#[cfg(test)]";
    }
    let out = Path::new(&env::var("OUT_DIR").expect("cargo sets it")).join("modules.rs");
    fs::write(out, modules).expect("a file");
    println!("cargo::rerun-if-changed={}", root.display());
}
