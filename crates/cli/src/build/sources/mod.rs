//! Reads what a build recipe points to, and checks the parts against each other: a file for each
//! section of the recipe, and one for each layout that several sections read.

mod candidates;
mod captioned;
mod captions;
mod classes;
mod fields;
mod folder;
mod folds;
mod ids;
mod image_facets;
mod images;
mod metadata;
mod mirflickr;
mod named_in;
mod numbered;
mod parquet;
mod picture_files;
mod placed_qrels;
mod queries;
mod relevance;
mod runs;
mod seeds;
mod table;
mod vectors;

pub(crate) use captioned::dataset_in;
pub(super) use captions::captions_of;
pub(super) use folder::SourceFolder;
pub(super) use images::Corpus;
pub(super) use picture_files::PictureFile;
pub(crate) use picture_files::has_picture_ending;
pub(super) use runs::ReadRun;
pub(crate) use seeds::SeedVector;
