use super::formula::{Account, Definition, Term, about};
use super::{Folds, JudgedList, JudgedShare, Mean, Parameter, Protocol, Publication, real};
use crate::random::SplitMix64;
use std::{borrow::Cow, fmt, hash};

/// Prints as `protocol:measure[(rel=grade)][@k]` and parses from that.
#[derive(Clone, Copy)]
pub struct Measure {
    definition: &'static Definition,
    /// The least grade that counts as relevant: 1, or what `(rel=2)` says.
    level: u8,
    parameter: Parameter,
}

/// The grade that is relevant unless a name says otherwise.
pub(super) const USUAL_LEVEL: u8 = 1;

impl Measure {
    pub(super) fn new(definition: &'static Definition, level: u8, parameter: Parameter) -> Self {
        Self { definition, level, parameter }
    }

    /// The list with the grades that count as relevant here.
    pub(super) fn read<'a>(&self, list: &'a JudgedList) -> Cow<'a, JudgedList> {
        list.at_level(i32::from(self.level))
    }

    /// The value for one query. The list must be in the protocol's order.
    ///
    /// `None` where no list could be better than another: the query has no relevant image, or the list is not
    /// of the kind on which the measure is defined (a fold for COCO 1K, judgements by class for `PMRP`,
    /// grades up to 4 for `ERR`).
    pub fn value(&self, list: &JudgedList) -> Option<f64> {
        let list = &*self.read(list);
        self.is_defined(list).then(|| self.definition.formula.value(list, self.parameter))
    }

    /// The expected value for one query if the list's hits are in a random order, each equally likely and
    /// without ties: in closed form, or else the mean over [`N_SHUFFLES`] shuffles. `None` where
    /// [`Measure::value`] is.
    pub fn expected(&self, list: &JudgedList) -> Option<f64> {
        self.expected_of_first(list, list.n_given())
    }

    /// The same if only the first `n` hits are in a random order and the others stay at their ranks, below
    /// them and not tied with them.
    pub fn expected_of_first(&self, list: &JudgedList, n: usize) -> Option<f64> {
        let list = &*self.read(list);
        let (formula, parameter) = (self.definition.formula, self.parameter);
        let simulated = || mean_over_shuffles(list, n, |order| formula.value(order, parameter));
        let exact = || about(self.definition).formula.expected(list, n, parameter);
        self.is_defined(list).then(|| exact().unwrap_or_else(simulated))
    }

    /// Whether [`Measure::expected`] is exact, not a mean over shuffles.
    pub fn has_closed_form(&self) -> bool {
        // A formula has one for every list or for none.
        about(self.definition).formula.expected(&JudgedList::default(), 0, self.parameter).is_some()
    }

    /// The mean over queries, `values` in their order; under a protocol with folds, over the folds' means.
    /// `None` if no query has a value.
    pub fn mean(&self, values: &[Option<f64>], folds: Option<&Folds>) -> Option<Mean> {
        match folds {
            Some(folds) if self.is_within_fold() => folds.mean(values),
            _ => Mean::of(values.iter().copied()),
        }
    }

    /// The mean over the queries in these rows, given the values of all.
    pub fn mean_of_rows(
        &self,
        values: &[Option<f64>],
        rows: &[usize],
        folds: Option<&Folds>,
    ) -> Option<Mean> {
        let mut chosen = vec![None; values.len()];
        for row in rows {
            if let (Some(place), Some(value)) = (chosen.get_mut(*row), values.get(*row)) {
                *place = *value;
            }
        }
        self.mean(&chosen, folds)
    }

    /// Visits every term in rank order; `None` if there is no value. The list is as [`Self::read`] gives it.
    pub(super) fn each_term(
        &self,
        list: &JudgedList,
        visit: &mut dyn FnMut(Term<'_>),
    ) -> Option<Account> {
        let formula = about(self.definition).formula;
        self.is_defined(list).then(|| formula.each_term(list, self.parameter, visit))
    }

    fn is_defined(&self, list: &JudgedList) -> bool {
        let is_right_gallery = list.is_within_fold() || !self.is_within_fold();
        is_right_gallery && self.definition.formula.is_defined(list)
    }

    /// Empty if the measure has no ideal list.
    pub(super) fn ideal_gains(&self, list: &JudgedList) -> Vec<f64> {
        about(self.definition).formula.ideal_gains(list, self.parameter)
    }

    /// How equal scores are treated, in words.
    pub fn tie_rule(&self) -> &'static str {
        let of_protocol = self.protocol().order().tie_rule();
        about(self.definition).formula.tie_rule().unwrap_or(of_protocol)
    }

    /// The list must be in this protocol's order.
    pub fn protocol(&self) -> Protocol {
        self.definition.protocol
    }

    /// Citations besides the protocol's; empty where those define the measure.
    pub fn publications(&self) -> &'static [Publication] {
        about(self.definition).publications
    }

    /// See [`Protocol::is_within_fold`].
    pub fn is_within_fold(&self) -> bool {
        self.protocol().is_within_fold()
    }

    /// How many hits it reads if `n_relevant` images are relevant; `usize::MAX` where it reads the whole
    /// ranking.
    pub fn depth(&self, n_relevant: usize) -> usize {
        if self.is_within_fold() {
            // The fold's images can be anywhere in the ranking of the whole gallery.
            return usize::MAX;
        }
        self.definition.formula.depth(self.parameter, n_relevant)
    }

    /// Judged@k: how many of the hits that it reads are judged.
    pub fn judged(&self, list: &JudgedList) -> JudgedShare {
        let list = &*self.read(list);
        let n_relevant = list.n_relevant();
        let depth = if list.is_within_fold() {
            self.definition.formula.depth(self.parameter, n_relevant)
        } else {
            self.depth(n_relevant)
        };
        JudgedShare::of_top(list, depth)
    }

    /// The formula in one sentence.
    pub fn describe(&self) -> String {
        let top = match self.parameter.cutoff() {
            1 => "in first place".into(),
            k => format!("among the first {k}"),
        };
        let words = about(self.definition).words.replace("{top}", &top);
        match self.level {
            USUAL_LEVEL => words,
            level => format!("{words} Relevant are grades of {level} and above."),
        }
    }

    /// For a single query, where a share of queries is 1 or 0.
    pub fn describe_one(&self) -> String {
        let words = self.describe();
        let of_one = words.strip_prefix("Share of queries with a relevant image ").map(|place| {
            format!("1 if a relevant image is {}, otherwise 0.", place.trim_end_matches('.'))
        });
        of_one.unwrap_or(words)
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
    /// The parts of its name: no two definitions print the same.
    fn key(&self) -> (Protocol, &'static str, u8, Parameter) {
        (self.definition.protocol, self.definition.name, self.level, self.parameter)
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Definition { protocol, name, .. } = self.definition;
        write!(out, "{}:{name}", protocol.name())?;
        if self.level != USUAL_LEVEL {
            write!(out, "(rel={})", self.level)?;
        }
        write!(out, "{}", self.parameter)
    }
}

impl fmt::Debug for Measure {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Measure({self})")
    }
}

/// For measures whose expected value has no closed form.
pub const N_SHUFFLES: usize = 1000;

/// The mean value over random orders of the list's first `n` hits, the same orders each time.
pub(super) fn mean_over_shuffles(
    list: &JudgedList,
    n: usize,
    value: impl Fn(&JudgedList) -> f64,
) -> f64 {
    // Each query has a different seed, so that the errors of their means are not the same.
    let rows = list.relevant_hits().iter().map(|hit| u64::from(hit.row_in_corpus));
    let mut random = SplitMix64::new(rows.fold(0, u64::wrapping_add));
    let sum: f64 = (0..N_SHUFFLES).map(|_| value(&list.shuffled(n, &mut random))).sum();
    sum / real(N_SHUFFLES)
}
