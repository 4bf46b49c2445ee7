//! What a threshold γ costs and gains (the paper's Fig. 12b).

use serde::{Deserialize, Serialize};

/// A query answered both ways.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RoutedQuery {
    /// The predicted average precision of the text alone.
    pub predicted: f64,
    /// The average precision of the text alone.
    pub ap_of_text: f64,
    /// The average precision of guides.
    pub ap_of_guides: f64,
    /// The time of the text alone, in milliseconds.
    pub text_ms: f64,
    /// The time of guides, in milliseconds, without that of the text.
    pub guides_ms: f64,
}

/// A threshold and what it gives on average.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct GammaPoint {
    /// γ.
    pub gamma: f64,
    /// The share of queries answered by the text alone.
    pub share_at_once: f64,
    /// Mean average precision.
    pub ap: f64,
    /// Mean time in milliseconds. The text is always searched, as the features come from it.
    pub ms: f64,
}

/// The means for each threshold: queries with a prediction of γ or more keep the text's list, the
/// others get that of guides. Empty without queries.
pub fn gamma_curve(queries: &[RoutedQuery], gammas: &[f64]) -> Vec<GammaPoint> {
    if queries.is_empty() {
        return Vec::new();
    }
    let n = queries.len() as f64;
    let point = |gamma: &f64| {
        let (mut n_at_once, mut ap, mut ms) = (0.0, 0.0, 0.0);
        for query in queries {
            ms += query.text_ms;
            if query.predicted >= *gamma {
                n_at_once += 1.0;
                ap += query.ap_of_text;
            } else {
                ap += query.ap_of_guides;
                ms += query.guides_ms;
            }
        }
        GammaPoint { gamma: *gamma, share_at_once: n_at_once / n, ap: ap / n, ms: ms / n }
    };
    gammas.iter().map(point).collect()
}
