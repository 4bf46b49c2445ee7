//! `rankscope encode`: a text's tokens and vector.

use super::output::{self, ListFormat};
use anyhow::{Context, Result};
use rankscope_encode::Encoder;
use serde::Serialize;
use std::path::PathBuf;

/// Encode a text with an encoder pack.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The folder of the pack: encoder.json, tokenizer.json, weights.safetensors.
    #[arg(long, value_name = "DIR")]
    encoder: PathBuf,
    /// The text.
    #[arg(long)]
    text: String,
    /// How to print it; the table has the first values only.
    #[arg(long, value_enum, default_value_t = ListFormat::Table)]
    format: ListFormat,
}

#[derive(Serialize)]
struct Report {
    ids: Vec<u32>,
    vector: Vec<f32>,
}

pub(super) fn run(args: &Args) -> Result<()> {
    let encoder = Encoder::load_dir(&args.encoder)
        .with_context(|| format!("cannot load the encoder in {}", args.encoder.display()))?;
    let encoded = encoder.encode_blocking(&args.text)?;
    let report = Report { ids: encoded.token_ids, vector: encoded.vector };
    match args.format {
        ListFormat::Json => output::print_json(&report),
        ListFormat::Table => {
            let ids: Vec<String> = report.ids.iter().map(u32::to_string).collect();
            let first: Vec<String> =
                report.vector.iter().take(8).map(|value| format!("{value:.4}")).collect();
            output::print(&format!(
                "{} tokens: {}\n{} values: {} …",
                ids.len(),
                ids.join(" "),
                report.vector.len(),
                first.join(" ")
            ))
        }
    }
}
