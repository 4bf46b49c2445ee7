//! Reads what a build recipe points to, and checks the parts against each other.

mod captioned;
mod captions;
mod detection;
mod explanations;
mod fields;
mod folder;
mod ids;
mod images;
mod metadata;
mod mirflickr;
mod picture_files;
mod queries;
mod relevance;
mod runs;
mod table;
mod vectors;
mod visual_genome;

pub(crate) use captioned::dataset_in;
pub(super) use captions::captions_of;
pub(crate) use detection::{is_annotation, n_shown_classes};
pub(super) use folder::SourceFolder;
pub(crate) use ids::ids_in_file;
pub(super) use images::Corpus;
pub(crate) use mirflickr::{mirflickr_tags, mirflickr_topics};
pub(super) use picture_files::PictureFile;
pub(crate) use picture_files::has_picture_ending;
pub(super) use relevance::VotesSource;
pub(super) use runs::ReadRun;
