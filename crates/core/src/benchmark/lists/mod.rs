//! The lists of a benchmark: queries, images and judgements, read and checked.
//!
//! The page and the commands share this loader, so both refuse the same benchmarks. A [`ListSource`] supplies the
//! bytes of files; this module checks counts, rows, duplicate ids, and judgements of unknown images. A page
//! stays responsive through [`ListSource::pause`]. Start with [`load_lists`] (all definitions), or with
//! [`load_queries_and_images`] and [`load_relevance`].

mod captions;
mod error;
mod guides;
mod load;
mod relevance;
mod reversed;
mod source;

pub use captions::check_captions;
pub use error::{IdKind, ListError};
pub use guides::{QueryGuides, load_guides};
pub use load::{
    Lists, QueriesAndImages, load_image_list, load_judgements, load_lists, load_queries,
    load_queries_and_images, load_relevance,
};
pub use reversed::{Reversed, load_reversed};
pub use source::{ListProgress, ListSource, LoadError};
