//! A question and its classification.

use crate::world::vocabulary::vocabulary;
use crate::{Predicate, Scene};

vocabulary! {
    Family {
        Inquire = "question",
        Conceptual = "conceptual",
        Descriptive = "descriptive",
        Topic = "topic",
    }
}

vocabulary! {
    Supercategory {
        Appearance = "Appearance",
        Behaviour = "Behaviour",
        Context = "Context",
        Species = "Species",
    }
}

vocabulary! {
    /// The category of a naturalist's question: 5 + 5 + 5 + 1 in the four supercategories.
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

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Question {
    pub text: &'static str,
    pub family: Family,
    pub category: Option<Category>,
    /// The iconic group; `None` outside the naturalists' questions.
    pub iconic_group: Option<IconicGroup>,
    pub is_scientific: bool,
    /// Whether it is about a combination that no training scene shows.
    pub is_held_out: bool,
    /// Scenes that answer the question: grade 2.
    pub fully: Predicate,
    /// Other scenes that answer part of it or show the subject in a minor role: grade 1.
    pub partly: Option<Predicate>,
}

impl Question {
    /// The grade of a scene: 2 if it answers the question, 1 if it answers part of it, 0 otherwise.
    pub fn grade(&self, scene: &Scene) -> i32 {
        if self.fully.holds(scene) {
            2
        } else {
            i32::from(self.partly.is_some_and(|partly| partly.holds(scene)))
        }
    }

    pub(super) const fn new(family: Family, text: &'static str, fully: Predicate) -> Self {
        Self {
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

    pub(super) const fn about(self, category: Category, group: IconicGroup) -> Self {
        Self { category: Some(category), iconic_group: Some(group), ..self }
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

/// Questions, one a line: category, iconic group, text, the conditions that all hold in grade 2,
/// `partly` those of grade 1, and flags. Of another family, named first: no category and no group.
macro_rules! questions {
    ($family:ident: $($text:literal, [$($fully:expr),+] $(partly [$($partly:expr),+])?;)+) => {
        &[$(
            Question::new($crate::Family::$family, $text, $crate::predicate::all_of!($($fully),+))
                $(.partly($crate::predicate::all_of!($($partly),+)))?,
        )+]
    };
    ($($category:ident, $group:ident, $text:literal, [$($fully:expr),+]
       $(partly [$($partly:expr),+])? $(, $flag:ident)*;)+) => {
        &[$(
            Question::new($crate::Family::Inquire, $text, $crate::predicate::all_of!($($fully),+))
                .about($crate::Category::$category, $crate::IconicGroup::$group)
                $(.partly($crate::predicate::all_of!($($partly),+)))?
                $(.$flag())*,
        )+]
    };
}
pub(super) use questions;
