//! Which systems a value is significantly better than, for tables that are printed: the letters
//! of a paper's results.

use super::words;
use crate::statistics::{PairedTest, StatisticsError, holm, pairwise, tukey};

/// How many random exchanges a test of all pairs makes, unless that takes too long.
const N_DRAWS: u32 = 10_000;
const MIN_DRAWS: usize = 1_000;
/// The most values that one test of all pairs adds up: about half a second in a browser.
const MAX_ADDED: usize = 300_000_000;

/// What is done about testing many pairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Correction {
    /// Holm's, over all pairs of systems by one measure.
    Holm,
    /// Tukey's honestly significant difference by randomisation, whose p-values need none. It is a test of
    /// its own: of [`Significance::test`] only draws and seed count.
    Tukey,
    /// Nothing.
    None,
}

/// When a difference counts as significant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Significance {
    /// The test of a pair of systems. A randomisation test without draws takes the usual number.
    pub test: PairedTest,
    /// The correction for the number of pairs.
    pub correction: Correction,
    /// The largest p-value that counts, such as 0.05.
    pub alpha: f64,
}

/// The outcome of one measure.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Significant {
    /// `[systems]`: the places of the systems that each is significantly better than, in order.
    pub better_than: Vec<Vec<usize>>,
    /// The queries on which every tested system has a value.
    pub n_queries: usize,
    /// How many pairs were tested.
    pub n_pairs: usize,
    /// How many exchanges each randomisation made; 0 for other tests.
    pub n_draws: u32,
}

/// As the page tests: paired randomisation, Holm, 0.05.
impl Default for Significance {
    fn default() -> Self {
        let test = PairedTest::Randomisation { n_draws: 0, seed: 0 };
        Self { test, correction: Correction::Holm, alpha: 0.05 }
    }
}

impl Significance {
    /// Tests all pairs of systems by one measure, `values` being `[systems][queries]`. A system
    /// without any value is not tested; the others are, on the queries where all of them have one.
    ///
    /// # Errors
    /// Systems with different numbers of queries, or values that are not finite.
    pub fn of(&self, values: &[Vec<Option<f64>>]) -> Result<Significant, StatisticsError> {
        let tested: Vec<usize> = (0..values.len())
            .filter(|place| values.get(*place).is_some_and(|of| of.iter().any(Option::is_some)))
            .collect();
        let systems: Vec<&Vec<Option<f64>>> =
            tested.iter().filter_map(|place| values.get(*place)).collect();
        let n = systems.iter().map(|of| of.len()).max().unwrap_or(0);
        let value = |of: &Vec<Option<f64>>, query: usize| of.get(query).copied().flatten();
        let common: Vec<usize> =
            (0..n).filter(|query| systems.iter().all(|of| value(of, *query).is_some())).collect();
        let rows: Vec<Vec<f64>> = systems
            .iter()
            .map(|of| common.iter().filter_map(|query| value(of, *query)).collect())
            .collect();
        let mut found = Significant {
            better_than: vec![Vec::new(); values.len()],
            n_queries: common.len(),
            ..Significant::default()
        };
        // Two queries are the least that any test tells something from.
        if rows.len() < 2 || common.len() < 2 {
            return Ok(found);
        }
        let test = match self.test {
            PairedTest::Randomisation { n_draws: 0, seed } => {
                let n_draws = usual_draws(rows.len() * common.len());
                PairedTest::Randomisation { n_draws, seed }
            }
            test => test,
        };
        if let PairedTest::Randomisation { n_draws, .. } = test {
            found.n_draws = n_draws;
        }
        let pairs = match (self.correction, test) {
            (Correction::Tukey, PairedTest::Randomisation { n_draws, seed }) => {
                tukey(&rows, n_draws, seed)?
            }
            _ => pairwise(&rows, test)?,
        };
        let p: Vec<f64> = pairs.iter().map(|pair| pair.p).collect();
        let p = match self.correction {
            Correction::Holm => holm(&p)?,
            Correction::Tukey | Correction::None => p,
        };
        found.n_pairs = pairs.len();
        for (pair, p) in pairs.iter().zip(p) {
            let (better, worse) = match pair.mean_difference {
                by if by > 0.0 => (pair.first, pair.second),
                by if by < 0.0 => (pair.second, pair.first),
                _ => continue,
            };
            let (better, worse) = (tested.get(better), tested.get(worse));
            let (Some(better), Some(worse), true) = (better, worse, p <= self.alpha) else {
                continue;
            };
            if let Some(of_better) = found.better_than.get_mut(*better) {
                of_better.push(*worse);
            }
        }
        found.better_than.iter_mut().for_each(|worse| worse.sort_unstable());
        Ok(found)
    }

    /// What the letters of a table mean, given the outcomes of its measures.
    pub fn note(&self, outcomes: &[Significant]) -> String {
        let most = |of: fn(&Significant) -> usize| outcomes.iter().map(of).max().unwrap_or(0);
        let n_pairs = most(|outcome| outcome.n_pairs);
        let n_draws = outcomes.iter().filter(|outcome| outcome.n_draws > 0);
        let n_draws = n_draws.map(|outcome| outcome.n_draws).min().unwrap_or(0);
        let test = match self.test {
            PairedTest::Randomisation { .. } if self.correction == Correction::Tukey => format!(
                "Tukey’s honestly significant difference with {} random permutations",
                words::count(n_draws)
            ),
            PairedTest::Student => "two-sided paired Student’s t-test".to_string(),
            PairedTest::Randomisation { .. } if most(|outcome| outcome.n_queries) <= 16 => {
                "two-sided paired randomisation test, exact".to_string()
            }
            PairedTest::Randomisation { .. } => format!(
                "two-sided paired randomisation test with {} random exchanges",
                words::count(n_draws)
            ),
        };
        let correction = match self.correction {
            Correction::Holm => format!(
                " after Holm’s correction for the {} of a measure",
                words::counted(n_pairs, "pair", "pairs")
            ),
            Correction::Tukey => format!(
                " for all {} of a measure at once",
                words::counted(n_pairs, "pair", "pairs")
            ),
            Correction::None => String::from(", not corrected for the number of pairs"),
        };
        format!(
            "A superscript names the systems that a value is significantly better than ({test}, p \
             ≤ {}{correction}).",
            self.alpha
        )
    }
}

/// As many draws as are usual, and fewer where each adds up many values.
fn usual_draws(n_values: usize) -> u32 {
    let n = (MAX_ADDED / n_values.max(1)).max(MIN_DRAWS);
    u32::try_from(n).unwrap_or(u32::MAX).min(N_DRAWS)
}
