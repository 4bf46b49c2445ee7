//! Lenient reading of a predicate, for the judgements `wide`.

use crate::{Count, Group, Health, Light, Morph, Predicate, Scene, Season, Species, Weather};

impl Predicate {
    /// Whether the predicate holds when read leniently: any species of the group counts, as
    /// subject or as companion; so do any unusual colour form, any ailment, dusk for night, any
    /// number above one, winter for falling snow. Sexes, colours and marks are ignored where there
    /// are other conditions. Negations stay strict.
    pub fn holds_leniently(&self, scene: &Scene) -> bool {
        match *self {
            Self::All(parts) => {
                parts.iter().all(|part| part.is_incidental() || part.holds_leniently(scene))
            }
            Self::Any(parts) => parts.iter().any(|part| part.holds_leniently(scene)),
            Self::Called(_, part) => part.holds_leniently(scene),
            Self::Species(species) => shows_group(scene, species.facts().group),
            Self::Group(group) => shows_group(scene, group),
            Self::Morph(morph) if morph != Morph::Typical => scene.morph != Morph::Typical,
            Self::Health(health) if health != Health::Healthy => scene.health != Health::Healthy,
            Self::Count(count) if count != Count::One => scene.count != Count::One,
            Self::Light(Light::Night) => {
                matches!(scene.light, Light::Night | Light::Flash | Light::Dusk)
            }
            Self::Weather(Weather::Snowfall) => {
                scene.weather == Weather::Snowfall || scene.season == Some(Season::Winter)
            }
            Self::Companion(part) => {
                scene.companion.is_some_and(|companion| part.holds_leniently_of(companion.species))
            }
            _ => self.holds(scene),
        }
    }

    /// Whether a lenient reading ignores the part where there are others.
    fn is_incidental(&self) -> bool {
        matches!(self, Self::Sex(_) | Self::Coloured(_) | Self::Marked(_))
    }

    fn holds_leniently_of(&self, species: Species) -> bool {
        match *self {
            Self::All(parts) => parts.iter().all(|part| part.holds_leniently_of(species)),
            Self::Any(parts) => parts.iter().any(|part| part.holds_leniently_of(species)),
            Self::Called(_, part) => part.holds_leniently_of(species),
            Self::Species(named) => named.facts().group == species.facts().group,
            _ => self.holds_of(species),
        }
    }
}

fn shows_group(scene: &Scene, group: Group) -> bool {
    scene.group() == group || scene.companion.is_some_and(|c| c.species.facts().group == group)
}
