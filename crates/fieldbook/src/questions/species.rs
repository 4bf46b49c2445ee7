//! Questions that name a species or group. Grade 2 if it is the subject, grade 1 if it is the
//! companion of another; a name alone does not include eggs, larvae and seedlings.

use super::question::{Question, questions};
use crate::predicate::terms::*;

/// Rows of `iconic group, text, predicate`; as the companion it is grade 1.
macro_rules! names {
    ($($iconic:ident, $text:literal, $is:expr $(, $scientific:ident)?;)+) => {
        questions! {
            $(SpeciesNamed, $iconic, $text, [$is, FORMED] partly [Companion(&$is)] $(, $scientific)?;)+
        }
    };
}

pub(super) const SPECIES: &[Question] = names! {
    Birds, "barn owl", Species(S::BarnOwl);
    Birds, "common kingfisher", Species(S::Kingfisher);
    Birds, "Pandion haliaetus", Species(S::Osprey), scientific;
    Birds, "moonveil owl", Species(S::MoonveilOwl);
    Birds, "saffron stilt", Species(S::SaffronStilt);
    Birds, "Passeriformes", Group(G::PerchingBird), scientific;
    Birds, "Strigiformes", Group(G::Owl), scientific;
    Birds, "any bird", BIRD;
    Insects, "seven-spot ladybird", Species(S::Ladybird);
    Insects, "green moth with long tails on its wings", Species(S::LunaMoth);
    Insects, "any moth", MOTH;
    Insects, "Rosalia alpina", Species(S::Rosalia), scientific;
    Insects, "Odonata", Group(G::Dragonfly), scientific;
    Insects, "harlequin chafer", Species(S::HarlequinChafer);
    Mammals, "European badger", Species(S::Badger);
    Mammals, "spiny little mammal", Species(S::Hedgehog);
    Mammals, "Vulpes vulpes", Species(S::RedFox), scientific;
    Mammals, "dapple marten", Species(S::DappleMarten);
    Fishes, "brown trout", Species(S::BrownTrout);
    Fishes, "Thunnus thynnus", Species(S::BluefinTuna), scientific;
    Fishes, "fish with a glowing lure", Species(S::Anglerfish);
    Amphibians, "fire salamander", Species(S::FireSalamander);
    Amphibians, "Hyla arborea", Species(S::TreeFrog), scientific;
    Reptiles, "snake with a zigzag along its back", Species(S::Adder);
    Reptiles, "green sea turtle", Species(S::SeaTurtle);
    Arachnids, "wasp spider", Species(S::WaspSpider);
    Arachnids, "Araneus diadematus", Species(S::GardenSpider), scientific;
    Molluscs, "chambered nautilus", Species(S::Nautilus);
    Molluscs, "eight-armed mollusc", Species(S::Octopus);
    OtherAnimals, "jellyfish", JELLYFISH;
    OtherAnimals, "Homarus gammarus", Species(S::Lobster), scientific;
    OtherAnimals, "crab of any kind", CRAB;
    Fungi, "fly agaric", Species(S::FlyAgaric);
    Fungi, "bellglow", Species(S::BellglowCap);
    Fungi, "mushroom with a honeycombed cap", Species(S::Morel);
    Plants, "foxglove", Species(S::Foxglove);
    Plants, "Quercus robur", Species(S::Oak), scientific;
    Plants, "saguaro", Species(S::Saguaro);
    Plants, "desert plant", All(&[Any(&[Group(G::Flower), Group(G::Tree)]), Habitat(H::Desert)]);
    Several, "species found in no other book", Invented;
};
