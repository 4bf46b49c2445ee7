//! Fills a collection with a system's vectors, resuming where an earlier run stopped.

use super::{
    answer::{body_of, not_understood, row_of},
    call::Transport,
    collection::Collection,
    dialect::Point,
    dialects::dialect_of,
    error::RemoteError,
};
use crate::benchmark::Remote;
use serde_json::Value;
use std::collections::HashSet;

/// Some MB of JSON.
const VALUES_PER_REQUEST: usize = 1 << 18;
/// Chroma takes 5,461.
const POINTS_PER_REQUEST: usize = 1_000;
/// Of a vector that is read back with the one that was sent: engines normalise.
const MIN_COSINE: f64 = 0.999;

/// Stored with a point: a JSON object of texts and numbers.
pub type Payload = Value;

pub struct Filling {
    collection: Collection,
    n_before: u64,
}

impl Filling {
    /// Finds or creates a collection for `n_rows` vectors of `dim`. Refuses one with another dim, another metric or
    /// more points.
    pub async fn begin(
        remote: &Remote,
        dim: u32,
        n_rows: u32,
        transport: &impl Transport,
    ) -> Result<Self, RemoteError> {
        let found = match Collection::find(remote, dim, n_rows, transport).await {
            Err(RemoteError::NoCollection { .. }) => {
                let call = dialect_of(remote.kind).create(remote, dim as usize);
                body_of(remote, &call, transport).await?;
                Collection::find(remote, dim, n_rows, transport).await
            }
            found => found,
        };
        let collection = found?;
        let n_before = collection.n_points(transport).await?;
        if n_before > u64::from(n_rows) {
            let (collection, expected) = (remote.collection.clone(), u64::from(n_rows));
            return Err(RemoteError::Rows { collection, found: n_before, expected });
        }
        Ok(Self { collection, n_before })
    }

    /// Points that it had at the beginning.
    pub fn n_before(&self) -> u64 {
        self.n_before
    }

    /// How many rows to pass to [`Self::add`] at a time.
    pub fn rows_at_once(&self) -> usize {
        (VALUES_PER_REQUEST / self.collection.dim().max(1)).clamp(1, POINTS_PER_REQUEST)
    }

    /// Stores the points of consecutive rows that the collection lacks; returns how many were sent.
    pub async fn add(
        &self,
        first_row: u32,
        vectors: Vec<Vec<f32>>,
        payload: impl Fn(u32) -> Payload,
        transport: &impl Transport,
    ) -> Result<usize, RemoteError> {
        let collection = &self.collection;
        let rows: Vec<u32> = (first_row..).zip(&vectors).map(|(row, _)| row).collect();
        let existing = match self.n_before {
            0 => HashSet::new(),
            _ => self.existing_rows(&rows, transport).await?,
        };
        let new = rows.into_iter().zip(vectors).filter(|(row, _)| !existing.contains(row));
        let points: Vec<Point> =
            new.map(|(row, vector)| Point { row, vector, payload: payload(row) }).collect();
        if points.is_empty() {
            return Ok(0);
        }
        let call = collection.dialect().store(collection.place(), &points);
        body_of(collection.remote(), &call, transport).await?;
        Ok(points.len())
    }

    async fn existing_rows(
        &self,
        rows: &[u32],
        transport: &impl Transport,
    ) -> Result<HashSet<u32>, RemoteError> {
        let collection = &self.collection;
        let call = collection.dialect().points(collection.place(), rows, false);
        let call = call.with_hits(rows.len());
        let body = body_of(collection.remote(), &call, transport).await?;
        let points = collection.dialect().points_read(&body);
        let points = points.map_err(|reason| not_understood(&call, reason))?;
        let row = |(id, _): (String, Vec<f32>)| row_of(&id, collection.n_rows());
        let rows = points.into_iter().map(row).collect::<Result<_, _>>();
        rows.map_err(|reason| RemoteError::Contradicts { url: call.url.clone(), reason })
    }

    /// Counts the points, and reads a sample of vectors back to compare them.
    pub async fn finish(
        self,
        sample: &[(u32, Vec<f32>)],
        transport: &impl Transport,
    ) -> Result<Collection, RemoteError> {
        let Self { collection, .. } = self;
        let (remote, n_rows) = (collection.remote(), collection.n_rows());
        // Checks once more, as a search will.
        let dim = u32::try_from(collection.dim()).unwrap_or(u32::MAX);
        let collection = Collection::open(remote, dim, n_rows, transport).await?;
        let rows: Vec<u32> = sample.iter().map(|(row, _)| *row).collect();
        for ((row, sent), read) in sample.iter().zip(collection.vectors(&rows, transport).await?) {
            if cosine(sent, &read).is_none_or(|cosine| cosine < MIN_COSINE) {
                let url = collection.remote().base().to_owned();
                let reason = format!(
                    "point {row} of collection {} does not have this benchmark's vector: it was \
                     filled with another system; choose another --collection",
                    collection.remote().collection
                );
                return Err(RemoteError::Contradicts { url, reason });
            }
        }
        Ok(collection)
    }
}

/// `None` for a vector of length 0.
fn cosine(a: &[f32], b: &[f32]) -> Option<f64> {
    let dot = |a: &[f32], b: &[f32]| -> f64 {
        a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum()
    };
    let lengths = (dot(a, a) * dot(b, b)).sqrt();
    if lengths == 0.0 { (a == b).then_some(1.0) } else { Some(dot(a, b) / lengths) }
}
