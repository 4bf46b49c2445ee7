//! Groups of organisms.

use super::vocabulary::vocabulary;

vocabulary! {
    /// A group of organisms that share a drawing. Words are singular.
    Group {
        PerchingBird = "songbird",
        Raptor = "bird of prey",
        Owl = "owl",
        Waterbird = "water bird",
        Butterfly = "butterfly or moth",
        Beetle = "beetle",
        Bee = "bee",
        Dragonfly = "dragonfly",
        Mammal = "mammal",
        Fish = "fish",
        Amphibian = "amphibian",
        Reptile = "reptile",
        Fungus = "fungus",
        Flower = "wildflower",
        Tree = "tree",
        Cnidarian = "jellyfish or anemone",
        Mollusc = "mollusc",
        Spider = "spider",
        Crustacean = "crustacean",
    }
}

impl Group {
    pub fn plural(self) -> &'static str {
        match self {
            Self::PerchingBird => "songbirds",
            Self::Raptor => "birds of prey",
            Self::Owl => "owls",
            Self::Waterbird => "water birds",
            Self::Butterfly => "butterflies and moths",
            Self::Beetle => "beetles",
            Self::Bee => "bees",
            Self::Dragonfly => "dragonflies",
            Self::Mammal => "mammals",
            Self::Fish => "fishes",
            Self::Amphibian => "amphibians",
            Self::Reptile => "reptiles",
            Self::Fungus => "fungi",
            Self::Flower => "wildflowers",
            Self::Tree => "trees",
            Self::Cnidarian => "jellyfish and anemones",
            Self::Mollusc => "molluscs",
            Self::Spider => "spiders",
            Self::Crustacean => "crustaceans",
        }
    }

    pub fn is_bird(self) -> bool {
        matches!(self, Self::PerchingBird | Self::Raptor | Self::Owl | Self::Waterbird)
    }

    pub fn is_insect(self) -> bool {
        matches!(self, Self::Butterfly | Self::Beetle | Self::Bee | Self::Dragonfly)
    }

    pub fn is_plant(self) -> bool {
        matches!(self, Self::Flower | Self::Tree)
    }

    /// Everything but plants and fungi.
    pub fn is_animal(self) -> bool {
        !self.is_plant() && self != Self::Fungus
    }
}
