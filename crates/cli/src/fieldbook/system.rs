//! A system of Fieldbook, trained or taken from a Fieldbook built before.

use super::{reused::ReusedSystem, trained::TrainedSystem};
use crate::benchmark_writer::BenchmarkWriter;
use anyhow::Result;
use rankscope_core::benchmark::{EncoderEntry, System};
use rankscope_core::formats::RunEntry;
use rankscope_fieldbook::Fieldbook;

/// The most pictures of a query that a run may have.
pub(super) const MOST_HITS: usize = 100;

/// A system with its vectors.
pub(super) enum FieldbookSystem {
    Trained(Box<TrainedSystem>),
    Reused(Box<ReusedSystem>),
}

impl FieldbookSystem {
    pub(super) fn id(&self) -> &str {
        match self {
            Self::Trained(system) => system.id(),
            Self::Reused(system) => system.id(),
        }
    }

    pub(super) fn title(&self) -> &str {
        match self {
            Self::Trained(system) => system.title(),
            Self::Reused(system) => system.title(),
        }
    }

    /// The run of its `k` best pictures for every query, `k` at most [`MOST_HITS`].
    pub(super) fn run(&self, book: &Fieldbook, k: usize) -> Result<Vec<RunEntry>> {
        match self {
            Self::Trained(system) => system.run(book, k),
            Self::Reused(system) => Ok(system.run(k)),
        }
    }

    /// Writes its encoder pack and its vectors.
    pub(super) fn add(self, writer: &mut BenchmarkWriter) -> Result<(EncoderEntry, System)> {
        match self {
            Self::Trained(system) => system.add(writer),
            Self::Reused(system) => system.add(writer),
        }
    }
}
