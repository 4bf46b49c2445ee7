//! The app's state: everything that outlives a view, as signals.
//!
//! [`Session`] holds all of it, and pages derive what they show from it ([`compare`],
//! [`agreement`]). Inputs are signals, derived values are memos, work is a [`super::task::Task`],
//! and choices worth sharing are in the address ([`view`], of `rankscope_address`).

mod added_file;
pub mod address;
pub mod agreement;
pub mod annotator_lab;
pub mod board;
mod by_engine;
pub mod carried_files;
pub(in crate::ui) mod challenges;
pub mod chosen_queries;
pub mod compare;
pub mod compared_systems;
pub mod depth_curve;
pub mod encoder_checks;
pub(in crate::ui) mod explanations;
pub mod filtered;
mod first_files;
mod first_load;
pub(in crate::ui) mod guides;
pub mod hand_judged;
pub mod helpers;
pub mod image_votes;
mod imported_vectors;
pub mod imports;
mod joined_definitions;
pub(in crate::ui) mod judging;
pub mod kept_files;
pub mod lessons;
pub mod list_parts;
mod lists;
pub(in crate::ui) mod making_round;
pub mod offline;
mod opened_visit;
mod opening;
pub(in crate::ui) mod own_answers;
mod own_numbers;
pub mod own_pictures;
pub mod own_table;
pub mod pairs;
pub mod parts;
pub mod pooled_scores;
pub mod query_hardness;
mod ranked_system;
pub mod remote_recalls;
pub mod reverse;
pub mod search;
pub mod second_stage;
pub mod session;
pub mod shown;
pub mod shown_apart;
pub mod storage;
pub(in crate::ui) mod stored_desk;
pub mod stored_values;
pub mod sweeping;
pub(in crate::ui) mod topic_lists;
pub(in crate::ui) mod vote_orders;
pub mod votes;
pub mod what_if;

pub use rankscope_address::{choice, own_judged, view};
pub use session::Session;
