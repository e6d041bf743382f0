//! Enums whose variants each have an id and a page, taken from a section of a Markdown file.

/// Declares such an enum from its variants and ids, in the order of the sections.
macro_rules! with_pages {
    ($(#[$doc:meta])* $name:ident, $pages:literal: $($variant:ident $id:literal),* $(,)?) => {
        $(#[$doc])*
        #[doc = include_str!($pages)]
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum $name {
            $(#[doc = concat!("See the section `", $id, "`.")] $variant,)*
        }

        impl $name {
            /// All variants, in the order of the page.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The id, which never changes.
            #[must_use]
            pub const fn id(self) -> &'static str {
                match self { $(Self::$variant => $id),* }
            }

            /// The variant with this id.
            #[must_use]
            pub fn from_id(id: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|it| it.id() == id)
            }

            /// The variant's section of the page above, in Markdown.
            #[must_use]
            pub fn page(self) -> &'static str {
                crate::pages::section(include_str!($pages), self.id())
            }
        }

        impl std::fmt::Display for $name {
            /// Prints the id.
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.id())
            }
        }
    };
}
pub(crate) use with_pages;

/// The section whose heading is this id, or empty text if there is none.
pub(crate) fn section(pages: &'static str, id: &str) -> &'static str {
    let is_of = |section: &&str| {
        section
            .strip_prefix('`')
            .and_then(|rest| rest.strip_prefix(id))
            .is_some_and(|rest| rest.starts_with('`'))
    };
    pages
        .split("\n## ")
        .find(is_of)
        .and_then(|section| section.split("\n# ").next())
        .unwrap_or_default()
        .trim_end()
}

/// The rest of the first line that begins with this label.
pub(crate) fn labelled(section: &'static str, label: &str) -> Option<&'static str> {
    section.lines().find_map(|line| line.strip_prefix(label))
}
