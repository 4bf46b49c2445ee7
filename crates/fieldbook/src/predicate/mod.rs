//! Statements about scenes that can be inspected: what a question asks, what a caption claims.
//!
//! A [`Predicate`] is data, written as a constant. [`Predicate::holds`] decides it,
//! [`Predicate::words`] says it, and [`Predicate::reasons`] says why it holds of a scene or
//! does not.

pub(super) mod named;
mod reasons;
mod widen;
mod words;

pub use reasons::Reason;

use super::{
    Behaviour as B, Count as C, Framing as F, Group as G, Habitat as H, Health, HumanImpact as I,
    LifeStage as L, Light, Morph, Relation as R, Scene, Season, Sex, Species as S, Substrate as U,
    Weather as W,
};

/// A statement that is true or false of every scene.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Predicate {
    /// True of every scene.
    Always,
    /// All of the parts hold.
    All(&'static [Predicate]),
    /// At least one of the parts holds.
    Any(&'static [Predicate]),
    /// The part does not hold.
    Not(&'static Predicate),
    /// The part, under a name that people know: "a bird", "by water".
    Called(&'static str, &'static Predicate),
    /// The scene's own organism is of the species.
    Species(S),
    /// The scene's own organism is of the group.
    Group(G),
    /// It has grown so far.
    LifeStage(L),
    /// It is visibly of the sex.
    Sex(Sex),
    /// It has the colour form.
    Morph(Morph),
    /// It is in the state.
    Health(Health),
    /// It does this.
    Behaviour(B),
    /// It has a companion in the relation.
    Relation(R),
    /// Its companion is such; the statement is one about species alone.
    Companion(&'static Predicate),
    /// So many are shown.
    Count(C),
    /// It is so near.
    Framing(F),
    /// It is there.
    Habitat(H),
    /// It is on this.
    Substrate(U),
    /// The light is such.
    Light(Light),
    /// The weather is such.
    Weather(W),
    /// The season is stated and is this.
    Season(Season),
    /// People left this.
    Impact(I),
    /// A camera trap took it.
    CameraTrap,
    /// The species is not to be found outside the book.
    Invented,
    /// A main colour of the species, where the organism shows the species' usual colours.
    Coloured(&'static str),
    /// The mark of the species, where the organism shows it.
    Marked(S),
}

impl Predicate {
    /// Whether the statement is true of the scene.
    #[must_use]
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
                // Of trees the facts name the colours of leaves, bark and blossom alike.
                scene.group() != G::Tree
                    && shows_usual_colours(scene)
                    && scene.species.facts().colours.contains(&colour)
            }
            Self::Marked(species) => scene.species == species && shows_mark(scene),
        }
    }

    /// Whether a statement about species alone is true of one. What a species cannot answer,
    /// such as a habitat, is false of it.
    #[must_use]
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

    /// The parts that must all hold; the statement itself where it is one.
    #[must_use]
    pub fn conjuncts(&self) -> Vec<Self> {
        match *self {
            Self::All(parts) => parts.iter().flat_map(Self::conjuncts).collect(),
            Self::Called(_, Self::All(parts)) => parts.iter().flat_map(Self::conjuncts).collect(),
            other => vec![other],
        }
    }

    /// How nearly the statement is true: the share of its conjuncts that hold, 0 to 1.
    #[must_use]
    pub fn nearness(&self, scene: &Scene) -> f64 {
        let conjuncts = self.conjuncts();
        let n_held = conjuncts.iter().filter(|conjunct| conjunct.holds(scene)).count();
        n_held as f64 / conjuncts.len().max(1) as f64
    }
}

/// Grown, of the typical form, visible by its light, and no female where the sexes differ:
/// the colours and marks in the species' facts are then to be seen.
fn shows_usual_colours(scene: &Scene) -> bool {
    matches!(scene.life_stage, L::Adult | L::Flowering)
        && scene.morph == Morph::Typical
        && scene.sex != Some(Sex::Female)
        && !matches!(scene.light, Light::Night | Light::Backlit)
        && scene.framing != F::Distant
}

/// Some marks belong to a stage: a dandelion has its clock in seed alone.
fn shows_mark(scene: &Scene) -> bool {
    let is_seen = scene.framing != F::Distant && scene.light != Light::Night;
    match scene.species {
        S::Dandelion | S::Lanternwood => is_seen && scene.life_stage == L::Fruiting,
        S::WildCherry => is_seen && scene.life_stage == L::Flowering,
        _ => shows_usual_colours(scene),
    }
}
