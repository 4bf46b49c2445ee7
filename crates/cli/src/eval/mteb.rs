//! The results of `rankscope eval` as files for MTEB's tools.

use super::report::Report;
use crate::files;
use anyhow::{Context, Result, bail};
use rankscope_core::formats::{MtebResult, MtebScores, json_from_mteb};
use rankscope_core::metrics::Measure;
use std::{collections::BTreeMap, path::Path, time::Duration};

/// The version of MTEB that defines the files' structure.
const MTEB_VERSION: &str = "2.0.0";

/// Writes `folder/<run>.json` for each run; the first measure is the main score.
pub(super) fn write(
    folder: &Path,
    task: &str,
    report: &Report,
    measures: &[Measure],
    took: Duration,
) -> Result<()> {
    let main = measures.first().context("there is no measure for the main score")?.to_string();
    files::create_folder(folder)?;
    for (name, measured) in &report.runs {
        let mut named = BTreeMap::new();
        for (measure, measured) in measured {
            if let Some(mean) = measured.mean
                && let Some(other) = named.insert(mteb_name(measure), (measure, mean))
            {
                bail!("{measure} and {} would both be {} in MTEB", other.0, mteb_name(measure));
            }
        }
        let Some(main_score) = measured.get(&main).and_then(|measured| measured.mean) else {
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
        let file = folder.join(format!("{name}.json"));
        files::write(&file, json_from_mteb(&file.display().to_string(), &result)?)?;
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
