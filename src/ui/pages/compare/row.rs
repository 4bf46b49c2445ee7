//! Both systems by one measure, and the words for it.

use rankscope_core::analysis::{Column, OnQuery, Tested, words};
use rankscope_core::metrics::Mean;

pub(super) struct Row {
    pub(super) column: Column,
    pub(super) pairs: Vec<OnQuery>,
    pub(super) tested: Option<Tested>,
    pub(super) p_holm: Option<f64>,
    pub(super) is_chosen: bool,
    /// `false` until the values are loaded; the row keeps its place.
    pub(super) is_known: bool,
}

impl Row {
    pub(super) fn mean(&self, of: fn(&OnQuery) -> f64) -> Option<f64> {
        Mean::of(self.pairs.iter().map(|on| Some(of(on)))).map(|mean| mean.mean)
    }

    pub(super) fn n(&self, is_counted: fn(&OnQuery) -> bool) -> usize {
        self.pairs.iter().filter(|on| is_counted(on)).count()
    }

    pub(super) fn name(&self) -> String {
        self.column.measure.to_string()
    }

    pub(super) fn difference(&self) -> Option<f64> {
        self.mean(OnQuery::difference)
    }

    pub(super) fn placeholder(&self) -> &'static str {
        if self.is_known && self.pairs.is_empty() { "n/a" } else { "…" }
    }

    pub(super) fn words(&self, value: Option<f64>) -> String {
        value.map_or_else(|| self.placeholder().into(), |value| words::value(Some(value)))
    }

    pub(super) fn p_words(&self, p: Option<f64>) -> String {
        p.map_or_else(|| self.placeholder().to_string(), words::p_value)
    }

    /// Where no random swap gave a difference as large, p is only bounded by the number of swaps, and
    /// so is the corrected p.
    pub(super) fn holm_words(&self) -> String {
        let is_bound = self.tested.is_some_and(|Tested { randomisation, .. }| {
            !randomisation.is_exact
                && randomisation.p * (f64::from(randomisation.n_exchanges) + 1.0) < 1.5
        });
        match self.p_holm {
            Some(p) if is_bound && p >= 0.001 => format!("≤ {p:.3}"),
            p => self.p_words(p),
        }
    }
}
