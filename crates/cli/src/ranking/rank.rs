//! Ranks the benchmark's queries by any system, own or derived.

use crate::{
    benchmark::{
        exact::{on_all_cores, with_ties},
        open::Benchmark,
        space::{Space, Wanted, cut, derived_of, rankings as of_vectors},
    },
    guides::as_system::rankings as by_guides,
    terminal::reporter,
};
use anyhow::{Result, bail};
use rankscope_core::analysis::{Derived, FEEDBACK_JUDGED, FUSED_DEPTH, FusedSystem};
use rankscope_core::benchmark::{Relevance, System};
use rankscope_core::feedback::{Feedback, FeedbackMethod};
use rankscope_core::ranking::{Fusion, Hit, Unscored, reranked_at_top};
use rankscope_core::search::{CpuGallery, RowMask};

/// The depths of these queries, given by row, and 0 for the others, which are not ranked then.
pub(crate) fn only(depths: Vec<usize>, queries: &[usize]) -> Vec<usize> {
    let mut some = vec![0; depths.len()];
    for query in queries {
        if let (Some(place), Some(depth)) = (some.get_mut(*query), depths.get(*query)) {
            *place = *depth;
        }
    }
    some
}

/// The first `k` hits for every query, of a ranking of the images that these judgements rank.
pub(crate) fn first_hits(
    benchmark: &Benchmark,
    system: &System,
    k: usize,
    relevance: &Relevance,
) -> Result<Vec<Vec<Hit>>> {
    let Some(of_queries) = relevance.candidates(benchmark.queries.len()) else {
        return top_k(benchmark, system, k);
    };
    let mut all = candidates(benchmark, system, &of_queries)?;
    all.iter_mut().for_each(|hits| hits.truncate(k));
    Ok(all)
}

/// The `k` best images for every query.
pub(crate) fn top_k(benchmark: &Benchmark, system: &System, k: usize) -> Result<Vec<Vec<Hit>>> {
    let all = benchmark.query_rows();
    top_k_of(benchmark, system, k, &all)
}

/// The `k` best images for these queries, given by row; none for the others.
pub(crate) fn top_k_of(
    benchmark: &Benchmark,
    system: &System,
    k: usize,
    queries: &[usize],
) -> Result<Vec<Vec<Hit>>> {
    let depths = only(vec![k; benchmark.queries.len()], queries);
    let mut rankings = rankings(benchmark, system, &depths)?;
    rankings.iter_mut().for_each(|hits| hits.truncate(k));
    Ok(rankings)
}

/// The best images for every query: as many as `depths` says, and those that tie with the last of them,
/// since measures order ties by their own rules. Where the depth is 0 the query is not ranked.
pub(crate) fn rankings(
    benchmark: &Benchmark,
    system: &System,
    depths: &[usize],
) -> Result<Vec<Vec<Hit>>> {
    ranked(benchmark, system, Wanted::First(depths))
}

/// All of these images `[queries][images]`, best first; a run ranks those that it lists.
pub(crate) fn candidates(
    benchmark: &Benchmark,
    system: &System,
    candidates: &[Vec<u32>],
) -> Result<Vec<Vec<Hit>>> {
    ranked(benchmark, system, Wanted::Candidates(candidates))
}

fn ranked(benchmark: &Benchmark, system: &System, wanted: Wanted<'_>) -> Result<Vec<Vec<Hit>>> {
    if wanted.is_nothing() {
        return Ok(vec![Vec::new(); benchmark.queries.len()]);
    }
    let made = match &derived_of(system)? {
        Some(Derived::Fused(of)) => fused(benchmark, of, wanted)?,
        Some(Derived::Reranked { first, second, depth }) => {
            by_second(benchmark, system, [first, second], *depth, wanted)?
        }
        Some(Derived::Feedback { of, method, rounds }) => {
            after_feedback(benchmark, of, (*method, *rounds), wanted)?
        }
        Some(Derived::Guides(of)) => by_guides(benchmark, of, wanted)?,
        Some(_) | None => return of_vectors(benchmark, system, wanted),
    };
    Ok(cut(made, wanted))
}

/// The first hits of each part, fused as `rankscope fuse` does.
fn fused(benchmark: &Benchmark, of: &FusedSystem, wanted: Wanted<'_>) -> Result<Vec<Vec<Hit>>> {
    let at_most = depths(wanted, |depth| if depth == 0 { 0 } else { FUSED_DEPTH });
    let fusion = of.fusion();
    let mut lists = Vec::new();
    for part in of.part_ids() {
        let mut list = ranked(benchmark, benchmark.system(part)?, deeper(wanted, &at_most))?;
        for (query, hits) in benchmark.queries.iter().zip(&mut list) {
            hits.truncate(FUSED_DEPTH);
            let without_scale = hits.iter().find(|hit| !hit.score.is_finite());
            if let (Fusion::CombSum | Fusion::CombMnz, Some(hit)) = (&fusion, without_scale) {
                bail!(
                    "{part} has the score {} for query {}, which cannot be scaled to 0 … 1: fuse by \
                     rrf, which reads ranks only",
                    hit.score,
                    query.id
                );
            }
        }
        lists.push(list);
    }
    let of_query = |row: usize| {
        let lists: Vec<&[Hit]> =
            lists.iter().map(|list| list.get(row).map_or(&[][..], Vec::as_slice)).collect();
        fusion.fused(&lists)
    };
    Ok((0..benchmark.queries.len()).map(of_query).collect())
}

/// The first `depth` hits of one system in the order of another, then the rest of its list.
fn by_second(
    benchmark: &Benchmark,
    system: &System,
    [first, second]: [&String; 2],
    depth: usize,
    wanted: Wanted<'_>,
) -> Result<Vec<Vec<Hit>>> {
    let at_least = depths(wanted, |asked| if asked == 0 { 0 } else { asked.max(depth) });
    let found = ranked(benchmark, benchmark.system(first)?, deeper(wanted, &at_least))?;
    let rows = |hits: &Vec<Hit>| hits.iter().take(depth).map(|hit| hit.row_in_corpus).collect();
    let heads: Vec<Vec<u32>> = found.iter().map(rows).collect();
    let scored = candidates(benchmark, benchmark.system(second)?, &heads)?;
    let mut counts = Vec::new();
    let mut all = Vec::new();
    for ((found, scored), head) in found.iter().zip(&scored).zip(&heads) {
        let order = reranked_at_top(found, depth, scored);
        counts.push((order.n_unscored, head.len()));
        all.push(order.hits);
    }
    let unscored = Unscored::of(counts.into_iter().filter(|(_, n_hits)| *n_hits > 0));
    if unscored.n_hits > 0 {
        reporter::warn(format_args!("{}: {second}: {unscored}", system.id));
    }
    Ok(all)
}

/// The images that were judged in the order in which they were found, then the others by the last query.
/// Images without a judgement count as not relevant.
fn after_feedback(
    benchmark: &Benchmark,
    of: &str,
    (method, rounds): (FeedbackMethod, usize),
    wanted: Wanted<'_>,
) -> Result<Vec<Vec<Hit>>> {
    let truth = benchmark.relevance(&benchmark.relevance_id(None)?)?;
    let Space { gallery, queries, .. } = Space::of(benchmark, benchmark.system(of)?)?;
    let gallery = CpuGallery::new(gallery);
    let rows = benchmark.query_rows();
    on_all_cores(&rows, |row| {
        let (depth, among) = match wanted {
            Wanted::First(depths) => (depths.get(*row).copied().unwrap_or(0), None),
            Wanted::Candidates(all) => {
                let own = all.get(*row).map_or(&[][..], Vec::as_slice);
                (own.len(), Some(RowMask::new(own.iter().copied())))
            }
        };
        if depth == 0 {
            return vec![Vec::new()];
        }
        let judged = u32::try_from(*row).ok().and_then(|row| truth.of_query(row));
        let is_relevant = |row| judged.and_then(|of| of.grade(row)).is_some_and(|grade| grade >= 1);
        let mut feedback = Feedback::new(method, queries.row(*row).collect());
        let search = |feedback: &Feedback, n: usize| {
            let k = n.saturating_add(feedback.n_judged());
            let query = [feedback.next_query()];
            let found = match &among {
                None => with_ties(&gallery, &query, &[k]),
                Some(_) => gallery.top_k(&query, k, among.as_ref()),
            };
            found.into_iter().next().unwrap_or_default()
        };
        for _ in 0..rounds {
            let found = search(&feedback, FEEDBACK_JUDGED);
            for hit in feedback.residual(&found).iter().take(FEEDBACK_JUDGED) {
                let row = hit.row_in_corpus;
                let vector = gallery.vectors().row(row as usize).collect();
                feedback.judge(row, vector, is_relevant(row));
            }
        }
        vec![feedback.ranking(&search(&feedback, depth))]
    })
}

/// Other depths, where depths are wanted.
fn depths(wanted: Wanted<'_>, other: impl Fn(usize) -> usize) -> Vec<usize> {
    match wanted {
        Wanted::First(depths) => depths.iter().map(|depth| other(*depth)).collect(),
        Wanted::Candidates(_) => Vec::new(),
    }
}

fn deeper<'a>(wanted: Wanted<'a>, depths: &'a [usize]) -> Wanted<'a> {
    match wanted {
        Wanted::First(_) => Wanted::First(depths),
        candidates @ Wanted::Candidates(_) => candidates,
    }
}
