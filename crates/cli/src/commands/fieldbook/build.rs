//! `rankscope fieldbook build`: the built-in benchmark, the same bytes every time.

use super::{
    candidates::Candidates,
    definitions::add_definitions,
    reused,
    system::{FieldbookSystem, MOST_HITS},
    vectors_only::{self, Corpus},
};
use crate::{
    build::{
        benchmark_writer::{BenchmarkWriter, counts, empty_manifest},
        query_facets::facets_of,
    },
    terminal::output,
};
use anyhow::{Result, bail};
use rankscope_core::benchmark::{Caption, Headline, Image, Manifest, Query, System, Welcome};
use rankscope_core::limits::MAX_UNLISTED_IMAGES;
use rankscope_fieldbook::{Fieldbook, GALLERY_SEED, LICENSE};
use rankscope_guide::COMPLEXITY_FILE;
use std::path::PathBuf;

/// The most scenes to hold in memory with captions and lists, about 7 KB each.
const MAX_SCENES: u32 = 1_000_000;

/// Build Fieldbook: its scenes, queries and judgements, and the systems of one built before.
///
/// `rankscope-train fieldbook` builds it with newly trained systems.
/// The same seed and number of scenes give the same bytes on every machine.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    rankscope fieldbook build --n 20000 -o fieldbook\n  \
    rankscope fieldbook build --reuse fieldbook -o fieldbook --force\n  \
    rankscope fieldbook build --n 5000000 --vectors-only --codes -o five-million")]
pub(super) struct Args {
    /// The folder to make.
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,
    /// Number of scenes, at most a million, or 50 million with --vectors-only.
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_UNLISTED_IMAGES)))]
    n: u32,
    /// The seed that all scenes are made from.
    #[arg(long, value_name = "SEED", default_value_t = GALLERY_SEED)]
    seed: u64,
    /// A Fieldbook built before, of the same scenes and queries, whose systems are taken as they are.
    #[arg(long, value_name = "DIR")]
    reuse: Option<PathBuf>,
    /// Also write captions.jsonl, five captions a scene.
    #[arg(long)]
    captions: bool,
    /// Write only vectors, made from the scenes' facts, without image lists: a corpus of any size
    /// to measure search with.
    #[arg(long, conflicts_with_all = ["reuse", "captions"])]
    vectors_only: bool,
    /// Values of a vector.
    #[arg(long, value_name = "DIM", default_value_t = 512, requires = "vectors_only", value_parser = clap::value_parser!(u32).range(1..=65_536))]
    dim: u32,
    /// Rows of a shard [default: as many as fill 128 MiB].
    #[arg(long, value_name = "N", requires = "vectors_only", value_parser = clap::value_parser!(u32).range(1..))]
    shard_rows: Option<u32>,
    /// Also write the signs of all rows, by which a page searches a large gallery sooner (see
    /// `rankscope codes`).
    #[arg(long, requires = "vectors_only")]
    codes: bool,
    /// Replace an existing benchmark, once the new one is complete.
    #[arg(long)]
    force: bool,
    /// Print what was made as JSON.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Result<()> {
    output::print_benchmark(&build(args)?, &args.out, args.json)
}

fn build(args: &Args) -> Result<Manifest> {
    if !args.vectors_only && args.n > MAX_SCENES {
        bail!(
            "--n {}: a Fieldbook with its lists has at most {MAX_SCENES} scenes, which take 7 GB of memory: \
             give a smaller number, or --vectors-only",
            args.n
        );
    }
    let writer = BenchmarkWriter::new(&args.out, args.force)?.compressing();
    let writer = writer.with_codes(args.codes);
    if args.vectors_only {
        let shard_rows = args.shard_rows.map(|rows| rows as usize);
        let corpus = Corpus { n: args.n, seed: args.seed, dim: args.dim as usize };
        return vectors_only::build(writer, corpus, shard_rows);
    }
    let world = World { seed: args.seed, n_scenes: args.n as usize, with_captions: args.captions };
    with_systems(writer, world, |book| {
        let Some(folder) = &args.reuse else { return Ok((Vec::new(), None)) };
        let reused = reused::reused(folder, book, MOST_HITS)?;
        let boxed = |system| Box::new(system) as Box<dyn FieldbookSystem>;
        Ok((reused.systems.into_iter().map(boxed).collect(), reused.complexity))
    })
}

#[derive(Debug, Clone, Copy)]
pub struct World {
    pub seed: u64,
    pub n_scenes: usize,
    pub with_captions: bool,
}

/// The systems of a Fieldbook, in their order, and its `complexity.json` if it has one.
pub type Systems = (Vec<Box<dyn FieldbookSystem>>, Option<Vec<u8>>);

/// Builds a Fieldbook with the systems that `systems` gives for its world.
pub fn with_systems(
    mut writer: BenchmarkWriter,
    world: World,
    systems: impl FnOnce(&Fieldbook) -> Result<Systems>,
) -> Result<Manifest> {
    let book = Fieldbook::new(world.seed, world.n_scenes);
    let queries: Vec<Query> = book.queries().cloned().collect();
    writer.add_queries(&queries)?;
    let captions: Vec<Caption> =
        if world.with_captions { book.captions().collect() } else { Vec::new() };
    if !captions.is_empty() {
        writer.add_lines("captions.jsonl", &captions, None)?;
    }
    let images: Vec<Image> = book.images().collect();
    writer.add_images(&images)?;
    writer.add_fields(&book.fields().collect::<Vec<_>>())?;
    writer.add_topics(&book.topics())?;
    let (built, complexity) = systems(&book)?;
    let candidates = Candidates::of(&book, &built)?;
    let relevance = add_definitions(&mut writer, &book, &built, candidates.as_ref())?;
    let (mut encoders, mut systems) = (Vec::new(), Vec::new());
    for one in built {
        let (encoder, system) = one.add(&mut writer)?;
        encoders.push(encoder);
        systems.push(system);
    }
    let run = candidates.map(|candidates| candidates.add_run(&mut writer)).transpose()?;
    let welcome = welcome(&queries, &systems);
    let manifest = Manifest {
        id: "fieldbook".into(),
        title: "Fieldbook".into(),
        description: "A naturalist’s notebook of familiar and invented organisms, drawn by code. \
                      Every scene is known fact by fact, so that every judgement is exact, and \
                      false negatives are only those that a definition of relevance puts there."
            .into(),
        version: "1".into(),
        license: LICENSE.into(),
        counts: counts(queries.len(), images.len(), captions.len())?,
        relevance,
        systems,
        runs: run.into_iter().collect(),
        encoders,
        facets: facets_of(&queries),
        headlines: headlines(),
        welcome,
        ..empty_manifest()
    };
    let fitted = complexity.as_deref().map(|bytes| (COMPLEXITY_FILE, bytes));
    writer.finish_with_values(manifest, &[], fitted)
}

/// A query on which the weakest of three systems is the best; `None` for a world of other systems.
fn welcome(queries: &[Query], systems: &[System]) -> Option<Welcome> {
    let welcome = Welcome {
        title: "The weakest wins".into(),
        query: "q-203".into(),
        systems: ["large", "base", "tags"].map(String::from).into(),
        relevance: None,
    };
    let exists = |id: &String| systems.iter().any(|system| system.id == *id);
    let has_query = queries.iter().any(|query| query.id == welcome.query);
    (has_query && welcome.systems.iter().all(exists)).then_some(welcome)
}

fn headlines() -> Vec<Headline> {
    [
        ("inquire:AP@50", "exhaustive"),
        ("eccv:mAP@R", "exhaustive"),
        ("eccv:R@1", "pairs"),
        ("eccv:R@5", "pairs"),
        ("inquire:nDCG@50", "exhaustive"),
    ]
    .map(|(measure, relevance)| Headline { measure: measure.into(), relevance: relevance.into() })
    .into()
}
