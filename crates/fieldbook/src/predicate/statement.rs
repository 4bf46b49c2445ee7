//! Statements about scenes as data, and whether they hold.

use crate::{
    Behaviour as B, Count as C, Framing as F, Group as G, Habitat as H, Health, HumanImpact as I,
    LifeStage as L, Light, Morph, Relation as R, Scene, Season, Sex, Species as S, Substrate as U,
    Weather as W,
};

/// A statement that is true or false of every scene.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Predicate {
    Always,
    All(&'static [Predicate]),
    Any(&'static [Predicate]),
    Not(&'static Predicate),
    /// The part under a familiar name: "a bird", "by water".
    Called(&'static str, &'static Predicate),
    Species(S),
    Group(G),
    LifeStage(L),
    Sex(Sex),
    Morph(Morph),
    Health(Health),
    Behaviour(B),
    Relation(R),
    /// It has a companion of which the part holds; the part is about species alone.
    Companion(&'static Predicate),
    Count(C),
    Framing(F),
    Habitat(H),
    Substrate(U),
    Light(Light),
    Weather(W),
    /// The season is visible and is this one.
    Season(Season),
    Impact(I),
    CameraTrap,
    Invented,
    /// A main colour of the species, if the organism visibly has the usual colours.
    Coloured(&'static str),
    /// The mark of the species, if it is visible.
    Marked(S),
}

impl Predicate {
    pub fn holds(&self, scene: &Scene) -> bool {
        match *self {
            Self::Always => true,
            Self::All(parts) => parts.iter().all(|part| part.holds(scene)),
            Self::Any(parts) => parts.iter().any(|part| part.holds(scene)),
            Self::Not(part) => !part.holds(scene),
            Self::Called(_, part) => part.holds(scene),
            Self::Species(species) => scene.species == species,
            Self::Group(group) => scene.group() == group,
            Self::LifeStage(stage) => scene.life_stage == stage,
            Self::Sex(sex) => scene.sex == Some(sex),
            Self::Morph(morph) => scene.morph == morph,
            Self::Health(health) => scene.health == health,
            Self::Behaviour(behaviour) => scene.behaviour == behaviour,
            Self::Relation(relation) => scene.companion.is_some_and(|c| c.relation == relation),
            Self::Companion(part) => {
                scene.companion.is_some_and(|companion| part.holds_of(companion.species))
            }
            Self::Count(count) => scene.count == count,
            Self::Framing(framing) => scene.framing == framing,
            Self::Habitat(habitat) => scene.habitat == habitat,
            Self::Substrate(substrate) => scene.substrate == substrate,
            Self::Light(light) => scene.light == light,
            Self::Weather(weather) => scene.weather == weather,
            Self::Season(season) => scene.season == Some(season),
            Self::Impact(impact) => scene.impact == impact,
            Self::CameraTrap => scene.camera_trap.is_some(),
            Self::Invented => scene.species.facts().is_invented,
            Self::Coloured(colour) => {
                // The facts of a tree list the colours of leaves, bark and blossom together.
                scene.group() != G::Tree
                    && shows_usual_colours(scene)
                    && scene.species.facts().colours.contains(&colour)
            }
            Self::Marked(species) => scene.species == species && shows_mark(scene),
        }
    }

    /// Whether a statement about species alone is true of a species. Parts that depend on the
    /// scene, such as a habitat, are false.
    pub fn holds_of(&self, species: S) -> bool {
        match *self {
            Self::Always => true,
            Self::All(parts) => parts.iter().all(|part| part.holds_of(species)),
            Self::Any(parts) => parts.iter().any(|part| part.holds_of(species)),
            Self::Not(part) => !part.holds_of(species),
            Self::Called(_, part) => part.holds_of(species),
            Self::Species(named) => named == species,
            Self::Group(group) => species.facts().group == group,
            Self::Invented => species.facts().is_invented,
            _ => false,
        }
    }

    /// The parts that must all hold, or the statement itself if it is not a conjunction.
    pub fn conjuncts(&self) -> Vec<Self> {
        match *self {
            Self::All(parts) => parts.iter().flat_map(Self::conjuncts).collect(),
            Self::Called(_, Self::All(parts)) => parts.iter().flat_map(Self::conjuncts).collect(),
            other => vec![other],
        }
    }

    /// The share of the conjuncts that hold, 0 to 1.
    pub fn nearness(&self, scene: &Scene) -> f64 {
        let conjuncts = self.conjuncts();
        let n_held = conjuncts.iter().filter(|conjunct| conjunct.holds(scene)).count();
        n_held as f64 / conjuncts.len().max(1) as f64
    }
}

/// Whether the colours and marks of the species' facts are visible: it is grown, of the typical
/// form, well lit, and not the female of a species whose sexes differ.
fn shows_usual_colours(scene: &Scene) -> bool {
    matches!(scene.life_stage, L::Adult | L::Flowering)
        && scene.morph == Morph::Typical
        && scene.sex != Some(Sex::Female)
        && !matches!(scene.light, Light::Night | Light::Backlit)
        && scene.framing != F::Distant
}

/// Some marks belong to a life stage: a dandelion has its clock only in seed.
fn shows_mark(scene: &Scene) -> bool {
    let is_seen = scene.framing != F::Distant && scene.light != Light::Night;
    match scene.species {
        S::Dandelion | S::Lanternwood => is_seen && scene.life_stage == L::Fruiting,
        S::WildCherry => is_seen && scene.life_stage == L::Flowering,
        _ => shows_usual_colours(scene),
    }
}
