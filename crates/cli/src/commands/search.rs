//! `rankscope search`: the best images for one query.

use crate::{
    benchmark::{
        encoder_pack::{load_encoder, load_picture_encoder},
        open::Benchmark,
        space::{Space, derived_of},
    },
    ranking::rank,
    reading::picture::Picture,
    remote,
    terminal::{
        arguments::Printed,
        output::{self, ListFormat},
    },
};
use anyhow::{Context, Result, bail};
use rankscope_core::benchmark::{EncoderEntry, System};
use rankscope_core::ranking::Hit;
use rankscope_core::search::reference::top_k;
use rankscope_encode::{Encoder, PictureEncoder};
use serde::Serialize;
use std::{
    borrow::Cow,
    path::{Path, PathBuf},
};

/// Find the best images for a query.
///
/// A text (--query) goes through the system's text encoder, a picture (--picture) through its vision
/// tower. A query of the benchmark (--query-id) needs no encoder, since its vector is stored. Every
/// image is scored, except by systems that ask a search engine.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    rankscope search shapes --system tiny-bert --query \"two red hearts\"\n  \
    rankscope search shapes --system words-64 --query-id q01 -k 5 --format json\n  \
    rankscope search fieldbook --system large --picture heron.png")]
pub(crate) struct Args {
    /// The benchmark's folder.
    benchmark: PathBuf,
    /// The id of the system to search with, or an expression.
    #[arg(long, value_name = "ID")]
    system: String,
    /// A text to search for.
    #[arg(long, value_name = "TEXT", required_unless_present_any = ["query_id", "picture"])]
    query: Option<String>,
    /// The id of a query of the benchmark.
    #[arg(long, value_name = "ID", conflicts_with_all = ["query", "picture"])]
    query_id: Option<String>,
    /// A picture to search with: PNG, JPEG, WebP or GIF.
    #[arg(long, value_name = "FILE", conflicts_with = "query")]
    picture: Option<PathBuf>,
    /// Images to print.
    #[arg(short, default_value_t = 10)]
    k: usize,
    /// The folder of an encoder pack, or the id of one of the benchmark's [default: the
    /// system's].
    #[arg(long, value_name = "DIR|ID", conflicts_with = "query_id")]
    encoder: Option<String>,
    #[command(flatten)]
    printed: Printed<ListFormat>,
}

#[derive(Serialize)]
struct Found<'a> {
    rank: usize,
    id: Cow<'a, str>,
    score: f32,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let benchmark = Benchmark::open(&args.benchmark)?;
    let system = benchmark.system(&args.system)?;
    let hits = match derived_of(system)? {
        None => hits(args, system, &benchmark)?,
        Some(derived) if derived.has_vectors() => {
            let space = Space::of(&benchmark, system)?;
            let query = space.query(query_vector(args, space.stored, &benchmark)?);
            top_k(&query, &space.gallery, args.k)
        }
        Some(_) => {
            let Some(id) = &args.query_id else {
                bail!("{} ranks queries of the benchmark only: give --query-id ID", system.id);
            };
            let row = query_row(id, &benchmark)?;
            let rankings = rank::top_k_of(&benchmark, system, args.k, &[row])?;
            rankings.into_iter().nth(row).unwrap_or_default()
        }
    };
    let found: Vec<Found<'_>> = (1..)
        .zip(&hits)
        .filter_map(|(rank, hit)| {
            let id = benchmark.image_ids().get(hit.row_in_corpus as usize)?;
            Some(Found { rank, id, score: hit.score })
        })
        .collect();
    match args.printed.format {
        ListFormat::Json => output::print_json(&found),
        ListFormat::Table => {
            let mut rows = vec![["image", "score", "rank"].map(String::from).to_vec()];
            rows.extend(found.iter().map(|Found { rank, id, score }| {
                vec![id.to_string(), format!("{score:.4}"), rank.to_string()]
            }));
            output::print(&output::table(&rows))
        }
    }
}

/// The best images of a system with stored vectors.
fn hits(args: &Args, system: &System, benchmark: &Benchmark) -> Result<Vec<Hit>> {
    let query = query_vector(args, system, benchmark)?;
    match &system.remote {
        None => Ok(top_k(&query, &benchmark.gallery(system)?, args.k)),
        Some(own) => remote::found(system, own, benchmark.manifest.counts.images, query, args.k),
    }
}

fn query_row(id: &str, benchmark: &Benchmark) -> Result<usize> {
    let row = benchmark.queries.iter().position(|query| query.id == id);
    row.with_context(|| {
        format!("there is no query {id}: the benchmark's queries.jsonl has all ids")
    })
}

/// The vector of whatever the arguments ask for.
fn query_vector(args: &Args, system: &System, benchmark: &Benchmark) -> Result<Vec<f32>> {
    let query = asked_vector(args, system, benchmark)?;
    if query.len() != system.dim as usize {
        bail!(
            "the encoder's vectors have dim {}, those of system {} dim {}",
            query.len(),
            system.id,
            system.dim
        );
    }
    Ok(query)
}

fn asked_vector(args: &Args, system: &System, benchmark: &Benchmark) -> Result<Vec<f32>> {
    let chosen = args.encoder.as_deref();
    if let Some(text) = &args.query {
        if text.trim().is_empty() {
            bail!("--query is empty: give a text to search for");
        }
        return Ok(chosen_encoder(chosen, system, benchmark)?.encode_blocking(text)?.vector);
    }
    if let Some(file) = &args.picture {
        let picture = Picture::from_file(file)?;
        return Ok(chosen_tower(chosen, system, benchmark)?.encode_picture(picture.rgba())?);
    }
    let Some(id) = &args.query_id else {
        bail!("give --query TEXT, --picture FILE or --query-id ID");
    };
    Ok(benchmark.query_vectors(system)?.row(query_row(id, benchmark)?).collect())
}

/// The chosen encoder, or the system's.
fn chosen_encoder(chosen: Option<&str>, system: &System, benchmark: &Benchmark) -> Result<Encoder> {
    if let Some(folder) = folder_of(chosen) {
        return load_encoder(folder);
    }
    benchmark.encoder(encoder_entry(chosen, system, benchmark)?)
}

/// The vision tower of the chosen encoder, or of the system's.
fn chosen_tower(
    chosen: Option<&str>,
    system: &System,
    benchmark: &Benchmark,
) -> Result<PictureEncoder> {
    let (name, tower) = match folder_of(chosen) {
        Some(folder) => (folder.display().to_string(), load_picture_encoder(folder)?),
        None => {
            let entry = encoder_entry(chosen, system, benchmark)?;
            (entry.id.clone(), benchmark.picture_encoder(entry)?)
        }
    };
    tower.with_context(|| {
        format!(
            "the encoder {name} has no vision tower, so it cannot encode a picture: search with \
             --query, or import a whole CLIP (rankscope encoder import) and add --encoder DIR"
        )
    })
}

/// The folder that was named as the encoder, if it is one.
fn folder_of(chosen: Option<&str>) -> Option<&Path> {
    chosen.map(Path::new).filter(|folder| folder.is_dir())
}

/// The entry of the chosen encoder, or of the system's, in the benchmark.
fn encoder_entry<'a>(
    chosen: Option<&str>,
    system: &System,
    benchmark: &'a Benchmark,
) -> Result<&'a EncoderEntry> {
    let entries = &benchmark.manifest.encoders;
    let Some(id) = chosen.or(system.encoder.as_deref()) else {
        bail!(
            "system {} has no encoder in this benchmark: search with one of the benchmark's \
             queries (--query-id), or with an encoder pack for its vectors (--encoder DIR)",
            system.id
        );
    };
    let entry = entries.iter().find(|entry| entry.id == id);
    entry.with_context(|| format!("{id} is neither a folder nor an encoder of this benchmark"))
}
