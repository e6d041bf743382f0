//! Compiles the programs of the ui tests as modules, because clippy does not run on trybuild's programs.

#[path = "../ui/messages/pass/grammar.rs"]
pub mod grammar;
#[path = "../ui/embed/pass/include.rs"]
pub mod include;
#[path = "../ui/embed/pass/media.rs"]
pub mod media;
#[path = "../ui/methods/pass/methods.rs"]
pub mod methods;
#[path = "../ui/embed/pass/prompt_file.rs"]
pub mod prompt_file;
#[path = "../ui/prompt/pass/everything.rs"]
pub mod prompts;

// trybuild runs them as separate programs with their own prompts. Here they only compile.
const _: [fn(); 5] = [
    grammar::main,
    include::main,
    media::main,
    methods::main,
    prompts::main,
];
const _: fn() -> Result<(), prompt_runtime::RegistryError> = prompt_file::main;
