//! Captions and images in pairs: `rankscope pairs`.

use crate::metrics::{Mean, PairScores, RightPairs};
use serde::Serialize;

/// Shares of right cases; `None` without cases.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct PairsReport {
    /// How many cases.
    pub n: usize,
    /// Winoground's scores.
    pub text: Option<f64>,
    pub image: Option<f64>,
    pub group: Option<f64>,
    /// Needle's pairing accuracy, which is the image score.
    pub pairing: Option<f64>,
    pub one_to_one: Option<f64>,
}

/// What guessing gets of text, image, group, pairing and one to one.
pub const CHANCE_OF_PAIRS: [&str; 5] = ["1/4", "1/4", "1/6", "1/4", "1/2"];

impl PairsReport {
    pub fn of(cases: &[PairScores]) -> Self {
        let right: Vec<RightPairs> = cases.iter().map(|scores| RightPairs::of(*scores)).collect();
        let share = |is_right: fn(&RightPairs) -> bool| {
            let of = right.iter().map(|case| Some(if is_right(case) { 1.0 } else { 0.0 }));
            Mean::of(of).map(|mean| mean.mean)
        };
        let image = share(|case| case.image);
        Self {
            n: cases.len(),
            text: share(|case| case.text),
            image,
            group: share(|case| case.group()),
            pairing: image,
            one_to_one: share(|case| case.one_to_one),
        }
    }
}
