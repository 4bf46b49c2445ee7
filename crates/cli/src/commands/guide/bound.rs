//! `rankscope guide bound`: relevant images of the gallery as guides.

use super::{
    arguments::weights,
    tables::{Groups, Report},
};
use crate::guides::embedders::{Embedder, Needs, chosen, in_order, usual_weights};
use crate::{
    benchmark::{exact::on_all_cores, open::Benchmark, selection::chosen_queries},
    reading::list_files,
    terminal::{arguments::Printed, output::Format, reporter::progress_bar},
    writing::files,
};
use anyhow::{Context, Result, bail};
use rankscope_core::analysis::{Board, SystemValues};
use rankscope_core::benchmark::{Judgements, Relevance};
use rankscope_core::formats::Qrel;
use rankscope_core::metrics::Measure;
use rankscope_core::random::SplitMix64;
use rankscope_core::ranking::{Hit, hits_in_order};
use rankscope_core::search::RowMask;
use rankscope_core::vectors::scored;
use rankscope_guide::{EmbedderLists, MeanDistances, rank_fused};
use serde::Serialize;
use std::{
    borrow::Cow,
    collections::{BTreeMap, HashMap},
    ops::Range,
    path::{Path, PathBuf},
    sync::Arc,
};

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
/// rest. Captions are left out. With --from, the guides of each query are those of a file instead, such as
/// what visitors chose or another program drew; embedders then need no text.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  rankscope guide bound public/fieldbook\n  \
    rankscope guide bound public/fieldbook --guides 3 --seed 1 --format json\n  \
    rankscope guide bound public/fieldbook --from guides.tsv --embedders large,base \\\n    \
    --weights 2,1 --depth 100 --measures needle:AP --cut 60")]
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
    /// The guides of each query, as judgements list relevant images: TREC's lines, a table, or JSON. Only
    /// queries that it lists are measured.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["guides", "least", "seed"])]
    from: Option<PathBuf>,
    /// The systems that compare guides with the gallery [default: the best of the validation split, in
    /// several numbers].
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    embedders: Vec<String>,
    /// The weight of each of the --embedders, for ranks [default: those that the benchmark states, or equal ones].
    #[arg(long, value_name = "LIST", value_delimiter = ',', requires = "embedders")]
    weights: Vec<f64>,
    /// Measure the first N images of each list, such as the 60 of Needle's AP [default: all].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    cut: Option<u32>,
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
    /// `None` if a file names them.
    n_guides: Option<usize>,
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
    /// By the text; empty without one.
    text: Vec<Hit>,
}

pub(super) fn run(args: &Args) -> Result<()> {
    if args.from.is_none() && args.guides >= args.least {
        bail!("{} guides of {} images leave none to find", args.guides, args.least);
    }
    let benchmark = &Benchmark::open(&args.benchmark)?;
    let relevance = benchmark.relevance_id(args.relevance.as_deref())?;
    let board = benchmark.board(&args.measures, &relevance)?;
    let whole = benchmark.relevance(&relevance)?;
    let reduced = match &args.from {
        Some(file) => named(file, args, benchmark)?,
        None => reduced(args, benchmark, whole)?,
    };
    let board = without_guides(board, whole, &reduced);
    let n = N_EMBEDDERS.into_iter().max().unwrap_or(1) + 1;
    let n = n.min(in_order(benchmark, &Needs::default())?.len());
    let n = if args.embedders.is_empty() { n } else { args.embedders.len() };
    let embedders = chosen(benchmark, &args.embedders, n, &Needs::default())?;
    let of_embedders = match args.weights.is_empty() {
        true => usual_weights(benchmark, &embedders),
        false => weights(&args.weights, embedders.len())?,
    };
    let usual = |of: Range<usize>| usual_weights(benchmark, embedders.get(of).unwrap_or_default());
    let mut ways = Ways { args, board: &board, reduced: &reduced, ways: Vec::new() };
    let found =
        embedders.iter().map(|embedder| found_by(args, benchmark, &board, embedder, &reduced));
    let found: Vec<Vec<FoundBy>> = found.collect::<Result<_>>()?;
    let n_texts = if args.embedders.is_empty() { 2 } else { embedders.len() };
    let with_text = embedders.iter().zip(&found).filter(|(one, _)| one.system.queries.is_some());
    for (embedder, found) in with_text.take(n_texts) {
        ways.add(format!("text, {}", embedder.id()), |place| {
            found.get(place).map(|of| of.text.clone()).unwrap_or_default()
        });
    }
    let has_text = !ways.ways.is_empty();
    let first = embedders.first().map_or("", |one| one.id());
    if args.embedders.is_empty() {
        ways.by_rank(
            &format!("by rank, {first} alone"),
            found.get(..1).unwrap_or_default(),
            &[1.0],
        );
        let peers = found.get(1..).unwrap_or_default();
        for n in N_EMBEDDERS.into_iter().filter(|n| *n <= peers.len()) {
            let name = format!("by rank, {n} without {first}");
            ways.by_rank(&name, peers.get(..n).unwrap_or_default(), &usual(1..n + 1));
        }
        let n_all = 6.min(found.len());
        let (found, some) = (found.get(..n_all), embedders.get(..n_all));
        let name = format!("by rank, {n_all} with {first}");
        ways.by_rank(&name, found.unwrap_or_default(), &usual(0..n_all));
        ways.by_distance(
            &format!("by distance, {first} alone"),
            embedders.get(..1).unwrap_or_default(),
        )?;
        ways.by_distance(&format!("by distance, {n_all} with {first}"), some.unwrap_or_default())?;
    } else {
        for (embedder, found) in embedders.iter().zip(&found) {
            let name = format!("by rank, {} alone", embedder.id());
            ways.by_rank(&name, std::slice::from_ref(found), &[1.0]);
        }
        ways.by_rank("by rank", &found, &of_embedders);
        ways.by_distance("by distance", &embedders)?;
    }
    let rows: Vec<usize> = reduced.iter().map(|of| of.query).collect();
    let setting = Setting {
        split: args.split.clone(),
        relevance,
        embedders: embedders.iter().map(|one| one.id().to_owned()).collect(),
        n_guides: args.from.is_none().then_some(args.guides as usize),
        k: args.depth as usize,
        n_queries: rows.len(),
    };
    let of_queries = match &args.from {
        Some(file) => format!("{} queries with the guides of {}", rows.len(), file.display()),
        None => format!(
            "{} queries with at least {} images of grade {WHOLE}, {} of them as guides",
            rows.len(),
            args.least,
            args.guides
        ),
    };
    let notes =
        [format!("{of_queries}; embedders {}; k = {}", setting.embedders.join(", "), setting.k)];
    let groups = Groups { all: rows, hard: Vec::new() };
    let ways = ways.ways;
    Report::new(setting, &board, &ways, has_text, &groups).print(
        "relevant images",
        &args.measures,
        &notes,
        args.printed.format,
    )
}

/// The queries of the split that a file lists, each with its guides in the order of the file.
fn named(file: &Path, args: &Args, benchmark: &Benchmark) -> Result<Vec<Reduced>> {
    let name = files::name(file);
    let ids = benchmark.image_ids();
    let row_of_image: HashMap<Cow<'_, str>, u32> =
        (0u32..).map_while(|row| Some((ids.get(row as usize)?, row))).collect();
    let mut guides: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
    for Qrel { query, document, grade } in list_files::open(file)?.qrels()? {
        let row_of_query = benchmark.dataset.query_row_from_id.get(&query).with_context(|| {
            format!("{name} has guides of query {query}, which the benchmark does not have")
        })?;
        let row = row_of_image.get(document.as_str()).with_context(|| {
            format!("{name}: guide {document} of query {query} is no image of the benchmark")
        })?;
        let of_query = guides.entry(*row_of_query as usize).or_default();
        if grade >= 1 && !of_query.contains(row) {
            of_query.push(*row);
        }
    }
    let n_rows = u32::try_from(ids.len())?;
    let of_split = chosen_queries(Some(&args.split), &benchmark.queries)?;
    let with_guides = of_split.into_iter().filter_map(|query| {
        let guides = guides.remove(&query).filter(|guides| !guides.is_empty())?;
        let mask = RowMask::new((0..n_rows).filter(|row| !guides.contains(row)));
        Some(Reduced { query, guides, mask })
    });
    let all: Vec<Reduced> = with_guides.collect();
    if all.is_empty() {
        bail!("{name} has no guides of a query of the split {}", args.split);
    }
    Ok(all)
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
    let stored = match embedder.system.queries {
        Some(_) => Some(benchmark.query_vectors(embedder.system)?),
        None => None,
    };
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
        let text: Vec<Vec<f32>> =
            stored.iter().map(|stored| stored.row(of.query).collect()).collect();
        let text_depth = text_depths.get(of.query).copied().unwrap_or(depth);
        let text = embedder.gallery.top_k(&text, text_depth, Some(&of.mask));
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
                of_query.truncate(self.args.cut.map_or(usize::MAX, |cut| cut as usize));
            }
        }
        self.ways.push(self.board.values(&name, &rankings));
    }

    fn by_rank(&mut self, name: &str, found: &[Vec<FoundBy>], weights: &[f64]) {
        let depth = self.args.depth as usize;
        self.add(name.to_owned(), |place| {
            let of_embedder = |(of, weight): (&Vec<FoundBy>, &f64)| EmbedderLists {
                embedder: String::new(),
                weight: *weight,
                lists: of.get(place).map(|of| of.lists.clone()).unwrap_or_default(),
            };
            let lists: Vec<EmbedderLists<u32>> =
                found.iter().zip(weights).map(of_embedder).collect();
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
