//! What a query costs: encoding its text, and its share of encoding every picture once.
//!
//! As Figure A4 of INQUIRE (Vendrow et al., NeurIPS 2024): FLOPs of the image encoder × pictures ÷
//! queries + FLOPs of the text encoder. Comparing vectors is left out there and here.

use crate::benchmark::System;

/// How many queries INQUIRE has, among which its paper divides the cost.
const N_OF_PAPER: u64 = 250;

/// The numbers of queries that the cost of encoding the pictures can be shared by: 1, 2, 5, 10 …
/// 1,000,000,000, and INQUIRE's 250.
pub const SHARED_BY: [u64; 29] = {
    let mut all = [N_OF_PAPER; 29];
    let (mut place, mut nth, mut power) = (0, 0, 1);
    while place < all.len() {
        let next = power * [1, 2, 5][nth % 3];
        if place > 0 && all[place - 1] < N_OF_PAPER && next > N_OF_PAPER {
            // Its place is between 200 and 500.
            place += 1;
        }
        all[place] = next;
        (place, nth) = (place + 1, nth + 1);
        if nth % 3 == 0 {
            power *= 10;
        }
    }
    all
};

/// What is counted as a system's cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CostOf {
    /// Floating point operations per query, with the pictures' share among this many queries.
    Everything {
        /// Queries that share the cost of the pictures.
        n_queries: u64,
    },
    /// Floating point operations to encode one query.
    Text,
    /// Trained parameters.
    Parameters,
}

/// A system's cost, or why it has none.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Cost {
    /// In floating point operations or parameters.
    Known(f64),
    /// The benchmark does not say what encoding a text costs.
    NoText,
    /// The benchmark does not say what encoding a picture costs, or the system encodes pictures
    /// without a network, whose operations were not counted.
    NoImage,
    /// The benchmark does not say how many parameters it has.
    NoParameters,
}

/// Floating point operations to encode one picture; `None` where they are not known, or were not
/// counted since no network encodes it.
pub fn flops_per_image(system: &System) -> Option<f64> {
    let of_training = || system.training.as_ref().map(|training| training.flops_per_image);
    positive(system.flops_per_image.or_else(of_training))
}

/// The cost of a system over a corpus of `n_images` pictures.
pub fn cost(system: &System, of: CostOf, n_images: usize) -> Cost {
    let text = positive(system.flops_per_query);
    match of {
        CostOf::Everything { n_queries } => match (text, flops_per_image(system)) {
            (None, _) => Cost::NoText,
            (_, None) => Cost::NoImage,
            (Some(text), Some(image)) => {
                Cost::Known(image * n_images as f64 / n_queries.max(1) as f64 + text)
            }
        },
        CostOf::Text => text.map_or(Cost::NoText, Cost::Known),
        CostOf::Parameters => {
            let parameters = positive(system.parameters.map(|n| n as f64));
            parameters.map_or(Cost::NoParameters, Cost::Known)
        }
    }
}

/// The line of least squares through points: y = intercept + slope · x. `None` for fewer than three, or if all
/// have the same x.
///
/// INQUIRE's Figure A4 has one of AP@50 over the logarithm of the cost.
pub fn trend(points: &[(f64, f64)]) -> Option<Trend> {
    let n = points.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / n;
    let (x, y) = (mean(|point| point.0), mean(|point| point.1));
    let sum = |of: &dyn Fn(f64, f64) -> f64| -> f64 {
        points.iter().map(|point| of(point.0 - x, point.1 - y)).sum()
    };
    let (xx, yy, xy) = (sum(&|x, _| x * x), sum(&|_, y| y * y), sum(&|x, y| x * y));
    if points.len() < 3 || xx <= 0.0 || !(xx + yy + xy).is_finite() {
        return None;
    }
    let slope = xy / xx;
    let r = (yy > 0.0).then(|| xy / (xx * yy).sqrt());
    Some(Trend { intercept: y - slope * x, slope, r })
}

/// A line through points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Trend {
    pub intercept: f64,
    pub slope: f64,
    /// Pearson's coefficient; `None` if all have the same y.
    pub r: Option<f64>,
}

impl Trend {
    pub fn at(&self, x: f64) -> f64 {
        self.intercept + self.slope * x
    }
}

fn positive(value: Option<f64>) -> Option<f64> {
    value.filter(|value| value.is_finite() && *value > 0.0)
}
