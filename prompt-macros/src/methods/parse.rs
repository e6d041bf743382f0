//! Reads `#[prompt_methods(…)]`.

use crate::diagnostics::Errors;
use crate::keys::{MethodsKey, Reader};
use proc_macro2::{Ident, TokenStream};
use syn::Path;

#[derive(Default)]
pub(super) struct Keys {
    pub(super) list: Option<Ident>,
    pub(super) runtime: Option<Path>,
}

pub(super) fn keys(args: TokenStream, errors: &mut Errors) -> Keys {
    let mut read = Keys::default();
    Reader::new().read(args, errors, |kind, key, input, _| {
        match kind {
            MethodsKey::List => {
                read.list = Some(key.value(input, "the name of a constant", "MORE_PROMPTS")?);
            }
            MethodsKey::Crate => {
                read.runtime = Some(key.runtime(input)?);
            }
        }
        Ok(())
    });
    read
}
