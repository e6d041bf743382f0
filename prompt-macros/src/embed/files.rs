//! Finds files and reads them.

use crate::contents::{UsedData, UsedFile};
use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;
use std::path::{Path, PathBuf};
use syn::LitStr;

/// Finds files by the paths that authors write.
pub(crate) struct Files {
    /// The folder to search in place of the source file's folder.
    #[cfg(test)]
    folder: Option<PathBuf>,
}

/// A file by its path.
pub(crate) struct File {
    /// The path as the author wrote it, for error messages.
    pub(crate) shown: String,
    pub(crate) path: PathBuf,
    /// The path as the compiler would show it.
    pub(crate) place: String,
    /// The span of the path in the source.
    pub(crate) span: Span,
    /// `false` if the compiler does not tell the macro its source file, as in some editors and in documentation tests. Such a file is
    /// neither read nor checked, and no mistake in it is reported.
    pub(crate) is_seen: bool,
}

impl Files {
    /// Creates a finder for paths relative to the source file.
    pub(crate) fn next_to_source() -> Self {
        Self {
            #[cfg(test)]
            folder: None,
        }
    }

    #[cfg(test)]
    pub(crate) fn in_folder(folder: impl Into<PathBuf>) -> Self {
        Self {
            folder: Some(folder.into()),
        }
    }

    /// The file at `path`, which need not exist.
    pub(crate) fn find(&self, path: &LitStr) -> File {
        let shown = path.value();
        let relative = Path::new(&shown);
        let found = if relative.is_absolute() {
            Some(relative.to_owned())
        } else {
            self.folder_of(path.span())
                .map(|folder| folder.join(relative))
        };
        let is_seen = found.is_some();
        let found = found.unwrap_or_else(|| relative.to_owned());
        // The compiler resolves a relative path against the file of the outermost macro call, which may be a different file.
        let absolute = std::path::absolute(&found).ok().filter(|_| is_seen);
        File {
            place: found.display().to_string(),
            path: absolute.unwrap_or(found),
            shown,
            span: path.span(),
            is_seen,
        }
    }

    #[cfg_attr(not(test), allow(clippy::unused_self))]
    fn folder_of(&self, span: Span) -> Option<PathBuf> {
        #[cfg(test)]
        if let Some(folder) = &self.folder {
            return Some(folder.clone());
        }
        Some(span.local_file()?.parent()?.to_owned())
    }
}

impl File {
    /// Items that fail to compile if the file could not be found. An editor that only expands macros shows no error.
    pub(crate) fn unseen(&self) -> TokenStream {
        let sentence = format!(
            "the compiler does not say in which file the path `{}` is written: write the path from the root",
            self.shown
        );
        quote_spanned!(self.span=> const _: () = ::core::panic!(#sentence);)
    }

    /// The file as an embedded text.
    pub(crate) fn used(&self, kind: &'static str) -> UsedFile {
        UsedFile {
            cfgs: Vec::new(),
            kind,
            path: self.shown.clone(),
            line: crate::tokens::line(self.span),
            data: UsedData::Text(self.path.to_string_lossy().into_owned()),
        }
    }

    /// The extension, or empty text if there is none.
    pub(crate) fn extension(&self) -> &str {
        let extension = self.path.extension();
        extension.and_then(|it| it.to_str()).unwrap_or_default()
    }

    /// # Errors
    /// The mistake as a sentence.
    pub(crate) fn bytes(&self) -> Result<Vec<u8>, String> {
        std::fs::read(&self.path).map_err(|error| {
            let shown = &self.shown;
            if error.kind() == std::io::ErrorKind::NotFound {
                let looked = self.path.display();
                return format!(
                    "there is no file `{shown}`: a path is relative to the file that it is written in, so this is `{looked}`"
                );
            }
            format!("cannot read `{shown}`, {error}: write the path of a file that can be read")
        })
    }

    /// # Errors
    /// The mistake as a sentence.
    pub(crate) fn text(&self) -> Result<String, String> {
        String::from_utf8(self.bytes()?).map_err(|_| {
            format!(
                "`{}` is not text, it is not valid UTF-8: save it as UTF-8",
                self.shown
            )
        })
    }
}
