//! Facts about the organism of a scene.

use super::vocabulary::vocabulary;
use crate::{Group, Species};

vocabulary! {
    /// How far the organism has grown. Flowers and trees have stages of their own.
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
    /// What the stage is called in a group: "caterpillar", "tadpole", "sapling".
    #[must_use]
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
    /// Stated only where it can be seen.
    Sex { Female = "female", Male = "male" }
}

vocabulary! {
    /// A colour form.
    Morph {
        Typical = "typical",
        Leucistic = "leucistic",
        Melanistic = "melanistic",
        Xanthic = "xanthic",
    }
}

impl Morph {
    /// In everyday words.
    #[must_use]
    pub fn plain(self) -> &'static str {
        match self {
            Self::Typical => "usual",
            Self::Leucistic => "white",
            Self::Melanistic => "black",
            Self::Xanthic => "yellow",
        }
    }
}

vocabulary! {
    /// The state that the organism is in.
    Health {
        Healthy = "healthy",
        Injured = "injured",
        MissingLimb = "missing a limb",
        Parasites = "infested with parasites",
        Diseased = "diseased",
        Dead = "dead",
    }
}

impl Health {
    /// What the state looks like in a group.
    #[must_use]
    pub fn words_in(self, group: Group) -> &'static str {
        match (self, group) {
            (Self::MissingLimb, Group::Butterfly | Group::Dragonfly) => "with a torn wing",
            (Self::MissingLimb, Group::Fish) => "with a bitten tail fin",
            (Self::MissingLimb, Group::Crustacean) => "missing a claw",
            (Self::MissingLimb, Group::Reptile) => "with a lost tail tip",
            (Self::MissingLimb, Group::Cnidarian) => "missing tentacles",
            (Self::MissingLimb, Group::Mollusc) => "missing a tentacle",
            (Self::MissingLimb, Group::Flower) => "missing petals",
            (Self::MissingLimb, Group::Tree) => "with a broken-off limb",
            (Self::MissingLimb, Group::Fungus) => "with a bite out of the cap",
            (Self::MissingLimb, _) => "missing a leg",
            (Self::Parasites, Group::Tree | Group::Flower) => "with galls",
            (Self::Parasites, Group::Fungus) => "covered in fungus gnats",
            (Self::Parasites, Group::Fish) => "with sea lice",
            (Self::Parasites, Group::Mammal) => "with ticks",
            (Self::Parasites, _) => "with mites",
            (Self::Diseased, Group::Tree | Group::Flower) => "with leaf blight",
            (Self::Diseased, Group::Fungus) => "with white mould",
            (Self::Diseased, Group::Mammal) => "with mange",
            (Self::Diseased, Group::Amphibian) => "with skin fungus",
            (Self::Diseased, _) => "with pale lesions",
            (Self::Injured, Group::Tree | Group::Flower | Group::Fungus) => "scarred",
            (Self::Injured, _) => "with an open wound",
            _ => self.words(),
        }
    }
}

vocabulary! {
    /// What the organism does.
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
    /// The behaviour as it is called in a group: "singing", "spinning a web", "shedding spores".
    #[must_use]
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

    /// Whether it takes two of the kind.
    #[must_use]
    pub fn takes_two(self) -> bool {
        matches!(self, Self::Fighting | Self::Mating)
    }
}

vocabulary! {
    /// What the organism has to do with a companion of another species; the words go from the
    /// scene's organism to the companion.
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

/// A second organism, adult, of the usual colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Companion {
    /// Its species, other than the scene's.
    pub species: Species,
    /// How the two belong together.
    pub relation: Relation,
}

vocabulary! {
    /// How many individuals of the scene's species there are.
    Count { One = "one", Two = "two", Few = "a few", Flock = "many" }
}

impl Count {
    /// How many are drawn, the first included.
    #[must_use]
    pub fn n_drawn(self) -> usize {
        match self {
            Self::One => 1,
            Self::Two => 2,
            Self::Few => 4,
            Self::Flock => 11,
        }
    }

    /// The word for a group of so many: "flock", "shoal", "swarm".
    #[must_use]
    pub fn collective(group: Group) -> &'static str {
        match group {
            group if group.is_bird() => "flock",
            Group::Fish => "shoal",
            Group::Bee | Group::Butterfly | Group::Dragonfly | Group::Cnidarian => "swarm",
            Group::Mammal => "herd",
            Group::Tree => "stand",
            Group::Flower | Group::Fungus => "patch",
            _ => "cluster",
        }
    }
}

vocabulary! {
    /// How near the organism is.
    Framing { CloseUp = "close-up", Whole = "whole", Distant = "distant" }
}

vocabulary! {
    /// Which way the organism looks, as the viewer sees it.
    Facing { Left = "left", Right = "right" }
}
