//! A benchmark's files as types.
//!
//! A benchmark is a folder of static files under one [`Manifest`] (`benchmark.json`). This module
//! has the types of these files and parses them from bytes or text, wherever those come from. It
//! may use `formats` only.
//!
//! Enter by [`Manifest::from_json`], then [`lists`] for [`Query`], [`Image`] and [`Relevance`].

mod duplicate;
mod error;
mod fields;
mod file_path;
mod guides;
mod guides_listed;
mod image;
mod image_ids;
pub mod lists;
mod manifest;
mod manifest_json;
mod query;
mod relevance;
mod remote;
mod reversed;
mod stored_run;
mod system;
mod texts;
mod topics;
mod training;

pub use error::BenchmarkError;
pub use fields::{
    Carried, EXIF_DATES, FieldColumn, FieldsFile, ImageFields, Licence, Moment, NotUnderstood,
    Second, jsonl_from_fields,
};
pub use file_path::{is_inside, is_plain_id};
pub use guides::{GuideImage, StoredGuides, guide_vectors_path, guides_of_jsonl};
pub use image::{
    Caption, FOLD_FACET, Image, captions_of_jsonl, images_from_jsonl, images_of_jsonl, is_address,
};
pub use image_ids::{ImageIdList, ImageIds};
pub use manifest::{
    Counts, EncoderEntry, Facet, FileEntry, Headline, IMAGES_FILE, Manifest, RelevanceDefinition,
    RowRange, SCHEMA_VERSION, VISION_FILE, Welcome, seeds_path, signs_path, values_path,
};
pub use query::{Query, queries_from_jsonl, queries_of_jsonl};
pub use relevance::{Judgements, Relevance};
pub(crate) use remote::named_for_key;
pub use remote::{Remote, RemoteKind, RemoteMetric, is_this_machine};
pub use reversed::{JudgedTexts, judged_images};
pub use stored_run::{RunKind, StoredRun};
pub use system::{Similarity, System};
pub use texts::{caption_vectors_path, reverse_path};
pub use topics::{TOPICS_FILE, Topic, Topics};
pub use training::TrainingFacts;
