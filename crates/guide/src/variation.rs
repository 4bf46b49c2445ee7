//! What ablations vary (the paper's Figures 7 to 10), one thing at a time.

use super::preset::Size;
use std::fmt::{self, Display, Formatter};

/// m of Fig. 7.
pub const N_GUIDES: [usize; 3] = [1, 2, 3];
/// ℓ of Fig. 7.
pub const N_EMBEDDERS: [usize; 4] = [1, 2, 4, 6];

/// A variation of a plan; what it does not name stays as planned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Variation {
    /// So many guides of each engine under so many embedders.
    Numbers {
        /// m.
        n_guides: usize,
        /// ℓ, the best first.
        n_embedders: usize,
    },
    /// One engine.
    Alone(String),
    /// Several engines.
    Together(Vec<String>),
    /// Guides of a size.
    Size(Size),
}

impl Variation {
    /// All variations with these engines and so many embedders: numbers, engines alone, engines
    /// together, sizes. `further` engines stand alone only: those that do not read the text, or were
    /// asked for.
    pub fn all(engines: &[String], further: &[String], n_embedders: usize) -> Vec<Self> {
        let mut all = Vec::new();
        for n_guides in N_GUIDES {
            let numbers = N_EMBEDDERS.into_iter().filter(|n| *n <= n_embedders);
            all.extend(numbers.map(|n_embedders| Self::Numbers { n_guides, n_embedders }));
        }
        all.extend(engines.iter().chain(further).cloned().map(Self::Alone));
        let together = (2..=engines.len()).filter_map(|n| engines.get(..n));
        all.extend(together.map(|engines| Self::Together(engines.to_vec())));
        all.extend(Size::ALL.map(Self::Size));
        all
    }
}

impl Display for Variation {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Numbers { n_guides, n_embedders } => {
                write!(f, "m = {n_guides}, embedders = {n_embedders}")
            }
            Self::Alone(engine) => write!(f, "{engine} alone"),
            Self::Together(engines) => f.write_str(&engines.join(" + ")),
            Self::Size(size) => write!(f, "size {}", size.name()),
        }
    }
}
