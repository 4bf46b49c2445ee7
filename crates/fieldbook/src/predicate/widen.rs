//! A predicate read generously, for the judgements called `wide`.

use super::Predicate;
use crate::{Count, Health, Light, Morph, Scene, Season, Weather};

impl Predicate {
    /// Whether the predicate holds if it is read generously: the group will do for a species,
    /// in whatever role, any odd colour for a named one, any ailment for a named one, dusk for
    /// night, several for many, winter for falling snow; sexes, colours and marks are not asked
    /// for where something else is. What a predicate excludes stays excluded.
    #[must_use]
    pub fn holds_widely(&self, scene: &Scene) -> bool {
        match *self {
            Self::All(parts) => {
                parts.iter().all(|part| part.is_incidental() || part.holds_widely(scene))
            }
            Self::Any(parts) => parts.iter().any(|part| part.holds_widely(scene)),
            Self::Called(_, part) => part.holds_widely(scene),
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
                scene.companion.is_some_and(|companion| part.holds_widely_of(companion.species))
            }
            _ => self.holds(scene),
        }
    }

    /// What a generous reader overlooks beside other facts.
    fn is_incidental(&self) -> bool {
        matches!(self, Self::Sex(_) | Self::Coloured(_) | Self::Marked(_))
    }

    fn holds_widely_of(&self, species: super::S) -> bool {
        match *self {
            Self::All(parts) => parts.iter().all(|part| part.holds_widely_of(species)),
            Self::Any(parts) => parts.iter().any(|part| part.holds_widely_of(species)),
            Self::Called(_, part) => part.holds_widely_of(species),
            Self::Species(named) => named.facts().group == species.facts().group,
            _ => self.holds_of(species),
        }
    }
}

fn shows_group(scene: &Scene, group: super::G) -> bool {
    scene.group() == group || scene.companion.is_some_and(|c| c.species.facts().group == group)
}
