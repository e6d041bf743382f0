//! Writes the block that builds the conversation.

use super::flow::Conditional;
use super::model::{Content, Conversation, Else, For, If, Item, Match, Role, Turn};
use crate::embed::{self, Included};
use crate::paths;
use crate::registered::{imports, option};
use crate::tokens::mixed;
use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

/// Returns the block. After a mistake it contains the parts that could be read, so that an editor can complete code in them.
pub(super) fn block(conversation: &Conversation, conditional: &[Conditional]) -> TokenStream {
    let block = Block {
        messages: Ident::new("__messages", Span::mixed_site()),
    };
    let conditional = conditional.iter().map(|mistake| {
        let Conditional { under, mistake } = mistake;
        let sentence = &mistake.sentence;
        quote_spanned!(mistake.span=> #[cfg(#under)] ::core::compile_error! { #sentence })
    });
    let Block { messages } = &block;
    let imports = imports(&paths::private(conversation.runtime.as_ref()), false);
    if let Some(straight) = straight(conversation) {
        return quote!({
            #(#conditional)*
            #imports
            #straight
        });
    }
    let capacity = most_turns(&conversation.items);
    let description = conversation
        .description
        .as_ref()
        .map(|(_, content)| block.description(content));
    let items = block.items(&conversation.items);
    quote!({
        #(#conditional)*
        #imports
        let mut #messages = __p::Messages::new(#capacity);
        #description
        #items
        #messages.finish()
    })
}

/// A single call for a conversation that consists only of format strings, which costs the compiler less than a call for each turn. Format
/// strings with arguments are excluded, because the expressions of a later turn must not run before an earlier turn is rendered.
fn straight(conversation: &Conversation) -> Option<TokenStream> {
    let literal = |content: &Content| match content {
        Content::Template { tokens, .. } if tokens.clone().into_iter().nth(1).is_none() => {
            Some(quote!(::core::format_args!(#tokens)))
        }
        _ => None,
    };
    let turns = conversation.items.iter().map(|item| {
        let Item::Turn(turn) = item else {
            return None;
        };
        let role = match turn.role {
            Role::User => "User",
            Role::Assistant => "Assistant",
            Role::Prefill => "Prefill",
            Role::Unknown => return None,
        };
        if turn.optional || !turn.attrs.is_empty() {
            return None;
        }
        let text = literal(turn.content.as_ref()?)?;
        let role = Ident::new(role, Span::mixed_site());
        Some(quote!(__p::Turn::#role(#text)))
    });
    let turns: Vec<TokenStream> = turns.collect::<Option<_>>()?;
    let description = match &conversation.description {
        None => None,
        Some((_, content)) => Some(literal(content)?),
    };
    let description = option(description);
    Some(quote!(__p::straight(#description, &[#(#turns),*])))
}

struct Block {
    messages: Ident,
}

impl Block {
    fn description(&self, content: &Content) -> TokenStream {
        let messages = &self.messages;
        match content {
            Content::Template { tokens, .. } => {
                quote!(#messages.description(::core::format_args!(#tokens));)
            }
            Content::Value { tokens } => {
                quote!(#messages.description(::core::format_args!("{}", #tokens));)
            }
            Content::File { included, .. } => {
                let method = Ident::new("description", Span::mixed_site());
                let included = included.as_ref();
                included.map_or_else(TokenStream::new, |it| self.included(&method, it))
            }
        }
    }

    fn items(&self, items: &[Item]) -> TokenStream {
        items.iter().map(|item| self.item(item)).collect()
    }

    fn item(&self, item: &Item) -> TokenStream {
        match item {
            Item::Turn(turn) => self.turn(turn),
            Item::If(it) => {
                let attrs = &it.attrs;
                let branch = self.branch(it);
                quote!(#(#attrs)* #branch)
            }
            Item::For(it) => self.round(it),
            Item::Match(it) => self.arms(it),
            Item::Let(it) => {
                let (attrs, tokens) = (&it.attrs, &it.tokens);
                quote!(#(#attrs)* #tokens;)
            }
            Item::Jump(it) => {
                let (attrs, tokens) = (&it.attrs, &it.tokens);
                quote!(#(#attrs)* #tokens;)
            }
            Item::Stray(content) => unused(content),
            Item::Broken(_) => TokenStream::new(),
        }
    }

    fn turn(&self, turn: &Turn) -> TokenStream {
        let Some(content) = &turn.content else {
            return TokenStream::new();
        };
        let attrs = &turn.attrs;
        let statement = match (turn.role, content) {
            (Role::Unknown, _) => unused(content),
            (_, Content::Template { tokens, .. }) => {
                let messages = &self.messages;
                let method = method(turn, "");
                quote!(#messages.#method(::core::format_args!(#tokens));)
            }
            (_, Content::Value { tokens }) => self.value(turn, tokens),
            (_, Content::File { included, .. }) => match included {
                Some(included) => self.included(&method(turn, ""), included),
                None => return TokenStream::new(),
            },
        };
        quote!(#(#attrs)* #statement)
    }

    fn included(&self, method: &Ident, included: &Included) -> TokenStream {
        let messages = &self.messages;
        let (items, arguments) = embed::included(included);
        quote!({ #items #messages.#method(::core::format_args!(#arguments)); })
    }

    /// A turn whose content is converted. A type error points at the content because the content is the argument of a method. A helper
    /// variable would be one more definition for an editor to show.
    fn value(&self, turn: &Turn, tokens: &TokenStream) -> TokenStream {
        let messages = &self.messages;
        let method = method(turn, "_content");
        // An expression that ends too early is reported at the closing parenthesis.
        let mut content = Group::new(Delimiter::Parenthesis, tokens.clone());
        if let Some(last) = tokens.clone().into_iter().last() {
            content.set_span(mixed(last.span()));
        }
        if !turn.optional {
            return quote!(#messages.#method(__p::IntoContent::into_content #content););
        }
        let value = Ident::new("__value", Span::mixed_site());
        quote! {
            if let ::core::option::Option::Some(#value) = __p::optional #content {
                #messages.#method(#value);
            }
        }
    }

    fn branch(&self, it: &If) -> TokenStream {
        let (keyword, condition) = (&it.keyword, &it.condition);
        let then = braces(it.block, self.items(&it.then));
        let otherwise = it.otherwise.as_ref().map(|otherwise| match otherwise {
            Else::If(branch) => {
                let branch = self.branch(branch);
                quote!(else #branch)
            }
            Else::Block(items) => {
                let items = self.items(items);
                quote!(else { #items })
            }
        });
        quote!(#keyword #condition #then #otherwise)
    }

    fn round(&self, it: &For) -> TokenStream {
        let For {
            attrs,
            keyword,
            pattern,
            items,
            ..
        } = it;
        let label = it.label.as_ref().map(|label| quote!(#label:));
        let body = braces(it.block, self.items(&it.body));
        quote!(#(#attrs)* #label #keyword #pattern in #items #body)
    }

    fn arms(&self, it: &Match) -> TokenStream {
        let Match {
            attrs, keyword, on, ..
        } = it;
        let arms = it.arms.iter().map(|arm| {
            let (attrs, pattern, guard) = (&arm.attrs, &arm.pattern, &arm.guard);
            let mut body = Group::new(Delimiter::Brace, self.items(&arm.body));
            body.set_span(arm.block);
            quote!(#(#attrs)* #pattern #guard => #body)
        });
        let arms = braces(it.block, quote!(#(#arms)*));
        quote!(#(#attrs)* #keyword #on #arms)
    }
}

/// A block in the place of the author's.
fn braces(place: Span, inside: TokenStream) -> Group {
    let mut block = Group::new(Delimiter::Brace, inside);
    block.set_span(mixed(place));
    block
}

/// Returns the name of the method of `Messages` that adds this turn.
fn method(turn: &Turn, suffix: &str) -> Ident {
    let name = turn.role.word();
    Ident::new(&format!("{name}{suffix}"), Span::mixed_site())
}

/// Evaluates a text in an invalid place, so that its names are checked and count as used.
fn unused(content: &Content) -> TokenStream {
    match content {
        Content::Template { tokens, .. } => quote!(let _ = ::core::format_args!(#tokens);),
        Content::Value { tokens } => quote!(let _ = #tokens;),
        Content::File { .. } => TokenStream::new(),
    }
}

/// The maximum number of turns, with each loop counted once.
fn most_turns(items: &[Item]) -> usize {
    items
        .iter()
        .map(|item| match item {
            Item::Turn(_) => 1,
            Item::If(it) => turns_of_branch(it),
            Item::For(it) => most_turns(&it.body),
            Item::Match(it) => {
                let arms = it.arms.iter().map(|arm| most_turns(&arm.body));
                arms.max().unwrap_or(0)
            }
            Item::Let(_) | Item::Jump(_) | Item::Stray(_) | Item::Broken(_) => 0,
        })
        .sum()
}

fn turns_of_branch(it: &If) -> usize {
    let otherwise = match &it.otherwise {
        Some(Else::If(next)) => turns_of_branch(next),
        Some(Else::Block(items)) => most_turns(items),
        None => 0,
    };
    most_turns(&it.then).max(otherwise)
}
