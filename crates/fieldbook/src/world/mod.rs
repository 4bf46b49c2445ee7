//! Scenes: the facts that a picture shows, which facts fit together, and scenes generated from a
//! seed.
//!
//! A [`Scene`](crate::Scene) is one value of each vocabulary (`species`, `group`, `organism`,
//! `setting`). `rules` decides which values fit together: `habits` for the organism,
//! `surroundings` for where and when, `companions` for a second organism. `generate` draws a
//! scene field by field from what the rules allow. Uses nothing else of this crate but the random
//! generator, and draws and words nothing.

pub(crate) mod companions;
pub(crate) mod generate;
pub(crate) mod group;
pub(crate) mod habits;
pub(crate) mod odds;
pub(crate) mod organism;
pub(crate) mod rules;
pub(crate) mod scene;
pub(crate) mod setting;
pub(crate) mod species;
pub(crate) mod surroundings;
pub(crate) mod vocabulary;
