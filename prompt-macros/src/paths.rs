//! The path prefix of every name in an expansion, so that `crate = ::path` changes all of them.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use std::sync::OnceLock;
use syn::Path;

/// The module that the runtime exports only for expansions. The patch version in its name keeps other crates from depending on it. A
/// runtime of another version has another name and does not compile with these macros.
const PRIVATE: &str = concat!("__private", env!("CARGO_PKG_VERSION_PATCH"));

/// The path of that module in `::prompt_runtime`, or in the crate of a `crate = …` key.
pub(crate) fn private(runtime: Option<&Path>) -> TokenStream {
    let module = Ident::new(PRIVATE, Span::mixed_site());
    if let Some(runtime) = runtime {
        return quote!(#runtime::#module);
    }
    let name = Ident::new(runtime_name(), Span::mixed_site());
    quote!(::#name::#module)
}

const RUNTIME: &str = "prompt_runtime";

/// The name of the runtime in the crate that is compiled.
pub(crate) fn runtime_name() -> &'static str {
    static RENAMED: OnceLock<Option<String>> = OnceLock::new();
    let renamed = RENAMED.get_or_init(|| {
        renamed(std::env::args()).filter(|name| syn::parse_str::<Ident>(name).is_ok())
    });
    renamed.as_deref().unwrap_or(RUNTIME)
}

/// The name of the runtime in the manifest, if it is another one, as in `prompts = { package = "prompt-runtime" }`. A macro runs inside the
/// compiler, whose arguments are `--extern prompts=…/libprompt_runtime-….rlib`. Where there are none, as in an editor, the runtime has its
/// usual name.
fn renamed(compiler: impl IntoIterator<Item = String>) -> Option<String> {
    let mut compiler = compiler.into_iter();
    let mut found = None;
    while let Some(argument) = compiler.next() {
        let given = match argument.strip_prefix("--extern") {
            Some("") => compiler.next()?,
            Some(given) => given.strip_prefix('=')?.to_owned(),
            None => continue,
        };
        let (name, file) = given.split_once('=').unwrap_or((&given, ""));
        let name = name.rsplit(':').next()?;
        if name == RUNTIME {
            return None;
        }
        let stem = std::path::Path::new(file).file_stem();
        let stem = stem.and_then(|it| it.to_str()).unwrap_or_default();
        let library = stem.trim_start_matches("lib").split('-').next();
        if library == Some(RUNTIME) && found.replace(name.to_owned()).is_some() {
            return None;
        }
    }
    found
}

/// The import of that module under the name `p`, for a module inside the one in which the path is written.
pub(crate) fn import_in_module(runtime: Option<&Path>) -> TokenStream {
    let private = private(runtime);
    let import = |up: TokenStream| quote!(#up #private as p;);
    let Some(path) = runtime.filter(|path| path.leading_colon.is_none()) else {
        return import(quote!(pub(super) use));
    };
    match path.segments.first() {
        Some(first) if first.ident == "super" => import(quote!(pub(super) use super::)),
        Some(first) if first.ident == "self" => {
            let rest = private.into_iter().skip(1);
            let rest: TokenStream = rest.collect();
            quote!(pub(super) use super #rest as p;)
        }
        Some(first) if first.ident == "crate" || first.ident == "$crate" => {
            import(quote!(pub(super) use))
        }
        // The first name is a crate or an item beside the prompt.
        _ => import(quote!(use super::*; pub(super) use)),
    }
}

#[cfg(test)]
mod tests {
    use super::renamed;

    fn of(arguments: &[&str]) -> Option<String> {
        renamed(arguments.iter().map(|&it| it.to_owned()))
    }

    #[test]
    fn the_compiler_knows_the_name_in_the_manifest() {
        let library = "/deps/libprompt_runtime-0a1b.rmeta";
        let given = |name: &str| format!("{name}={library}");
        let (usual, other, hidden) = (given("prompt_runtime"), given("pr"), given("priv:pr"));
        let joined = format!("--extern={other}");
        for (arguments, name) in [
            (
                vec![
                    "rustc",
                    "--extern",
                    "serde=/deps/libserde-1.rlib",
                    "--extern",
                    &other,
                ],
                Some("pr"),
            ),
            (vec!["rustc", &joined], Some("pr")),
            (vec!["rustc", "--extern", &hidden], Some("pr")),
            (
                vec!["rustc", "--extern", "pr=libprompt_runtime.rlib"],
                Some("pr"),
            ),
            (vec!["rustc", "--extern", &other, "--extern", &usual], None),
            (
                vec!["rustc", "--extern", &other, "--extern", &given("old")],
                None,
            ),
            (vec!["rustc", "--extern", "prompt_runtime"], None),
            (
                vec![
                    "rustc",
                    "--extern",
                    "pr=/deps/libprompt_runtime_more-1.rlib",
                ],
                None,
            ),
            (vec!["rust-analyzer-proc-macro-srv"], None),
            (vec!["rustc", "--extern"], None),
        ] {
            assert_eq!(of(&arguments).as_deref(), name, "{arguments:?}");
        }
    }
}
