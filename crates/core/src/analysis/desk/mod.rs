//! The judging desk: a visitor's own judgements of pictures, five at a time, with controls.
//!
//! After ConQA: five pictures a task in random order, three answers, and validation tasks whose
//! answers are known; "workers failing 70% or more of validation queries were excluded" (§3,
//! collection of relevance labels). After INQUIRE: one list is judged in its order "until at least
//! 100 images in a row are negative" (appendix H).

mod answer;
mod controls;
mod definition;
mod joined;
mod kept;
mod task;

pub use answer::{Answer, N_IN_A_TASK};
pub use controls::{Control, ControlScore, control_task};
pub use definition::NotCounted;
pub use joined::DeskJoined;
pub use kept::{Desk, HandJudged, Judgement};
pub use task::{N_IN_A_ROW, Tally as DeskTally, next_task};
