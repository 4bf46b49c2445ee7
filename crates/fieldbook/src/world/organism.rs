//! Facts about the organism: life stage, sex, health, behaviour, companion, count, framing.

use super::vocabulary::vocabulary;
use crate::{Group, Species};

vocabulary! {
    /// The life stage. Some stages exist only for plants.
    LifeStage {
        Egg = "egg",
        Larva = "larva",
        Pupa = "pupa",
        Juvenile = "juvenile",
        Adult = "adult",
        Seedling = "seedling",
        Flowering = "flowering",
        Fruiting = "fruiting",
        Withered = "withered",
    }
}

impl LifeStage {
    /// The usual word for the stage in a group: "caterpillar", "tadpole", "sapling".
    pub fn words_in(self, group: Group) -> &'static str {
        match (self, group) {
            (Self::Egg, Group::Amphibian) => "spawn",
            (Self::Egg, Group::Spider) => "egg sac",
            (Self::Egg, _) => "eggs",
            (Self::Larva, Group::Butterfly) => "caterpillar",
            (Self::Larva, Group::Beetle) => "grub",
            (Self::Larva, Group::Dragonfly) => "nymph",
            (Self::Larva, Group::Amphibian) => "tadpole",
            (Self::Pupa, Group::Butterfly) => "chrysalis",
            (Self::Juvenile, Group::Fish) => "fry",
            (Self::Juvenile, Group::Spider) => "spiderling",
            (Self::Juvenile, Group::Reptile) => "hatchling",
            (Self::Juvenile, Group::Mammal) => "young",
            (Self::Juvenile, Group::Fungus) => "button",
            (Self::Juvenile, group) if group.is_bird() => "chick",
            (Self::Seedling, Group::Tree) => "sapling",
            (Self::Flowering, Group::Tree) => "in blossom",
            (Self::Flowering, _) => "in flower",
            (Self::Fruiting, Group::Tree) => "bearing fruit",
            (Self::Fruiting, _) => "gone to seed",
            (Self::Withered, Group::Fungus) => "decaying",
            (Self::Withered, Group::Tree) => "dead",
            _ => self.words(),
        }
    }
}

vocabulary! {
    /// The sex, stated only where it is visible.
    Sex { Female = "female", Male = "male" }
}

vocabulary! {
    Morph {
        Typical = "typical",
        Leucistic = "leucistic",
        Melanistic = "melanistic",
        Xanthic = "xanthic",
    }
}

vocabulary! {
    Health {
        Healthy = "healthy",
        Injured = "injured",
        MissingLimb = "missing a limb",
        Parasites = "infested with parasites",
        Diseased = "diseased",
        Dead = "dead",
    }
}

vocabulary! {
    Behaviour {
        Resting = "resting",
        Sleeping = "sleeping",
        Basking = "basking",
        Moving = "on the move",
        Leaping = "leaping",
        Flying = "flying",
        Swimming = "swimming",
        Feeding = "feeding",
        CarryingPrey = "carrying prey",
        NestBuilding = "building a nest",
        TendingYoung = "tending young",
        Calling = "calling",
        Displaying = "displaying",
        Fighting = "fighting",
        Mating = "mating",
        Hatching = "hatching",
        Growing = "growing",
        Dispersing = "dispersing",
    }
}

impl Behaviour {
    /// The usual word for the behaviour in a group: "singing", "spinning a web".
    pub fn words_in(self, group: Group) -> &'static str {
        match (self, group) {
            (Self::Calling, Group::PerchingBird) => "singing",
            (Self::Calling, Group::Amphibian) => "croaking",
            (Self::Calling, Group::Owl) => "hooting",
            (Self::NestBuilding, Group::Spider) => "spinning a web",
            (Self::Moving, Group::Mammal | Group::Waterbird) => "walking",
            (Self::Moving, Group::PerchingBird) => "hopping",
            (Self::Moving, _) => "crawling",
            (Self::Dispersing, Group::Fungus) => "shedding spores",
            (Self::Dispersing, Group::Flower) => "shedding seeds",
            (Self::Dispersing, Group::Tree) => "shedding leaves",
            (Self::Hatching, Group::Butterfly) => "emerging from the chrysalis",
            (Self::Displaying, Group::Reptile | Group::Spider) => "in a threat display",
            _ => self.words(),
        }
    }

    pub fn takes_two(self) -> bool {
        matches!(self, Self::Fighting | Self::Mating)
    }
}

vocabulary! {
    /// The relation to a companion of another species, read from the subject to the companion.
    Relation {
        Eats = "eating",
        EatenBy = "caught by",
        PerchedOn = "perched on",
        Bears = "carrying on its back",
        Pollinates = "pollinating",
        PollinatedBy = "visited by",
        EscortedBy = "escorted by",
        GrowsOn = "growing on",
    }
}

/// A second organism: adult, healthy, of the usual colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Companion {
    pub species: Species,
    pub relation: Relation,
}

vocabulary! {
    /// Number of individuals of the subject's species.
    Count { One = "one", Two = "two", Few = "a few", Flock = "many" }
}

vocabulary! {
    Framing { CloseUp = "close-up", Whole = "whole", Distant = "distant" }
}

vocabulary! {
    /// The direction the organism faces, as seen by the viewer.
    Facing { Left = "left", Right = "right" }
}
