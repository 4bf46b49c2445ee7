//! Results as Hugging Face's model pages and leaderboards read them: `.eval_results/*.yaml` in a model's
//! repository, as `huggingface_hub.parse_eval_result_entries` does.

use crate::writing::{files, publication};
use anyhow::{Context, Result, bail};
use rankscope_core::{metrics::Measure, report::EvalReport};
use serde_json::Value;
use std::path::Path;

pub(super) struct Target<'a> {
    /// The folder to write into.
    pub(super) folder: &'a Path,
    /// The id of the benchmark's data set on the hub, `org/name`.
    pub(super) dataset: &'a str,
    /// The task within the benchmark.
    pub(super) task: &'a str,
    pub(super) force: bool,
}

/// Writes a file for each run with the mean of the first measure.
pub(super) fn write(target: &Target<'_>, report: &EvalReport, measures: &[Measure]) -> Result<()> {
    let Target { folder, dataset, task, force } = target;
    let measure = measures.first().context("no measure was asked for")?.to_string();
    files::create_folder(folder)?;
    for (run, of_run) in &report.runs {
        let of = of_run.get(&measure);
        let Some((mean, n)) = of.and_then(|of| Some((of.summary.mean?, of.summary.n))) else {
            bail!("{measure} of {run} has no mean, so there is no result to write");
        };
        let split = report.split.as_ref().map_or(String::new(), |split| format!(", split {split}"));
        let notes = format!("{measure}, mean over {n} queries{split}");
        // A JSON string is a YAML string, too.
        let quoted = |text: &str| Value::from(text).to_string();
        let text = format!(
            "- dataset:\n    id: {}\n    task_id: {}\n  value: {mean:?}\n  notes: {}\n",
            quoted(dataset),
            quoted(task),
            quoted(&notes)
        );
        let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
        let name: String = run.chars().map(|c| if is_plain(c) { c } else { '_' }).collect();
        let file = folder.join(format!("{name}.yaml"));
        if !force && file.symlink_metadata().is_ok() {
            bail!(
                "{} exists already: choose another folder for --eval-results, or add --force to replace it",
                file.display()
            );
        }
        publication::write_file(&file, text, *force)?;
    }
    Ok(())
}

/// `org/name`.
pub(super) fn dataset_id(text: &str) -> Result<String, String> {
    let is_name = |part: &str| {
        !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c))
    };
    let parts: Vec<&str> = text.split('/').collect();
    match parts.as_slice() {
        [org, name] if is_name(org) && is_name(name) => Ok(text.to_owned()),
        _ => Err(format!("{text:?} is no data set of the hub: write org/name")),
    }
}
