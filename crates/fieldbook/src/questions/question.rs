//! A question, and where it belongs.

use crate::world::vocabulary::vocabulary;
use crate::{Predicate, Scene};

vocabulary! {
    /// Kinds of questions.
    Family {
        Inquire = "question",
        Conceptual = "conceptual",
        Descriptive = "descriptive",
        Topic = "topic",
    }
}

vocabulary! {
    /// What a naturalist's question is about.
    Supercategory {
        Appearance = "Appearance",
        Behaviour = "Behaviour",
        Context = "Context",
        Species = "Species",
    }
}

vocabulary! {
    /// The finer division, 5 + 5 + 5 + 1.
    Category {
        Sexes = "Female and male",
        Growth = "Stages of growth",
        ColourForms = "Colour forms",
        Ailments = "Injury and disease",
        TagsAndRings = "Tags and rings",
        Food = "Food and hunting",
        Courtship = "Courtship and offspring",
        Strife = "Strife and threat",
        Company = "Groups and families",
        Movement = "Movement and rest",
        HumanImpact = "Traces of people",
        Handled = "Handled and measured",
        Dwellings = "Nests, webs and perches",
        Partners = "Partners and parasites",
        Circumstances = "Light, weather and season",
        SpeciesNamed = "Species and groups",
    }
}

impl Category {
    /// The division above.
    #[must_use]
    pub fn supercategory(self) -> Supercategory {
        match self {
            Self::Sexes
            | Self::Growth
            | Self::ColourForms
            | Self::Ailments
            | Self::TagsAndRings => Supercategory::Appearance,
            Self::Food | Self::Courtship | Self::Strife | Self::Company | Self::Movement => {
                Supercategory::Behaviour
            }
            Self::HumanImpact
            | Self::Handled
            | Self::Dwellings
            | Self::Partners
            | Self::Circumstances => Supercategory::Context,
            Self::SpeciesNamed => Supercategory::Species,
        }
    }
}

vocabulary! {
    /// The groups that a visitor would look under.
    IconicGroup {
        Birds = "Birds",
        Mammals = "Mammals",
        Insects = "Insects",
        Arachnids = "Arachnids",
        Fishes = "Fishes",
        Amphibians = "Amphibians",
        Reptiles = "Reptiles",
        Molluscs = "Molluscs",
        Plants = "Plants",
        Fungi = "Fungi",
        OtherAnimals = "Other animals",
        Several = "Several",
    }
}

/// A question and its answer: the predicate of what is relevant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Question {
    /// What is asked.
    pub text: &'static str,
    /// Of which kind it is.
    pub family: Family,
    /// Of naturalists' questions the category.
    pub category: Option<Category>,
    /// Of naturalists' questions the group that it asks for.
    pub iconic_group: Option<IconicGroup>,
    /// Whether it uses terms that only naturalists do.
    pub is_scientific: bool,
    /// Whether it asks for a combination that no training scene shows.
    pub is_held_out: bool,
    /// What answers the question: grade 2.
    pub fully: Predicate,
    /// What answers it in part or in a lesser role: grade 1, where the whole answer is not
    /// given.
    pub partly: Option<Predicate>,
}

impl Question {
    /// 2 where the scene answers the question, 1 where it does so in part, 0 else.
    #[must_use]
    pub fn grade(&self, scene: &Scene) -> i32 {
        if self.fully.holds(scene) {
            2
        } else {
            i32::from(self.partly.is_some_and(|partly| partly.holds(scene)))
        }
    }

    pub(super) const fn partly(self, partly: Predicate) -> Self {
        Self { partly: Some(partly), ..self }
    }

    pub(super) const fn scientific(self) -> Self {
        Self { is_scientific: true, ..self }
    }

    pub(super) const fn held_out(self) -> Self {
        Self { is_held_out: true, ..self }
    }
}

/// A naturalist's question.
pub(super) const fn ask(
    category: Category,
    iconic_group: IconicGroup,
    text: &'static str,
    fully: Predicate,
) -> Question {
    Question {
        category: Some(category),
        iconic_group: Some(iconic_group),
        ..of_family(Family::Inquire, text, fully)
    }
}

/// A question of another family.
pub(super) const fn of_family(family: Family, text: &'static str, fully: Predicate) -> Question {
    Question {
        text,
        family,
        category: None,
        iconic_group: None,
        is_scientific: false,
        is_held_out: false,
        fully,
        partly: None,
    }
}
