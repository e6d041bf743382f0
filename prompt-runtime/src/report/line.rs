//! A report on its way to standard error, or to `tracing` with that feature.

use prompt_syntax::text;

/// The longest line, in characters.
const MAX_CHARS: usize = 16_384;

/// One line. Characters that would end it, or that a terminal would obey or not show, are spelled out: the text of a client or of a file
/// can neither forge another report nor control a terminal.
pub(super) struct Line {
    text: String,
    #[cfg(feature = "tracing")]
    is_warning: bool,
    /// The subscriber and the span of the request, which another thread does not know.
    #[cfg(feature = "tracing")]
    subscriber: tracing::Dispatch,
    #[cfg(feature = "tracing")]
    span: tracing::Span,
}

impl Line {
    #[cfg_attr(not(feature = "tracing"), allow(unused_variables))]
    pub(super) fn new(text: &str, is_warning: bool) -> Self {
        let text = text::cut(text, MAX_CHARS);
        Self {
            text: text::spelled_out_in_line(&text).into_owned(),
            #[cfg(feature = "tracing")]
            is_warning,
            #[cfg(feature = "tracing")]
            subscriber: tracing::dispatcher::get_default(Clone::clone),
            #[cfg(feature = "tracing")]
            span: tracing::Span::current(),
        }
    }

    /// A warning about the queue, for the reader of this line.
    #[cfg_attr(not(feature = "tracing"), allow(clippy::unused_self))]
    pub(super) fn warning(&self, text: String) -> Self {
        Self {
            text,
            #[cfg(feature = "tracing")]
            is_warning: true,
            #[cfg(feature = "tracing")]
            subscriber: self.subscriber.clone(),
            #[cfg(feature = "tracing")]
            span: tracing::Span::none(),
        }
    }

    /// Writes it, and waits for a reader or a subscriber that blocks.
    #[cfg(feature = "tracing")]
    pub(super) fn write(&self) {
        let text = &self.text;
        tracing::dispatcher::with_default(&self.subscriber, || {
            self.span.in_scope(|| {
                if self.is_warning {
                    tracing::warn!(target: "prompt_runtime::report", "{text}");
                } else {
                    tracing::error!(target: "prompt_runtime::report", "{text}");
                }
            });
        });
    }

    /// Writes it, and waits for a reader that does not read. Standard output belongs to the protocol where a server speaks it over stdio.
    #[cfg(not(feature = "tracing"))]
    pub(super) fn write(&self) {
        use std::io::Write as _;
        // `eprintln!` panics where standard error is closed, and with it the request that is being answered.
        let _ = std::io::stderr().write_all(format!("{}\n", self.text).as_bytes());
    }
}
