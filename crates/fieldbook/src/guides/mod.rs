//! Guide images: scenes of what a text asks for, to be drawn and compared with the gallery.
//!
//! [`GuideMaker::guides`] gives the scenes of one engine. Engines read only the text, phrase by phrase,
//! never what judges: not even the predicates of a question with the same words. Oracle alone sees
//! what decides the query's relevance; it bounds what guides could reach. Method: Needle (Erfanian,
//! Dehghankar and Asudeh, 2024), §3.1, where text-to-image models make the guides.

mod engine;
mod maker;
mod memory;
mod pairing;
mod wanted;

pub use engine::Engine;
pub use maker::{GUIDE_SEED, GuideMaker, N_SAMPLED, SceneGuide};
pub use memory::N_REMEMBERED;
pub use pairing::{N_PAIRED, PAIRING_SEED, Pairing, pairings};
pub use wanted::Wanted;
