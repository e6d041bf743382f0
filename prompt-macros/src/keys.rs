//! The keys of every attribute, and a reader of `key`, `key = value` and `key(…)` lists that continues after a mistake.

use crate::diagnostics::Errors;
use proc_macro2::{Ident, Span, TokenTree};
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::{Expr, ExprLit, Lit, LitStr, Path, Token};

pub(crate) const ARG: &str = "arg";
pub(crate) const ARGUMENTS: &str = "arguments";
pub(crate) const STATE: &str = "state";
pub(crate) const CONTEXT: &str = "context";
pub(crate) const VALUE: &str = "value";
pub(crate) const PROMPT: &str = "prompt";
pub(crate) const PROMPT_METHODS: &str = "prompt_methods";

/// Rust's own attributes that the macros read.
pub(crate) const CFG: &str = "cfg";
pub(crate) const CFG_ATTR: &str = "cfg_attr";
pub(crate) const DEPRECATED: &str = "deprecated";
pub(crate) const DOC: &str = "doc";
pub(crate) const NOTE: &str = "note";
pub(crate) const SINCE: &str = "since";

/// The key that `messages!` and `#[prompt(…)]` share.
pub(crate) const DESCRIPTION: &str = "description";

/// The keys of one attribute or macro. Each set is an enum, so that a key without a case in its parser does not compile.
pub(crate) trait Keys: Copy + PartialEq + 'static {
    /// The attribute as error messages write it.
    const ATTRIBUTE: &'static str;
    const ALL: &'static [Self];

    fn word(self) -> &'static str;

    /// Lists the words of all keys, for an error message.
    fn list() -> String {
        list(Self::ALL)
    }
}

fn list(keys: &[impl Keys]) -> String {
    let quoted = keys.iter().map(|key| format!("`{}`", key.word()));
    quoted.collect::<Vec<_>>().join(", ")
}

/// Declares the keys of an attribute.
macro_rules! keys {
    ($name:ident of $attribute:literal { $($key:ident = $word:literal,)+ }) => {
        #[derive(Clone, Copy, PartialEq)]
        pub(crate) enum $name {
            $($key,)+
        }

        impl Keys for $name {
            const ATTRIBUTE: &'static str = $attribute;
            const ALL: &'static [Self] = &[$(Self::$key),+];

            fn word(self) -> &'static str {
                match self {
                    $(Self::$key => $word,)+
                }
            }
        }
    };
}
keys!(PromptKey of "`#[prompt(…)]`" {
    Name = "name",
    Title = "title",
    Description = "description",
    Icons = "icons",
    Meta = "meta",
    Alias = "alias",
    ReplacedBy = "replaced_by",
    Allow = "allow",
    Crate = "crate",
});

keys!(MethodsKey of "`#[prompt_methods(…)]`" {
    List = "list",
    Crate = "crate",
});

keys!(IconKey of "an icon" {
    Src = "src",
    MimeType = "mime_type",
    Sizes = "sizes",
    Theme = "theme",
});

keys!(ArgKey of "`#[arg(…)]`" {
    Name = "name",
    Title = "title",
    Description = "description",
    Default = "default",
    Example = "example",
    NonEmpty = "non_empty",
    MaxLen = "max_len",
    Min = "min",
    Max = "max",
    Values = "values",
    Complete = "complete",
    Separator = "separator",
    Alias = "alias",
});

keys!(ArgumentsKey of "`#[arguments(…)]` on a struct" {
    Crate = "crate",
});

keys!(EnumKey of "`#[value(…)]` on an enum" {
    RenameAll = "rename_all",
    Crate = "crate",
});

keys!(VariantKey of "`#[value(…)]` on a variant" {
    Name = "name",
    Alias = "alias",
});

keys!(MediaKey of "`resource!(…)`" {
    Uri = "uri",
    MimeType = "mime_type",
    MaxBytes = "max_bytes",
    Crate = "crate",
});

keys!(FileKey of "`prompt_file!(…)`" {
    Dialect = "dialect",
    Strict = "strict",
    AppendTypedText = "append_typed_text",
    Crate = "crate",
});

/// The word of a key, and its place in the source.
#[derive(Clone, Copy)]
pub(crate) struct Key {
    pub(crate) word: &'static str,
    pub(crate) span: Span,
}

/// Reads the keys of one attribute, which may occur several times on one item, and rejects repeated keys.
pub(crate) struct Reader<K: 'static> {
    attribute: &'static str,
    keys: &'static [K],
    seen: Vec<K>,
}

impl<K: Keys> Reader<K> {
    pub(crate) fn new() -> Self {
        Self::some(K::ATTRIBUTE, K::ALL)
    }

    /// Creates a reader for an attribute or macro that accepts only some keys of the set.
    pub(crate) fn some(attribute: &'static str, keys: &'static [K]) -> Self {
        Self {
            attribute,
            keys,
            seen: Vec::new(),
        }
    }

    /// Reads `tokens` as a list of keys; `value` reads the tokens after each key.
    pub(crate) fn read(
        &mut self,
        tokens: proc_macro2::TokenStream,
        errors: &mut Errors,
        mut value: impl FnMut(K, Key, ParseStream, &mut Errors) -> syn::Result<()>,
    ) {
        let list = |input: ParseStream| {
            while !input.is_empty() {
                let one = self
                    .key(input)
                    .and_then(|(kind, key)| value(kind, key, input, errors));
                if let Err(error) = one {
                    errors.push(error);
                    skip(input);
                }
                separator(input, errors, skip);
            }
            Ok(())
        };
        let read = list.parse2(tokens);
        errors.keep(read);
    }

    fn key(&mut self, input: ParseStream) -> syn::Result<(K, Key)> {
        let attribute = self.attribute;
        let Ok(ident) = input.call(Ident::parse_any) else {
            let has_name = self.keys.iter().any(|key| key.word() == "name");
            if let (true, Ok(name)) = (has_name, input.fork().parse::<LitStr>()) {
                let name = name.token();
                let sentence = format!(
                    "{attribute} takes keys here: write `name = {name}`, or another of {}",
                    list(self.keys)
                );
                return Err(syn::Error::new(input.span(), sentence));
            }
            return Err(syn::Error::new(
                input.span(),
                format!(
                    "{attribute} takes keys here: write one of {}",
                    list(self.keys)
                ),
            ));
        };
        let typed = ident.unraw().to_string();
        let Some(kind) = self.keys.iter().copied().find(|key| key.word() == typed) else {
            if let Some(sentence) = habit(attribute, &typed) {
                return Err(syn::Error::new(ident.span(), sentence));
            }
            let words = self.keys.iter().map(|key| key.word());
            let hint = prompt_syntax::nearest::nearest(&typed, words).map_or_else(
                || "; ".to_owned(),
                |word| format!(", did you mean `{word}`? "),
            );
            return Err(syn::Error::new(
                ident.span(),
                format!(
                    "{attribute} has no key `{typed}`{hint}the keys are {}",
                    list(self.keys)
                ),
            ));
        };
        let key = Key {
            word: kind.word(),
            span: ident.span(),
        };
        if self.seen.contains(&kind) {
            return Err(key.error(format!("`{}` is given twice: keep one", key.word)));
        }
        self.seen.push(kind);
        Ok((kind, key))
    }
}

/// A sample path for `crate =`.
pub(crate) const RUNTIME: &str = "::my_prompt_runtime";

/// The error message for a key that is known from another library.
fn habit(attribute: &str, typed: &str) -> Option<String> {
    let instead = |write: &str| Some(format!("{attribute} has no key `{typed}`: write {write}"));
    if attribute == ArgKey::ATTRIBUTE {
        return match typed {
            "required" | "optional" => Some(format!(
                "the type says whether an argument is required: remove `{typed}`, and write `Option<…>` where the argument may be absent"
            )),
            "help" | "about" | "desc" | "doc" | "long_help" => {
                instead("a doc comment before the parameter, or `description = \"…\"`")
            }
            "default_value" | "default_value_t" | "default_t" => instead("`default = …`"),
            "possible_values" | "allowed_values" | "choices" | "enum" | "one_of" => {
                instead("`values = [\"…\"]`, or derive `ArgumentEnum` for the type")
            }
            "value_parser" | "parse" | "with" | "deserialize_with" | "validate" => {
                instead("an implementation of `FromStr` for the type")
            }
            "rename" | "id" | "long" | "short" => instead("`name = \"…\"`"),
            "value_delimiter" | "delimiter" => instead("`separator = \",\"`"),
            "min_len" | "length" => instead("`non_empty` or `max_len = …`"),
            "completer" | "completion" | "suggest" => instead("`complete = function`"),
            "flatten" => instead("`#[arguments]` before the parameter"),
            _ => None,
        };
    }
    if attribute == PromptKey::ATTRIBUTE {
        return match typed {
            "about" | "desc" | "doc" | "help" => {
                instead("a doc comment before the function, or `description = \"…\"`")
            }
            "arguments" | "args" | "params" | "parameters" => Some(format!(
                "the parameters of the function are the arguments: remove `{typed}`"
            )),
            "id" | "rename" => instead("`name = \"…\"`"),
            "_meta" => instead("`meta = { … }`"),
            "icon" => instead("`icons = [(src = \"…\")]`"),
            _ => None,
        };
    }
    None
}

/// Reads the `,` after a list element. If it is missing, reports this and continues after the next `,` that `skip` finds.
pub(crate) fn separator(input: ParseStream, errors: &mut Errors, skip: fn(ParseStream)) {
    let comma = |input: ParseStream| matches!(input.parse::<Option<Token![,]>>(), Ok(Some(_)));
    if input.is_empty() || comma(input) {
        return;
    }
    errors.at(input.span(), "expected `,` before this");
    skip(input);
    comma(input);
}

/// Skips to the next `,`.
pub(crate) fn skip_element(input: ParseStream) {
    while !input.is_empty() && !input.peek(Token![,]) {
        drop(input.parse::<TokenTree>());
    }
}

/// Skips to the `,` before the next key. A `,` inside `Map<A, B>` does not count.
fn skip(input: ParseStream) {
    while !input.is_empty() && !at_next_key(input) {
        drop(input.parse::<TokenTree>());
    }
}

fn at_next_key(input: ParseStream) -> bool {
    let ahead = input.fork();
    if !matches!(ahead.parse::<Option<Token![,]>>(), Ok(Some(_))) {
        return false;
    }
    if ahead.is_empty() || ahead.peek(Lit) {
        return true;
    }
    ahead.call(Ident::parse_any).is_ok()
        && (ahead.is_empty()
            || ahead.peek(Token![,])
            || ahead.peek(Token![=])
            || ahead.peek(syn::token::Paren))
}

impl Key {
    pub(crate) fn error(self, sentence: impl std::fmt::Display) -> syn::Error {
        syn::Error::new(self.span, sentence)
    }

    /// Reads a key without a value.
    pub(crate) fn flag(self, input: ParseStream) -> syn::Result<()> {
        if input.is_empty() || input.peek(Token![,]) {
            return Ok(());
        }
        Err(syn::Error::new(
            input.span(),
            format!("`{0}` takes no value: write `{0}` alone", self.word),
        ))
    }

    /// Reads the `=` between a key and its value.
    fn equals(self, input: ParseStream, example: &str) -> syn::Result<()> {
        let found: Option<Token![=]> = input.parse()?;
        if found.is_some() && !input.is_empty() && !input.peek(Token![,]) {
            return Ok(());
        }
        Err(self.error(format!(
            "`{0}` takes a value: write `{0} = {example}`",
            self.word
        )))
    }

    /// Reads `key = <any value of type T>`.
    pub(crate) fn value<T: syn::parse::Parse>(
        self,
        input: ParseStream,
        kind: &str,
        example: &str,
    ) -> syn::Result<T> {
        self.equals(input, example)?;
        let span = input.span();
        let word = self.word;
        input.parse().map_err(|_| {
            syn::Error::new(
                span,
                format!("`{word}` takes {kind}: write `{word} = {example}`"),
            )
        })
    }

    /// Reads `key = "…"`.
    pub(crate) fn string(self, input: ParseStream, example: &str) -> syn::Result<LitStr> {
        self.value(input, "a string literal", &format!("{example:?}"))
    }

    /// Reads `crate = ::path`.
    pub(crate) fn runtime(self, input: ParseStream) -> syn::Result<Path> {
        self.path(input, RUNTIME)
    }

    /// Reads `key = path`.
    pub(crate) fn path(self, input: ParseStream, example: &str) -> syn::Result<Path> {
        self.equals(input, example)?;
        let word = self.word;
        let span = input.span();
        Path::parse_mod_style(input).map_err(|_| {
            syn::Error::new(
                span,
                format!("`{word}` takes a path: write `{word} = {example}`"),
            )
        })
    }

    /// Reads `key = "…"` or `key = ["…", "…"]`.
    pub(crate) fn strings(self, input: ParseStream, example: &str) -> syn::Result<Vec<LitStr>> {
        self.refuse_parentheses(input)?;
        let expr: Expr = self.value(input, "a string literal", &format!("{example:?}"))?;
        let elements = match ungroup(&expr) {
            Expr::Array(array) => array.elems.iter().collect(),
            Expr::Lit(_) => vec![&expr],
            other => return Err(self.not_strings(other, example)),
        };
        elements
            .into_iter()
            .map(|element| string_of(element).ok_or_else(|| self.not_strings(element, example)))
            .collect()
    }

    /// Rejects `key(…)`, because all keys have the same notation for lists.
    pub(crate) fn refuse_parentheses(self, input: ParseStream) -> syn::Result<()> {
        if !input.peek(syn::token::Paren) {
            return Ok(());
        }
        let list: TokenTree = input.parse()?;
        let word = self.word;
        let inside = match &list {
            TokenTree::Group(group) if !group.stream().is_empty() => group.stream().to_string(),
            _ => "\"…\"".to_owned(),
        };
        Err(syn::Error::new(
            list.span(),
            format!("a list is written in brackets: write `{word} = [{inside}]`"),
        ))
    }

    fn not_strings(self, found: &Expr, example: &str) -> syn::Error {
        let word = self.word;
        syn::Error::new_spanned(
            found,
            format!(
                "`{word}` takes string literals: write `{word} = {example:?}`, or several in `[…]`"
            ),
        )
    }

    /// Reads `key = [element, …]`, element by element, so that one invalid element does not hide mistakes in others.
    pub(crate) fn list(
        self,
        input: ParseStream,
        errors: &mut Errors,
        example: &str,
        mut element: impl FnMut(ParseStream, &mut Errors) -> syn::Result<()>,
    ) -> syn::Result<()> {
        self.refuse_parentheses(input)?;
        self.equals(input, example)?;
        if !input.peek(syn::token::Bracket) {
            let word = self.word;
            return Err(syn::Error::new(
                input.span(),
                format!("`{word}` takes a list in brackets: write `{word} = {example}`"),
            ));
        }
        let list;
        syn::bracketed!(list in input);
        while !list.is_empty() {
            if let Err(error) = element(&list, errors) {
                errors.push(error);
                skip_element(&list);
            }
            separator(&list, errors, skip_element);
        }
        Ok(())
    }
}

/// The expression inside the invisible groups that `macro_rules!` adds around a fragment.
pub(crate) fn ungroup(expr: &Expr) -> &Expr {
    let mut expr = expr;
    while let Expr::Group(group) = expr {
        expr = &group.expr;
    }
    expr
}

pub(crate) fn string_of(expr: &Expr) -> Option<LitStr> {
    match ungroup(expr) {
        Expr::Lit(ExprLit {
            lit: Lit::Str(literal),
            attrs,
        }) if attrs.is_empty() => Some(literal.clone()),
        _ => None,
    }
}
