//! The vectors of a system, stored or derived from a system's, and the rankings by them.

use crate::{
    benchmark::{
        exact::{candidates_ranked, n_with_ties, on_all_cores, ranked},
        open::Benchmark,
    },
    remote,
};
use anyhow::{Result, bail};
use rankscope_core::analysis::{Derived, is_derived};
use rankscope_core::benchmark::{Remote, System};
use rankscope_core::ranking::Hit;
use rankscope_core::search::CpuGallery;
use rankscope_core::spaces::{BankPart, Projection, QueryBank, QueryMap};
use rankscope_core::vectors::{ShardDtype, Vectors};
use std::{collections::BTreeSet, ops::Range};

/// Rows of a gallery that are normalised at once.
const ROWS_AT_ONCE: usize = 1024;

/// What is ranked for each query.
#[derive(Clone, Copy)]
pub(crate) enum Wanted<'a> {
    /// So many of all images, and those that tie with the last of them. Where it is 0 the query is not
    /// ranked.
    First(&'a [usize]),
    /// All of these images, `[queries][images]`.
    Candidates(&'a [Vec<u32>]),
}

impl Wanted<'_> {
    /// Whether no query is ranked.
    pub(crate) fn is_nothing(self) -> bool {
        match self {
            Self::First(depths) => depths.iter().all(|depth| *depth == 0),
            Self::Candidates(candidates) => candidates.iter().all(Vec::is_empty),
        }
    }
}

/// Vectors of images and queries whose dot product is the score.
pub(crate) struct Space<'a> {
    /// The system whose stored vectors these are, or are made from.
    pub(crate) stored: &'a System,
    /// In corpus order.
    pub(crate) gallery: Vectors,
    /// In the order of the benchmark's.
    pub(crate) queries: Vectors,
    /// From the stored vectors, one after the other; with the gallery before it where a map needs the
    /// best image.
    maps: Vec<(QueryMap, Option<CpuGallery>)>,
}

/// What a system is made of; `None` for one of the benchmark's own.
pub(crate) fn derived_of(system: &System) -> Result<Option<Derived>> {
    Ok(if is_derived(&system.id) { Some(Derived::parse(&system.id)?) } else { None })
}

impl<'a> Space<'a> {
    /// Of a system with vectors, stored or derived. From images to texts it is the same space, the other way
    /// round: the images that ask are its queries, and the texts its gallery.
    pub(crate) fn of(benchmark: &'a Benchmark, system: &'a System) -> Result<Self> {
        let space = Self::of_images(benchmark, system)?;
        let Some(image_rows) = &benchmark.dataset.image_rows else { return Ok(space) };
        let mut queries = Vectors::new(space.gallery.dim(), ShardDtype::F32);
        for row in image_rows.iter() {
            queries.push(space.gallery.row(*row as usize).collect::<Vec<f32>>());
        }
        Ok(Self { gallery: space.queries, queries, ..space })
    }

    /// With the images as gallery, whichever way is measured, and the texts as queries.
    fn of_images(benchmark: &'a Benchmark, system: &'a System) -> Result<Self> {
        let Some(derived) = derived_of(system)? else {
            let gallery = benchmark.gallery(system)?;
            let queries = match benchmark.dataset.is_reversed() {
                true => benchmark.text_vectors(system)?,
                false => benchmark.query_vectors(system)?,
            };
            return Ok(Self { stored: system, gallery, queries, maps: Vec::new() });
        };
        match &derived {
            Derived::FirstDims { of, dims } => {
                Ok(Self::of_id(benchmark, of)?.projected(|_| Projection::first(*dims)))
            }
            Derived::Pca { of, dims } => {
                let principal = |gallery: &Vectors| Projection::principal(gallery, *dims);
                Ok(Self::of_id(benchmark, of)?.projected(principal))
            }
            Derived::QbNorm { of, bank, beta, is_dynamic } => {
                let is_in_bank = |row: &usize| {
                    benchmark.queries.get(*row).is_some_and(|query| query.split == *bank)
                };
                let rows: Vec<usize> =
                    benchmark.query_rows().into_iter().filter(is_in_bank).collect();
                Self::of_id(benchmark, of)?.normalised(&rows, *beta, *is_dynamic)
            }
            _ => bail!(
                "{} has rankings of the benchmark's queries and no vectors: choose another system",
                system.id
            ),
        }
    }

    /// The vectors of the images alone, whose dot products say how alike they are.
    pub(crate) fn gallery_of(benchmark: &'a Benchmark, system: &'a System) -> Result<Vectors> {
        match derived_of(system)? {
            None => benchmark.gallery(system),
            Some(Derived::QbNorm { .. }) => bail!(
                "{} normalises the scores of queries, and images are compared here: name the system \
                 itself",
                system.id
            ),
            Some(_) => Ok(Self::of(benchmark, system)?.gallery),
        }
    }

    fn of_id(benchmark: &'a Benchmark, id: &str) -> Result<Self> {
        Self::of_images(benchmark, benchmark.system(id)?)
    }

    fn projected(mut self, projection: impl Fn(&Vectors) -> Projection) -> Self {
        let projection = projection(&self.gallery);
        self.gallery = projection.gallery(&self.gallery);
        self.queries = projection.gallery(&self.queries);
        self.maps.push((QueryMap::Projection(projection), None));
        self
    }

    fn normalised(mut self, bank: &[usize], beta: f64, is_dynamic: bool) -> Result<Self> {
        let n_rows = self.gallery.n_rows();
        let starts = (0..n_rows).step_by(ROWS_AT_ONCE);
        let blocks: Vec<Range<usize>> =
            starts.map(|start| start..n_rows.min(start + ROWS_AT_ONCE)).collect();
        let bank: Vec<Vec<f32>> = bank.iter().map(|row| self.queries.row(*row).collect()).collect();
        let parts = on_all_cores(&blocks, |rows| {
            vec![BankPart::of_rows(&self.gallery, rows.clone(), &bank, beta)]
        })?;
        let bank = QueryBank::of_parts(parts);
        let gallery = bank.gallery(&self.gallery);
        let before = std::mem::replace(&mut self.gallery, gallery);
        let map =
            (QueryMap::Bank { bank, is_dynamic }, is_dynamic.then(|| CpuGallery::new(before)));
        let mut queries = Vectors::new(self.queries.dim() + 1, ShardDtype::F32);
        for row in 0..self.queries.n_rows() {
            queries.push(mapped(&map, &self.queries.row(row).collect::<Vec<f32>>()));
        }
        self.queries = queries;
        self.maps.push(map);
        Ok(self)
    }

    /// A query of the stored system's space `[dim]` in this one.
    pub(crate) fn query(&self, stored: Vec<f32>) -> Vec<f32> {
        self.maps.iter().fold(stored, |query, map| mapped(map, &query))
    }
}

fn mapped((map, before): &(QueryMap, Option<CpuGallery>), query: &[f32]) -> Vec<f32> {
    let best = before.as_ref().and_then(|gallery| {
        let found = gallery.top_k(&[query.to_vec()], 1, None);
        found.first()?.first().map(|hit| hit.row_in_corpus)
    });
    map.query(query, best)
}

/// The rankings of a stored run, or of a system with vectors by the stored query vectors: exactly, or by
/// the index of the search engine that answers for it.
pub(crate) fn rankings(
    benchmark: &Benchmark,
    system: &System,
    wanted: Wanted<'_>,
) -> Result<Vec<Vec<Hit>>> {
    if let Some(run) = benchmark.manifest.run(&system.id) {
        return Ok(cut(benchmark.run_rankings(run)?, wanted));
    }
    if let Some(remote) = &system.remote
        && !benchmark.dataset.is_reversed()
    {
        return of_engine(benchmark, system, remote, wanted);
    }
    let Space { gallery, queries, .. } = Space::of(benchmark, system)?;
    match wanted {
        Wanted::Candidates(candidates) => candidates_ranked(&gallery, &queries, candidates),
        Wanted::First(depths) => {
            let (rows, depths_of_rows) = asked(depths);
            let vectors: Vec<Vec<f32>> =
                rows.iter().map(|row| queries.row(*row).collect()).collect();
            let found = ranked(system, gallery, &vectors, &depths_of_rows)?;
            Ok(placed(depths.len(), rows, found))
        }
    }
}

fn of_engine(
    benchmark: &Benchmark,
    system: &System,
    remote: &Remote,
    wanted: Wanted<'_>,
) -> Result<Vec<Vec<Hit>>> {
    let queries = benchmark.query_vectors(system)?;
    let whole: Vec<usize>;
    let depths = match wanted {
        Wanted::First(depths) => depths,
        // Its index finds candidates only in the ranking of all images.
        Wanted::Candidates(candidates) => {
            let depth = |of_query: &Vec<u32>| if of_query.is_empty() { 0 } else { usize::MAX };
            whole = candidates.iter().map(depth).collect();
            &whole
        }
    };
    let (rows, depths_of_rows) = asked(depths);
    let vectors: Vec<Vec<f32>> = rows.iter().map(|row| queries.row(*row).collect()).collect();
    let ids = rows.iter().map(|row| benchmark.queries.get(*row));
    let ids: Vec<&str> = ids.map(|own| own.map_or("", |own| own.id.as_str())).collect();
    let n_images = benchmark.manifest.counts.images;
    let found = remote::ranked(system, remote, n_images, &vectors, &ids, &depths_of_rows)?;
    Ok(cut(placed(depths.len(), rows, found), wanted))
}

/// The rows of the queries that are ranked, and how deep.
fn asked(depths: &[usize]) -> (Vec<usize>, Vec<usize>) {
    (0..).zip(depths.iter().copied()).filter(|(_, depth)| *depth > 0).unzip()
}

/// The rankings of these rows among those of all queries.
fn placed(n_queries: usize, rows: Vec<usize>, found: Vec<Vec<Hit>>) -> Vec<Vec<Hit>> {
    let mut rankings = vec![Vec::new(); n_queries];
    for (row, hits) in rows.into_iter().zip(found) {
        if let Some(place) = rankings.get_mut(row) {
            *place = hits;
        }
    }
    rankings
}

/// What is wanted of rankings.
pub(crate) fn cut(mut rankings: Vec<Vec<Hit>>, wanted: Wanted<'_>) -> Vec<Vec<Hit>> {
    match wanted {
        Wanted::First(depths) => {
            for (hits, depth) in rankings.iter_mut().zip(depths) {
                hits.truncate(n_with_ties(hits, *depth));
            }
        }
        Wanted::Candidates(candidates) => {
            for (hits, of_query) in rankings.iter_mut().zip(candidates) {
                let rows: BTreeSet<u32> = of_query.iter().copied().collect();
                hits.retain(|hit| rows.contains(&hit.row_in_corpus));
            }
        }
    }
    rankings
}
