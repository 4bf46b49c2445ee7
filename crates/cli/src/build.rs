//! `rankscope build`: a recipe and what it points to → a benchmark.

use super::{
    output,
    recipe::{Recipe, SystemSource},
    sources::{Corpus, Sources, captions_of, facets_of},
    writer::Writer,
};
use anyhow::{Context, Result, bail};
use rankscope_core::benchmark::{
    Counts, EncoderEntry, Headline, Manifest, RelevanceDefinition, SCHEMA_VERSION, Similarity,
    System,
};
use rankscope_encode::PACK_FILE;
use serde::Deserialize;
use std::{
    collections::{BTreeMap, HashSet},
    fs,
    path::{Path, PathBuf},
};

/// Build a benchmark from a recipe.
///
/// A recipe is a TOML file that says where the parts are: images, queries, judgements, and
/// for every system a gallery and query vectors as numpy arrays (float16 or float32). Lists,
/// TREC, BEIR and JSON files, clip-retrieval's folders, and what INQUIRE, ECCV Caption, ConQA
/// and MIRFLICKR publish are read as they are; tests/recipes has an example for each. All of
/// it is checked before anything appears at --out; a build that fails or is interrupted
/// leaves nothing.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The recipe, a TOML file.
    pub recipe: PathBuf,
    /// The folder to make.
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Where the recipe's paths start, in place of its own `source`.
    #[arg(long, value_name = "DIR")]
    pub source: Option<PathBuf>,
    /// The folder of a text encoder of the recipe (see `rankscope encoder import`).
    #[arg(long = "encoder", value_name = "ID=DIR", value_parser = id_and_folder)]
    pub encoders: Vec<(String, PathBuf)>,
    /// Replace a benchmark that is there, once the new one is complete.
    #[arg(long)]
    pub force: bool,
}

fn id_and_folder(text: &str) -> Result<(String, PathBuf), String> {
    let (id, folder) = text.split_once('=').ok_or("expected ID=DIR")?;
    Ok((id.into(), folder.into()))
}

pub(super) fn run(args: &Args) -> Result<()> {
    let manifest = build(args)?;
    let Counts { queries, images, .. } = manifest.counts;
    output::print(&format!(
        "{}: {images} images, {queries} queries, {} systems, {} files, in {}",
        manifest.title,
        manifest.systems.len(),
        manifest.files.len() + 1,
        args.out.display()
    ))
}

/// Builds a benchmark and returns its manifest.
///
/// # Errors
/// Anything that is missing or wrong, naming file and row or line. Nothing is left behind.
pub fn build(args: &Args) -> Result<Manifest> {
    let recipe = Recipe::read(&args.recipe)?;
    let sources = Sources(
        args.source
            .clone()
            .unwrap_or_else(|| args.recipe.parent().unwrap_or(Path::new("")).join(&recipe.source)),
    );
    for (id, _) in &args.encoders {
        if !recipe.encoders.iter().any(|entry| &entry.id == id) {
            bail!("--encoder {id}: the recipe has no encoder of this id");
        }
    }
    let captions = sources.captions(&recipe)?;
    let mut corpus = sources.corpus(&recipe, &captions)?;
    let mut queries = sources.queries(&recipe.queries, &captions)?;
    if let Some(folds) = &recipe.folds {
        sources.add_folds(folds, &captions, &mut queries, &mut corpus.images)?;
    }
    let images = &corpus.images;

    let mut writer = Writer::new(&args.out, args.force)?;
    writer.add_queries(&queries)?;
    let captions = captions_of(images, &captions);
    if !captions.is_empty() {
        writer.add_lines("captions.jsonl", &captions, None)?;
    }
    writer.add_images(images)?;

    let mut relevance = Vec::new();
    for definition in &recipe.relevance {
        let qrels = sources.judgements(definition, &recipe, &queries, images)?;
        let judged: HashSet<&str> = qrels.iter().map(|qrel| qrel.query.as_str()).collect();
        if judged.len() < queries.len() {
            eprintln!(
                "warning: {} of {} queries have no judgement in relevance {}; means leave them out",
                queries.len() - judged.len(),
                queries.len(),
                definition.id
            );
        }
        relevance.push(RelevanceDefinition {
            id: definition.id.clone(),
            title: definition.title.clone(),
            counts_as: definition.counts_as.clone(),
            default: definition.default,
            only_judged: definition.candidates.is_some(),
            complete: false,
            path: writer.add_relevance(&definition.id, &qrels)?,
        });
    }

    let (encoders, encoder_dims) = add_encoders(args, &recipe, &sources, &mut writer)?;
    let mut systems = Vec::new();
    for source in &recipe.systems {
        let system = SystemBuild {
            source,
            sources: &sources,
            corpus: &corpus,
            n_queries: queries.len(),
            shard_rows: recipe.shard_rows,
            encoder_dims: &encoder_dims,
        };
        systems.push(system.add(&mut writer).with_context(|| format!("system {}", source.id))?);
    }

    writer.finish(Manifest {
        schema_version: SCHEMA_VERSION,
        id: recipe.id,
        title: recipe.title,
        description: recipe.description,
        version: recipe.version,
        license: recipe.license,
        citation: recipe.citation,
        homepage: recipe.homepage,
        counts: Counts {
            queries: u32::try_from(queries.len())?,
            images: u32::try_from(images.len())?,
            captions: u32::try_from(captions.len())?,
        },
        relevance,
        systems,
        encoders,
        facets: facets_of(&queries),
        headlines: recipe
            .headlines
            .into_iter()
            .map(|h| Headline { measure: h.measure, relevance: h.relevance })
            .collect(),
        files: Vec::new(),
    })
}

/// Copies the encoder packs that are there; returns their entries and dims by id.
fn add_encoders(
    args: &Args,
    recipe: &Recipe,
    sources: &Sources,
    writer: &mut Writer,
) -> Result<(Vec<EncoderEntry>, BTreeMap<String, u32>)> {
    let (mut entries, mut dims) = (Vec::new(), BTreeMap::new());
    for encoder in &recipe.encoders {
        let given = args.encoders.iter().rfind(|(id, _)| id == &encoder.id);
        let folder = match (given, &encoder.path) {
            (Some((_, folder)), _) => folder.clone(),
            (None, Some(path)) if sources.path(path).is_dir() => sources.path(path),
            (None, _) => {
                eprintln!(
                    "warning: the encoder {0} is left out, so that own words cannot be typed for \
                     its systems: import it (rankscope encoder import) and give --encoder {0}=DIR",
                    encoder.id
                );
                continue;
            }
        };
        let path = writer
            .add_encoder(&encoder.id, &folder)
            .with_context(|| format!("encoder {}", encoder.id))?;
        dims.insert(encoder.id.clone(), pack_dim(&folder)?);
        entries.push(EncoderEntry { id: encoder.id.clone(), title: encoder.title.clone(), path });
    }
    Ok((entries, dims))
}

/// The length of the vectors that a pack makes.
fn pack_dim(pack: &Path) -> Result<u32> {
    #[derive(Deserialize)]
    struct Dim {
        dim: u32,
    }
    let file = pack.join(PACK_FILE);
    let text =
        fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
    let Dim { dim } = serde_json::from_str(&text)
        .with_context(|| format!("{} is not an encoder pack's", file.display()))?;
    Ok(dim)
}

/// One system on its way into the benchmark.
struct SystemBuild<'a> {
    source: &'a SystemSource,
    sources: &'a Sources,
    corpus: &'a Corpus,
    n_queries: usize,
    shard_rows: Option<usize>,
    encoder_dims: &'a BTreeMap<String, u32>,
}

impl SystemBuild<'_> {
    fn add(&self, writer: &mut Writer) -> Result<System> {
        let Self { source, .. } = self;
        let gallery = self.sources.gallery(source, self.corpus)?;
        let queries = self.sources.query_vectors(source, self.n_queries)?;
        let dim = gallery.dim;
        if queries.dim != dim {
            bail!(
                "{} has vectors of dim {}, and {} of dim {dim}: both must be in one space",
                queries.name,
                queries.dim,
                gallery.name
            );
        }
        // An encoder that was left out is named by no system.
        let encoder = source.encoder.clone().filter(|id| self.encoder_dims.contains_key(id));
        if let Some(id) = &encoder
            && let Some(&encoder_dim) = self.encoder_dims.get(id)
            && encoder_dim as usize != dim
        {
            bail!(
                "the encoder {id} makes vectors of dim {encoder_dim}, and {} has dim {dim}",
                gallery.name
            );
        }
        let system = System {
            id: source.id.clone(),
            title: source.title.clone(),
            description: source.description.clone(),
            encoder,
            dim: u32::try_from(dim)?,
            metric: Similarity::Cosine,
            parameters: source.parameters,
            flops_per_query: source.flops_per_query,
            training: None,
            source: source.source.clone(),
            license: source.license.clone(),
            gallery: gallery.write_gallery(writer, &source.id, source.dtype, self.shard_rows)?,
            queries: Some(queries.write_queries(writer, &source.id)?),
        };
        writer.add_system(&system)?;
        Ok(system)
    }
}
