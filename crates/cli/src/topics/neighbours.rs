//! The nearest neighbours of pictures, by cosine.

use crate::{open::Benchmark, rank};
use anyhow::Result;
use rankscope_core::benchmark::System;
use rankscope_core::ranking::Hit;
use rankscope_core::topics::without_self;

/// Pictures, each with its nearest neighbours.
pub(super) struct Neighbours(pub(super) Vec<(u32, Vec<Hit>)>);

impl Neighbours {
    /// The `k` nearest of every picture, in corpus order.
    pub(super) fn of_all(benchmark: &Benchmark, system: &System, k: usize) -> Result<Self> {
        Self::of_every(benchmark, system, k, 1)
    }

    /// The `k` nearest of every `step`-th picture: of rows `step − 1`, `2 step − 1`, …
    pub(super) fn of_every(
        benchmark: &Benchmark,
        system: &System,
        k: usize,
        step: u32,
    ) -> Result<Self> {
        let gallery = benchmark.gallery(system)?;
        let n_rows = u32::try_from(gallery.n_rows())?;
        let rows: Vec<u32> = (0..n_rows).filter(|row| row % step == step - 1).collect();
        let vectors: Vec<Vec<f32>> =
            rows.iter().map(|row| gallery.row(*row as usize).collect()).collect();
        // One more, for the picture itself.
        let rankings = rank::ranked(system, gallery, &vectors, &vec![k + 1; rows.len()])?;
        let neighbours =
            rows.into_iter().zip(rankings).map(|(row, hits)| (row, without_self(&hits, row, k)));
        Ok(Self(neighbours.collect()))
    }
}
