//! Reads the grammar of `messages!`. What stands between the words of the grammar is never parsed further than needed to
//! find its end: a half-typed expression is rustc's business.

use super::model::{
    Arm, Content, Conversation, Else, For, If, Item, Jump, Let, Match, Role, Target, Turn,
};
use crate::diagnostics::{Errors, instead};
use crate::keys::DESCRIPTION;
use crate::tokens::{attributes, is_punct, whole};
use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use prompt_syntax::nearest::nearest;
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, Error, Expr, Lifetime, Pat, Path, Result, Token, token};

/// What MCP says of roles.
const SPECIFICATION: &str =
    "https://modelcontextprotocol.io/specification/2026-07-28/server/prompts#promptmessage";

pub(super) fn conversation(input: TokenStream, errors: &mut Errors) -> Conversation {
    let mut conversation = Conversation {
        runtime: None,
        description: None,
        items: Vec::new(),
    };
    let parser = |input: ParseStream<'_>| {
        Reader { errors }.conversation(input, &mut conversation);
        Ok(())
    };
    let result = parser.parse2(input);
    errors.keep(result);
    conversation
}

struct Reader<'e> {
    errors: &'e mut Errors,
}

/// The tokens of an expression or statement, and the `;` that ended it.
struct Raw {
    tokens: TokenStream,
    semi: Option<Span>,
}

impl Raw {
    /// Where it ends.
    fn end(&self) -> Span {
        self.semi
            .or_else(|| last(&self.tokens).map(|tree| tree.span()))
            .unwrap_or_else(Span::call_site)
    }
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
        let raw = self.statement(input, "`crate = …`");
        if let Ok(path) = Path::parse_mod_style.parse2(raw.tokens) {
            return Some(path);
        }
        let sentence = "`crate` takes a path: write `crate = ::my_prompt_runtime;`";
        self.errors.at(keyword.span, sentence);
        None
    }

    fn description(&mut self, input: ParseStream<'_>) -> (Span, Option<Content>) {
        let span = input.span();
        let _ = input.call(Ident::parse_any);
        let _ = input.parse::<Option<Token![:]>>();
        let raw = self.statement(input, "`description:`");
        let end = raw.end();
        let content = Content::of(raw.tokens, end);
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
        if starts_turn(input) {
            return self.turn(input, attrs);
        }
        Err(no_item(input))
    }

    fn turn(&mut self, input: ParseStream<'_>, attrs: Vec<Attribute>) -> Result<Item> {
        let word = input.call(Ident::parse_any)?;
        let role = self.role(&word);
        let question: Option<Token![?]> = input.parse()?;
        if input.parse::<Option<Token![:]>>()?.is_none() {
            let sentence = format!("a `:` is missing after `{word}`: write `{word}: \"…\";`");
            self.errors.at(word.span(), sentence);
            let _: Option<Token![=]> = input.parse()?;
        }
        let raw = self.statement(input, &format!("`{word}:`"));
        let end = raw.end();
        let content = Content::of(raw.tokens, end);
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
        if let Some(role) = Role::of(&typed) {
            return role;
        }
        let (role, sentence) = match typed.as_str() {
            "system" | "developer" => (
                Role::User,
                format!(
                    "MCP prompts have no `{typed}` role: put this text at the start of the first `user` turn ({SPECIFICATION})"
                ),
            ),
            DESCRIPTION => (
                Role::Unknown,
                "`description` comes first, before the turns, and has no attributes: move it there, and remove them".to_owned(),
            ),
            "human" | "person" => (
                Role::User,
                format!("`{typed}` is not a role: write `user:`"),
            ),
            "ai" | "model" | "bot" | "agent" => (
                Role::Assistant,
                format!("`{typed}` is not a role: write `assistant:`"),
            ),
            _ => match nearest(&typed, Role::WORDS.into_iter().chain(["system"])) {
                Some("system") => (
                    Role::User,
                    format!(
                        "`{typed}` is not a role, and MCP prompts have no `system` role: put this text at the start of the first `user` turn ({SPECIFICATION})"
                    ),
                ),
                Some(near) => (
                    Role::of(near).unwrap_or(Role::Unknown),
                    format!("`{typed}` is not a role: did you mean `{near}`?"),
                ),
                None => (
                    Role::Unknown,
                    format!(
                        "`{typed}` is not a role: a turn is `user`, `assistant` or, as the last one, `prefill` ({SPECIFICATION})"
                    ),
                ),
            },
        };
        self.errors.at(word.span(), sentence);
        role
    }

    fn binding(&mut self, input: ParseStream<'_>, attrs: Vec<Attribute>) -> Let {
        let keyword = input.span();
        let first = input.parse().ok();
        let raw = self.statement_after(first, input, "a `let` statement");
        Let {
            attrs,
            keyword,
            otherwise: jump_of_else(&raw.tokens),
            tokens: raw.tokens,
        }
    }

    fn jump(&mut self, input: ParseStream<'_>, attrs: Vec<Attribute>) -> Jump {
        let first = input.parse().ok();
        let raw = self.statement_after(first, input, "this statement");
        Jump {
            attrs,
            to: target(raw.tokens.clone()),
            tokens: raw.tokens,
        }
    }

    /// Only its turns when its condition could not be read, which is reported.
    fn branch(
        &mut self,
        input: ParseStream<'_>,
        attrs: Vec<Attribute>,
    ) -> Result<std::result::Result<If, Vec<Item>>> {
        let keyword = input.call(Ident::parse_any)?;
        let example = "write `if condition { … }`";
        let condition = self.header(input, example, |input| expression(input, example));
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
        let body = self.block(input, "for")?;
        Ok(match header {
            None => Item::Broken(body),
            Some((pattern, items)) => Item::For(For {
                attrs,
                label,
                keyword,
                pattern,
                items,
                body,
            }),
        })
    }

    fn arms(&mut self, input: ParseStream<'_>, attrs: Vec<Attribute>) -> Result<Item> {
        let keyword = input.call(Ident::parse_any)?;
        let example = "write `match value { … }`";
        let on = self.header(input, example, |input| expression(input, example));
        if !input.peek(token::Brace) {
            let sentence = format!("the arms of `match` stand in braces: {example}");
            return Err(Error::new(input.span(), sentence));
        }
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
        let body = self.block(input, "match")?;
        let _: Option<Token![,]> = input.parse()?;
        Ok(Arm {
            attrs,
            span,
            pattern,
            guard,
            body,
        })
    }

    /// What stands between a keyword and its block. When it cannot be read, that is reported and the block found.
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

    /// Tokens up to a `;`, which is taken too. One that is missing is reported where it should stand.
    fn statement(&mut self, input: ParseStream<'_>, what: &str) -> Raw {
        self.statement_after(None, input, what)
    }

    fn statement_after(
        &mut self,
        first: Option<TokenTree>,
        input: ParseStream<'_>,
        what: &str,
    ) -> Raw {
        let mut tokens: TokenStream = first.clone().into_iter().collect();
        let mut before = first;
        while !input.is_empty() {
            if let Ok(Some(semi)) = input.parse::<Option<Token![;]>>() {
                let semi = Some(semi.span);
                return Raw { tokens, semi };
            }
            if before.as_ref().is_none_or(ends_expression) && starts_item(input, before.is_none()) {
                break;
            }
            let Ok(tree) = input.parse::<TokenTree>() else {
                break;
            };
            tokens.extend([tree.clone()]);
            before = Some(tree);
        }
        if let Some(tree) = before {
            let sentence = format!("{what} ends with `;`: write one after this");
            self.errors.at(tree.span(), sentence);
        }
        Raw { tokens, semi: None }
    }
}

/// Past an item that could not be read.
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

/// Whether an item follows. As in Rust, a `;` too many does no harm.
fn more(input: ParseStream<'_>) -> bool {
    while matches!(input.parse::<Option<Token![;]>>(), Ok(Some(_))) {}
    !input.is_empty()
}

/// Past a `match` arm that could not be read: to where the next one can be.
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

/// The tokens that `parse` takes, as they were written.
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
            // The parser may end inside such a group, which then means nothing.
            Some((inside, ..)) if after > end => cursor = inside,
            _ => {
                tokens.extend([tree]);
                cursor = after;
            }
        }
    }
    Ok(tokens)
}

/// What stands before a block.
fn expression(input: ParseStream<'_>, example: &str) -> Result<TokenStream> {
    let expression = raw(input, Expr::parse_without_eager_brace);
    let sentence = format!("the expression cannot be read on from here: {example}");
    instead(expression, sentence)
}

/// `word:`, and not `word::`.
fn is_key(input: ParseStream<'_>, word: &str) -> bool {
    input.peek2(Token![:])
        && !input.peek2(Token![::])
        && matches!(input.fork().parse::<Ident>(), Ok(ident) if ident == word)
}

fn starts_turn(input: ParseStream<'_>) -> bool {
    let Ok(word) = input.fork().call(Ident::parse_any) else {
        return false;
    };
    let role = || {
        let word = word.to_string();
        Role::WORDS.contains(&word.as_str()) || word == "system"
    };
    (input.peek2(Token![:]) && !input.peek2(Token![::]))
        || (input.peek2(Token![?]) && input.peek3(Token![:]) && !input.peek3(Token![::]))
        || (role()
            && (input.peek2(syn::Lit) || input.peek2(token::Paren) || input.peek2(Token![=])))
}

/// Whether an item of `messages!` starts here, seen from inside an expression that could end here. No expression goes on
/// like this. At the start of an expression only a turn is one.
fn starts_item(input: ParseStream<'_>, at_start: bool) -> bool {
    let word_and_colon = input.peek(Ident::peek_any)
        && ((input.peek2(Token![:]) && !input.peek2(Token![::]))
            || (input.peek2(Token![?]) && input.peek3(Token![:]) && !input.peek3(Token![::])));
    word_and_colon
        || (!at_start
            && (input.peek(Token![if])
                || input.peek(Token![for])
                || input.peek(Token![match])
                || input.peek(Token![let])
                || input.peek(Token![while])
                || input.peek(Token![loop])
                || (input.peek(Token![#]) && input.peek2(token::Bracket))))
}

/// Whether an expression can end with this token.
fn ends_expression(tree: &TokenTree) -> bool {
    const GOES_ON: [&str; 17] = [
        "as", "async", "break", "const", "dyn", "else", "for", "if", "in", "let", "loop", "match",
        "move", "mut", "ref", "return", "unsafe",
    ];
    match tree {
        TokenTree::Literal(_) | TokenTree::Group(_) => true,
        TokenTree::Ident(ident) => !GOES_ON.contains(&ident.to_string().as_str()),
        TokenTree::Punct(punct) => punct.as_char() == '?',
    }
}

fn no_block(keyword: &str) -> String {
    if keyword == "match" {
        return "the turns of a `match` arm stand in braces: write `… => { user: \"…\"; }`".into();
    }
    format!("the turns of `{keyword}` stand in braces: write `{{ user: \"…\"; }}`")
}

fn no_item(input: ParseStream<'_>) -> Error {
    let sentence = if input.peek(Token![while]) || input.peek(Token![loop]) {
        "a conversation is finite, so only `for` repeats turns: write `for item in items { … }`"
    } else if input.peek(syn::Lit) {
        "a turn begins with its role: write `user: \"…\";`"
    } else if matches!(input.fork().call(Ident::parse_any), Ok(word) if word == "include") {
        "`include(…)` is the text of a turn: write `user: include(\"…\");`"
    } else if input.peek(token::Brace) {
        "a block of turns follows `if`, `else`, `for` or a `match` arm: write these turns without braces"
    } else if input.peek(Token![#]) {
        "an inner attribute has no place here: write `#[…]` before a turn"
    } else {
        "expected a turn: write `user: \"…\";`, or `let`, `if`, `match` or `for`"
    };
    Error::new(input.span(), sentence)
}

/// Where the `else` of a `let` jumps to.
fn jump_of_else(statement: &TokenStream) -> Option<Target> {
    let trees: Vec<TokenTree> = statement.clone().into_iter().collect();
    match trees.as_slice() {
        [.., TokenTree::Ident(word), TokenTree::Group(block)] if word == "else" => {
            target(block.stream())
        }
        _ => None,
    }
}

/// Where the first `continue` or `break` among these tokens leads.
fn target(tokens: TokenStream) -> Option<Target> {
    let mut trees = tokens.into_iter();
    trees.find(
        |tree| matches!(tree, TokenTree::Ident(word) if word == "continue" || word == "break"),
    )?;
    Some(match (trees.next(), trees.next()) {
        (Some(tick), Some(TokenTree::Ident(label))) if is_punct(&tick, '\'') => {
            Target::Label(label.to_string())
        }
        _ => Target::Innermost,
    })
}

fn last(tokens: &TokenStream) -> Option<TokenTree> {
    tokens.clone().into_iter().last()
}
