//! Reads `#[prompt_methods(…)]`.

use crate::diagnostics::Errors;
use crate::keys::{self, Reader};
use proc_macro2::{Ident, TokenStream};
use syn::Path;

#[derive(Default)]
pub(super) struct Keys {
    pub(super) list: Option<Ident>,
    pub(super) runtime: Option<Path>,
}

pub(super) fn keys(args: TokenStream, errors: &mut Errors) -> Keys {
    let mut read = Keys::default();
    Reader::new(&keys::METHODS_KEYS).read(args, errors, |key, input, _| {
        if key.word == keys::LIST {
            read.list = Some(key.value(input, "the name of a constant", "MORE_PROMPTS")?);
        } else {
            read.runtime = Some(key.path(input, "::path::to::prompt_runtime")?);
        }
        Ok(())
    });
    read
}
