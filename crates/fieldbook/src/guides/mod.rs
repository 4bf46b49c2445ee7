//! Guide images: scenes of what a text asks for, to be drawn and compared with the gallery.
//!
//! [`GuideMaker::guides`] gives the scenes of one engine. Engines read the text, phrase by phrase, and
//! nothing that judges: not even the predicates of a question that has the same words. Oracle alone is
//! told what decides the query's relevance, and bounds what guides could reach. Source of the method:
//! Needle (Erfanian, Dehghankar and Asudeh, 2024), §3.1, where text-to-image models make the guides.

mod engine;
mod maker;
mod memory;
mod oracle;
mod pairing;
mod wanted;

pub use engine::Engine;
pub use maker::{GUIDE_SEED, GuideMaker, N_SAMPLED, SceneGuide};
pub use memory::N_REMEMBERED;
pub use pairing::{N_PAIRED, PAIRING_SEED, Pairing, pairings};
pub use wanted::Wanted;
