//! The results of `rankscope eval` as files for MTEB's tools.

use crate::writing::{files::create_folder, publication};
use anyhow::{Context, Result, bail};
use rankscope_core::formats::{MtebResult, MtebScores, json_from_mteb};
use rankscope_core::metrics::Measure;
use rankscope_core::report::EvalReport;
use std::{
    collections::BTreeMap,
    path::{Component, Path, PathBuf},
    time::Duration,
};

/// The version of MTEB that defines the files' structure.
const MTEB_VERSION: &str = "2.0.0";

/// Where the results go.
pub(super) struct Target<'a> {
    pub(super) folder: &'a Path,
    /// Whether to replace files that exist.
    pub(super) force: bool,
}

impl Target<'_> {
    /// The file of each run. Refuses names that lead elsewhere and, unless `force` is set, files that
    /// exist: before anything is measured.
    pub(super) fn files<'a>(
        &self,
        runs: impl IntoIterator<Item = &'a String>,
    ) -> Result<BTreeMap<&'a str, PathBuf>> {
        let mut files = BTreeMap::new();
        for name in runs {
            let mut parts = Path::new(name).components();
            let is_plain = matches!(parts.next(), Some(Component::Normal(part)) if part == &**name);
            if !is_plain || name.contains('\\') || name.chars().any(char::is_control) {
                bail!(
                    "the run {name:?} cannot be the name of a file in {}: name it with NAME=FILE",
                    self.folder.display()
                );
            }
            let file = self.folder.join(format!("{name}.json"));
            if !self.force && file.symlink_metadata().is_ok() {
                bail!(
                    "{} exists already: choose another folder for --mteb, or add --force to \
                     replace it",
                    file.display()
                );
            }
            files.insert(name.as_str(), file);
        }
        Ok(files)
    }
}

/// Writes `folder/<run>.json` for each run; the first measure is the main score.
pub(super) fn write(
    target: &Target<'_>,
    task: &str,
    report: &EvalReport,
    measures: &[Measure],
    took: Duration,
) -> Result<()> {
    let main = measures.first().context("there is no measure for the main score")?.to_string();
    let files = target.files(report.runs.keys())?;
    let mut texts = Vec::new();
    for (name, measured) in &report.runs {
        let mut named = BTreeMap::new();
        for (measure, measured) in measured {
            if let Some(mean) = measured.summary.mean
                && let Some(other) = named.insert(mteb_name(measure), (measure, mean))
            {
                bail!("{measure} and {} would both be {} in MTEB", other.0, mteb_name(measure));
            }
        }
        let Some(main_score) = measured.get(&main).and_then(|measured| measured.summary.mean)
        else {
            bail!("{name} has no mean of {main}, which would be the main score");
        };
        let scores = MtebScores {
            main_score,
            hf_subset: "default".into(),
            languages: vec!["eng-Latn".into()],
            measures: named.into_iter().map(|(name, (_, mean))| (name, mean)).collect(),
        };
        let split = report.split.clone().unwrap_or_else(|| "test".into());
        let result = MtebResult {
            dataset_revision: report.revision.clone().unwrap_or_else(|| "unknown".into()),
            task_name: task.to_owned(),
            mteb_version: MTEB_VERSION.into(),
            date: None,
            evaluation_time: took.as_secs_f64(),
            kg_co2_emissions: None,
            scores: BTreeMap::from([(split, vec![scores])]),
        };
        let file = files.get(name.as_str()).context("a run without a file")?;
        texts.push((file, json_from_mteb(&file.display().to_string(), &result)?));
    }
    // Nothing is written before all of it is made.
    create_folder(target.folder)?;
    for (file, text) in texts {
        publication::write_file(file, text, target.force)?;
    }
    Ok(())
}

/// MTEB's name of a measure that it has too (they are trec_eval's). Other measures keep their
/// name in lower case, with `_` for characters that MTEB does not allow: `eccv_map_at_r`.
fn mteb_name(measure: &str) -> String {
    let shared = [("nDCG", "ndcg"), ("AP", "map"), ("R", "recall"), ("P", "precision")];
    let of_trec = measure.strip_prefix("trec:").and_then(|name| name.split_once('@'));
    if let Some((name, k)) = of_trec
        && let Some((_, theirs)) = shared.iter().find(|(ours, _)| *ours == name)
    {
        return format!("{theirs}_at_{k}");
    }
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' };
    measure.replace('@', "_at_").chars().map(plain).collect()
}
