//! Plausible matches: relevance by the classes of the objects in a picture.
//!
//! Two pictures match plausibly if their class vectors differ in at most ζ places (Chun et al.,
//! "Probabilistic Embeddings for Cross-Modal Retrieval", CVPR 2021). Three variants of R-precision on
//! such matches are published (`formula/pmrp.rs`); one set of grades serves all three.

use crate::benchmark::{Judgements, Relevance};

/// The classes of the objects in a picture: a 1 in its vector for each, ascending.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ClassVector(Box<[u32]>);

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
    /// Any numbers name classes. `None` without a class, since the originals leave out pictures without a
    /// labelled object.
    pub fn new(classes: impl IntoIterator<Item = u32>) -> Option<Self> {
        let mut classes: Vec<u32> = classes.into_iter().collect();
        classes.sort_unstable();
        classes.dedup();
        (!classes.is_empty()).then(|| Self(classes.into()))
    }

    /// In how many classes two vectors differ.
    pub fn distance(&self, other: &Self) -> usize {
        let n_common = self.0.iter().filter(|class| other.0.binary_search(class).is_ok()).count();
        self.0.len() + other.0.len() - 2 * n_common
    }
}

/// Judgements by class distance, only for the `eccv:PMRP-…` measures: grade 4 for the items for which
/// `is_own` holds (the query's), 3, 2 and 1 for distance 0, 1 and 2, −1 for items without classes.
///
/// `classes` has the class vector of each item of the corpus; a caption has that of its picture. Nothing is
/// relevant if the query has no classes: the originals skip it.
pub fn plausible_matches(
    query: Option<&ClassVector>,
    classes: &[Option<ClassVector>],
    is_own: impl Fn(u32) -> bool,
) -> Judgements {
    let Some(query) = query else { return Judgements::default() };
    let grade =
        |row: u32, vector: &Option<ClassVector>| match vector.as_ref().map(|of| of.distance(query))
        {
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

/// Whether judgements are those of [`plausible_matches`]: every query with a relevant item has one of its own, and
/// no higher grade.
pub fn are_by_class(relevance: &Relevance, n_queries: u32) -> bool {
    let mut judged = (0..n_queries)
        .filter_map(|query| relevance.of_query(query))
        .filter(|judged| judged.n_relevant() > 0)
        .peekable();
    let has_own = |judged: &Judgements| {
        let grades = || judged.as_slice().iter().map(|(_, grade)| *grade);
        grades().max() == Some(grade::OWN) && grades().filter(|of| *of == grade::OWN).count() == 1
    };
    judged.peek().is_some() && judged.all(has_own)
}
