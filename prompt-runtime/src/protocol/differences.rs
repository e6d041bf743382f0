//! The one table of what differs between the revisions of the protocol. All other files ask [`Revision::has`] and compare no revisions.

use super::Revision;

/// Something that a revision added, as far as prompts show it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
// The table is whole; only the feature `elicitation` asks for the rows on questions.
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
    /// Questions to the person.
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
    /// Questions as a result, answered by repeating the request, in place of a request to the client.
    InputRequired,
    /// An error of its own for a capability that the client lacks.
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

impl Revision {
    /// The newest revision that begins with a handshake, which a server offers to a client that asks for one it does not know.
    pub(crate) const NEWEST_WITH_HANDSHAKE: Self = Self::V2025_11_25;

    /// Returns `true` when this revision, or one before it, made the addition.
    pub(crate) fn has(self, addition: Addition) -> bool {
        self >= addition.since()
    }

    /// Returns `true` for a revision that shows results as this crate's types hold them.
    pub(crate) fn shows_all_content(self) -> bool {
        self.has(Addition::Icons)
    }

    /// The number of the shape in which this revision shows a prompt in the listing, below [`LISTING_SHAPES`](Self::LISTING_SHAPES).
    pub(crate) fn listing_shape(self) -> usize {
        usize::from(self.has(Addition::Titles)) + usize::from(self.has(Addition::Icons))
    }

    pub(crate) const LISTING_SHAPES: usize = 3;
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
