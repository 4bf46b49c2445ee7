//! From votes to strengths: the Bradley–Terry model, with intervals from resampled votes.

use super::pictures::LETTERS;
use crate::ui::state::votes::{Vote, wins};
use rankscope_core::statistics::{Interval, Resampling, bootstrap, bradley_terry};
use std::cell::{Cell, RefCell};

pub(super) const N_RESAMPLES: u32 = 200;

/// The strengths of the five lists, which add up to 100. Every pair of lists gets a tie, half a win
/// each: without it a list that lost every vote would have no finite strength, and classes are often
/// unanimous.
pub(super) fn shares(votes: impl IntoIterator<Item = Vote>) -> Option<Vec<f64>> {
    let mut wins = wins(votes);
    wins.iter_mut().flatten().for_each(|count| *count += 0.5);
    let fit = bradley_terry(&wins).ok()?;
    let strengths: Vec<f64> = fit.log_strengths.iter().map(|log| log.exp()).collect();
    let sum: f64 = strengths.iter().sum();
    Some(strengths.iter().map(|strength| 100.0 * strength / sum).collect())
}

/// 95% intervals by list; `None` for fewer than two votes.
pub(super) fn intervals(votes: &[Vote]) -> Option<Vec<Interval>> {
    let resampling = Resampling { n_resamples: N_RESAMPLES, ..Resampling::default() };
    // The same seed draws the same votes for every list, so each draw is fitted only once.
    let fits = RefCell::new(Vec::<Option<Vec<f64>>>::new());
    let of_list = |list: usize| {
        let turn = Cell::new(0usize);
        let statistic = |drawn: &[usize]| {
            let now = turn.replace(turn.get() + 1);
            if fits.borrow().len() <= now {
                let drawn = drawn.iter().filter_map(|index| votes.get(*index).copied());
                fits.borrow_mut().push(shares(drawn));
            }
            fits.borrow().get(now)?.as_ref()?.get(list).copied()
        };
        bootstrap(votes.len(), &resampling, statistic).ok()
    };
    (0..LETTERS.len()).map(of_list).collect()
}
