//! `rankscope encode`: the tokens and the vector of a text.

use crate::{
    benchmark::encoder_pack::load_encoder,
    terminal::{
        arguments::Printed,
        output::{self, ListFormat},
    },
};
use anyhow::Result;
use serde::Serialize;
use std::path::PathBuf;

/// Encode a text with an encoder pack: its token ids and its vector.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    rankscope encode --encoder shapes/encoders/tiny-bert --text \"two red hearts\"\n  \
    rankscope encode --encoder minilm --text \"a heron at dusk\" --format json")]
pub(crate) struct Args {
    /// The pack's folder, with encoder.json, tokenizer.json and weights.safetensors.
    #[arg(long, value_name = "DIR")]
    encoder: PathBuf,
    /// The text to encode.
    #[arg(long)]
    text: String,
    #[command(flatten)]
    printed: Printed<ListFormat>,
}

#[derive(Serialize)]
struct Report {
    ids: Vec<u32>,
    vector: Vec<f32>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let encoder = load_encoder(&args.encoder)?;
    let encoded = encoder.encode_blocking(&args.text)?;
    let report = Report { ids: encoded.token_ids, vector: encoded.vector };
    match args.printed.format {
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
