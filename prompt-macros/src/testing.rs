//! Helpers for the tests of several macros.

use proc_macro2::{Group, TokenStream, TokenTree};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The messages of all `compile_error!`s, in order.
pub(crate) fn sentences(tokens: &TokenStream) -> Vec<String> {
    let mut found = Vec::new();
    let mut after_word = false;
    for token in tokens.clone() {
        match token {
            TokenTree::Ident(word) => after_word = word == "compile_error",
            TokenTree::Group(group) => {
                if after_word {
                    let literal: syn::LitStr = syn::parse2(group.stream()).unwrap();
                    found.push(literal.value());
                } else {
                    found.extend(sentences(&group.stream()));
                }
                after_word = false;
            }
            _ => {}
        }
    }
    found
}

/// Variants of `tokens`, in which one token at any depth is removed, doubled or exchanged with the next.
pub(crate) fn mangled(tokens: &TokenStream) -> Vec<TokenStream> {
    let all: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let mut out = Vec::new();
    for index in 0..all.len() {
        let mut removed = all.clone();
        removed.remove(index);
        out.push(removed.into_iter().collect());
        let mut doubled = all.clone();
        doubled.insert(index, all[index].clone());
        out.push(doubled.into_iter().collect());
        out.push(all[..index].iter().cloned().collect());
        if index + 1 < all.len() {
            let mut exchanged = all.clone();
            exchanged.swap(index, index + 1);
            out.push(exchanged.into_iter().collect());
        }
        if let TokenTree::Group(group) = &all[index] {
            for inner in mangled(&group.stream()) {
                let mut changed = all.clone();
                changed[index] = TokenTree::Group(Group::new(group.delimiter(), inner));
                out.push(changed.into_iter().collect());
            }
        }
    }
    out
}

/// A folder with these files, which is removed on drop.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn with(name: &str, files: &[(&str, &[u8])]) -> Self {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!(
            "prompt-macros-{}-{number}-{name}",
            std::process::id()
        ));
        std::fs::create_dir_all(&path).unwrap();
        for (name, bytes) in files {
            std::fs::write(path.join(name), bytes).unwrap();
        }
        Self(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}
