//! The nearest neighbours of pictures, by cosine.

use crate::benchmark::exact;
use anyhow::Result;
use rankscope_core::ranking::Hit;
use rankscope_core::search::{CpuGallery, RowMask};
use rankscope_core::topics::without_self;
use rankscope_core::vectors::Vectors;

/// Pictures, each with its nearest neighbours.
pub(super) struct Neighbours(pub(super) Vec<(u32, Vec<Hit>)>);

impl Neighbours {
    /// The `k` nearest of every picture among all others.
    pub(super) fn of_all(gallery: Vectors, k: usize) -> Result<Self> {
        let rows: Vec<u32> = (0..u32::try_from(gallery.n_rows())?).collect();
        Self::among(gallery, k, &rows, &rows)
    }

    /// The `k` nearest of `rows` among `voters`.
    pub(super) fn among(gallery: Vectors, k: usize, rows: &[u32], voters: &[u32]) -> Result<Self> {
        let vectors: Vec<Vec<f32>> =
            rows.iter().map(|row| gallery.row(*row as usize).collect()).collect();
        // One more, for the picture itself.
        let (gallery, voters) = (CpuGallery::new(gallery), RowMask::new(voters.iter().copied()));
        let rankings = exact::top_k_among(&gallery, &vectors, k.saturating_add(1), &voters)?;
        let nearest = |(row, hits): (&u32, Vec<Hit>)| (*row, without_self(&hits, *row, k));
        Ok(Self(rows.iter().zip(rankings).map(nearest).collect()))
    }
}
