//! Visitors' own files: runs, judgements and whole benchmarks. They never leave the machine.
//!
//! A run becomes a system of the open benchmark, vectors and captions become one that the worker
//! searches ([`vectors`]), and judgements become a definition of relevance. All join the lists of
//! the open benchmark ([`rankscope_core::analysis::Imported`]), so that every page shows them like
//! the others. Requests to a run, imported or stored in the benchmark ([`RunSource`]), are
//! answered here ([`Answers`]), not by the worker. A folder becomes a benchmark at an address that
//! exists only on this machine. The files are stored in the browser and read again on the next
//! visit.
//!
//! A picture becomes a query and is not stored ([`picture_from_blob`]).
//!
//! Used through [`super::state::imports`] and [`super::state::own_pictures`].

mod answers;
mod archive;
mod dropped;
mod folder;
mod picture_file;
mod restored;
mod round_files;
mod run_source;
mod tables;
mod vectors;

pub use answers::Answers;
pub use archive::unpacked;
pub use dropped::{Dropped, dropped_from_input, dropped_from_transfer};
pub use folder::{is_benchmark, keep_folder};
pub use picture_file::{is_picture, picture_from_blob, preview_of};
pub use restored::{has_kept, restored};
pub use round_files::has_round_files;
pub use run_source::RunSource;
pub use tables::{NamedText, tables_among, text_of};
pub use vectors::{
    Found, ScoreLists, captions_of, found_in, keep_system, not_imported, of_captions, run_of_lists,
    run_of_matrix,
};
