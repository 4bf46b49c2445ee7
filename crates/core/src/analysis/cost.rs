//! What a query costs: encoding its text, and its share of encoding every picture once.
//!
//! As Figure A4 of INQUIRE (Vendrow et al., NeurIPS 2024): FLOPs of the image encoder × pictures ÷
//! queries + FLOPs of the text encoder. Comparing vectors is left out there and here.

use crate::benchmark::System;

/// The numbers of queries that the cost of encoding the pictures can be shared by: 1, 2, 5, 10 …
/// 1,000,000,000.
pub const SHARED_BY: [u64; 28] = {
    let mut all = [1; 28];
    let (mut place, mut power) = (0, 1);
    while place < all.len() {
        all[place] = power * [1, 2, 5][place % 3];
        if place % 3 == 2 {
            power *= 10;
        }
        place += 1;
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

fn positive(value: Option<f64>) -> Option<f64> {
    value.filter(|value| value.is_finite() && *value > 0.0)
}
