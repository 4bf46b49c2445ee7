//! The lists of a benchmark: queries, images and judgements, read and checked.
//!
//! This is the one loader of commands and page, so that both refuse the same benchmarks. Where a
//! file's bytes come from is a [`ListSource`]; everything after that happens here: counts, rows,
//! ids that occur twice, judgements of images that do not exist. A page that reads long lists
//! stays responsive through [`ListSource::pause`].
//!
//! Enter by [`load_lists`] (all definitions) or [`load_queries_and_images`] and [`load_relevance`].

mod error;
mod id_rows;
mod load;
mod paced;
mod relevance;
mod source;

pub use error::{IdKind, ListError};
pub use load::{Lists, QueriesAndImages, load_lists, load_queries_and_images, load_relevance};
pub use source::{ListProgress, ListSource, LoadError};
