//! The table of all differences between protocol revisions. Other files call [`Revision::has`] and never compare revisions.

use super::Revision;

/// An addition of a revision, as far as it concerns prompts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
// The table is complete, but only the feature `elicitation` reads the rows about questions.
#[cfg_attr(not(feature = "elicitation"), allow(dead_code))]
pub(crate) enum Addition {
    /// Audio as content.
    Audio,
    /// `title` and `_meta` of prompts, and `title` of arguments.
    Titles,
    /// Links to resources as content.
    ResourceLinks,
    /// `_meta` of content, and `lastModified` in annotations.
    ContentMeta,
    /// Questions to the user.
    Elicitation,
    /// Icons of prompts and of links.
    Icons,
    /// The member `mode` of a question.
    ElicitationMode,
    /// Each request names the revision, the client and its capabilities in `_meta`; there is no handshake.
    RequestMeta,
    /// Each result names its type, and may name the server.
    ResultType,
    /// `ttlMs` and `cacheScope` in a listing.
    CacheHints,
    /// Questions as a result, which the client answers by repeating the request, in place of a request to the client.
    InputRequired,
    /// A specific error code for a capability that the client lacks.
    MissingCapability,
}

impl Addition {
    const fn since(self) -> Revision {
        match self {
            Self::Audio => Revision::V2025_03_26,
            Self::Titles | Self::ResourceLinks | Self::ContentMeta | Self::Elicitation => {
                Revision::V2025_06_18
            }
            Self::Icons | Self::ElicitationMode => Revision::V2025_11_25,
            Self::RequestMeta
            | Self::ResultType
            | Self::CacheHints
            | Self::InputRequired
            | Self::MissingCapability => Revision::V2026_07_28,
        }
    }
}

/// The additions that change the entry of a prompt in the listing.
const LISTING: &[Addition] = &[Addition::Titles, Addition::Icons];
/// The additions that change content.
const CONTENT: &[Addition] = &[
    Addition::Audio,
    Addition::ResourceLinks,
    Addition::ContentMeta,
    Addition::Icons,
];

impl Revision {
    /// The newest revision with a handshake. A server offers it to a client that asks for an unknown revision.
    pub(crate) const NEWEST_WITH_HANDSHAKE: Self = Self::V2025_11_25;

    /// Returns `true` if this revision, or an earlier one, made the addition.
    #[inline]
    pub(crate) fn has(self, addition: Addition) -> bool {
        self >= addition.since()
    }

    /// Returns `true` for a revision that supports every content type of this crate.
    #[inline]
    pub(crate) fn shows_all_content(self) -> bool {
        CONTENT.iter().all(|addition| self.has(*addition))
    }

    /// The number of the form in which this revision lists a prompt, below [`LISTING_SHAPES`](Self::LISTING_SHAPES).
    pub(crate) fn listing_shape(self) -> usize {
        let additions = LISTING.iter();
        additions.filter(|addition| self.has(**addition)).count()
    }

    pub(crate) const LISTING_SHAPES: usize = LISTING.len() + 1;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prompt::Prompt;
    use crate::protocol::shape;
    use serde_json::json;

    #[test]
    fn revisions_of_one_listing_shape_show_the_same() -> Result<(), serde_json::Error> {
        let prompt: Prompt = serde_json::from_value(json!({
            "name": "a", "title": "A", "_meta": {"a.example/b": 1},
            "arguments": [{"name": "b", "title": "B"}],
            "icons": [{"src": "https://example.com/a.png"}],
        }))?;
        let mut shown = [const { None }; Revision::LISTING_SHAPES];
        for revision in Revision::ALL {
            let mut prompt = prompt.clone();
            shape::prompt(&mut prompt, *revision);
            let known = shown
                .get_mut(revision.listing_shape())
                .map(|shown| shown.get_or_insert_with(|| prompt.clone()));
            assert_eq!(known, Some(&mut prompt), "{revision}");
        }
        assert!(shown.iter().all(Option::is_some), "{shown:?}");
        Ok(())
    }
}
