//! Plausible matches: relevance by the classes of the objects in a picture.
//!
//! Two pictures match plausibly if their class vectors differ in at most ζ places (Chun et al.,
//! "Probabilistic Embeddings for Cross-Modal Retrieval", CVPR 2021). Three variants of R-precision on
//! such matches are published (`formula/pmrp.rs`); one set of grades serves all three.

use crate::benchmark::Judgements;

/// The classes of the objects in a picture, one bit each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ClassVector(u128);

/// The kind of match, as a grade.
pub(super) mod grade {
    /// The query's picture or caption itself, at distance 0.
    pub(in crate::metrics) const OWN: i32 = 4;
    /// The same classes; a distance of 1 or 2 lowers the grade by as much.
    pub(in crate::metrics) const SAME_CLASSES: i32 = 3;
    /// Without known classes: neither a match nor a miss.
    pub(in crate::metrics) const WITHOUT_CLASSES: i32 = -1;
}

impl ClassVector {
    /// Classes are numbered from 0. `None` without a class, since the originals leave out pictures without a
    /// labelled object, or with a class above 127.
    pub fn new(classes: impl IntoIterator<Item = u32>) -> Option<Self> {
        let mut bits = 0u128;
        for class in classes {
            bits |= 1u128.checked_shl(class)?;
        }
        (bits != 0).then_some(Self(bits))
    }

    /// In how many classes two vectors differ.
    pub fn distance(self, other: Self) -> u32 {
        (self.0 ^ other.0).count_ones()
    }
}

/// Judgements by class distance, only for the `eccv:PMRP-…` measures: grade 4 for the items for which
/// `is_own` holds (the query's), 3, 2 and 1 for distance 0, 1 and 2, −1 for items without classes.
///
/// `classes` has the class vector of each item of the corpus; a caption has that of its picture. Nothing is
/// relevant if the query has no classes: the originals skip it.
pub fn plausible_matches(
    query: Option<ClassVector>,
    classes: &[Option<ClassVector>],
    is_own: impl Fn(u32) -> bool,
) -> Judgements {
    let Some(query) = query else { return Judgements::default() };
    let grade = |row: u32, vector: &Option<ClassVector>| match vector.map(|v| v.distance(query)) {
        None => Some(grade::WITHOUT_CLASSES),
        Some(_) if is_own(row) => Some(grade::OWN),
        Some(0) => Some(grade::SAME_CLASSES),
        Some(1) => Some(grade::SAME_CLASSES - 1),
        Some(2) => Some(grade::SAME_CLASSES - 2),
        Some(_) => None,
    };
    let graded = (0u32..).zip(classes);
    Judgements::new(graded.filter_map(|(row, vector)| Some((row, grade(row, vector)?))))
}
