//! What definitions of relevance have in common: the precision and recall of one's relevant images
//! measured by another's.
//!
//! For a query, r are the relevant images of the definition that is measured and p those of the one that
//! measures. Prec = |r ∩ p| / |r| and Recall = |r ∩ p| / |p|, each a mean over queries, as in Table 2 of
//! ECCV Caption (Chun et al., ECCV 2022). The table prints |r ∩ p| / |p| for both; only divided by |r| is
//! the first a precision. With r and p exchanged, one is the other.

use super::Dataset;
use crate::benchmark::{Judgements, Relevance};

/// A definition of relevance in numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Positives {
    /// Queries with at least one relevant image.
    pub n_queries: usize,
    /// Pairs of a query and a relevant image.
    pub n_positives: usize,
}

/// The positives of a definition, by its index.
pub fn positives(dataset: &Dataset, definition: usize) -> Positives {
    let counts = rows(dataset).map(|row| {
        dataset.relevance.get(definition).map_or(0, |relevance| relevance.n_relevant(row))
    });
    let counts: Vec<usize> = counts.filter(|n| *n > 0).collect();
    Positives { n_queries: counts.len(), n_positives: counts.iter().sum() }
}

/// The precision of each definition measured by each, which is the second's recall measured by the
/// first: `[definition that is measured][definition that measures]`, means over the queries with a
/// relevant image by the former; `None` if there is none.
pub fn precisions(dataset: &Dataset) -> Vec<Vec<Option<f64>>> {
    let n = dataset.relevance.len();
    let mut sums = vec![vec![0.0; n]; n];
    for row in rows(dataset) {
        let relevant: Vec<Vec<u32>> =
            dataset.relevance.iter().map(|relevance| relevant(relevance, row)).collect();
        for (r, sums) in relevant.iter().zip(&mut sums).filter(|(r, _)| !r.is_empty()) {
            for (p, sum) in relevant.iter().zip(sums) {
                let both = r.iter().filter(|image| p.binary_search(image).is_ok()).count();
                *sum += real(both) / real(r.len());
            }
        }
    }
    let means = sums.iter().enumerate().map(|(definition, sums)| {
        let n_queries = positives(dataset, definition).n_queries;
        sums.iter().map(|sum| (n_queries > 0).then(|| sum / real(n_queries))).collect()
    });
    means.collect()
}

/// The numbers of relevant images that every query has under another definition that judges it, each with the
/// definition's title: 1 for each caption of COCO, and 5 captions for each of its images. In charts they are
/// lines, as in Figure 3a of ECCV Caption.
pub fn usual_counts(dataset: &Dataset, definition: usize) -> Vec<(usize, String)> {
    let others = dataset.relevance.iter().zip(&dataset.manifest.relevance).enumerate();
    let usual = others.filter(|(other, _)| *other != definition).filter_map(|(_, (own, about))| {
        let mut counts = rows(dataset).map(|row| own.n_relevant(row)).filter(|n| *n > 0);
        let first = counts.next()?;
        // A single query has no usual number.
        let mut others = counts.peekable();
        (others.peek().is_some() && others.all(|n| n == first))
            .then(|| (first, about.title.clone()))
    });
    usual.collect()
}

fn rows(dataset: &Dataset) -> impl Iterator<Item = u32> + use<> {
    (0u32..).take(dataset.queries.len())
}

/// The rows of a query's relevant images, ascending.
fn relevant(relevance: &Relevance, query_row: u32) -> Vec<u32> {
    let all = relevance.of_query(query_row).map_or(&[][..], Judgements::as_slice).iter();
    all.filter(|(_, grade)| *grade >= 1).map(|(row, _)| *row).collect()
}

fn real(n: usize) -> f64 {
    n as f64
}
