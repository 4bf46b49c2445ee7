//! Training of the built-in encoders, natively and on the CPU.
//!
//! A [`TrainRecipe`] lists systems over a [`World`] of images with captions, and
//! [`train_system`] makes one of them into a folder: a pack with a text and a vision tower in
//! CLIP's layout, or a bag of tokens over fixed features. Below that, a [`Plan`] over
//! [`Pairs`] makes a [`Training`]; [`gallery_vectors`] encodes images by a folder. This room uses `encode` for the towers and Burn
//! for their gradients; the losses, the optimiser and the loop are its own.

mod adamw;
mod augment;
mod baseline;
mod checkpoint;
mod drawn_scenes;
mod equations;
mod error;
mod features;
mod finish;
mod gallery;
mod loss;
mod network;
mod pairs;
mod parallel;
mod parameters;
mod plan;
mod random;
mod recipe;
mod systems;
mod training;
mod vocabulary;
mod world;

pub use augment::Augment;
pub use baseline::{Baseline, CentredFeatures, FittedBaseline, IMAGES_FILE, ImageSide};
pub use drawn_scenes::DrawnScenes;
pub use error::TrainError;
pub use features::Features;
pub use gallery::gallery_vectors;
pub use loss::{Loss, Negatives};
pub use pairs::Pairs;
pub use parallel::n_cores;
pub use parameters::Towers;
pub use plan::Plan;
pub use recipe::{SystemRecipe, TowersRecipe, TrainRecipe};
pub use systems::{
    FACTS_FILE, Outcome, mean_tokens, plan_from_recipe, train_system, vocabulary_of,
};
pub use training::{Progress, Training};
pub use vocabulary::{n_tokens, vocabulary};
pub use world::{CaptionKind, FirstPairs, World};
