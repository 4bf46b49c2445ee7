//! `rankscope guide bound`: relevant images of the gallery as guides.

use super::{
    embedders::{Embedder, Needs, chosen, in_order},
    tables::{Groups, Report},
};
use crate::{
    benchmark::{exact::on_all_cores, open::Benchmark, selection::chosen_queries},
    terminal::{arguments::Printed, output::Format, reporter::progress_bar},
};
use anyhow::{Result, bail};
use rankscope_core::analysis::{Board, SystemValues};
use rankscope_core::benchmark::{Judgements, Relevance};
use rankscope_core::metrics::Measure;
use rankscope_core::random::SplitMix64;
use rankscope_core::ranking::{Hit, hits_in_order};
use rankscope_core::search::RowMask;
use rankscope_core::vectors::scored;
use rankscope_guide::{EmbedderLists, MeanDistances, rank_fused};
use serde::Serialize;
use std::{path::PathBuf, sync::Arc};

/// The facet and the value of queries that are captions, of which most have too few relevant images.
const CAPTION: (&str, &str) = ("family", "caption");
/// The grade of images that answer the whole query.
const WHOLE: i32 = 2;
/// How many embedders are tried.
const N_EMBEDDERS: [usize; 4] = [1, 2, 4, 6];

/// Measure guides that are relevant images of the gallery: what guides could reach.
///
/// For each query with enough images of grade 2, some of these are drawn at random, taken out of
/// gallery and judgements, and used as guides by their stored vectors. Texts are measured on the same
/// rest. Captions are left out.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  rankscope guide bound public/fieldbook\n  \
    rankscope guide bound public/fieldbook --guides 3 --seed 1 --format json")]
pub(super) struct Args {
    /// The benchmark's folder.
    #[arg(value_name = "DIR")]
    benchmark: PathBuf,
    /// Guides of a query.
    #[arg(long, value_name = "M", default_value_t = 9, value_parser = clap::value_parser!(u32).range(1..))]
    guides: u32,
    /// Images of grade 2 that a query must have.
    #[arg(long, value_name = "N", default_value_t = 14, value_parser = clap::value_parser!(u32).range(2..))]
    least: u32,
    /// How many ranks of a list count.
    #[arg(long, value_name = "K", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..))]
    depth: u32,
    /// Another seed draws other guides.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// The queries to measure.
    #[arg(long, value_name = "NAME", default_value = "test")]
    split: String,
    /// Measures by full name.
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "inquire:AP@50")]
    measures: Vec<Measure>,
    /// The relevance definition [default: the benchmark's].
    #[arg(long, value_name = "ID")]
    relevance: Option<String>,
    #[command(flatten)]
    printed: Printed<Format>,
}

#[derive(Serialize)]
struct Setting {
    split: String,
    relevance: String,
    embedders: Vec<String>,
    n_guides: usize,
    k: usize,
    n_queries: usize,
}

/// A query without the images that are its guides.
struct Reduced {
    query: usize,
    guides: Vec<u32>,
    /// The rest of the gallery.
    mask: RowMask,
}

/// What one embedder finds among the rest.
struct FoundBy {
    /// By each guide, `[guides][ranks]`.
    lists: Vec<Vec<u32>>,
    /// By the text.
    text: Vec<Hit>,
}

pub(super) fn run(args: &Args) -> Result<()> {
    if args.guides >= args.least {
        bail!("{} guides of {} images leave none to find", args.guides, args.least);
    }
    let benchmark = &Benchmark::open(&args.benchmark)?;
    let relevance = benchmark.relevance_id(args.relevance.as_deref())?;
    let board = benchmark.board(&args.measures, &relevance)?;
    let whole = benchmark.relevance(&relevance)?;
    let reduced = reduced(args, benchmark, whole)?;
    let board = without_guides(board, whole, &reduced);
    let n = N_EMBEDDERS.into_iter().max().unwrap_or(1) + 1;
    let n = n.min(in_order(benchmark, &Needs::default())?.len());
    let embedders = chosen(benchmark, &[], n, &Needs::default())?;
    let mut ways = Ways { args, board: &board, reduced: &reduced, ways: Vec::new() };
    let found =
        embedders.iter().map(|embedder| found_by(args, benchmark, &board, embedder, &reduced));
    let found: Vec<Vec<FoundBy>> = found.collect::<Result<_>>()?;
    for (embedder, found) in embedders.iter().zip(&found).take(2) {
        ways.add(format!("text, {}", embedder.id()), |place| {
            found.get(place).map(|of| of.text.clone()).unwrap_or_default()
        });
    }
    let first = embedders.first().map_or("", |one| one.id());
    ways.by_rank(&format!("by rank, {first} alone"), found.get(..1).unwrap_or_default());
    let peers = found.get(1..).unwrap_or_default();
    for n in N_EMBEDDERS.into_iter().filter(|n| *n <= peers.len()) {
        ways.by_rank(&format!("by rank, {n} without {first}"), peers.get(..n).unwrap_or_default());
    }
    let n_all = 6.min(found.len());
    ways.by_rank(&format!("by rank, {n_all} with {first}"), found.get(..n_all).unwrap_or_default());
    ways.by_distance(
        &format!("by distance, {first} alone"),
        embedders.get(..1).unwrap_or_default(),
    )?;
    let some = embedders.get(..n_all).unwrap_or_default();
    ways.by_distance(&format!("by distance, {n_all} with {first}"), some)?;
    let rows: Vec<usize> = reduced.iter().map(|of| of.query).collect();
    let setting = Setting {
        split: args.split.clone(),
        relevance,
        embedders: embedders.iter().map(|one| one.id().to_owned()).collect(),
        n_guides: args.guides as usize,
        k: args.depth as usize,
        n_queries: rows.len(),
    };
    let notes = [format!(
        "{} queries with at least {} images of grade {WHOLE}, {} of them as guides; embedders {}; k = {}",
        setting.n_queries,
        args.least,
        args.guides,
        setting.embedders.join(", "),
        setting.k
    )];
    let groups = Groups { all: rows, hard: Vec::new() };
    let ways = ways.ways;
    Report::new(setting, &board, &ways, &groups).print(
        "relevant images",
        &args.measures,
        &notes,
        args.printed.format,
    )
}

/// The queries with enough relevant images, each with its guides.
fn reduced(args: &Args, benchmark: &Benchmark, judged: &Relevance) -> Result<Vec<Reduced>> {
    let n_rows = u32::try_from(benchmark.image_ids().len())?;
    let mut all = Vec::new();
    for query in chosen_queries(Some(&args.split), &benchmark.queries)? {
        let is_caption = benchmark.queries.get(query).is_some_and(|query| {
            query.facets.get(CAPTION.0).is_some_and(|value| value == CAPTION.1)
        });
        let Some(of_query) = judged.of_query(u32::try_from(query)?) else { continue };
        let grades = of_query.as_slice().iter();
        let mut whole: Vec<u32> =
            grades.filter(|(_, grade)| *grade >= WHOLE).map(|(row, _)| *row).collect();
        if is_caption || whole.len() < args.least as usize {
            continue;
        }
        SplitMix64::new(args.seed ^ (query as u64) << 32).shuffle(&mut whole);
        whole.truncate(args.guides as usize);
        let mask = RowMask::new((0..n_rows).filter(|row| !whole.contains(row)));
        all.push(Reduced { query, guides: whole, mask });
    }
    if all.is_empty() {
        bail!("no query of the split {} has {} images of grade {WHOLE}", args.split, args.least);
    }
    Ok(all)
}

/// The judgements without each query's guides.
fn without_guides(board: Board, whole: &Relevance, reduced: &[Reduced]) -> Board {
    let mut by_query: Vec<Judgements> = (0..board.dataset.queries.len())
        .map(|query| {
            let of = u32::try_from(query).ok().and_then(|query| whole.of_query(query));
            Judgements::new(of.map_or(&[][..], Judgements::as_slice).iter().copied())
        })
        .collect();
    for Reduced { query, guides, .. } in reduced {
        if let Some(of_query) = by_query.get_mut(*query) {
            *of_query = of_query.among(|row| !guides.contains(&row));
        }
    }
    let relevance = Relevance::of_queries(by_query);
    let relevance = if whole.is_complete() { relevance.complete() } else { relevance };
    let definition = board.columns.first().map_or(0, |column| column.definition);
    let dataset = Arc::new(board.dataset.with_judgements(definition, relevance));
    Board { dataset, ..board }
}

/// The lists of one embedder for each query.
fn found_by(
    args: &Args,
    benchmark: &Benchmark,
    board: &Board,
    embedder: &Embedder<'_>,
    reduced: &[Reduced],
) -> Result<Vec<FoundBy>> {
    let stored = benchmark.query_vectors(embedder.system)?;
    let progress = progress_bar(reduced.len(), &format!("queries of {}", embedder.id()));
    let depth = args.depth as usize;
    let text_depths = board.depths(0);
    let found = on_all_cores(reduced, |of| {
        progress.inc(1);
        let rows = of.guides.iter();
        let guides: Vec<Vec<f32>> =
            rows.map(|row| embedder.gallery.vectors().row(*row as usize).collect()).collect();
        let lists = embedder.gallery.top_k(&guides, depth, Some(&of.mask));
        let rows = |hits: Vec<Hit>| hits.into_iter().map(|hit| hit.row_in_corpus).collect();
        let text: Vec<f32> = stored.row(of.query).collect();
        let text_depth = text_depths.get(of.query).copied().unwrap_or(depth);
        let text = embedder.gallery.top_k(&[text], text_depth, Some(&of.mask));
        vec![FoundBy {
            lists: lists.into_iter().map(rows).collect(),
            text: text.into_iter().next().unwrap_or_default(),
        }]
    })?;
    progress.finish_and_clear();
    Ok(found)
}

/// Ways of answering, one after another.
struct Ways<'a> {
    args: &'a Args,
    board: &'a Board,
    reduced: &'a [Reduced],
    ways: Vec<SystemValues>,
}

impl Ways<'_> {
    /// A way that ranks each query, given by its place among the reduced.
    fn add(&mut self, name: String, ranking: impl Fn(usize) -> Vec<Hit>) {
        let mut rankings = vec![Vec::new(); self.board.dataset.queries.len()];
        for (place, of) in self.reduced.iter().enumerate() {
            if let Some(of_query) = rankings.get_mut(of.query) {
                *of_query = ranking(place);
            }
        }
        self.ways.push(self.board.values(&name, &rankings));
    }

    fn by_rank(&mut self, name: &str, found: &[Vec<FoundBy>]) {
        let (weight, depth) = (1.0 / found.len().max(1) as f64, self.args.depth as usize);
        self.add(name.to_owned(), |place| {
            let of_embedder = |of: &Vec<FoundBy>| EmbedderLists {
                embedder: String::new(),
                weight,
                lists: of.get(place).map(|of| of.lists.clone()).unwrap_or_default(),
            };
            let lists: Vec<EmbedderLists<u32>> = found.iter().map(of_embedder).collect();
            hits_in_order(
                &rank_fused(&lists, depth).into_iter().map(|hit| hit.item).collect::<Vec<u32>>(),
            )
        });
    }

    fn by_distance(&mut self, name: &str, embedders: &[Embedder<'_>]) -> Result<()> {
        let n_rows = self.board.dataset.image_ids().len();
        let rows: Vec<u32> = (0..u32::try_from(n_rows)?).collect();
        let progress = progress_bar(self.reduced.len(), "queries by distance");
        let rankings = on_all_cores(self.reduced, |of| {
            progress.inc(1);
            let mut distances = MeanDistances::new(n_rows);
            for embedder in embedders {
                let gallery = embedder.gallery.vectors();
                for guide in &of.guides {
                    let guide: Vec<f32> = gallery.row(*guide as usize).collect();
                    let hits = scored(&guide, gallery, &rows);
                    let cosines: Vec<f32> = hits.iter().map(|hit| hit.score).collect();
                    // There is a cosine for each row.
                    if distances.add(&cosines).is_err() {
                        return vec![Vec::new()];
                    }
                }
            }
            let nearest = distances.nearest(self.args.depth as usize + of.guides.len());
            let rest = nearest.into_iter().filter(|hit| of.mask.contains(hit.row));
            let rows = rest.filter_map(|hit| u32::try_from(hit.row).ok());
            vec![hits_in_order(&rows.take(self.args.depth as usize).collect::<Vec<u32>>())]
        })?;
        progress.finish_and_clear();
        self.add(name.to_owned(), |place| rankings.get(place).cloned().unwrap_or_default());
        Ok(())
    }
}
