//! Measures as values: they print, parse and compute.

use super::formula::{Account, Definition, Term, definitions};
use super::{
    Folds, JudgedList, JudgedShare, Mean, Parameter, Protocol, shuffles::mean_over_shuffles,
};
use std::{fmt, hash, str::FromStr};
use thiserror::Error;

/// A measure with its parameter; prints as `protocol:measure[@k]` and parses from that.
#[derive(Clone, Copy)]
pub struct Measure {
    definition: &'static Definition,
    parameter: Parameter,
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

/// The name of every known measure by protocol, with `k` for a cut-off and `r` for a recall.
#[must_use]
pub fn known_measures() -> Vec<String> {
    Protocol::ALL.into_iter().flat_map(known_measures_of).collect()
}

fn known_measures_of(protocol: Protocol) -> impl Iterator<Item = String> {
    definitions().filter(move |definition| definition.protocol == protocol).map(Definition::pattern)
}

impl Measure {
    /// The value for one query.
    ///
    /// `None` where no list could be better than another: the query has no relevant image, or
    /// the list is not of the kind that the measure is defined on (a fold for COCO 1K, judgements
    /// by class for `PMRP`, grades up to 4 for `ERR`). The list must be in the protocol's order.
    #[must_use]
    pub fn value(&self, list: &JudgedList) -> Option<f64> {
        self.is_defined(list).then(|| self.definition.formula.value(list, self.parameter))
    }

    /// The expected value for one query if the list's hits stand in a random order, each equally
    /// likely and without ties: in closed form, or as the mean over [`N_SHUFFLES`](super::N_SHUFFLES) shuffles where the
    /// formula has none ([`Measure::has_closed_form`]). `None` where [`Measure::value`] is.
    #[must_use]
    pub fn expected(&self, list: &JudgedList) -> Option<f64> {
        let (formula, parameter) = (self.definition.formula, self.parameter);
        let simulated = || mean_over_shuffles(list, |order| formula.value(order, parameter));
        self.is_defined(list).then(|| formula.expected(list, parameter).unwrap_or_else(simulated))
    }

    /// Whether [`Measure::expected`] is exact, and not a mean over shuffles.
    #[must_use]
    pub fn has_closed_form(&self) -> bool {
        // A formula has one for every list or for none.
        self.definition.formula.expected(&JudgedList::default(), self.parameter).is_some()
    }

    /// The mean over queries, `values` in their order; under a protocol with folds over the folds'
    /// means. `None` where no query has a value.
    #[must_use]
    pub fn mean(&self, values: &[Option<f64>], folds: Option<&Folds>) -> Option<Mean> {
        match folds {
            Some(folds) if self.is_within_fold() => folds.mean(values),
            _ => Mean::of(values.iter().copied()),
        }
    }

    /// Visits every term in rank order; `None` where there is no value.
    pub(super) fn each_term(
        &self,
        list: &JudgedList,
        visit: &mut dyn FnMut(Term<'_>),
    ) -> Option<Account> {
        let formula = self.definition.formula;
        self.is_defined(list).then(|| formula.each_term(list, self.parameter, visit))
    }

    fn is_defined(&self, list: &JudgedList) -> bool {
        let is_right_gallery = list.is_within_fold() || !self.is_within_fold();
        is_right_gallery && self.definition.formula.is_defined(list)
    }

    /// The gain at each rank of the ideal list; empty where the measure has none.
    pub(super) fn ideal_gains(&self, list: &JudgedList) -> Vec<f64> {
        self.definition.formula.ideal_gains(list, self.parameter)
    }

    /// How the measure treats equal scores, in words.
    #[must_use]
    pub fn tie_rule(&self) -> &'static str {
        let of_protocol = self.protocol().order().tie_rule();
        self.definition.formula.tie_rule().unwrap_or(of_protocol)
    }

    /// Whose conventions it follows; the list must be in that protocol's order.
    #[must_use]
    pub fn protocol(&self) -> Protocol {
        self.definition.protocol
    }

    /// Whether it ranks only the query's fold of the gallery: see [`Protocol::is_within_fold`].
    #[must_use]
    pub fn is_within_fold(&self) -> bool {
        self.protocol().is_within_fold()
    }

    /// How many hits it reads, for a query with `n_relevant` relevant images; `usize::MAX`
    /// where it reads the whole ranking.
    #[must_use]
    pub fn depth(&self, n_relevant: usize) -> usize {
        if self.is_within_fold() {
            // The fold's images can be anywhere in the ranking of the whole gallery.
            return usize::MAX;
        }
        self.definition.formula.depth(self.parameter, n_relevant)
    }

    /// Judged@k beside the value: how many of the hits that it reads are judged.
    #[must_use]
    pub fn judged(&self, list: &JudgedList) -> JudgedShare {
        let n_relevant = list.n_relevant();
        let depth = if list.is_within_fold() {
            self.definition.formula.depth(self.parameter, n_relevant)
        } else {
            self.depth(n_relevant)
        };
        JudgedShare::of_top(list, depth)
    }

    /// The formula in words, in one sentence.
    #[must_use]
    pub fn describe(&self) -> String {
        let top = match self.parameter.cutoff() {
            1 => "in first place".into(),
            k => format!("among the first {k}"),
        };
        self.definition.words.replace("{top}", &top)
    }
}

impl Definition {
    /// The name with `k` or `r` for the parameter.
    fn pattern(&self) -> String {
        format!("{}:{}{}", self.protocol.name(), self.name, self.parameter.pattern())
    }

    /// The measure of this definition that has this name.
    fn parse(&'static self, name: &str) -> Option<Measure> {
        let rest = name.strip_prefix(self.protocol.name())?.strip_prefix(':')?;
        let parameter = self.parameter.parse(rest.strip_prefix(self.name)?)?;
        Some(Measure { definition: self, parameter })
    }
}

impl PartialEq for Measure {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Measure {}

impl hash::Hash for Measure {
    fn hash<H: hash::Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl Measure {
    /// What its name is made of: no two definitions print the same.
    fn key(&self) -> (Protocol, &'static str, Parameter) {
        (self.definition.protocol, self.definition.name, self.parameter)
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Definition { protocol, name, .. } = self.definition;
        write!(out, "{}:{name}{}", protocol.name(), self.parameter)
    }
}

impl fmt::Debug for Measure {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Measure({self})")
    }
}

/// A name that is not a measure's.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{name:?} is not a measure: {}", advice(name))]
pub struct MeasureError {
    /// The name given.
    pub name: String,
}

/// The known measures of the protocol where the name has one, else all.
fn advice(name: &str) -> String {
    let (protocol, _) = name.split_once(':').unwrap_or_default();
    let protocol = Protocol::ALL.into_iter().find(|known| known.name() == protocol);
    let known = protocol.map_or_else(known_measures, |own| known_measures_of(own).collect());
    format!(
        "known are {}, with a whole number from 1 for k and one of 0.0, 0.1 … 1.0 for r",
        known.join(", ")
    )
}

impl FromStr for Measure {
    type Err = MeasureError;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let measure = definitions().find_map(|definition| definition.parse(name));
        measure.ok_or_else(|| MeasureError { name: name.into() })
    }
}
