//! An open collection, which was checked to fit the benchmark.

use super::{
    answer::{Terms, body_of, checked, not_understood, row_of, told},
    call::Transport,
    dialect::{Asked, Dialect, Filter, Found, Place},
    dialects::dialect_of,
    error::RemoteError,
};
use crate::benchmark::Remote;
use crate::ranking::Hit;
use crate::search::RowMask;

/// Some MB of JSON. Fieldbook's measures read 16,617 hits of a query.
pub const MAX_DEPTH: usize = 50_000;
/// In a filter.
const MAX_FILTER_ROWS: usize = 100_000;
/// Hits in one answer, so that it is neither slow nor large.
const HITS_PER_CALL: usize = 32_000;
const QUERIES_PER_CALL: usize = 64;
/// Values of vectors in one answer.
const VALUES_PER_CALL: usize = 1 << 18;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Collection {
    remote: Remote,
    /// The engine's name for it in requests.
    id: String,
    dim: usize,
    n_rows: u32,
}

impl Collection {
    /// Finds a collection and checks that it fits a system of `dim` and a corpus of `n_rows`.
    pub async fn open(
        remote: &Remote,
        dim: u32,
        n_rows: u32,
        transport: &impl Transport,
    ) -> Result<Self, RemoteError> {
        let found = Self::find(remote, dim, n_rows, transport).await?;
        let n_found = found.n_points(transport).await?;
        if n_found != u64::from(n_rows) {
            let (collection, expected) = (remote.collection.clone(), u64::from(n_rows));
            return Err(RemoteError::Rows { collection, found: n_found, expected });
        }
        Ok(found)
    }

    /// Finds a collection that need not be complete.
    pub(super) async fn find(
        remote: &Remote,
        dim: u32,
        n_rows: u32,
        transport: &impl Transport,
    ) -> Result<Self, RemoteError> {
        let dialect = dialect_of(remote.kind);
        let call = dialect.find(remote);
        let body = body_of(remote, &call, transport).await?;
        let Found { id, dim: found_dim, metric } =
            dialect.found(remote, &body).map_err(|reason| not_understood(&call, reason))?;
        let collection = || remote.collection.clone();
        if let Some(found) = found_dim.filter(|found| *found != u64::from(dim)) {
            let expected = u64::from(dim);
            return Err(RemoteError::Dim { collection: collection(), found, expected });
        }
        if metric != dialect.metric(remote) {
            let expected = remote.metric.name().into();
            let found = told(&metric);
            return Err(RemoteError::Metric { collection: collection(), found, expected });
        }
        Ok(Self { remote: remote.clone(), id, dim: dim as usize, n_rows })
    }

    pub(super) fn dialect(&self) -> &'static dyn Dialect {
        dialect_of(self.remote.kind)
    }

    pub(super) fn place(&self) -> Place<'_> {
        Place { remote: &self.remote, id: &self.id }
    }

    pub fn remote(&self) -> &Remote {
        &self.remote
    }

    pub fn dim(&self) -> usize {
        self.dim
    }

    pub fn n_rows(&self) -> u32 {
        self.n_rows
    }

    /// Whether it can rank without its index.
    pub fn ranks_exactly(&self) -> bool {
        self.dialect().ranks_exactly()
    }

    pub(super) async fn n_points(&self, transport: &impl Transport) -> Result<u64, RemoteError> {
        let call = self.dialect().count(self.place());
        let body = body_of(&self.remote, &call, transport).await?;
        self.dialect().counted(&body).map_err(|reason| not_understood(&call, reason))
    }

    /// The best rows for each query `[dim]` by the engine's index, as many as its `k` and at most
    /// [`MAX_DEPTH`].
    pub async fn top_k_each(
        &self,
        queries: &[Vec<f32>],
        ks: &[usize],
        transport: &impl Transport,
    ) -> Result<Vec<Vec<Hit>>, RemoteError> {
        self.ranked(queries, ks, &Filter::All, false, transport).await
    }

    /// The `k` best rows for a query `[dim]` among those of a mask, which must not name too many
    /// rows, or among all.
    pub async fn top_k(
        &self,
        query: Vec<f32>,
        k: usize,
        among: Option<&RowMask>,
        transport: &impl Transport,
    ) -> Result<Vec<Hit>, RemoteError> {
        let filter = self.filter(among)?;
        let lists = self.ranked(&[query], &[k], &filter, false, transport).await?;
        Ok(lists.into_iter().next().unwrap_or_default())
    }

    /// Names the rows that the mask admits or those that it leaves out, whichever are fewer.
    fn filter(&self, among: Option<&RowMask>) -> Result<Filter, RemoteError> {
        let Some(among) = among else { return Ok(Filter::All) };
        let n = among.len();
        let n_others = (self.n_rows as usize).saturating_sub(n);
        if n_others == 0 {
            return Ok(Filter::All);
        }
        if n_others < n && n_others <= MAX_FILTER_ROWS && self.dialect().can_leave_out() {
            let rows = (0..self.n_rows).filter(|row| !among.contains(*row as usize));
            return Ok(Filter::Not(rows.collect()));
        }
        if n > MAX_FILTER_ROWS {
            return Err(RemoteError::Filter { n, most: MAX_FILTER_ROWS });
        }
        Ok(Filter::Only(among.rows().collect()))
    }

    pub(super) async fn ranked(
        &self,
        queries: &[Vec<f32>],
        ks: &[usize],
        filter: &Filter,
        exact: bool,
        transport: &impl Transport,
    ) -> Result<Vec<Vec<Hit>>, RemoteError> {
        self.check_dim(queries)?;
        let most = match filter {
            Filter::All => self.n_rows as usize,
            Filter::Only(rows) => rows.len(),
            Filter::Not(rows) => (self.n_rows as usize).saturating_sub(rows.len()),
        };
        let most = most.min(MAX_DEPTH);
        let mut all = Vec::with_capacity(queries.len());
        while all.len() < queries.len() {
            let first = all.len();
            let ks = ks.get(first..).unwrap_or_default();
            // As many queries as their hits have room for, and at least one.
            let mut deepest = 0;
            let fits = |(n_before, k): &(usize, usize)| {
                let deeper = (*k).min(most).max(deepest);
                let has_room = (n_before + 1) * deeper <= HITS_PER_CALL || *n_before == 0;
                if has_room {
                    deepest = deeper;
                }
                has_room
            };
            let depths = ks.iter().copied().chain(std::iter::repeat(0));
            let block = queries.get(first..).unwrap_or_default().iter().take(QUERIES_PER_CALL);
            let n = (0..block.len()).zip(depths).take_while(fits).count();
            let block = queries.get(first..first + n).unwrap_or_default();
            let lists = match deepest {
                0 => vec![Vec::new(); n],
                k => self.block(block, k, filter, exact, transport).await?,
            };
            let depths = ks.iter().copied().chain(std::iter::repeat(0));
            all.extend(lists.into_iter().zip(depths).map(|(mut hits, k)| {
                hits.truncate(k);
                hits
            }));
        }
        Ok(all)
    }

    /// In one request.
    async fn block(
        &self,
        queries: &[Vec<f32>],
        k: usize,
        filter: &Filter,
        exact: bool,
        transport: &impl Transport,
    ) -> Result<Vec<Vec<Hit>>, RemoteError> {
        let asked = Asked { queries, k, filter: filter.clone(), exact };
        let call = self.dialect().query(self.place(), &asked);
        let body = body_of(&self.remote, &call, transport).await?;
        let lists = self.dialect().hits(&body).map_err(|reason| not_understood(&call, reason))?;
        let terms = Terms { n_queries: queries.len(), k, n_rows: self.n_rows, filter };
        checked(&call, lists, &terms)
    }

    /// The stored vectors `[dim]` of rows, in their order. Refuses missing rows and invalid vectors.
    pub async fn vectors(
        &self,
        rows: &[u32],
        transport: &impl Transport,
    ) -> Result<Vec<Vec<f32>>, RemoteError> {
        let mut all = Vec::with_capacity(rows.len());
        for rows in rows.chunks((VALUES_PER_CALL / self.dim.max(1)).max(1)) {
            let n_values = rows.len().saturating_mul(self.dim);
            let call = self.dialect().points(self.place(), rows, true).with_values(n_values);
            let refused = |reason| RemoteError::Contradicts { url: call.url.clone(), reason };
            let body = body_of(&self.remote, &call, transport).await?;
            let points = self.dialect().points_read(&body);
            let points = points.map_err(|reason| not_understood(&call, reason))?;
            let mut of_row = std::collections::HashMap::with_capacity(points.len());
            for (id, vector) in points {
                let row = row_of(&id, self.n_rows).map_err(refused)?;
                let dim = vector.len();
                if dim != self.dim || vector.iter().any(|value| !value.is_finite()) {
                    return Err(refused(format!(
                        "the vector of point {row} has {dim} values, or one that is not finite; {} \
                         are needed",
                        self.dim
                    )));
                }
                of_row.insert(row, vector);
            }
            for row in rows {
                let vector = of_row.get(row).cloned();
                all.push(vector.ok_or_else(|| refused(format!("point {row} is missing")))?);
            }
        }
        Ok(all)
    }

    fn check_dim(&self, queries: &[Vec<f32>]) -> Result<(), RemoteError> {
        match queries.iter().map(Vec::len).find(|dim| *dim != self.dim) {
            None => Ok(()),
            Some(found) => Err(RemoteError::Dim {
                collection: self.remote.collection.clone(),
                found: self.dim as u64,
                expected: found as u64,
            }),
        }
    }
}
