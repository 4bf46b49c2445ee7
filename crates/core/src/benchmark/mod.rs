//! A benchmark's files as types.
//!
//! A benchmark is a folder of static files under one [`Manifest`] (`benchmark.json`). This module has the types
//! of these files and parses them from bytes or text. Enter by [`Manifest::from_json`], then [`lists`] for
//! [`Query`], [`Image`] and [`Relevance`].

mod error;
mod fields;
mod guides;
mod image_ids;
pub mod lists;
mod manifest;
mod manifest_json;
mod names;
mod records;
mod relevance;
mod remote;
mod reversed;
mod system;
mod topics;

pub use error::BenchmarkError;
pub use fields::{
    Carried, EXIF_DATES, FieldColumn, FieldsFile, ImageFields, Licence, Moment, NotUnderstood,
    Second, jsonl_from_fields,
};
pub use guides::{GuideImage, StoredGuides, guide_vectors_path, guides_of_jsonl};
pub use image_ids::{ImageIdList, ImageIds};
pub use manifest::{
    Counts, EXPLANATIONS_FILE, EncoderEntry, Facet, FileEntry, Headline, IMAGES_FILE, Manifest,
    RelevanceDefinition, RowRange, SCHEMA_VERSION, VISION_FILE, Welcome, caption_vectors_path,
    reverse_path, seeds_path, signs_path, values_path,
};
pub use manifest_json::guide_weight_faults;
pub use names::{is_inside, is_plain_id};
pub use records::{
    Caption, FOLD_FACET, Image, Query, captions_of_jsonl, images_from_jsonl, images_of_jsonl,
    is_address, queries_from_jsonl, queries_of_jsonl,
};
pub use relevance::{Judgements, Relevance};
pub(crate) use remote::named_for_key;
pub use remote::{Remote, RemoteKind, RemoteMetric, is_this_machine};
pub use reversed::{JudgedTexts, judged_images};
pub use system::{RunKind, Similarity, StoredRun, System, TrainingFacts};
pub use topics::{ContentTag, TOPICS_FILE, Topic, Topics};
