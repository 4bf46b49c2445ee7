//! The annotator lab: how much does a benchmark's outcome depend on who looked for its answers?
//!
//! After ECCV Caption (Chun et al., ECCV 2022), whose relevant pictures were first proposed by
//! five systems and then verified by people. Here some systems propose: anyone sees of a query the
//! union of their first N hits, and what is kept of earlier judgements. Relevance becomes truth ∩ seen, and
//! all systems are measured again.
//!
//! ```text
//! first N hits of each proposer + truth ─AnnotatorLab→ what each group saw
//! a system's rankings ─AnnotatorLab::means→ its mean under the truth, and under each group
//! all systems' means ─Outcome→ τ-b, places gained ─Pool→ groups of one size together
//! ```
//!
//! Each ranking is searched once, and judged again for every [`Group`]. Start with
//! [`AnnotatorLab::new`], or, in steps, with [`AnnotatorLab::begun`] and [`SeenMeans`]. What a page's
//! address says of it is a [`LabChoice`].

mod choice;
mod effect;
mod group;
mod human_error;
mod lab;
mod outcome;
mod pool;
mod sweep;

pub use choice::{LabChoice, MAX_LAB_DEPTH, truths};
pub use effect::Effect;
pub use group::{Group, GroupsOfSize, groups_of_size};
pub use human_error::HumanError;
pub use lab::{AnnotatorLab, LabSetting, SeenMeans, SystemMeans, first_hits};
pub use outcome::Outcome;
pub use pool::{Pool, WHOLE};
pub use sweep::{SweepPoint, TauRange, sweep_point};
