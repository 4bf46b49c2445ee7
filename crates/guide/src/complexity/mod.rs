//! Is a query easy enough to be answered without guides (§C.4)?
//!
//! Cheap searches by text give features, a linear model fitted on judged queries predicts the average
//! precision from them, and a query with a prediction of γ or more is answered at once.

mod curve;
mod features;
mod file;
mod linear_model;

pub use curve::{GammaPoint, RoutedQuery, gamma_curve};
pub use features::{CheapList, feature_names, features};
pub use file::{COMPLEXITY_FILE, Complexity, ComplexityFit, ComplexityPoint};
pub use linear_model::{LinearModel, r_squared};
