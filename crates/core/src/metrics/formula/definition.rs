//! What a formula's file provides: the formula, and the measures that use it.

use super::sum::{Account, Sum, Term, Terms};
use crate::metrics::{JudgedList, Parameter, ParameterKind, Protocol, Publication};

/// A measure, with all that its value needs.
#[derive(Clone, Copy)]
pub(in crate::metrics) struct Definition {
    pub(in crate::metrics) protocol: Protocol,
    /// The part between the colon and the parameter.
    pub(in crate::metrics) name: &'static str,
    pub(in crate::metrics) parameter: ParameterKind,
    /// Whether the least grade that counts as relevant can be named: `trec:AP(rel=2)`.
    pub(in crate::metrics) takes_level: bool,
    pub(in crate::metrics) formula: &'static dyn AnyFormula,
}

/// What is said of a measure, and what only explanations and expected values need.
#[derive(Clone, Copy)]
pub(in crate::metrics) struct About {
    pub(in crate::metrics) formula: &'static dyn Explained,
    /// The formula in one sentence; `{top}` stands for "among the first k".
    pub(in crate::metrics) words: &'static str,
    /// The paper or the code that the value equals.
    pub(in crate::metrics) source: &'static str,
    /// Citations besides the protocol's; empty where those define it.
    pub(in crate::metrics) publications: &'static [Publication],
}

/// A measure as a formula's file registers it in `MEASURES`. A program that only measures links
/// nothing of [`About`].
#[derive(Clone, Copy)]
pub(super) struct Registered {
    pub(super) definition: Definition,
    pub(super) about: About,
}

impl Registered {
    pub(super) const fn of<F: Formula>(
        protocol: Protocol,
        name: &'static str,
        parameter: ParameterKind,
        formula: &'static F,
    ) -> Self {
        Self {
            definition: Definition { protocol, name, parameter, takes_level: false, formula },
            about: About { formula, words: "", source: "", publications: &[] },
        }
    }

    pub(super) const fn described(self, words: &'static str, source: &'static str) -> Self {
        Self { about: About { words, source, ..self.about }, ..self }
    }

    /// Takes a relevance level, as `trec_eval -l` gives one to its binary measures.
    pub(super) const fn with_level(self) -> Self {
        Self { definition: Definition { takes_level: true, ..self.definition }, ..self }
    }

    pub(super) const fn citing(self, publications: &'static [Publication]) -> Self {
        Self { about: About { publications, ..self.about }, ..self }
    }
}

/// Several measures may share a formula.
pub(super) trait Formula: Sync {
    /// The terms in rank order, and what their sum is divided by.
    fn sum<'a>(&'a self, list: &'a JudgedList, parameter: Parameter) -> Sum<impl Terms<'a>>;

    /// What unjudged images below the first `n` add to the sum, which no term has.
    fn unjudged(&self, _list: &JudgedList, _parameter: Parameter, _n: usize) -> f64 {
        0.0
    }

    /// Whether some list could have a value: something is relevant, and judged as the formula needs.
    fn is_defined(&self, list: &JudgedList) -> bool {
        list.n_relevant() > 0
    }

    /// How many hits it reads if `n_relevant` images are relevant.
    fn depth(&self, parameter: Parameter, _n_relevant: usize) -> usize {
        parameter.cutoff()
    }

    /// Empty if the formula has no ideal list.
    fn ideal_gains(&self, _list: &JudgedList, _parameter: Parameter) -> Vec<f64> {
        Vec::new()
    }

    /// How it treats equal scores, unless the protocol's order decides.
    fn tie_rule(&self) -> Option<&'static str> {
        None
    }

    /// What the terms and unjudged images sum to in expectation if the hits are in a random order, by
    /// [`super::random_order`]; `None` if no closed form is known. A formula has one only if no term depends on the order of the hits
    /// above its own.
    fn expected_sum(&self, _list: &JudgedList, _parameter: Parameter) -> Option<f64> {
        None
    }
}

/// A [`Formula`] of any type, as a measure holds it: the loop over terms is compiled for each formula, and
/// only the call around it is dynamic.
pub(in crate::metrics) trait AnyFormula: Sync {
    /// Of a list for which the formula is defined.
    fn value(&self, list: &JudgedList, parameter: Parameter) -> f64;

    fn is_defined(&self, list: &JudgedList) -> bool;
    fn depth(&self, parameter: Parameter, n_relevant: usize) -> usize;
}

/// The rest of a [`Formula`] of any type.
pub(in crate::metrics) trait Explained: Sync {
    /// Visits every term in rank order; returns what their sum is divided by.
    fn each_term(
        &self,
        list: &JudgedList,
        parameter: Parameter,
        visit: &mut dyn FnMut(Term<'_>),
    ) -> Account;

    fn ideal_gains(&self, list: &JudgedList, parameter: Parameter) -> Vec<f64>;
    fn tie_rule(&self) -> Option<&'static str>;

    /// The expected value if the first `n` hits are in a random order; the formula must be defined for the
    /// list. `None` if no closed form is known.
    fn expected(&self, list: &JudgedList, n: usize, parameter: Parameter) -> Option<f64>;
}

impl<F: Formula> AnyFormula for F {
    fn value(&self, list: &JudgedList, parameter: Parameter) -> f64 {
        let Sum { terms, account } = self.sum(list, parameter);
        let unjudged = self.unjudged(list, parameter, 0);
        account.value(terms.map(|term| term.contribution()).sum::<f64>() + unjudged)
    }

    fn is_defined(&self, list: &JudgedList) -> bool {
        Formula::is_defined(self, list)
    }

    fn depth(&self, parameter: Parameter, n_relevant: usize) -> usize {
        Formula::depth(self, parameter, n_relevant)
    }
}

impl<F: Formula> Explained for F {
    fn each_term(
        &self,
        list: &JudgedList,
        parameter: Parameter,
        visit: &mut dyn FnMut(Term<'_>),
    ) -> Account {
        let Sum { terms, mut account } = self.sum(list, parameter);
        terms.for_each(visit);
        account.unjudged = self.unjudged(list, parameter, 0);
        account
    }

    fn ideal_gains(&self, list: &JudgedList, parameter: Parameter) -> Vec<f64> {
        Formula::ideal_gains(self, list, parameter)
    }

    fn tie_rule(&self) -> Option<&'static str> {
        Formula::tie_rule(self)
    }

    fn expected(&self, list: &JudgedList, n: usize, parameter: Parameter) -> Option<f64> {
        // The divisor depends on the judgements and the length of the list, never on its order; a term
        // depends on which hits are above its own, never on their order.
        let Sum { terms, account } = self.sum(list, parameter);
        let below = terms.filter(|term| term.hit.rank > n).map(|term| term.contribution());
        let below = below.sum::<f64>() + self.unjudged(list, parameter, n);
        self.expected_sum(&list.first(n), parameter).map(|sum| account.value(sum + below))
    }
}
