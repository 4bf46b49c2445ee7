//! What the lists of cheap searches say of a query.

use rankscope_core::ranking::Hit;
use std::{collections::HashSet, hash::Hash};

/// What a cheap method found, best first.
#[derive(Debug, Clone, PartialEq)]
pub struct CheapList<T> {
    /// The items.
    pub items: Vec<T>,
    /// The cosine of each.
    pub cosines: Vec<f64>,
}

impl CheapList<u32> {
    /// Rows of the corpus.
    pub fn of(hits: &[Hit]) -> Self {
        Self {
            items: hits.iter().map(|hit| hit.row_in_corpus).collect(),
            cosines: hits.iter().map(|hit| f64::from(hit.score)).collect(),
        }
    }
}

/// The features of a query from its list of each method: for each method the mean and the standard
/// deviation (divided by K − 1) of its first `k` cosines, then for each pair of methods the Jaccard
/// overlap |A ∩ B| / |A ∪ B| of their first `k` items. A list of one has deviation 0, two empty lists
/// overlap 0.
pub fn features<T: Eq + Hash>(lists: &[CheapList<T>], k: usize) -> Vec<f64> {
    let mut values = Vec::new();
    for list in lists {
        let (mean, deviation) = moments(list.cosines.get(..k).unwrap_or(&list.cosines));
        values.extend([mean, deviation]);
    }
    for (place, a) in lists.iter().enumerate() {
        for b in lists.iter().skip(place + 1) {
            values.push(jaccard(&a.items, &b.items, k));
        }
    }
    values
}

/// The features' names, in the order of [`features`].
pub fn feature_names(methods: &[String]) -> Vec<String> {
    let of_method = |method: &String| [format!("{method}: mean"), format!("{method}: deviation")];
    let mut names: Vec<String> = methods.iter().flat_map(of_method).collect();
    for (place, a) in methods.iter().enumerate() {
        names.extend(methods.iter().skip(place + 1).map(|b| format!("{a} and {b}: overlap")));
    }
    names
}

fn moments(values: &[f64]) -> (f64, f64) {
    let n = values.len();
    if n == 0 {
        return (0.0, 0.0);
    }
    let mean = values.iter().sum::<f64>() / n as f64;
    if n == 1 {
        return (mean, 0.0);
    }
    let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
    (mean, (squares / (n - 1) as f64).sqrt())
}

fn jaccard<T: Eq + Hash>(a: &[T], b: &[T], k: usize) -> f64 {
    let a: HashSet<&T> = a.iter().take(k).collect();
    let b: HashSet<&T> = b.iter().take(k).collect();
    let n_either = a.union(&b).count();
    if n_either == 0 { 0.0 } else { a.intersection(&b).count() as f64 / n_either as f64 }
}
