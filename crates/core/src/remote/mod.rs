//! Remote search engines that hold a system's image vectors: requests to Qdrant and Chroma, and how their answers
//! are read.
//!
//! Everything here is pure: a [`Transport`] sends the [`Call`]s, by `fetch` in the page's worker and by an HTTP
//! client natively. Answers are checked before they are used (`answer`): rows of the corpus, without
//! duplicates, finite scores, no more than requested; the dim, the metric and the number of points when a
//! [`Collection`] is opened, which is the way to begin.
//!
//! Such engines answer by an approximate index. [`Recall`] says how far it is from an exact search.

mod answer;
mod call;
mod chroma;
mod collection;
mod dialect;
mod dialects;
mod error;
mod exact;
mod filling;
mod named;
mod qdrant;
mod recall;

pub use answer::is_invisible_command;
pub use call::{Answer, Call, Method, Transport, key_header, kind_at};
pub use collection::{Collection, MAX_DEPTH};
pub use error::RemoteError;
pub use exact::{MAX_READ_BACK_VALUES, can_rank_exactly};
pub use filling::{Filling, Payload};
pub use recall::{RECALL_DEPTH, RECALL_QUERIES, Recall, Reference, recall_of};
