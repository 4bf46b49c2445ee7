//! How a view is cited: in words ([`CitedView::text`]), and as BibTeX with the publications behind benchmark,
//! protocols and measures ([`CitedView::bibliography`]). A benchmark may have its own entries, which
//! [`read_entries`] checks.

mod cited_view;
mod entry;
mod read;

pub use cited_view::{Bibliography, CitedRelevance, CitedView};
pub use entry::{Entry, entry_of};
pub use read::{BibtexError, MAX_CITATION_BYTES, ReadEntry, is_bibtex, read_entries};
