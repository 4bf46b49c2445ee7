//! `fields/*.jsonl`: what a picture carries beside its list entry: creator, title, licence, date,
//! place and EXIF.
//!
//! The files are apart from the image lists, so that a first visit does not load them. Each has the
//! pictures of a range of rows, a column a line ([`FieldsFile`] reads, [`jsonl_from_fields`]
//! writes). Recipes fill [`ImageFields`].

mod column;
mod file;
mod image_fields;
mod licence;
mod moment;
mod write;

pub use column::FieldColumn;
pub use file::{Carried, EXIF_DATES, FieldsFile, NotUnderstood};
pub use image_fields::ImageFields;
pub use licence::Licence;
pub use moment::{Moment, Second};
pub use write::jsonl_from_fields;
