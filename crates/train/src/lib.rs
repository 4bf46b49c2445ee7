//! Trains the built-in systems, natively and on the CPU.
//!
//! A [`TrainingRecipe`] lists systems to train on a [`World`] of images with captions.
//! [`train_system`] trains one of them and writes its folder: an encoder pack with a text and a
//! vision tower in CLIP's layout, or a baseline, which is a bag of tokens over fixed features.
//! Below that, a [`Plan`] and [`Pairs`] make a [`Training`]. [`gallery_vectors`] encodes images
//! with a trained system. `encode` has the towers and Burn their gradients; losses, optimiser and
//! loop are here.

mod adamw;
mod augment;
mod baseline;
mod checkpoint;
mod drawn_scenes;
mod equations;
mod error;
mod finish;
mod gallery;
mod loss;
mod network;
mod parallel;
mod parameters;
mod plan;
mod random;
mod recipe_check;
mod systems;
mod training;
mod training_recipe;
mod vocabulary;
mod world;

pub use augment::Augment;
pub use baseline::{Baseline, FittedBaseline};
pub use drawn_scenes::DrawnScenes;
pub use error::TrainError;
pub use gallery::gallery_vectors;
pub use loss::{Loss, Negatives};
pub use parallel::n_cores;
pub use parameters::Towers;
pub use plan::Plan;
pub use systems::{
    FACTS_FILE, Outcome, mean_tokens, plan_from_recipe, train_system, vocabulary_of,
};
pub use training::{Progress, Training};
pub use training_recipe::{SystemRecipe, TowersRecipe, TrainingRecipe};
pub use vocabulary::{n_tokens, vocabulary};
pub use world::{CaptionKind, FirstPairs, Pairs, World};
