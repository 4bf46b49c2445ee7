//! Predicates in English.

use crate::{
    Count as C, Framing as F, Group as G, Health, HumanImpact as I, LifeStage as L, Light, Morph,
    Predicate, Substrate as U, Weather as W,
};

impl Predicate {
    /// The statement in English, without a capital or a full stop.
    pub fn words(&self) -> String {
        match *self {
            Self::Always => "anything".to_owned(),
            Self::All(parts) => joined(parts, " and "),
            Self::Any(parts) => joined(parts, " or "),
            Self::Not(part) => format!("not {}", bracketed(part)),
            Self::Called(name, _) => name.to_owned(),
            Self::Species(species) => species.facts().english.to_owned(),
            Self::Group(G::Cnidarian) => "jellyfish or anemone".to_owned(),
            Self::Group(group) => group.words().to_owned(),
            Self::LifeStage(stage) => stage_words(stage).to_owned(),
            Self::Sex(sex) => sex.words().to_owned(),
            Self::Morph(Morph::Typical) => "of the usual colour".to_owned(),
            Self::Morph(morph) => morph.words().to_owned(),
            Self::Health(Health::Injured) => "with an open wound or scar".to_owned(),
            Self::Health(health) => health.words().to_owned(),
            Self::Behaviour(behaviour) => behaviour.words().to_owned(),
            Self::Relation(relation) => format!("{} another organism", relation.words()),
            Self::Companion(part) => format!("together with {}", bracketed(part)),
            Self::Count(count) => count_words(count).to_owned(),
            Self::Framing(framing) => framing_words(framing).to_owned(),
            Self::Habitat(habitat) => format!("habitat: {}", habitat.words()),
            Self::Substrate(U::Air) => "in the air".to_owned(),
            Self::Substrate(U::Midwater) => "in open water".to_owned(),
            Self::Substrate(substrate) => format!("on: {}", substrate.words()),
            Self::Light(Light::Day) => "by daylight".to_owned(),
            Self::Light(Light::Dusk) => "at dusk".to_owned(),
            Self::Light(Light::Night) => "at night".to_owned(),
            Self::Light(Light::Backlit) => "against the light".to_owned(),
            Self::Light(Light::Flash) => "by flash".to_owned(),
            Self::Weather(weather) => weather_words(weather).to_owned(),
            Self::Season(season) => format!("in {}", season.words()),
            Self::Impact(I::None) => "without a trace of people".to_owned(),
            Self::Impact(impact) => format!("with a trace of people: {}", impact.words()),
            Self::CameraTrap => "taken by a camera trap".to_owned(),
            Self::Invented => "a species of this book alone".to_owned(),
            Self::Coloured(colour) => format!("visibly {colour}"),
            Self::Marked(species) => format!("showing {}", species.facts().mark),
        }
    }
}

fn joined(parts: &[Predicate], between: &str) -> String {
    parts.iter().map(bracketed).collect::<Vec<_>>().join(between)
}

fn bracketed(part: &Predicate) -> String {
    match part {
        Predicate::All(parts) | Predicate::Any(parts) if parts.len() > 1 => {
            format!("({})", part.words())
        }
        _ => part.words(),
    }
}

fn stage_words(stage: L) -> &'static str {
    match stage {
        L::Egg => "as eggs",
        L::Larva => "as a larva",
        L::Pupa => "as a pupa",
        L::Seedling => "as a seedling",
        L::Flowering => "in flower",
        L::Fruiting => "in fruit or seed",
        _ => stage.words(),
    }
}

fn count_words(count: C) -> &'static str {
    match count {
        C::One => "one alone of its kind",
        C::Two => "two of a kind",
        C::Few => "a few of a kind",
        C::Flock => "many of a kind",
    }
}

fn framing_words(framing: F) -> &'static str {
    match framing {
        F::CloseUp => "close up",
        F::Whole => "shown whole",
        F::Distant => "far off",
    }
}

fn weather_words(weather: W) -> &'static str {
    match weather {
        W::Clear => "without weather to be seen",
        W::Cloudy => "under clouds",
        W::Rain => "in the rain",
        W::Snowfall => "while it snows",
        W::Fog => "in fog",
    }
}
