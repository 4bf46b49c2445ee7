//! The fields of a scene by name.

/// A field of a [`Scene`](crate::Scene), in the order of dependence: the values possible for one
/// field follow from the fields before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fact {
    /// `species`, always possible.
    Species,
    /// `life_stage`.
    LifeStage,
    /// `habitat`.
    Habitat,
    /// `season`.
    Season,
    /// `light`.
    Light,
    /// `weather`.
    Weather,
    /// `behaviour`.
    Behaviour,
    /// `companion`.
    Companion,
    /// `count`.
    Count,
    /// `substrate`.
    Substrate,
    /// `sex`.
    Sex,
    /// `health`.
    Health,
    /// `framing`.
    Framing,
    /// `morph`.
    Morph,
    /// `facing`.
    Facing,
    /// `impact`.
    Impact,
    /// `camera_trap`.
    CameraTrap,
}
