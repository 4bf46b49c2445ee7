//! `rankscope search`: the best images for one query.

use crate::{
    encoder_pack::load_encoder,
    open::Benchmark,
    output::{self, ListFormat},
};
use anyhow::{Context, Result, bail};
use rankscope_core::benchmark::System;
use rankscope_core::search::reference::top_k;
use rankscope_encode::Encoder;
use serde::Serialize;
use std::{
    borrow::Cow,
    path::{Path, PathBuf},
};

/// Find the best images for a query.
///
/// A text (--query) goes through the system's text encoder. A query of the benchmark (--query-id)
/// needs no encoder, since its vector is stored. Every image is scored.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    rankscope search shapes --system tiny-bert --query \"two red hearts\"\n  \
    rankscope search shapes --system words-64 --query-id q01 -k 5 --format json")]
pub(crate) struct Args {
    /// The benchmark's folder.
    benchmark: PathBuf,
    /// The id of the system to search with.
    #[arg(long, value_name = "ID")]
    system: String,
    /// A text to search for.
    #[arg(long, value_name = "TEXT", required_unless_present = "query_id")]
    query: Option<String>,
    /// The id of a query of the benchmark.
    #[arg(long, value_name = "ID", conflicts_with = "query")]
    query_id: Option<String>,
    /// Images to print.
    #[arg(short, default_value_t = 10)]
    k: usize,
    /// The folder of an encoder pack, or the id of one of the benchmark's [default: the
    /// system's].
    #[arg(long, value_name = "DIR|ID", requires = "query")]
    encoder: Option<String>,
    /// Output format.
    #[arg(long, value_enum, default_value_t = ListFormat::Table)]
    format: ListFormat,
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
    let query = match (&args.query, &args.query_id) {
        (Some(text), _) => {
            if text.trim().is_empty() {
                bail!("--query is empty: give a text to search for");
            }
            let encoder = chosen_encoder(args.encoder.as_deref(), system, &benchmark)?;
            encoder.encode_blocking(text)?.vector
        }
        (None, Some(id)) => {
            let row = benchmark.queries.iter().position(|query| &query.id == id);
            let row = row.with_context(|| {
                format!("there is no query {id}: the benchmark's queries.jsonl has all ids")
            })?;
            benchmark.query_vectors(system)?.row(row).collect()
        }
        (None, None) => bail!("give --query TEXT or --query-id ID"),
    };
    if query.len() != system.dim as usize {
        bail!(
            "the encoder's vectors have dim {}, those of system {} dim {}",
            query.len(),
            system.id,
            system.dim
        );
    }
    let hits = top_k(&query, &benchmark.gallery(system)?, args.k);
    let found: Vec<Found<'_>> = (1..)
        .zip(&hits)
        .filter_map(|(rank, hit)| {
            let id = benchmark.image_ids.get(hit.row_in_corpus as usize)?;
            Some(Found { rank, id, score: hit.score })
        })
        .collect();
    match args.format {
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

/// The chosen encoder, or the system's.
fn chosen_encoder(chosen: Option<&str>, system: &System, benchmark: &Benchmark) -> Result<Encoder> {
    let entries = &benchmark.manifest.encoders;
    if let Some(folder) = chosen.map(Path::new).filter(|folder| folder.is_dir()) {
        return load_encoder(folder);
    }
    let Some(id) = chosen.or(system.encoder.as_deref()) else {
        bail!(
            "system {} has no text encoder in this benchmark: search with one of the benchmark's \
             queries (--query-id), or with an encoder pack for its vectors (--encoder DIR)",
            system.id
        );
    };
    let entry = entries.iter().find(|entry| entry.id == id);
    let entry = entry
        .with_context(|| format!("{id} is neither a folder nor an encoder of this benchmark"))?;
    benchmark.encoder(entry)
}
