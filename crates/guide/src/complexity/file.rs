//! `complexity.json`: a fitted model that a benchmark carries, how good it is, and what it is good for.

use super::{GammaPoint, LinearModel, feature_names};
use crate::{GuideError, Preset};
use rankscope_core::{
    benchmark::{Manifest, Query},
    metrics::Measure,
};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// The file's name in a benchmark that has one.
pub const COMPLEXITY_FILE: &str = "complexity.json";

/// The model with what it was fitted on and tried on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Complexity {
    /// The full name of the measure that is predicted, of the first method's text.
    pub measure: String,
    /// The id of the definition of relevance.
    pub relevance: String,
    /// Ids of the systems whose texts are searched first.
    pub methods: Vec<String>,
    /// K: how many hits features are made of.
    pub top: usize,
    /// The features' names, as [`feature_names`] gives them.
    pub features: Vec<String>,
    /// What predicts the measure from the features.
    #[serde(flatten)]
    pub model: LinearModel,
    /// The preset of the guides.
    pub preset: String,
    /// On the split that it was fitted on.
    pub fitted: ComplexityFit,
    /// On the split that it was tried on.
    pub tried: ComplexityFit,
    /// The mean time of a text under all methods, in milliseconds.
    pub text_ms: f64,
    /// The mean time of a query's guides beside it, in milliseconds.
    pub guides_ms: f64,
    /// What thresholds give on the split that it was tried on, γ ascending.
    pub curve: Vec<GammaPoint>,
    /// The queries of the split that it was tried on.
    pub points: Vec<ComplexityPoint>,
    /// Those of the split that it was fitted on; empty where guides were not made for them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fitted_points: Vec<ComplexityPoint>,
}

/// How well predictions agree with values.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ComplexityFit {
    /// The split's name.
    pub split: String,
    /// Queries with a value.
    pub n: usize,
    /// The coefficient of determination; `None` where all values are equal.
    pub r_squared: Option<f64>,
    /// Pearson's r; `None` where predictions or values are all equal.
    pub pearson: Option<f64>,
}

/// A query with the measure as predicted, as the text has it, and as guides have it; written as a
/// list of four.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(from = "(String, f64, f64, f64)", into = "(String, f64, f64, f64)")]
pub struct ComplexityPoint {
    /// The query's id.
    pub query: String,
    /// As the model predicts it.
    pub predicted: f64,
    /// Of the first method's text.
    pub actual: f64,
    /// Of guides.
    pub guides: f64,
}

impl From<(String, f64, f64, f64)> for ComplexityPoint {
    fn from((query, predicted, actual, guides): (String, f64, f64, f64)) -> Self {
        Self { query, predicted, actual, guides }
    }
}

impl From<ComplexityPoint> for (String, f64, f64, f64) {
    fn from(of: ComplexityPoint) -> Self {
        (of.query, of.predicted, of.actual, of.guides)
    }
}

impl Complexity {
    /// Reads the file and checks it against the benchmark; `file` is for errors.
    ///
    /// # Errors
    /// Not such a file; a measure, definition, system, preset or query that there is not; another number
    /// of features, coefficients or points than must be; a query twice; or numbers out of range.
    pub fn from_json(
        file: &str,
        text: &str,
        manifest: &Manifest,
        queries: &[Query],
    ) -> Result<Self, GuideError> {
        let wrong = |reason: String| GuideError::File { file: file.into(), reason };
        let read: Self = serde_json::from_str(text).map_err(|error| wrong(error.to_string()))?;
        read.check(manifest, queries).map_err(wrong)?;
        Ok(read)
    }

    /// The measure that the model predicts from a query's features; `None` with another number of
    /// features.
    pub fn predicted(&self, features: &[f64]) -> Option<f64> {
        let fits = features.len() == self.model.coefficients.len();
        fits.then(|| self.model.predicted(features))
    }

    /// With points, thresholds and times rounded to five digits, as it is stored.
    #[must_use]
    pub fn rounded(mut self) -> Self {
        let round = |value: &mut f64| *value = (*value * 1e5).round() / 1e5;
        for point in self.points.iter_mut().chain(&mut self.fitted_points) {
            let ComplexityPoint { predicted, actual, guides, .. } = point;
            [predicted, actual, guides].into_iter().for_each(round);
        }
        for GammaPoint { gamma, share_at_once, ap, ms } in &mut self.curve {
            [gamma, share_at_once, ap, ms].into_iter().for_each(round);
        }
        [&mut self.text_ms, &mut self.guides_ms].into_iter().for_each(round);
        self
    }

    fn check(&self, manifest: &Manifest, queries: &[Query]) -> Result<(), String> {
        self.measure.parse::<Measure>().map_err(|error| error.to_string())?;
        self.preset.parse::<Preset>()?;
        if manifest.definition(&self.relevance).is_none() {
            return Err(format!("the benchmark has no relevance {}", self.relevance));
        }
        if self.methods.is_empty() {
            return Err("there are no methods".into());
        }
        for (place, method) in self.methods.iter().enumerate() {
            if manifest.system(method).is_none() {
                return Err(format!("the benchmark has no system {method}"));
            }
            if self.methods.iter().take(place).any(|other| other == method) {
                return Err(format!("the method {method} is there twice"));
            }
        }
        if self.top < 2 {
            return Err(format!("top is {}, and a deviation needs 2 hits", self.top));
        }
        let expected = feature_names(&self.methods);
        if self.features != expected {
            return Err(format!("the features are not {}", expected.join(", ")));
        }
        let n_coefficients = self.model.coefficients.len();
        if n_coefficients != expected.len() {
            let n = expected.len();
            return Err(format!(
                "{n} features need {n} coefficients, and there are {n_coefficients}"
            ));
        }
        let model = self.model.coefficients.iter().chain([&self.model.intercept]);
        if model.clone().any(|value| !value.is_finite()) {
            return Err("a coefficient is not finite".into());
        }
        for (name, ms) in [("text_ms", self.text_ms), ("guides_ms", self.guides_ms)] {
            if !(ms.is_finite() && ms >= 0.0) {
                return Err(format!("{name} is {ms}, and times are finite and not negative"));
            }
        }
        self.check_curve()?;
        let row_of: HashMap<&str, &Query> =
            queries.iter().map(|query| (query.id.as_str(), query)).collect();
        check_points("points", &self.points, &self.tried, &row_of)?;
        if self.fitted_points.is_empty() {
            return Ok(());
        }
        check_points("fitted_points", &self.fitted_points, &self.fitted, &row_of)
    }

    fn check_curve(&self) -> Result<(), String> {
        for (row, at) in self.curve.iter().enumerate() {
            let GammaPoint { gamma, share_at_once, ap, ms } = at;
            let is_sound = gamma.is_finite()
                && (0.0..=1.0).contains(share_at_once)
                && ap.is_finite()
                && ms.is_finite()
                && *ms >= 0.0;
            if !is_sound {
                return Err(format!(
                    "curve, row {row}: a share is from 0 to 1, and all numbers are finite"
                ));
            }
        }
        if !self.curve.is_sorted_by(|a, b| a.gamma < b.gamma) {
            return Err("curve: its thresholds do not ascend".into());
        }
        Ok(())
    }
}

/// Refuses points that are not those of a split; `name` is the list's.
fn check_points(
    name: &str,
    points: &[ComplexityPoint],
    fit: &ComplexityFit,
    query_of: &HashMap<&str, &Query>,
) -> Result<(), String> {
    let ComplexityFit { split, n, .. } = fit;
    if points.len() != *n {
        return Err(format!("{name} has {} rows, and n of {split} is {n}", points.len()));
    }
    let fits = [fit.r_squared, fit.pearson];
    if fits.into_iter().flatten().any(|value| !value.is_finite()) {
        return Err(format!("a figure of {split} is not finite"));
    }
    let mut first_row: HashMap<&str, usize> = HashMap::new();
    for (row, point) in points.iter().enumerate() {
        let ComplexityPoint { query, predicted, actual, guides } = point;
        match query_of.get(query.as_str()) {
            None => return Err(format!("{name}, row {row}: there is no query {query}")),
            Some(known) if known.split != *split => {
                return Err(format!(
                    "{name}, row {row}: query {query} is of split {:?}, not {split:?}",
                    known.split
                ));
            }
            Some(_) => {}
        }
        if let Some(first) = first_row.insert(query, row) {
            return Err(format!("{name}, row {row}: query {query} is in row {first} already"));
        }
        if [predicted, actual, guides].into_iter().any(|value| !value.is_finite()) {
            return Err(format!("{name}, row {row}: a number is not finite"));
        }
    }
    Ok(())
}
