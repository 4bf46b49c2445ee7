//! Spaces made from a part's: fewer dimensions, and scores normalised over a bank of queries.

use super::asked::Asked;
use super::made::Made;
use super::shards::{Shards, Vectored};
use crate::ui::task::{Ended, pauses};
use rankscope_core::analysis::Derived;
use rankscope_core::ranking::Hit;
use rankscope_core::spaces::{BankPart, PrincipalSample, Projection, QueryBank, QueryMap};
use rankscope_core::vectors::Vectors;

/// Rows that are normalised between two pauses.
const ROWS_AT_ONCE: usize = 32;

/// To the first `dims` principal components of the gallery.
pub(super) async fn principal(gallery: &Vectors, dims: usize) -> Projection {
    let mut sample = PrincipalSample::new(gallery.dim());
    let mut row = vec![0.0; gallery.dim()];
    let pause = pauses();
    for place in 0..gallery.n_rows() {
        pause().await;
        gallery.read_row(place, &mut row);
        sample.add(&row);
    }
    sample.components(dims)
}

pub(super) async fn projected(
    asked: &Asked,
    derived: &Derived,
    part: &Vectored,
    projection: Projection,
) -> Result<Made, Ended> {
    let name = derived.to_string();
    let mut gallery = Shards::of_gallery(asked, &name);
    let mut row = vec![0.0; part.gallery.dim()];
    for place in 0..part.gallery.n_rows() {
        part.gallery.read_row(place, &mut row);
        gallery.push(projection.vector(&row)).await?;
    }
    let mut queries = Shards::of_queries(asked, &name);
    for place in 0..part.queries.n_rows() {
        part.queries.read_row(place, &mut row);
        queries.push(projection.vector(&row)).await?;
    }
    let made = Made::new(asked, derived, gallery.kept().await?, queries.kept().await?)?;
    Ok(Made { map: Some(QueryMap::Projection(projection)), ..made })
}

/// With each query's first hit in the part's space, only queries of which it is active are normalised.
pub(super) async fn normalised(
    asked: &Asked,
    derived: &Derived,
    Vectored { gallery, queries }: &Vectored,
    (split, beta): (&str, f64),
    best: Option<Vec<Vec<Hit>>>,
) -> Result<Made, Ended> {
    let is_in_bank =
        |row: &usize| asked.dataset.queries.get(*row).is_some_and(|query| query.split == split);
    let bank: Vec<Vec<f32>> =
        (0..queries.n_rows()).filter(is_in_bank).map(|row| queries.row(row).collect()).collect();
    let pause = pauses();
    let n_rows = gallery.n_rows();
    let mut parts = Vec::new();
    for start in (0..n_rows).step_by(ROWS_AT_ONCE) {
        pause().await;
        let rows = start..n_rows.min(start + ROWS_AT_ONCE);
        parts.push(BankPart::of_rows(gallery, rows, &bank, beta));
    }
    let bank = QueryBank::of_parts(parts);
    let name = derived.to_string();
    let mut rows = Shards::of_gallery(asked, &name);
    for row in 0..n_rows {
        rows.push(bank.row(gallery, row)).await?;
    }
    let map = QueryMap::Bank { bank, is_dynamic: best.is_some() };
    let mut mapped = Shards::of_queries(asked, &name);
    for row in 0..queries.n_rows() {
        let best = best.as_ref().and_then(|best| best.get(row)?.first());
        let best = best.map(|hit| hit.row_in_corpus);
        mapped.push(map.query(&queries.row(row).collect::<Vec<f32>>(), best)).await?;
    }
    let made = Made::new(asked, derived, rows.kept().await?, mapped.kept().await?)?;
    Ok(Made { map: Some(map), ..made })
}
