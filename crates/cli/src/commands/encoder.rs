//! `rankscope encoder`: makes encoder packs from published models, and checks them.

use crate::{
    benchmark::encoder_pack::load_encoder,
    terminal::{
        arguments::Printed,
        output::{self, ListFormat},
        reporter,
    },
    writing::{publication, replaceable},
};
use anyhow::{Context, Result, bail};
use rankscope_core::benchmark::is_plain_id;
use rankscope_encode::{ImportOptions, WeightDtype};
use serde::Serialize;
use std::{
    borrow::Cow,
    path::{Path, PathBuf},
};

/// Import encoders, and check them.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    rankscope encoder import minilm-hf -o minilm\n  \
    rankscope encoder import minilm-hf -o minilm-i8 --dtype i8\n  \
    rankscope encoder import siglip-hf -o siglip --check expected.json\n  \
    rankscope encoder check minilm")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Make an encoder pack from a published model's folder: a BERT, DistilBERT, RoBERTa, CamemBERT,
    /// XLM-R or MPNet, alone or as sentence-transformers saves it; a CLIP, a SigLIP or SigLIP 2, or
    /// open_clip's own. A whole CLIP or SigLIP brings its vision tower.
    Import {
        /// The model's folder.
        model: PathBuf,
        /// The folder to make.
        #[arg(short, long, value_name = "DIR")]
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
        /// Words to put before every text [default: the prompt that the model names for queries].
        #[arg(long, value_name = "TEXT")]
        prompt: Option<String>,
        #[command(flatten)]
        printed: Printed<ListFormat>,
    },
    /// Encode the texts stored in a pack on this machine, and compare with the stored vectors.
    Check {
        /// The pack's folder.
        #[arg(value_name = "PACK")]
        pack: PathBuf,
        #[command(flatten)]
        printed: Printed<ListFormat>,
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
        Command::Import { model, out, id, title, check, dtype, text_only, prompt, printed } => {
            let options = ImportOptions {
                id: id.clone(),
                title: title.clone(),
                check: check.clone(),
                weights: (*dtype).into(),
                text_only: *text_only,
                prompt: prompt.clone(),
            };
            import(model, out, &options, printed.format)
        }
        Command::Check { pack, printed } => check(pack, printed.format),
    }
}

#[derive(Serialize)]
struct Imported<'a> {
    folder: Cow<'a, str>,
    id: String,
    checks: usize,
    lowest_cosine: f64,
}

#[derive(Serialize)]
struct Checked {
    text: String,
    same_tokens: bool,
    cosine: f64,
    passed: bool,
}

fn import(model: &Path, out: &Path, options: &ImportOptions, format: ListFormat) -> Result<()> {
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
    for (inputs, reason) in
        [("texts", report.texts_not_on_gpu), ("pictures", report.pictures_not_on_gpu)]
    {
        if let Some(reason) = reason {
            reporter::note(format!(
                "{inputs} are encoded by the processor, in the page too, not by its GPU: {reason}"
            ));
        }
    }
    if format == ListFormat::Json {
        return output::print_json(&Imported {
            folder: out.to_string_lossy(),
            id: imported.id().to_owned(),
            checks: report.n_checks,
            lowest_cosine: report.lowest_cosine,
        });
    }
    output::print(&format!(
        "{}: {} checks, lowest cosine {:.6}",
        out.display(),
        report.n_checks,
        report.lowest_cosine
    ))
}

fn check(pack: &Path, format: ListFormat) -> Result<()> {
    let encoder = load_encoder(pack)?;
    let mut rows = vec![["text", "tokens", "cosine"].map(String::from).to_vec()];
    let lowest_cosine = encoder.manifest().weights.lowest_cosine();
    let mut all = Vec::new();
    for outcome in encoder.check_blocking()? {
        let passed = outcome.same_tokens && outcome.cosine >= lowest_cosine;
        let tokens = if outcome.same_tokens { "same" } else { "differ" };
        let shown: String = outcome.text.chars().take(48).collect();
        rows.push(vec![shown, tokens.into(), format!("{:.6}", outcome.cosine)]);
        all.push(Checked {
            text: outcome.text,
            same_tokens: outcome.same_tokens,
            cosine: outcome.cosine,
            passed,
        });
    }
    match format {
        ListFormat::Json => output::print_json(&all)?,
        ListFormat::Table => output::print(&output::table(&rows))?,
    }
    let n_failed = all.iter().filter(|check| !check.passed).count();
    if all.is_empty() {
        bail!("{} stores no checks: import it again", pack.display());
    }
    if n_failed > 0 {
        bail!("{n_failed} of {} checks failed: import the pack again", all.len());
    }
    Ok(())
}
