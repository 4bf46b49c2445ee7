//! `fields/*.jsonl`: creator, title, licence, date, place and EXIF of pictures.
//!
//! The files are separate from the image lists, so that a first visit does not load them. Each covers a range
//! of rows, one column a line ([`FieldsFile`] reads, [`jsonl_from_fields`] writes). Recipes fill
//! [`ImageFields`].

mod column;
mod file;
mod licence;
mod moment;
mod write;

pub use column::FieldColumn;
pub use file::{Carried, EXIF_DATES, FieldsFile, NotUnderstood};
pub use licence::Licence;
pub use moment::{Moment, Second};
pub use write::{ImageFields, jsonl_from_fields};
