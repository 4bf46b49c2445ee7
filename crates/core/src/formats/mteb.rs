//! Results in the format of MTEB's tools and leaderboard. Written, never read.

use super::{FormatError, Place};
use serde::Serialize;
use std::collections::BTreeMap;

/// One system on one task.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MtebResult {
    pub dataset_revision: String,
    pub task_name: String,
    /// The version whose format this is.
    pub mteb_version: String,
    /// In seconds since 1970; older versions omit it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<f64>,
    /// In seconds.
    pub evaluation_time: f64,
    pub kg_co2_emissions: Option<f64>,
    /// Scores by split: `test`, `val` ….
    pub scores: BTreeMap<String, Vec<MtebScores>>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MtebScores {
    /// The measure that leaderboards sort by.
    pub main_score: f64,
    /// The subset, `default` if there is only one.
    pub hf_subset: String,
    /// ISO 639-3 and script, such as `eng-Latn`.
    pub languages: Vec<String>,
    /// Every measure under MTEB's name for it, such as `ndcg_at_10`.
    #[serde(flatten)]
    pub measures: BTreeMap<String, f64>,
}

/// Refuses values that are not finite, and a measure named like another field.
pub fn json_from_mteb(file: &str, result: &MtebResult) -> Result<String, FormatError> {
    let wrong = |reason: String| FormatError::new(file, Place::File, reason);
    let finite = |name: &str, value: f64| {
        if value.is_finite() {
            Ok(())
        } else {
            Err(wrong(format!("{name} is {value}, but JSON has only finite numbers")))
        }
    };
    finite("evaluation_time", result.evaluation_time)?;
    finite("date", result.date.unwrap_or_default())?;
    finite("kg_co2_emissions", result.kg_co2_emissions.unwrap_or_default())?;
    for (split, of_split) in &result.scores {
        for scores in of_split {
            finite(&format!("main_score of {split}"), scores.main_score)?;
            for (name, value) in &scores.measures {
                finite(&format!("{name} of {split}"), *value)?;
                if matches!(name.as_str(), "main_score" | "hf_subset" | "languages") {
                    return Err(wrong(format!("{split}: a measure cannot be named {name}")));
                }
            }
        }
    }
    serde_json::to_string_pretty(result)
        .map_err(|e| wrong("cannot be written as JSON".into()).because(e))
}
