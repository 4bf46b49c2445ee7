//! Reads what a build recipe points to, and checks the parts against each other: a file for each
//! section of the recipe, and one for each layout that several sections read.

mod candidates;
mod captions;
mod classes;
mod fields;
mod folder;
mod folds;
mod images;
mod metadata;
mod mirflickr;
mod numbered;
mod parquet;
mod placed_qrels;
mod queries;
mod relevance;
mod runs;
mod seeds;
mod vectors;

pub(super) use captions::captions_of;
pub(super) use folder::SourceFolder;
pub(super) use images::Corpus;
pub(super) use runs::ReadRun;
pub(crate) use seeds::SeedVector;
