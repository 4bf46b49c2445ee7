//! Files of users and other programs: lists in any format, runs and judgements, vectors, pictures.
//!
//! Enter by `list_files` for lists, `run_files` for runs with their judgements, `score_files` for
//! matrices of scores, `vectors_file` for vectors, `voted` for judgements by votes and `picture` for pictures.

pub(crate) mod list_files;
pub(crate) mod named_part;
pub(crate) mod no_picture;
pub(crate) mod picture;
pub(crate) mod picture_paths;
pub(crate) mod run_files;
pub(crate) mod score_files;
pub(crate) mod vectors_file;
pub(crate) mod voted;
