//! Prompts of two versions of the runtime in one program.

/// Belongs to the first version.
#[first::prompt(crate = ::first)]
fn one() -> &'static str {
    "one"
}

/// Belongs to the second version.
#[second::prompt(crate = ::second)]
fn two() -> &'static str {
    "two"
}

/// The names of the prompts in the inventory of a version.
macro_rules! names {
    ($version:ident) => {{
        let registry = $version::PromptRegistry::from_inventory().unwrap();
        let prompts = registry.prompts();
        prompts.iter().map(|prompt| prompt.name().to_owned()).collect::<Vec<_>>()
    }};
}

fn main() {
    println!("{:?} {:?}", names!(first), names!(second));
}
