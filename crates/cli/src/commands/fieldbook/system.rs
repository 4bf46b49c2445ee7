//! A system of Fieldbook, trained or taken from a Fieldbook built before, and its run.

use crate::build::benchmark_writer::BenchmarkWriter;
use anyhow::Result;
use rankscope_core::benchmark::{EncoderEntry, System};
use rankscope_core::formats::RunEntry;
use rankscope_core::search::CpuGallery;
use rankscope_core::vectors::Vectors;
use rankscope_fieldbook::Fieldbook;

/// The most pictures of a query that a run may have.
pub(super) const MOST_HITS: usize = 100;

pub trait FieldbookSystem {
    fn id(&self) -> &str;

    fn title(&self) -> &str;

    /// The run of the `k` best pictures for every query, `k` at most 100.
    fn run(&self, book: &Fieldbook, k: usize) -> Result<Vec<RunEntry>>;

    /// Writes the encoder pack and the vectors.
    fn add(self: Box<Self>, writer: &mut BenchmarkWriter) -> Result<(EncoderEntry, System)>;
}

/// The run of the `k` best pictures for every query, by stored vectors.
pub fn run_of(
    id: &str,
    gallery: Vectors,
    queries: &Vectors,
    book: &Fieldbook,
    k: usize,
) -> Vec<RunEntry> {
    let queries: Vec<Vec<f32>> =
        (0..queries.n_rows()).map(|row| queries.row(row).collect()).collect();
    let rankings = CpuGallery::new(gallery).top_k(&queries, k, None);
    let mut run = Vec::new();
    for (query, hits) in book.queries().zip(rankings) {
        run.extend(hits.into_iter().map(|hit| RunEntry {
            query: query.id.clone(),
            document: book.id(hit.row_in_corpus as usize).to_string(),
            score: hit.score.into(),
            tag: id.to_owned(),
        }));
    }
    run
}
