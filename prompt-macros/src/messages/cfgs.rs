//! Under which `cfg`s something holds, as a sum of products: complementary `cfg`s must be seen to cover everything.

use crate::keys::{CFG, CFG_ATTR};
use crate::tokens::is_punct;
use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use syn::Attribute;

/// A product: each predicate with whether it must hold. Empty is always true.
type Product = BTreeMap<String, bool>;

/// A sum of products. Empty is never true.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Formula(BTreeSet<Product>);

/// Above this many products a formula gives up, and with it the rule it was computed for: the runtime still checks the result.
const MOST_PRODUCTS: usize = 64;

impl Formula {
    pub(super) fn always() -> Self {
        Self(BTreeSet::from([Product::new()]))
    }

    pub(super) fn never() -> Self {
        Self(BTreeSet::new())
    }

    pub(super) fn is_always(&self) -> bool {
        self.0.contains(&Product::new())
    }

    pub(super) fn is_never(&self) -> bool {
        self.0.is_empty()
    }

    /// When an item with these attributes is there.
    pub(super) fn of(attrs: &[Attribute]) -> Self {
        attrs.iter().fold(Self::always(), |all, attr| {
            let Ok(list) = attr.meta.require_list() else {
                return all;
            };
            all.and(&attribute(&list.path, list.tokens.clone()))
        })
    }

    pub(super) fn and(&self, other: &Self) -> Self {
        let mut products = BTreeSet::new();
        for left in &self.0 {
            for right in &other.0 {
                products.extend(multiply(left, right));
                if products.len() > MOST_PRODUCTS {
                    return Self::never();
                }
            }
        }
        simplified(products)
    }

    pub(super) fn or(&self, other: &Self) -> Self {
        let products: BTreeSet<_> = self.0.union(&other.0).cloned().collect();
        if products.len() > MOST_PRODUCTS {
            return Self::never();
        }
        simplified(products)
    }

    pub(super) fn not(&self) -> Self {
        self.0.iter().fold(Self::always(), |all, product| {
            let any = product
                .iter()
                .map(|(predicate, holds)| Product::from([(predicate.clone(), !holds)]))
                .collect();
            all.and(&Self(any))
        })
    }

    /// As the predicate of a `cfg`.
    pub(super) fn predicate(&self) -> String {
        let factor = |(predicate, holds): (&String, &bool)| match holds {
            true => predicate.clone(),
            false => format!("not({predicate})"),
        };
        let product = |product: &Product| {
            let factors: Vec<String> = product.iter().map(factor).collect();
            format!("all({})", factors.join(", "))
        };
        let products: Vec<String> = self.0.iter().map(product).collect();
        format!("any({})", products.join(", "))
    }
}

fn multiply(left: &Product, right: &Product) -> Option<Product> {
    let mut product = left.clone();
    for (predicate, holds) in right {
        if product
            .insert(predicate.clone(), *holds)
            .is_some_and(|before| before != *holds)
        {
            return None;
        }
    }
    Some(product)
}

/// Merges what differs in one predicate only, and drops what a wider product covers.
fn simplified(mut products: BTreeSet<Product>) -> Formula {
    while let Some(merged) = products.iter().find_map(|product| {
        product.iter().find_map(|(predicate, holds)| {
            let mut twin = product.clone();
            twin.insert(predicate.clone(), !holds);
            let mut rest = product.clone();
            rest.remove(predicate);
            (products.contains(&twin) && !products.contains(&rest)).then_some(rest)
        })
    }) {
        products.insert(merged);
    }
    let narrow: Vec<_> = products
        .iter()
        .filter(|product| {
            products
                .iter()
                .any(|wider| wider.len() < product.len() && contains(product, wider))
        })
        .cloned()
        .collect();
    for product in &narrow {
        products.remove(product);
    }
    if covers_everything(&products) {
        return Formula::always();
    }
    Formula(products)
}

fn covers_everything(products: &BTreeSet<Product>) -> bool {
    let Some(predicate) = products.iter().find_map(|product| product.keys().next()) else {
        return !products.is_empty();
    };
    if products.contains(&Product::new()) {
        return true;
    }
    [true, false].into_iter().all(|holds| {
        let rest = products
            .iter()
            .filter(|product| product.get(predicate) != Some(&!holds))
            .map(|product| {
                let mut rest = product.clone();
                rest.remove(predicate);
                rest
            })
            .collect();
        covers_everything(&rest)
    })
}

fn contains(product: &Product, part: &Product) -> bool {
    part.iter()
        .all(|(predicate, holds)| product.get(predicate) == Some(holds))
}

fn attribute(path: &syn::Path, tokens: TokenStream) -> Formula {
    if path.is_ident(CFG) {
        return split(tokens).first().map_or_else(Formula::always, parse);
    }
    if path.is_ident(CFG_ATTR) {
        let parts = split(tokens);
        let Some((condition, attributes)) = parts.split_first() else {
            return Formula::always();
        };
        let then = attributes
            .iter()
            .fold(Formula::always(), |all, attribute_| {
                match call(attribute_) {
                    Some((name, inner)) => all.and(&attribute(&name.into(), inner)),
                    None => all,
                }
            });
        return parse(condition).not().or(&then);
    }
    Formula::always()
}

fn parse(predicate: &TokenStream) -> Formula {
    if let Some((name, inner)) = call(predicate) {
        let parts = split(inner);
        let mut parts = parts.iter().map(parse);
        match name.to_string().as_str() {
            "all" => return parts.fold(Formula::always(), |all, part| all.and(&part)),
            "any" => return parts.fold(Formula::never(), |any, part| any.or(&part)),
            "not" => return parts.next().map_or_else(Formula::always, |part| part.not()),
            _ => {}
        }
    }
    match predicate.to_string().as_str() {
        "true" => Formula::always(),
        "false" => Formula::never(),
        other => Formula(BTreeSet::from([Product::from([(other.to_owned(), true)])])),
    }
}

/// `name(…)`.
fn call(tokens: &TokenStream) -> Option<(Ident, TokenStream)> {
    let mut trees = tokens.clone().into_iter();
    match (trees.next()?, trees.next()?, trees.next()) {
        (TokenTree::Ident(name), TokenTree::Group(group), None)
            if group.delimiter() == Delimiter::Parenthesis =>
        {
            Some((name, group.stream()))
        }
        _ => None,
    }
}

/// What stands between the commas.
fn split(tokens: TokenStream) -> Vec<TokenStream> {
    let mut parts = vec![TokenStream::new()];
    for tree in tokens {
        if is_punct(&tree, ',') {
            parts.push(TokenStream::new());
        } else if let Some(part) = parts.last_mut() {
            part.extend([tree]);
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::quote;
    use syn::parse_quote;

    fn of(attribute: Attribute) -> Formula {
        Formula::of(&[attribute])
    }

    #[test]
    fn complements_cover_everything() {
        let a = of(parse_quote!(#[cfg(feature = "a")]));
        let b = of(parse_quote!(#[cfg(b)]));
        assert!(a.or(&a.not()).is_always());
        assert!(a.and(&a.not()).is_never());
        let rest = of(parse_quote!(#[cfg(not(any(feature = "a", b)))]));
        assert!(a.or(&b).or(&rest).is_always());
        assert!(a.and(&b).or(&a.not().and(&b)).or(&b.not()).is_always());
        assert_eq!(a.or(&a.and(&b)), a);
    }

    #[test]
    fn every_spelling_is_read() {
        let a = of(parse_quote!(#[cfg(a)]));
        assert_eq!(of(parse_quote!(#[cfg(all(a,))])), a);
        assert_eq!(of(parse_quote!(#[cfg(any(a, false))])), a);
        assert_eq!(of(parse_quote!(#[cfg(not(not(a)))])), a);
        assert!(of(parse_quote!(#[cfg(true)])).is_always());
        assert!(of(parse_quote!(#[cfg(any())])).is_never());
        assert!(of(parse_quote!(#[allow(unused)])).is_always());
        assert!(of(parse_quote!(#[inline])).is_always());
        assert_eq!(
            of(parse_quote!(#[cfg_attr(b, allow(x), cfg(a))])),
            of(parse_quote!(#[cfg(any(a, not(b)))]))
        );
    }

    #[test]
    fn a_formula_comes_out_as_a_predicate() {
        let formula = of(parse_quote!(#[cfg(all(a, not(feature = "b")))]));
        assert_eq!(formula.predicate(), r#"any(all(a, not(feature = "b")))"#);
        let predicate: TokenStream = formula.predicate().parse().unwrap();
        let back: Attribute = parse_quote!(#[cfg(#predicate)]);
        assert_eq!(of(back), formula);
    }

    #[test]
    fn a_formula_that_explodes_gives_up() {
        let pairs: Vec<TokenStream> = (0..20)
            .map(|i| {
                let [a, b] = ["a", "b"].map(|name| quote::format_ident!("{name}{i}"));
                quote!(any(#a, #b))
            })
            .collect();
        assert!(of(parse_quote!(#[cfg(all(#(#pairs),*))])).is_never());
    }
}
