//! The Bradley–Terry model: strengths from pairwise preferences.
//!
//! Item i wins against j with probability s_i / (s_i + s_j). The maximum-likelihood strengths come
//! from the MM iteration s_i ← w_i / Σ_j n_ij / (s_i + s_j), with w_i the wins of i and n_ij the
//! comparisons of i and j, updating one item after the other. Sources: Bradley & Terry, "Rank
//! Analysis of Incomplete Block Designs", Biometrika 1952; Hunter, "MM Algorithms for Generalized
//! Bradley–Terry Models", Annals of Statistics 2004. The maximum exists and is unique if a chain of
//! wins leads from every item to every other (Ford, American Mathematical Monthly 1957).

use super::{StatisticsError, count::mean};

/// In log-strengths, between two sweeps.
const TOLERANCE: f64 = 1e-12;
/// Chains of items compared only with their neighbours converge slowly; this suffices for hundreds.
const MAX_SWEEPS: u32 = 100_000;

/// Mean log-strength 0.
#[derive(Debug, Clone, PartialEq)]
pub struct BradleyTerry {
    /// ln s_i, in the order of the items.
    pub log_strengths: Vec<f64>,
    pub n_sweeps: u32,
}

impl BradleyTerry {
    /// That item `i` wins against item `j`.
    pub fn probability(&self, i: usize, j: usize) -> Option<f64> {
        let difference = self.log_strengths.get(j)? - self.log_strengths.get(i)?;
        Some(1.0 / (1.0 + difference.exp()))
    }
}

/// Fits strengths to `wins[i][j]`, how often item i won against item j, with half a win each for a tie. The
/// diagonal is ignored.
///
/// # Errors
/// Fewer than two items, a matrix that is not square, invalid numbers of wins, items that cannot be placed
/// on one scale, or an iteration that does not converge.
pub fn bradley_terry(wins: &[Vec<f64>]) -> Result<BradleyTerry, StatisticsError> {
    check_wins(wins)?;
    let n_wins = |i: usize, j: usize| if i == j { 0.0 } else { wins[i][j] };
    let groups = components(wins.len(), |i, j| n_wins(i, j) > 0.0);
    if groups.len() > 1 {
        return Err(StatisticsError::NotComparable { groups });
    }
    let items = 0..wins.len();
    let totals: Vec<f64> =
        items.clone().map(|i| items.clone().map(|j| n_wins(i, j)).sum()).collect();
    let comparisons: Vec<Vec<(usize, f64)>> = items
        .clone()
        .map(|i| {
            let compared = |j| Some((j, n_wins(i, j) + n_wins(j, i))).filter(|(_, n)| *n > 0.0);
            items.clone().filter_map(compared).collect()
        })
        .collect();

    let mut log_strengths = vec![0.0; wins.len()];
    let mut strengths = vec![1.0; wins.len()];
    let mut n_sweeps = 0;
    loop {
        n_sweeps += 1;
        let mut change = 0.0;
        for (i, opponents) in comparisons.iter().enumerate() {
            let weight: f64 =
                opponents.iter().map(|(j, n)| n / (strengths[i] + strengths[*j])).sum();
            let updated = totals[i] / weight;
            change = f64::max(change, (updated / strengths[i]).ln().abs());
            strengths[i] = updated;
        }
        for (log, strength) in log_strengths.iter_mut().zip(&strengths) {
            *log = strength.ln();
        }
        let center = mean(&log_strengths);
        for (log, strength) in log_strengths.iter_mut().zip(&mut strengths) {
            *log -= center;
            *strength = log.exp();
        }
        // Strengths can drift too far apart for a float.
        let is_placed = strengths.iter().all(|strength| strength.is_normal());
        if is_placed && change <= TOLERANCE {
            return Ok(BradleyTerry { log_strengths, n_sweeps });
        }
        if !is_placed || n_sweeps == MAX_SWEEPS {
            return Err(StatisticsError::NotConverged { n_sweeps, change });
        }
    }
}

fn check_wins(wins: &[Vec<f64>]) -> Result<(), StatisticsError> {
    if wins.len() < 2 {
        return Err(StatisticsError::TooFew { what: "items", found: wins.len(), needed: 2 });
    }
    for (winner, row) in wins.iter().enumerate() {
        if row.len() != wins.len() {
            return Err(StatisticsError::UnequalLengths {
                what: format!("row {winner} of the wins"),
                found: row.len(),
                expected: wins.len(),
            });
        }
        for (loser, &wins) in row.iter().enumerate() {
            if winner != loser && !(wins >= 0.0 && wins.is_finite()) {
                return Err(StatisticsError::Wins { winner, loser, wins });
            }
        }
    }
    Ok(())
}

/// The strongly connected components of the graph with an arrow from i to j where `points_to(i, j)`: within
/// one, every item is reachable from every other. Ordered by their first item, items ascending.
fn components(n: usize, points_to: impl Fn(usize, usize) -> bool) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut is_placed = vec![false; n];
    for start in 0..n {
        if is_placed[start] {
            continue;
        }
        let forwards = reachable(n, start, &points_to);
        let backwards = reachable(n, start, |i, j| points_to(j, i));
        let group: Vec<usize> = (0..n).filter(|i| forwards[*i] && backwards[*i]).collect();
        group.iter().for_each(|item| is_placed[*item] = true);
        groups.push(group);
    }
    groups
}

/// Includes `start`.
fn reachable(n: usize, start: usize, points_to: impl Fn(usize, usize) -> bool) -> Vec<bool> {
    let mut is_reached = vec![false; n];
    let mut open = vec![start];
    while let Some(item) = open.pop() {
        if !std::mem::replace(&mut is_reached[item], true) {
            open.extend((0..n).filter(|next| !is_reached[*next] && points_to(item, *next)));
        }
    }
    is_reached
}
