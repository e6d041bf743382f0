//! Reads the grammar of `messages!`. Expressions stay as tokens and are parsed only to find their end, so that rustc reports a half-typed
//! expression.

use super::ahead::{
    ends_expression, is_key, is_quoted_key, no_item, role_follows, starts_item, starts_turn,
};
use super::model::{
    Arm, Content, Conversation, Else, For, If, Item, Jump, Let, Match, Role, Turn, text_literal,
};
use super::role;
use crate::diagnostics::{Errors, instead};
use crate::keys::{DESCRIPTION, RUNTIME};
use crate::tokens::{attributes, drain, is_punct, whole};
use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::discouraged::Speculative as _;
use syn::parse::{Parse as _, ParseStream, Parser};
use syn::{Attribute, Error, Expr, Lifetime, LitStr, Pat, Path, Result, Token, token};

pub(super) fn conversation(input: TokenStream, errors: &mut Errors) -> Conversation {
    let mut conversation = Conversation {
        runtime: None,
        description: None,
        items: Vec::new(),
    };
    let parser = |input: ParseStream<'_>| {
        Reader {
            errors,
            has_commas: false,
            has_object_keys: false,
        }
        .conversation(input, &mut conversation);
        Ok(())
    };
    let result = parser.parse2(input);
    errors.keep(result);
    conversation
}

struct Reader<'e> {
    errors: &'e mut Errors,
    /// `true` after a `,` between turns or after the key of an object, which is reported.
    has_commas: bool,
    /// `true` after `role:` or `content:`, which is reported.
    has_object_keys: bool,
}

impl Reader<'_> {
    fn conversation(&mut self, input: ParseStream<'_>, out: &mut Conversation) {
        while more(input) {
            let first = out.items.is_empty();
            if input.peek(Token![crate]) && input.peek2(Token![=]) {
                let keyword = input.span();
                let runtime = self.runtime(input);
                if !first || out.description.is_some() || out.runtime.is_some() {
                    self.errors.at(
                        keyword,
                        "`crate = …;` is written once, before everything else: move it there, or remove it",
                    );
                } else {
                    out.runtime = runtime;
                }
            } else if is_key(input, DESCRIPTION) {
                let (word, content) = self.description(input);
                if out.description.is_some() {
                    self.errors
                        .at(word, "`description` is written once: keep one");
                    out.items.extend(content.map(Item::Stray));
                } else {
                    if !first {
                        self.errors.at(
                            word,
                            "`description` comes first, before the turns: move it there",
                        );
                    }
                    out.description = content.map(|content| (word, content));
                }
            } else {
                let item = self.item(input);
                out.items.push(item);
            }
        }
    }

    fn runtime(&mut self, input: ParseStream<'_>) -> Option<Path> {
        let keyword: Token![crate] = input.parse().ok()?;
        let _: Option<Token![=]> = input.parse().ok()?;
        let tokens = self.statement(input, "`crate = …`");
        if let Ok(path) = Path::parse_mod_style.parse2(tokens) {
            return Some(path);
        }
        let sentence = format!("`crate` takes a path: write `crate = {RUNTIME};`");
        self.errors.at(keyword.span, sentence);
        None
    }

    fn description(&mut self, input: ParseStream<'_>) -> (Span, Option<Content>) {
        let span = input.span();
        let _ = input.call(Ident::parse_any);
        let _ = input.parse::<Option<Token![:]>>();
        let tokens = self.statement(input, "`description:`");
        let content = Content::of(self.one_literal(tokens));
        if content.is_none() {
            let sentence =
                "`description:` has no text: write `description: \"…\";`, or leave it out";
            self.errors.at(span, sentence);
        }
        (span, content)
    }

    fn items(&mut self, input: ParseStream<'_>) -> Vec<Item> {
        let mut items = Vec::new();
        while more(input) {
            if is_key(input, DESCRIPTION) {
                let (word, content) = self.description(input);
                self.errors.at(
                    word,
                    "`description` comes first, before the turns: move it there",
                );
                items.extend(content.map(Item::Stray));
            } else {
                items.push(self.item(input));
            }
        }
        items
    }

    fn item(&mut self, input: ParseStream<'_>) -> Item {
        self.try_item(input).unwrap_or_else(|error| {
            self.errors.push(error);
            skip(input);
            Item::Broken(Vec::new())
        })
    }

    fn try_item(&mut self, input: ParseStream<'_>) -> Result<Item> {
        if input.peek(Token![#]) && input.peek2(Token![!]) {
            return Err(no_item(input));
        }
        let attrs = attributes(input)?;
        if input.is_empty()
            && let Some(attr) = attrs.last()
        {
            let sentence = "an attribute stands before a turn: write the turn after it";
            return Err(Error::new_spanned(attr, sentence));
        }
        if input.peek(Token![if]) {
            let branch = self.branch(input, attrs)?;
            return Ok(branch.map_or_else(Item::Broken, Item::If));
        }
        if input.peek(Token![for])
            || (input.peek(Lifetime) && (input.peek2(Token![for]) || input.peek3(Token![for])))
        {
            return self.round(input, attrs);
        }
        if input.peek(Token![match]) {
            return self.arms(input, attrs);
        }
        if input.peek(Token![let]) {
            return Ok(Item::Let(self.binding(input, attrs)));
        }
        if input.peek(Token![continue]) || input.peek(Token![break]) || input.peek(Token![return]) {
            return Ok(Item::Jump(self.jump(input, attrs)));
        }
        let quoted = || {
            Role::WORDS
                .into_iter()
                .any(|word| is_quoted_key(input, word))
        };
        if starts_turn(input) || quoted() {
            return self.turn(input, attrs);
        }
        Err(no_item(input))
    }

    fn turn(&mut self, input: ParseStream<'_>, attrs: Vec<Attribute>) -> Result<Item> {
        let word = if input.peek(LitStr) {
            let quoted: LitStr = input.parse()?;
            let word = Ident::new(&quoted.value(), quoted.span());
            let sentence = format!("a role is a word without quotes: write `{word}: \"…\";`");
            self.errors.at(quoted.span(), sentence);
            word
        } else {
            input.call(Ident::parse_any)?
        };
        let role = self.role(&word);
        let question: Option<Token![?]> = input.parse()?;
        if input.parse::<Option<Token![:]>>()?.is_none() {
            let sentence = format!("a `:` is missing after `{word}`: write `{word}: \"…\";`");
            self.errors.at(word.span(), sentence);
            if input.parse::<Option<Token![=>]>>()?.is_none() {
                let _: Option<Token![=]> = input.parse()?;
            }
        }
        let tokens = self.statement(input, &format!("`{word}:`"));
        let content = Content::of(self.one_literal(tokens));
        if content.is_none() {
            let sentence = format!("`{word}:` has no text: write `{word}: \"…\";`");
            self.errors.at(word.span(), sentence);
        }
        Ok(Item::Turn(Turn {
            attrs,
            role,
            word,
            optional: question.is_some(),
            content,
        }))
    }

    fn role(&mut self, word: &Ident) -> Role {
        let typed = word.to_string();
        if typed == "content" && self.has_object_keys {
            return Role::Unknown;
        }
        let (role, sentence) = match role::read(&typed) {
            Ok(role) => return role,
            Err(mistake) => mistake,
        };
        if role::is_object_key(&typed) {
            self.has_object_keys = true;
            self.has_commas = true;
        }
        self.errors.at(word.span(), sentence);
        role
    }

    fn binding(&mut self, input: ParseStream<'_>, attrs: Vec<Attribute>) -> Let {
        let first = input.parse().ok();
        let tokens = self.statement_after(first, input, "a `let` statement");
        Let {
            attrs,
            leaves_round: else_leaves_round(&tokens),
            tokens,
        }
    }

    fn jump(&mut self, input: ParseStream<'_>, attrs: Vec<Attribute>) -> Jump {
        let first = input.parse().ok();
        let tokens = self.statement_after(first, input, "this statement");
        Jump {
            attrs,
            leaves_round: leaves_round(tokens.clone()),
            tokens,
        }
    }

    /// Returns only the turns of an `if` whose condition could not be read, which is reported.
    fn branch(
        &mut self,
        input: ParseStream<'_>,
        attrs: Vec<Attribute>,
    ) -> Result<std::result::Result<If, Vec<Item>>> {
        let keyword = input.call(Ident::parse_any)?;
        let example = "write `if condition { … }`";
        let condition = self.header(input, example, |input| expression(input, example));
        if condition.is_none() && !input.peek(token::Brace) {
            return Ok(Err(Vec::new()));
        }
        let block = input.span();
        let then = self.block(input, "if")?;
        let otherwise = if input.parse::<Option<Token![else]>>()?.is_none() {
            None
        } else if input.peek(Token![if]) {
            match self.branch(input, Vec::new())? {
                Ok(branch) => Some(Else::If(Box::new(branch))),
                Err(inside) => return Ok(Err(then.into_iter().chain(inside).collect())),
            }
        } else {
            Some(Else::Block(self.block(input, "else")?))
        };
        let Some(condition) = condition else {
            let inside = match otherwise {
                Some(Else::Block(items)) => items,
                Some(Else::If(branch)) => vec![Item::If(*branch)],
                None => Vec::new(),
            };
            return Ok(Err(then.into_iter().chain(inside).collect()));
        };
        Ok(Ok(If {
            attrs,
            keyword,
            condition,
            block,
            then,
            otherwise,
        }))
    }

    fn round(&mut self, input: ParseStream<'_>, attrs: Vec<Attribute>) -> Result<Item> {
        let label: Option<Lifetime> = input.parse()?;
        if let Some(label) = &label
            && input.parse::<Option<Token![:]>>()?.is_none()
        {
            let sentence = format!("a `:` is missing after `{label}`: write `{label}: for …`");
            self.errors.at(label.span(), sentence);
            if !input.peek(Token![for]) {
                drop(input.parse::<TokenTree>());
            }
        }
        let keyword = input.call(Ident::parse_any)?;
        let example = "write `for item in items { … }`";
        let header = self.header(input, example, |input| {
            let pattern = raw(input, Pat::parse_multi_with_leading_vert);
            let pattern = instead(pattern, format!("this is no pattern: {example}"))?;
            let word = input.parse::<Token![in]>();
            instead(word, format!("`in` is missing before this: {example}"))?;
            Ok((pattern, expression(input, example)?))
        });
        if header.is_none() && !input.peek(token::Brace) {
            return Ok(Item::Broken(Vec::new()));
        }
        let block = input.span();
        let body = self.block(input, "for")?;
        Ok(match header {
            None => Item::Broken(body),
            Some((pattern, items)) => Item::For(For {
                attrs,
                label,
                keyword,
                pattern,
                items,
                block,
                body,
            }),
        })
    }

    fn arms(&mut self, input: ParseStream<'_>, attrs: Vec<Attribute>) -> Result<Item> {
        let keyword = input.call(Ident::parse_any)?;
        let example = "write `match value { … }`";
        let on = self.header(input, example, |input| expression(input, example));
        if on.is_none() && !input.peek(token::Brace) {
            return Ok(Item::Broken(Vec::new()));
        }
        if !input.peek(token::Brace) {
            let sentence = format!("the arms of `match` stand in braces: {example}");
            return Err(Error::new(input.span(), sentence));
        }
        let block = input.span();
        let inside;
        syn::braced!(inside in input);
        let mut arms = Vec::new();
        let mut complete = true;
        while !inside.is_empty() {
            match self.arm(&inside) {
                Ok(arm) => arms.push(arm),
                Err(error) => {
                    self.errors.push(error);
                    skip_arm(&inside);
                    complete = false;
                }
            }
        }
        Ok(match on {
            Some(on) if complete => Item::Match(Match {
                attrs,
                keyword,
                on,
                block,
                arms,
            }),
            _ => Item::Broken(arms.into_iter().flat_map(|arm| arm.body).collect()),
        })
    }

    fn arm(&mut self, input: ParseStream<'_>) -> Result<Arm> {
        const EXAMPLE: &str = "write `pattern => { user: \"…\"; }`";
        let attrs = attributes(input)?;
        let span = input.span();
        let pattern = raw(input, Pat::parse_multi_with_leading_vert);
        let sentence = format!("this is no pattern of a `match` arm: {EXAMPLE}");
        let pattern = instead(pattern, sentence)?;
        let guard = if input.peek(Token![if]) {
            let guard = raw(input, |input| {
                input.parse::<Token![if]>()?;
                input.parse::<Expr>()
            });
            instead(guard, "this is no expression: write `if` and a condition")?
        } else {
            TokenStream::new()
        };
        let arrow = input.parse::<Token![=>]>();
        instead(arrow, format!("a `=>` is missing before this: {EXAMPLE}"))?;
        let block = match input.fork().parse() {
            Ok(TokenTree::Group(block)) => block.span(),
            _ => input.span(),
        };
        let body = if input.peek(syn::Ident) && input.peek2(Token![!]) {
            vec![diverging(input)]
        } else {
            self.block(input, "match")?
        };
        let _: Option<Token![,]> = input.parse()?;
        Ok(Arm {
            attrs,
            span,
            pattern,
            guard,
            block,
            body,
        })
    }

    /// Reads the tokens between a keyword and its block. After an error, which is reported, it continues at the block.
    fn header<T>(
        &mut self,
        input: ParseStream<'_>,
        example: &str,
        parse: impl FnOnce(ParseStream<'_>) -> Result<T>,
    ) -> Option<T> {
        if input.peek(token::Brace) {
            let sentence = format!("something is missing before this block: {example}");
            self.errors.at(input.span(), sentence);
            return None;
        }
        let header = self.errors.keep(parse(input));
        if header.is_none() {
            while !input.is_empty() && !input.peek(token::Brace) && !input.peek(Token![;]) {
                let _ = input.parse::<TokenTree>();
            }
        }
        header
    }

    fn block(&mut self, input: ParseStream<'_>, keyword: &str) -> Result<Vec<Item>> {
        if !input.peek(token::Brace) {
            return Err(Error::new(input.span(), no_block(keyword)));
        }
        let inside;
        syn::braced!(inside in input);
        Ok(self.items(&inside))
    }

    /// Reads the tokens up to a `;`, and the `;`. If it is missing between two items, this is reported at the end of the first item. At the
    /// end of a block it is optional.
    fn statement(&mut self, input: ParseStream<'_>, what: &str) -> TokenStream {
        self.statement_after(None, input, what)
    }

    fn statement_after(
        &mut self,
        first: Option<TokenTree>,
        input: ParseStream<'_>,
        what: &str,
    ) -> TokenStream {
        let mut tokens: TokenStream = first.clone().into_iter().collect();
        let mut before = first;
        // The parameters of a closure look like roles.
        let mut in_text = before.is_none();
        while !input.is_empty() {
            if matches!(input.parse::<Option<Token![;]>>(), Ok(Some(_))) {
                return tokens;
            }
            if in_text && input.peek(Token![,]) && role_follows(input) {
                let sentence = "turns are separated by `;`: write it in place of this `,`";
                // Only the first is reported: the same mistake usually follows every turn.
                if !std::mem::replace(&mut self.has_commas, true) {
                    self.errors.at(input.span(), sentence);
                }
                let _ = input.parse::<Token![,]>();
                return tokens;
            }
            if before.as_ref().is_none_or(ends_expression) && starts_item(input, before.is_none()) {
                if let Some(tree) = before {
                    let sentence = format!("{what} ends with `;`: write one after this");
                    self.errors.at(tree.span(), sentence);
                }
                return tokens;
            }
            let Ok(tree) = input.parse::<TokenTree>() else {
                break;
            };
            in_text &= !is_punct(&tree, '|');
            tokens.extend([tree.clone()]);
            before = Some(tree);
        }
        tokens
    }

    /// The tokens of a value without format arguments behind it, which are reported.
    fn one_value(&mut self, tokens: TokenStream) -> TokenStream {
        let value = |input: ParseStream<'_>| {
            let value = raw(input, Expr::parse)?;
            let comma = input.peek(Token![,]).then(|| input.span());
            drain(input);
            Ok((value, comma))
        };
        match value.parse2(tokens.clone()) {
            Ok((value, Some(comma))) => {
                let sentence = "only a string literal takes format arguments: write `\"{}\"` before this, or end the turn with `;`";
                self.errors.at(comma, sentence);
                value
            }
            _ => tokens,
        }
    }

    /// The tokens of a text, without syntax that other languages write around or after a literal, which is reported here. rustc has already
    /// reported a prefix such as `f"…"` before the macro runs.
    fn one_literal(&mut self, tokens: TokenStream) -> TokenStream {
        let mut trees: Vec<TokenTree> = tokens.into_iter().collect();
        let is_prefixed = matches!(trees.as_slice(), [TokenTree::Ident(prefix), literal, ..]
            if text_literal(literal).is_some() && prefix.span().end() == literal.span().start());
        if is_prefixed {
            trees.remove(0);
        }
        if let [TokenTree::Ident(word), bang, TokenTree::Group(_)] = trees.as_slice()
            && word == "include"
            && is_punct(bang, '!')
        {
            let sentence = "`include` is not a macro here: write `include(\"…\")`, without `!`";
            self.errors.at(word.span(), sentence);
            trees.remove(1);
        }
        let Some(mut literal) = trees.first().and_then(text_literal) else {
            return self.one_value(trees.into_iter().collect());
        };
        let text = |at: usize| trees.get(at).and_then(text_literal);
        let (span, sentence) = match (trees.get(1), text(1), text(2)) {
            (Some(second), Some(inner), Some(end))
                if literal.value().is_empty()
                    && end.value().is_empty()
                    && !inner.value().is_empty() =>
            {
                literal = inner;
                (
                    second.span(),
                    "Rust has no `\"\"\"`: write this text with one `\"` on each side, or as `r#\"…\"#`",
                )
            }
            _ if !literal.suffix().is_empty() => (
                literal.span(),
                "the text ends at its second `\"`: write a `\"` in a text as `\\\"`, or the text as `r#\"…\"#`",
            ),
            (Some(second), Some(_), _) => (
                second.span(),
                "a turn has one text: join the two literals into one, or write `concat!(…)` around them",
            ),
            (Some(after), ..) if is_word_or_block(after) => (
                after.span(),
                "the text ends before this: write a `\"` in a text as `\\\"`, or the text as `r#\"…\"#`",
            ),
            _ => return trees.into_iter().collect(),
        };
        self.errors.at(span, sentence);
        LitStr::new(&literal.value(), literal.span()).into_token_stream()
    }
}

/// Returns `true` for what follows a text with an unescaped `"` in it.
fn is_word_or_block(token: &TokenTree) -> bool {
    match token {
        TokenTree::Ident(word) => word != "as",
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        _ => false,
    }
}

/// `todo!()` or another macro in place of the turns of an arm, as the compiler suggests for a missing pattern.
fn diverging(input: ParseStream<'_>) -> Item {
    let mut tokens = TokenStream::new();
    while !input.is_empty() && !input.peek(Token![,]) {
        tokens.extend(input.parse::<TokenTree>());
    }
    Item::Jump(Jump {
        attrs: Vec::new(),
        leaves_round: false,
        tokens,
    })
}

/// Skips an item that could not be read.
fn skip(input: ParseStream<'_>) {
    let mut before: Option<TokenTree> = None;
    while !input.is_empty() {
        if before.as_ref().is_some_and(ends_expression) && starts_item(input, false) {
            return;
        }
        let Ok(tree) = input.parse::<TokenTree>() else {
            return;
        };
        let block =
            matches!(&tree, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
        if is_punct(&tree, ';') || (block && !input.peek(Token![else])) {
            return;
        }
        before = Some(tree);
    }
}

/// Returns `true` if an item follows. As in Rust, an extra `;` is legal.
fn more(input: ParseStream<'_>) -> bool {
    while matches!(input.parse::<Option<Token![;]>>(), Ok(Some(_))) {}
    !input.is_empty()
}

/// Skips a `match` arm that could not be read, up to the next one.
fn skip_arm(input: ParseStream<'_>) {
    while let Ok(tree) = input.parse::<TokenTree>() {
        let next_is_arm = || {
            let ahead = input.fork();
            Attribute::parse_outer(&ahead).is_ok()
                && Pat::parse_multi_with_leading_vert(&ahead).is_ok()
                && (ahead.peek(Token![=>]) || ahead.peek(Token![if]))
        };
        let boundary =
            is_punct(&tree, ',') || is_punct(&tree, ';') || matches!(tree, TokenTree::Group(_));
        if boundary && !input.peek(Token![,]) && next_is_arm() {
            return;
        }
    }
}

/// Returns the tokens that `parse` consumes, unchanged.
fn raw<T>(
    input: ParseStream<'_>,
    parse: impl FnOnce(ParseStream<'_>) -> Result<T>,
) -> Result<TokenStream> {
    let mut cursor = input.cursor();
    whole(input, parse)?;
    let end = input.cursor();
    let mut tokens = TokenStream::new();
    while cursor < end {
        let Some((tree, after)) = cursor.token_tree() else {
            break;
        };
        match cursor.group(Delimiter::None) {
            // The parser may end inside an invisible group, which then has no meaning.
            Some((inside, ..)) if after > end => cursor = inside,
            _ => {
                tokens.extend([tree]);
                cursor = after;
            }
        }
    }
    Ok(tokens)
}

/// The tokens before a block that end in a `.`. rustc reports them as it does elsewhere, and an editor completes what belongs there.
fn half_typed_member(input: ParseStream<'_>) -> Option<TokenStream> {
    let ahead = input.fork();
    let mut tokens = Vec::new();
    while !ahead.is_empty() && !ahead.peek(token::Brace) {
        tokens.push(ahead.parse::<TokenTree>().ok()?);
    }
    let is_member = tokens.len() > 1 && tokens.last().is_some_and(|last| is_punct(last, '.'));
    is_member.then(|| {
        input.advance_to(&ahead);
        tokens.into_iter().collect()
    })
}

/// Reads the expression before a block.
fn expression(input: ParseStream<'_>, example: &str) -> Result<TokenStream> {
    let expression = raw(input, Expr::parse_without_eager_brace);
    if expression.is_err()
        && let Some(member) = half_typed_member(input)
    {
        return Ok(member);
    }
    let sentence = format!("the expression cannot be read on from here: {example}");
    instead(expression, sentence)
}

fn no_block(keyword: &str) -> String {
    if keyword == "match" {
        return "the turns of a `match` arm stand in braces: write `… => { user: \"…\"; }`".into();
    }
    format!("the turns of `{keyword}` stand in braces: write `{{ user: \"…\"; }}`")
}

fn else_leaves_round(statement: &TokenStream) -> bool {
    let trees: Vec<TokenTree> = statement.clone().into_iter().collect();
    match trees.as_slice() {
        [.., TokenTree::Ident(word), TokenTree::Group(block)] if word == "else" => {
            leaves_round(block.stream())
        }
        _ => false,
    }
}

fn leaves_round(tokens: TokenStream) -> bool {
    let is_jump =
        |tree| matches!(tree, TokenTree::Ident(word) if word == "continue" || word == "break");
    tokens.into_iter().any(is_jump)
}
