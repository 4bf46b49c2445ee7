//! `rankscope encoder`: makes encoder packs from published models, and checks them.

use super::output;
use anyhow::{Context, Result, bail};
use rankscope_encode::{Encoder, ImportOptions, WeightDtype};
use std::path::PathBuf;

/// Import text encoders and check them.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Make a pack from a published BERT or CLIP: a folder with config.json, tokenizer.json and
    /// model.safetensors.
    Import {
        /// The model's folder.
        model: PathBuf,
        /// The folder to make.
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
        /// The pack's name; the model folder's, if not given.
        #[arg(long)]
        id: Option<String>,
        /// What people call it.
        #[arg(long)]
        title: Option<String>,
        /// Answers of the original implementation, to hold the pack against and to store in
        /// it: JSON {"cases": [{"text", "ids", "embedding"}]}.
        #[arg(long, value_name = "FILE.json")]
        check: Option<PathBuf>,
        /// How to store the weights.
        #[arg(long, value_enum, default_value_t = Dtype::F16)]
        dtype: Dtype,
    },
    /// Encode a pack's check texts here and compare with the stored answers.
    Check {
        /// The pack's folder.
        pack: PathBuf,
    },
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Dtype {
    /// As they were trained.
    F32,
    /// Half the size, and no difference that shows.
    F16,
    /// A quarter of the size and the fastest; vectors differ a little (cosine at least 0.999).
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

pub(super) fn run(args: &Args) -> Result<()> {
    match &args.command {
        Command::Import { model, out, id, title, check, dtype } => {
            if out.symlink_metadata().is_ok() {
                bail!("{} exists already: choose another folder", out.display());
            }
            let options = ImportOptions {
                id: id.clone(),
                title: title.clone(),
                check: check.clone(),
                weights: (*dtype).into(),
            };
            let report = rankscope_encode::import(model, out, &options)
                .with_context(|| format!("cannot import {}", model.display()))?;
            output::print(&format!(
                "{}: {} checks, lowest cosine {:.6}",
                out.display(),
                report.n_checks,
                report.lowest_cosine
            ))
        }
        Command::Check { pack } => {
            let encoder = Encoder::load_dir(pack)
                .with_context(|| format!("cannot load the encoder in {}", pack.display()))?;
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
    }
}
