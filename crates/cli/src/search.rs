//! `rankscope search`: the best images for one query.

use super::{
    open::Benchmark,
    output::{self, ListFormat},
};
use anyhow::{Context, Result, bail};
use rankscope_core::benchmark::System;
use rankscope_core::search::reference::top_k;
use rankscope_encode::Encoder;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Find the best images for a query.
///
/// Own words (--query) go through the system's text encoder; a query of the benchmark
/// (--query-id) needs none, its vector is stored.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The benchmark's folder.
    benchmark: PathBuf,
    /// The system to search with.
    #[arg(long, value_name = "ID")]
    system: String,
    /// What to look for, in own words.
    #[arg(long, value_name = "TEXT", required_unless_present = "query_id")]
    query: Option<String>,
    /// A query of the benchmark.
    #[arg(long, value_name = "ID", conflicts_with = "query")]
    query_id: Option<String>,
    /// How many images.
    #[arg(short, default_value_t = 10)]
    k: usize,
    /// The folder of an encoder pack, or the id of one of the benchmark's, in place of the
    /// system's own.
    #[arg(long, value_name = "DIR|ID", requires = "query")]
    encoder: Option<String>,
    /// How to print them.
    #[arg(long, value_enum, default_value_t = ListFormat::Table)]
    format: ListFormat,
}

#[derive(Serialize)]
struct Found<'a> {
    rank: usize,
    id: &'a str,
    score: f32,
}

pub(super) fn run(args: &Args) -> Result<()> {
    let benchmark = Benchmark::open(&args.benchmark)?;
    let system = benchmark.system(&args.system)?;
    let query = match (&args.query, &args.query_id) {
        (Some(text), _) => {
            if text.trim().is_empty() {
                bail!("--query is empty: say what to look for");
            }
            let pack = encoder_folder(args.encoder.as_deref(), system, &benchmark)?;
            let encoder = Encoder::load_dir(&pack)
                .with_context(|| format!("cannot load the encoder in {}", pack.display()))?;
            encoder.encode_blocking(text)?.vector
        }
        (None, Some(id)) => {
            let row = benchmark.queries.iter().position(|query| &query.id == id);
            let row = row.with_context(|| {
                format!("there is no query {id}: queries.jsonl lists them, one a line")
            })?;
            benchmark.query_vectors(system)?.row(row).collect()
        }
        (None, None) => bail!("give --query TEXT or --query-id ID"),
    };
    if query.len() != system.dim as usize {
        bail!(
            "the encoder makes vectors of dim {}, and system {} has dim {}",
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
                vec![(*id).to_owned(), format!("{score:.4}"), rank.to_string()]
            }));
            output::print(&output::table(&rows))
        }
    }
}

/// The pack that was asked for, or the system's own.
fn encoder_folder(asked: Option<&str>, system: &System, benchmark: &Benchmark) -> Result<PathBuf> {
    let entries = &benchmark.manifest.encoders;
    if let Some(folder) = asked.map(Path::new).filter(|folder| folder.is_dir()) {
        return Ok(folder.to_owned());
    }
    let Some(id) = asked.or(system.encoder.as_deref()) else {
        bail!(
            "system {} has no text encoder in this benchmark: ask one of its queries with \
             --query-id, or give an encoder pack of its space with --encoder DIR",
            system.id
        );
    };
    let entry = entries.iter().find(|entry| entry.id == id);
    let entry = entry
        .with_context(|| format!("{id} is neither a folder nor an encoder of this benchmark"))?;
    benchmark.path(&entry.path)
}
