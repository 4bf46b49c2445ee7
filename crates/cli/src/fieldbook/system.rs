//! A system of Fieldbook, trained or taken from a Fieldbook built before.

use crate::benchmark_writer::BenchmarkWriter;
use anyhow::Result;
use rankscope_core::benchmark::{EncoderEntry, System};
use rankscope_core::formats::RunEntry;
use rankscope_fieldbook::Fieldbook;

/// The most pictures of a query that a run may have.
pub(super) const MOST_HITS: usize = 100;

/// A system with its vectors.
pub trait FieldbookSystem {
    /// Its id.
    fn id(&self) -> &str;

    /// Its title.
    fn title(&self) -> &str;

    /// The run of its `k` best pictures for every query, `k` at most 100.
    ///
    /// # Errors
    /// Vectors that cannot be normalised.
    fn run(&self, book: &Fieldbook, k: usize) -> Result<Vec<RunEntry>>;

    /// Writes its encoder pack and its vectors.
    ///
    /// # Errors
    /// Files that cannot be written.
    fn add(self: Box<Self>, writer: &mut BenchmarkWriter) -> Result<(EncoderEntry, System)>;
}
