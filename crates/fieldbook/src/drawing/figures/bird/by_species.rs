//! Colours and proportions by species of bird.

use super::{
    raptors::raptor_traits, songbirds::songbird_traits, traits::BirdTraits,
    waterbirds::waterbird_traits,
};
use crate::{Group, Sex, Species};

/// The traits of a species of bird.
pub(crate) fn bird_traits(species: Species, sex: Option<Sex>) -> BirdTraits {
    let is_female = sex == Some(Sex::Female);
    match species.facts().group {
        Group::Raptor | Group::Owl => raptor_traits(species, is_female),
        Group::Waterbird => waterbird_traits(species, is_female),
        _ => songbird_traits(species, is_female),
    }
}
