//! `rankscope build`: makes a benchmark from a build recipe and the files that it points to.

mod encoders;
mod guides;
mod recipe;
mod sources;
mod system;
mod topics;

use crate::{
    benchmark_writer::{BenchmarkWriter, counts},
    output,
    query_facets::facets_of,
    reporter,
};
use anyhow::{Context, Result};
use rankscope_core::benchmark::{
    Headline, Image, Manifest, Query, RelevanceDefinition, SCHEMA_VERSION,
};
use recipe::BuildRecipe;
pub(crate) use sources::SeedVector;
use sources::{ReadRun, SourceFolder, captions_of};
use std::{
    collections::{HashMap, HashSet},
    path::{Path, PathBuf},
};
use system::SystemBuild;

/// Build a benchmark from a build recipe.
///
/// A build recipe is a TOML file that says where the parts are: images, queries, judgements, and
/// for every system a gallery and query vectors as numpy arrays (float16 or float32). Lists of
/// ids, TREC, BEIR and JSON files, clip-retrieval's folders, and the files that INQUIRE, ECCV
/// Caption, ConQA and MIRFLICKR publish are read directly; tests/recipes has examples.
///
/// Everything is checked before the result appears at --out. A build that fails or is interrupted
/// leaves nothing behind.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    rankscope build recipe.toml --out my-benchmark\n  \
    rankscope build tests/recipes/coco5k.toml --source data/coco5k \\\n    \
    --encoder all-MiniLM-L6-v2=minilm --out coco5k")]
pub struct Args {
    /// The build recipe, a TOML file.
    pub recipe: PathBuf,
    /// The folder to make.
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// The folder that the recipe's paths start from, instead of the recipe's `source`.
    #[arg(long, value_name = "DIR")]
    pub source: Option<PathBuf>,
    /// The pack of one of the recipe's text encoders (see `rankscope encoder import`).
    #[arg(long = "encoder", value_name = "ID=DIR", value_parser = id_and_folder)]
    pub encoders: Vec<(String, PathBuf)>,
    /// Replace an existing benchmark, once the new one is complete.
    #[arg(long)]
    pub force: bool,
}

/// Checks the text of a build recipe without reading the files that it names; `path` is for errors.
///
/// # Errors
/// Not a build recipe, or sections that contradict each other.
pub fn check_recipe(path: &Path, text: &str) -> Result<()> {
    recipe::recipe_from_toml(path, text).map(drop)
}

fn id_and_folder(text: &str) -> Result<(String, PathBuf), String> {
    let (id, folder) = text.split_once('=').ok_or("expected ID=DIR")?;
    Ok((id.into(), folder.into()))
}

pub(crate) fn run(args: &Args) -> Result<()> {
    output::print_benchmark(&build(args)?, &args.out)
}

/// Builds a benchmark and returns its manifest.
///
/// # Errors
/// Anything missing or wrong, with its file and its row or line. Nothing is left behind.
pub fn build(args: &Args) -> Result<Manifest> {
    let recipe = recipe::read(&args.recipe)?;
    let beside_recipe = || args.recipe.parent().unwrap_or(Path::new("")).join(&recipe.source);
    let sources = SourceFolder(args.source.clone().unwrap_or_else(beside_recipe));
    encoders::check_ids(&args.encoders, &recipe)?;
    let captions = sources.captions(&recipe)?;
    let mut corpus = sources.corpus(&recipe, &captions)?;
    let mut queries = sources.queries(&recipe.queries, &captions)?;
    if let Some(folds) = &recipe.folds {
        sources.add_folds(folds, &captions, &mut queries, &mut corpus.images)?;
    }
    let images = &corpus.images;

    let mut writer = BenchmarkWriter::new(&args.out, args.force)?;
    writer.add_queries(&queries)?;
    let n_captions = captions.len();
    let (kept, captions): (Vec<_>, Vec<_>) = captions_of(images, &captions).into_iter().unzip();
    if !captions.is_empty() {
        writer.add_lines("captions.jsonl", &captions, None)?;
    }
    writer.add_images(images)?;
    if let Some(fields) = sources.fields(&recipe.images, images)? {
        writer.add_fields(&fields)?;
    }
    if let Some(topics) = topics::of_recipe(&recipe, &queries, images)? {
        writer.add_topics(&topics)?;
    }
    let relevance = add_relevance(&recipe, &sources, &queries, images, &mut writer)?;
    let (encoders, encoder_dims) = encoders::add(&args.encoders, &recipe, &sources, &mut writer)?;
    let mut systems = Vec::new();
    let mut seeds = Vec::new();
    for source in &recipe.systems {
        let system = SystemBuild {
            source,
            sources: &sources,
            corpus: &corpus,
            n_queries: queries.len(),
            captions: (n_captions, &kept),
            shard_rows: recipe.shard_rows,
            encoder_dims: &encoder_dims,
        };
        systems.push(system.add(&mut writer).with_context(|| format!("system {}", source.id))?);
        let of_system = sources.seed_vectors(&recipe, source, &corpus);
        seeds.push(of_system.with_context(|| format!("system {}", source.id))?);
    }

    let mut runs = Vec::new();
    for source in &recipe.runs {
        let read = sources.run(source, &queries, images);
        let ReadRun { stored, run, documents } =
            read.with_context(|| format!("run {}", source.id))?;
        writer.add_run(&stored, &run, &documents)?;
        runs.push(stored);
    }

    let guides = guides::add(&recipe, &sources, &queries, &systems, &mut writer)?;

    let manifest = Manifest {
        schema_version: SCHEMA_VERSION,
        id: recipe.id,
        title: recipe.title,
        description: recipe.description,
        version: recipe.version,
        license: recipe.license,
        citation: recipe.citation,
        homepage: recipe.homepage,
        counts: counts(queries.len(), images.len(), captions.len())?,
        relevance,
        systems,
        runs,
        guides,
        encoders,
        facets: facets_of(&queries),
        headlines: recipe
            .headlines
            .into_iter()
            .map(|h| Headline { measure: h.measure, relevance: h.relevance })
            .collect(),
        files: Vec::new(),
    };
    writer.finish_with_values(manifest, &seeds, None)
}

/// Writes the judgements of each relevance definition. Warns if some queries have none.
fn add_relevance(
    recipe: &BuildRecipe,
    sources: &SourceFolder,
    queries: &[Query],
    images: &[Image],
    writer: &mut BenchmarkWriter,
) -> Result<Vec<RelevanceDefinition>> {
    let mut relevance = Vec::new();
    // Definitions by several rules share one file of votes.
    let mut votes_files: HashMap<PathBuf, String> = HashMap::new();
    for definition in &recipe.relevance {
        let qrels = sources.judgements(definition, recipe, queries, images)?;
        let judged: HashSet<&str> = qrels.iter().map(|qrel| qrel.query.as_str()).collect();
        if judged.len() < queries.len() {
            reporter::warn(format_args!(
                "{} of {} queries have no judgement in relevance {}; means leave them out",
                queries.len() - judged.len(),
                queries.len(),
                definition.id
            ));
        }
        if let Some(reverse) = &definition.reverse {
            let qrels = sources.reverse_judgements(&reverse.source()?, images);
            let qrels = qrels.with_context(|| format!("relevance {}", definition.id))?;
            writer.add_reverse(&definition.id, &qrels)?;
        }
        let votes = match sources.votes(definition, &qrels)? {
            None => None,
            Some((source, voted)) => Some(match votes_files.get(&source) {
                Some(path) => path.clone(),
                None => {
                    let path = writer.add_votes(&definition.id, &voted)?;
                    votes_files.insert(source, path.clone());
                    path
                }
            }),
        };
        relevance.push(RelevanceDefinition {
            id: definition.id.clone(),
            title: definition.title.clone(),
            counts_as: definition.counts_as.clone(),
            default: definition.default,
            only_judged: definition.candidates.is_some(),
            complete: definition.complete,
            path: writer.add_relevance(&definition.id, &qrels)?,
            votes,
        });
    }
    Ok(relevance)
}
