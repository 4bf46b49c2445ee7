//! `rankscope encoder`: makes encoder packs from published models, and checks them.

use crate::{encoder_pack::load_encoder, output, publication, replaceable};
use anyhow::{Context, Result, bail};
use rankscope_core::benchmark::is_plain_id;
use rankscope_encode::{ImportOptions, WeightDtype};
use std::path::{Path, PathBuf};

/// Import encoders, and check them.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    rankscope encoder import minilm-hf --out minilm\n  \
    rankscope encoder import minilm-hf --out minilm-i8 --dtype i8\n  \
    rankscope encoder check minilm")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Make an encoder pack from a published BERT or CLIP: a folder with config.json,
    /// tokenizer.json and model.safetensors. A whole CLIP brings its vision tower.
    Import {
        /// The model's folder.
        model: PathBuf,
        /// The folder to make.
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
        /// The pack's id [default: the name of the model's folder].
        #[arg(long)]
        id: Option<String>,
        /// The pack's title, for people.
        #[arg(long)]
        title: Option<String>,
        /// Outputs of the original implementation, JSON {"cases": [{"text", "ids",
        /// "embedding"}]}: the pack must reproduce them, and stores them for later checks.
        #[arg(long, value_name = "FILE.json")]
        check: Option<PathBuf>,
        /// How to store the weights.
        #[arg(long, value_enum, default_value_t = Dtype::F16)]
        dtype: Dtype,
        /// Leave out the vision tower: the pack then encodes texts and no pictures.
        #[arg(long)]
        text_only: bool,
    },
    /// Encode the texts stored in a pack on this machine, and compare with the stored vectors.
    Check {
        /// The pack's folder.
        pack: PathBuf,
    },
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Dtype {
    /// 32-bit floats.
    F32,
    /// 16-bit floats: half the size, with no visible difference.
    F16,
    /// 8-bit integers: a quarter of the size, the fastest, vectors slightly different (cosine at
    /// least 0.999).
    I8,
}

impl From<Dtype> for WeightDtype {
    fn from(dtype: Dtype) -> Self {
        match dtype {
            Dtype::F32 => Self::F32,
            Dtype::F16 => Self::F16,
            Dtype::I8 => Self::I8,
        }
    }
}

pub(crate) fn run(args: &Args) -> Result<()> {
    match &args.command {
        Command::Import { model, out, id, title, check, dtype, text_only } => {
            let options = ImportOptions {
                id: id.clone(),
                title: title.clone(),
                check: check.clone(),
                weights: (*dtype).into(),
                text_only: *text_only,
            };
            import(model, out, &options)
        }
        Command::Check { pack } => check(pack),
    }
}

fn import(model: &Path, out: &Path, options: &ImportOptions) -> Result<()> {
    if out.symlink_metadata().is_ok() {
        bail!("{} exists already: choose another folder", out.display());
    }
    let imported = rankscope_encode::imported(model, options)
        .with_context(|| format!("cannot import {}", model.display()))?;
    if !is_plain_id(imported.id()) {
        bail!(
            "the pack's id {:?} cannot be a file name: add --id with letters, digits, '-', '_' and \
             '.', a letter or digit first",
            imported.id()
        );
    }
    let stage = publication::stage(out, false, replaceable::nothing)?;
    stage
        .with_new(|new| imported.write(new))
        .with_context(|| format!("cannot write {}", out.display()))?;
    publication::publish(stage)?;
    let report = imported.report();
    output::print(&format!(
        "{}: {} checks, lowest cosine {:.6}",
        out.display(),
        report.n_checks,
        report.lowest_cosine
    ))
}

fn check(pack: &Path) -> Result<()> {
    let encoder = load_encoder(pack)?;
    let mut rows = vec![["text", "tokens", "cosine"].map(String::from).to_vec()];
    let lowest_cosine = encoder.manifest().weights.lowest_cosine();
    let mut n_failed = 0;
    for outcome in encoder.check_blocking()? {
        let passed = outcome.same_tokens && outcome.cosine >= lowest_cosine;
        n_failed += usize::from(!passed);
        let tokens = if outcome.same_tokens { "same" } else { "differ" };
        let shown: String = outcome.text.chars().take(48).collect();
        rows.push(vec![shown, tokens.into(), format!("{:.6}", outcome.cosine)]);
    }
    output::print(&output::table(&rows))?;
    if rows.len() == 1 {
        bail!("{} stores no checks: import it again", pack.display());
    }
    if n_failed > 0 {
        bail!("{n_failed} of {} checks failed: import the pack again", rows.len() - 1);
    }
    Ok(())
}
