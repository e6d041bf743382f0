//! Tests with tokens removed, doubled and exchanged.

use super::super::{expand, scan};
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::quote;

/// A small random generator with a fixed seed, so that every run has the same input.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % sides as u64).unwrap()
    }
}

fn random_tokens(dice: &mut Dice, depth: usize) -> TokenStream {
    const WORDS: [&str; 46] = [
        "user",
        "assistant",
        "prefill",
        "description",
        "system",
        "include",
        "crate",
        "if",
        "else",
        "match",
        "for",
        "in",
        "let",
        "continue",
        "break",
        "return",
        "while",
        "x",
        "user:",
        "assistant:",
        "prefill:",
        "user?:",
        ":",
        "::",
        ";",
        ";",
        ";",
        ",",
        "=>",
        "=",
        "|",
        "?",
        "#",
        "#[cfg(a)]",
        "#[cfg(not(a))]",
        "'a",
        "'a: for",
        "\"\"",
        "\"text {x}\"",
        "r#\"raw\"#",
        "b\"b\"",
        "5",
        "_",
        "if let Some(x) = y",
        "for a in b",
        "match c",
    ];
    let mut tokens = TokenStream::new();
    for _ in 0..dice.roll(9) {
        if depth > 0 && dice.roll(4) == 0 {
            let delimiter = [
                Delimiter::Brace,
                Delimiter::Brace,
                Delimiter::Parenthesis,
                Delimiter::Bracket,
                Delimiter::None,
            ][dice.roll(5)];
            let inner = random_tokens(dice, depth - 1);
            tokens.extend([TokenTree::Group(Group::new(delimiter, inner))]);
        } else {
            tokens.extend(
                WORDS[dice.roll(WORDS.len())]
                    .parse::<TokenStream>()
                    .unwrap(),
            );
        }
    }
    tokens
}

#[test]
fn mangled_input_never_panics_and_always_expands_alike() {
    let mut dice = Dice(7);
    for _ in 0..2_000 {
        let tokens = random_tokens(&mut dice, 3);
        let expansion = expand(tokens.clone()).to_string();
        assert_eq!(expansion, expand(tokens.clone()).to_string());
        scan(&quote!(messages! { #tokens }));
    }
}

#[test]
fn a_call_cut_off_anywhere_never_panics() {
    let whole: TokenStream = r#"description: "d"; user: "x {}", b; #[cfg(a)] if let Some(c) = d { assistant: e; } else if f {} user?: f;
        match g { A => { user: "x"; } B if c => {} } for h in i { user: "x"; continue; } let Some(y) = z else { return }; prefill: "g";"#
        .parse()
        .unwrap();
    let trees: Vec<TokenTree> = whole.into_iter().collect();
    for end in 0..trees.len() {
        for without in 0..=end {
            let tokens: TokenStream = trees[..end]
                .iter()
                .enumerate()
                .filter(|(i, _)| *i != without)
                .map(|(_, tree)| tree.clone())
                .collect();
            expand(tokens);
        }
    }
}
