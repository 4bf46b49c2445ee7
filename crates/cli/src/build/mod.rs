//! `rankscope build`: makes a benchmark from a build recipe and the files that it points to.

pub mod benchmark_writer;
mod encoders;
mod guides;
mod made;
mod pictures;
pub(crate) mod query_facets;
mod recipe;
pub mod recipe_kind;
mod seeds;
pub mod shards;
mod sources;
pub(crate) mod stored_runs;
mod system;
mod thumbnail;
mod topics;

use crate::{
    build::{
        benchmark_writer::{BenchmarkWriter, counts},
        query_facets::facets_of,
    },
    terminal::{output, reporter},
};
use anyhow::{Context, Result, bail};
pub(crate) use encoders::{is_pack, pack_dim};
use made::Materials;
use rankscope_core::benchmark::{
    Headline, Image, Manifest, Query, RelevanceDefinition, SCHEMA_VERSION, Welcome,
};
use recipe::{BuildRecipe, VectorSource};
use sources::{ReadRun, SourceFolder, VotesSource, captions_of};
pub(crate) use sources::{
    dataset_in, has_picture_ending, ids_in_file, is_annotation, mirflickr_tags, mirflickr_topics,
    n_shown_classes,
};
use std::{
    collections::{HashMap, HashSet},
    path::{Path, PathBuf},
};
use system::SystemBuild;

/// Build a benchmark from a build recipe.
///
/// A build recipe is a TOML file that says where the parts are: images, and if there are any,
/// queries, judgements, runs, and the vectors of systems (.npy, .npz, .safetensors, Parquet, .fbin).
/// Folders of pictures, lists and tables, TREC, BEIR and JSON files, clip-retrieval's folders, and the
/// files that INQUIRE, ECCV Caption, ConQA and MIRFLICKR publish are read directly; the folder recipes
/// has examples. Systems can also be made from the pictures or their captions.
///
/// Everything is checked before the result appears at --out. A build that fails or is interrupted
/// leaves nothing behind.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    rankscope build recipe.toml -o my-benchmark\n  \
    rankscope build recipes/coco5k.toml --source data/coco5k \\\n    \
    --encoder all-MiniLM-L6-v2=minilm -o coco5k")]
pub struct Args {
    /// The build recipe, a TOML file.
    pub recipe: PathBuf,
    /// The folder to make.
    #[arg(short, long, value_name = "DIR")]
    pub out: PathBuf,
    /// The folder that the recipe's paths start from, instead of the recipe's `source`.
    #[arg(long, value_name = "DIR")]
    pub source: Option<PathBuf>,
    /// The pack of one of the recipe's text encoders (see `rankscope encoder import`).
    #[arg(long = "encoder", value_name = "ID=DIR", value_parser = id_and_folder)]
    pub encoders: Vec<(String, PathBuf)>,
    /// Also write the signs of all rows, by which a page searches a large gallery sooner (see
    /// `rankscope codes`).
    #[arg(long)]
    pub codes: bool,
    /// Replace an existing benchmark, once the new one is complete.
    #[arg(long)]
    pub force: bool,
    /// Print what was made as JSON.
    #[arg(long)]
    pub json: bool,
}

/// Checks the text of a build recipe without reading the files that it names; `path` is for errors.
pub fn check_recipe(path: &Path, text: &str) -> Result<()> {
    recipe::recipe_from_toml(path, text).map(drop)
}

fn id_and_folder(text: &str) -> Result<(String, PathBuf), String> {
    let (id, folder) = text.split_once('=').ok_or("expected ID=DIR")?;
    Ok((id.into(), folder.into()))
}

pub(crate) fn run(args: &Args) -> Result<()> {
    output::print_benchmark(&build(args)?, &args.out, args.json)
}

/// Errors name file and row or line. Nothing is left behind.
pub fn build(args: &Args) -> Result<Manifest> {
    let recipe = recipe::read(&args.recipe)?;
    let beside_recipe = || args.recipe.parent().unwrap_or(Path::new("")).join(&recipe.source);
    let sources = SourceFolder(args.source.clone().unwrap_or_else(beside_recipe));
    encoders::check_ids(&args.encoders, &recipe)?;
    let mut captions = sources.captions(&recipe)?;
    let mut corpus = sources.corpus(&recipe, &mut captions)?;
    let mut queries = match &recipe.queries {
        Some(section) => sources.queries(section, &captions)?,
        None => Vec::new(),
    };
    if let Some(folds) = &recipe.folds {
        sources.add_folds(folds, &captions, &mut queries, &mut corpus.images)?;
    }

    let mut writer = BenchmarkWriter::new(&args.out, args.force)?.with_codes(args.codes);
    let descriptors = pictures::add(&recipe, &mut corpus, &mut writer)?;
    let images = &corpus.images;
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
    if let Some(source) = &recipe.explanations {
        writer.add_explanations(&sources.explanations(source, &queries, images)?)?;
    }
    let relevance = add_relevance(&recipe, &sources, &queries, images, &mut writer)?;
    let (mut encoders, encoder_dims) =
        encoders::add(&args.encoders, &recipe, &sources, &mut writer)?;
    let mut systems = Vec::new();
    let mut seeds = Vec::new();
    let materials = Materials {
        corpus: &corpus,
        queries: &queries,
        captions: &captions,
        descriptors: &descriptors,
        ranks_captions: recipe.systems.iter().all(|system| system.may_rank_captions()),
        shard_rows: recipe.shard_rows,
    };
    for source in &recipe.systems {
        let in_system = || format!("system {}", source.id);
        let gallery = match source.vectors()? {
            VectorSource::Gallery(gallery) => gallery,
            VectorSource::Made(of) => {
                let made = materials.add(source, of, &mut writer).with_context(in_system)?;
                systems.push(made.0);
                encoders.extend(made.1);
                seeds.push(Vec::new());
                continue;
            }
        };
        let system = SystemBuild {
            source,
            gallery,
            sources: &sources,
            corpus: &corpus,
            n_queries: queries.len(),
            captions: (n_captions, &kept),
            shard_rows: recipe.shard_rows,
            encoder_dims: &encoder_dims,
        };
        systems.push(system.add(&mut writer).with_context(in_system)?);
        let of_system = sources.seed_vectors(&recipe, source, &corpus);
        seeds.push(of_system.with_context(in_system)?);
    }

    let has_caption_vectors = recipe.systems.iter().any(|own| own.captions.is_some());
    let mut runs = Vec::new();
    for source in &recipe.runs {
        let read = sources.run(source, &queries, &corpus);
        let ReadRun { stored, run, documents, reverse } =
            read.with_context(|| format!("run {}", source.id))?;
        writer.add_run(&stored, &run, &documents)?;
        // Where captions have vectors, images rank these.
        if let Some((run, texts)) = reverse.filter(|_| !has_caption_vectors) {
            writer.add_run(&stored.reversed(u32::try_from(queries.len())?), &run, &texts)?;
        }
        runs.push(stored);
    }

    if let Some(welcome) = &recipe.welcome
        && !queries.iter().any(|query| query.id == welcome.query)
    {
        bail!("[welcome] names an unknown query {}", welcome.query);
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
        guide_weights: recipe.guide_weights,
        encoders,
        facets: facets_of(&queries),
        headlines: recipe
            .headlines
            .into_iter()
            .map(|it| Headline { measure: it.measure, relevance: it.relevance })
            .collect(),
        welcome: recipe.welcome.map(|welcome| Welcome {
            title: welcome.title,
            query: welcome.query,
            systems: welcome.systems,
            relevance: welcome.relevance,
        }),
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
    let mut votes_files: HashMap<VotesSource, String> = HashMap::new();
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
        } else if let Some(qrels) = sources.plausible_texts(definition, recipe, images)? {
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
