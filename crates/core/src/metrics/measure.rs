//! Measures as values: they print, parse and compute.

use super::known::{Cutoff, KNOWN, Known};
use super::{Folds, JudgedList, JudgedShare, Mean, Protocol, formula::Account, formula::Term};
use std::{fmt, str::FromStr};
use thiserror::Error;

/// A measure with its parameter; prints as `protocol:measure[@k]` and parses from that.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Measure {
    known: &'static Known,
    /// The cut-off as printed; where none is, the whole list. Tenths of recall for `IPrec`.
    k: usize,
}

/// The measures shown where a benchmark or a command names none.
#[must_use]
pub fn default_measures() -> Vec<Measure> {
    let names = [
        "eccv:R@1",
        "eccv:R@5",
        "eccv:R@10",
        "eccv:mAP@R",
        "eccv:R-Precision",
        "trec:P@10",
        "trec:R@10",
        "trec:AP@50",
        "trec:nDCG@10",
    ];
    names.iter().filter_map(|name| name.parse().ok()).collect()
}

/// The name of every known measure, `k` for a rank and `r` for a recall.
#[must_use]
pub fn known_measures() -> Vec<String> {
    KNOWN.iter().map(Known::pattern).collect()
}

impl Measure {
    /// The value for one query.
    ///
    /// `None` where no list could be better than another: the query has no relevant image, or
    /// the list is not what the measure is defined on (COCO 1K outside a fold, `PMRP` on
    /// other judgements than those by class). The list must be in the protocol's order.
    #[must_use]
    pub fn value(&self, list: &JudgedList) -> Option<f64> {
        let mut sum = 0.0;
        let account = self.each_term(list, |term| sum += term.contribution())?;
        Some(account.value(sum))
    }

    /// The mean over queries, `values` in their order; COCO 1K's is over the folds' means. `None`
    /// where no query has a value.
    #[must_use]
    pub fn mean(&self, values: &[Option<f64>], folds: Option<&Folds>) -> Option<Mean> {
        match folds {
            Some(folds) if self.protocol() == Protocol::Coco1k => folds.mean(values),
            _ => Mean::of(values.iter().copied()),
        }
    }

    /// Shows every term; `None` where there is no value.
    pub(super) fn each_term(
        &self,
        list: &JudgedList,
        visit: impl FnMut(Term<'_>),
    ) -> Option<Account> {
        if !self.known.formula.is_defined(list) {
            return None;
        }
        if self.protocol() == Protocol::Coco1k && !list.is_within_fold() {
            return None;
        }
        Some(self.known.formula.each_term(list, self.k, visit))
    }

    /// The gain at each rank of the ideal list; nothing where the measure has none.
    pub(super) fn ideal_gains(&self, list: &JudgedList) -> Vec<f64> {
        self.known.formula.ideal_gains(list, self.k)
    }

    /// What the measure does with equal scores, in words.
    #[must_use]
    pub fn tie_rule(&self) -> &'static str {
        let of_protocol = self.protocol().order().tie_rule();
        self.known.formula.tie_rule().unwrap_or(of_protocol)
    }

    /// Whose conventions it follows; the list must be in that protocol's order.
    #[must_use]
    pub fn protocol(&self) -> Protocol {
        self.known.protocol
    }

    /// How many hits it looks at, for a query with `n_relevant` relevant images; `usize::MAX`
    /// where it reads the whole ranking, as long as that is.
    #[must_use]
    pub fn depth(&self, n_relevant: usize) -> usize {
        if self.protocol() == Protocol::Coco1k {
            // The fold's images may stand anywhere in the ranking.
            return usize::MAX;
        }
        self.known.formula.depth(self.k, n_relevant)
    }

    /// Judged@k beside the value: how many of the hits that it looks at are judged.
    #[must_use]
    pub fn judged(&self, list: &JudgedList) -> JudgedShare {
        let depth = if list.is_within_fold() { self.k } else { self.depth(list.n_relevant()) };
        JudgedShare::of_top(list, depth)
    }

    /// The formula in words, in one sentence.
    #[must_use]
    pub fn describe(&self) -> String {
        let top = match self.k {
            1 => "in first place".into(),
            k => format!("among the first {k}"),
        };
        self.known.words.replace("{top}", &top)
    }
}

impl Known {
    /// The name with `k` or `r` for what follows it.
    fn pattern(&self) -> String {
        let (protocol, name) = (self.protocol.name(), self.name);
        match self.cutoff {
            Cutoff::Nothing => format!("{protocol}:{name}"),
            Cutoff::Rank => format!("{protocol}:{name}@k"),
            Cutoff::Recall => format!("{protocol}:{name}@r"),
        }
    }

    /// The measure, if the name is one of this row's.
    fn parse(&'static self, name: &str) -> Option<Measure> {
        let rest = name.strip_prefix(self.protocol.name())?.strip_prefix(':')?;
        let rest = rest.strip_prefix(self.name)?;
        let k = match self.cutoff {
            Cutoff::Nothing => rest.is_empty().then_some(usize::MAX)?,
            Cutoff::Rank => rest.strip_prefix('@')?.parse().ok().filter(|k| *k > 0)?,
            Cutoff::Recall => (0..=10).find(|tenths| rest == recall(*tenths))?,
        };
        let measure = Measure { known: self, k };
        // One name each: `eccv:R@05` and `eccv:R@+5` are refused.
        (measure.to_string() == name).then_some(measure)
    }
}

fn recall(tenths: usize) -> String {
    format!("@{}.{}", tenths / 10, tenths % 10)
}

impl fmt::Display for Measure {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:{}", self.known.protocol.name(), self.known.name)?;
        match self.known.cutoff {
            Cutoff::Nothing => Ok(()),
            Cutoff::Rank => write!(out, "@{}", self.k),
            Cutoff::Recall => out.write_str(&recall(self.k)),
        }
    }
}

impl fmt::Debug for Measure {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Measure({self})")
    }
}

/// A name that is no measure.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{name:?} is not a measure: {}", advice(name))]
pub struct MeasureError {
    /// What was given.
    pub name: String,
}

/// The protocol's measures where the name has one, else all.
fn advice(name: &str) -> String {
    let (protocol, _) = name.split_once(':').unwrap_or_default();
    let of_protocol: Vec<String> = KNOWN
        .iter()
        .filter(|known| known.protocol.name() == protocol)
        .map(Known::pattern)
        .collect();
    let known = if of_protocol.is_empty() { known_measures() } else { of_protocol };
    format!(
        "known are {}, with a whole number from 1 for k and one of 0.0, 0.1 … 1.0 for r",
        known.join(", ")
    )
}

impl FromStr for Measure {
    type Err = MeasureError;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let measure = KNOWN.iter().find_map(|known| known.parse(name));
        measure.ok_or_else(|| MeasureError { name: name.into() })
    }
}
