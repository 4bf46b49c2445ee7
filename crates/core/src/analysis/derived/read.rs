//! Expressions as text.

use super::super::split_ids;
use super::error::DerivedError;
use super::expression::{Derived, QB_BETA, is_derived};
use super::fused::{FusedSystem, FusionMethod};
use super::guided::{GUIDE_PRESETS, GuidedSystem};
use crate::ranking::RRF_K;
use rankscope_arithmetic::feedback::FeedbackMethod;

/// How deep expressions may be nested.
const MAX_NESTING: usize = 8;

/// The names of all forms but fusion, each with an example.
const FORMS: [(&str, &str); 6] = [
    ("rerank", "rerank(a,b,100)"),
    ("first", "first(a,32)"),
    ("pca", "pca(a,32)"),
    ("qbnorm", "qbnorm(a,SPLIT), with ,beta=20 or ,dynamic after it if you like"),
    ("feedback", "feedback(a,rocchio,2)"),
    ("guides", "guides(balanced), with ,m=2 or ,l=4 or ,gamma=0.4 after it if you like"),
];

impl Derived {
    /// Reads an expression. Spaces around items, defaults that are spelled out and `fuse(METHOD,…)` are
    /// accepted; [`Self::to_string`] gives the usual form.
    ///
    /// # Errors
    /// No expression, other items than the name takes, or [`Self::check`]'s.
    pub fn parse(id: &str) -> Result<Self, DerivedError> {
        parsed(id, 1)
    }

    /// The splits over whose queries scores are normalised, by it or by its parts.
    ///
    /// # Errors
    /// A part that is no expression, in a value that was not read.
    pub fn banks(&self) -> Result<Vec<String>, DerivedError> {
        let mut banks = Vec::new();
        if let Self::QbNorm { bank, .. } = self {
            banks.push(bank.clone());
        }
        for part in self.part_ids().into_iter().filter(|part| is_derived(part)) {
            banks.extend(Self::parse(part)?.banks()?);
        }
        Ok(banks)
    }

    /// Reads an id in its usual form: in an address one system has one id, or it would be shown twice.
    ///
    /// # Errors
    /// As [`Self::parse`]; or the usual form.
    pub fn parse_usual(id: &str) -> Result<Self, DerivedError> {
        let derived = Self::parse(id)?;
        let usual = derived.to_string();
        if usual == id { Ok(derived) } else { Err(DerivedError::NotUsual { id: id.into(), usual }) }
    }
}

impl FusedSystem {
    /// Reads the id of a fused system in its usual form.
    ///
    /// # Errors
    /// As [`Derived::parse_usual`]; or another kind of derived system.
    pub fn parse(id: &str) -> Result<Self, DerivedError> {
        match Derived::parse_usual(id)? {
            Derived::Fused(fused) => Ok(fused),
            _ => Err(no_form(id)),
        }
    }
}

fn no_form(id: &str) -> DerivedError {
    let fused = FusionMethod::ALL.iter().map(|method| method.name());
    let names = fused.chain(FORMS.iter().map(|(name, _)| *name));
    let known: Vec<String> = names.map(|name| format!("{name}(…)")).collect();
    DerivedError::Form { id: id.into(), known: known.join(", ") }
}

fn parsed(id: &str, nesting: usize) -> Result<Derived, DerivedError> {
    if nesting > MAX_NESTING {
        return Err(DerivedError::TooDeep { max: MAX_NESTING });
    }
    let id = id.trim();
    let call = id.strip_suffix(')').and_then(|call| call.split_once('('));
    let (name, inside) = call.ok_or_else(|| no_form(id))?;
    let mut items: Vec<&str> = split_ids(inside).map(str::trim).collect();
    let mut name = name.trim_end();
    if name == "fuse" {
        name = if items.is_empty() { "" } else { items.remove(0) };
        if !FusionMethod::ALL.iter().any(|method| method.name() == name) {
            return Err(word(name, FusionMethod::ALL.map(FusionMethod::name)));
        }
    }
    let derived = match FusionMethod::ALL.into_iter().find(|method| method.name() == name) {
        Some(method) => Derived::Fused(fused(id, method, &items, nesting)?),
        None => other(id, name, &items, nesting)?,
    };
    derived.check()?;
    Ok(derived)
}

fn fused(
    id: &str,
    method: FusionMethod,
    items: &[&str],
    nesting: usize,
) -> Result<FusedSystem, DerivedError> {
    let mut fused = FusedSystem { method, parts: Vec::new(), k: RRF_K };
    let is_weighted = method == FusionMethod::WeightedRrf;
    // What the method does not read must not be there, or it would seem to count.
    let mut is_unread = false;
    for item in items {
        if let Some(k) = item.strip_prefix("k=") {
            fused.k = number(k)?;
            is_unread |= !method.takes_ranks();
            continue;
        }
        // A star inside brackets is that of a part.
        let after = item.rfind(')').unwrap_or(0);
        let star = item.get(after..).and_then(|rest| rest.find('*')).map(|at| after + at);
        let (part_id, weight) = match star.and_then(|at| item.split_at_checked(at)) {
            Some((part_id, weight)) => (part_id, number(weight.trim_start_matches('*'))?),
            None => (*item, 1.0),
        };
        is_unread |= star.is_some() && !is_weighted;
        fused.parts.push((part(id, part_id, nesting)?, weight));
    }
    fused.check()?;
    if is_unread {
        let usual = FusedSystem { k: if method.takes_ranks() { fused.k } else { RRF_K }, ..fused };
        return Err(DerivedError::NotUsual { id: id.into(), usual: usual.to_string() });
    }
    Ok(fused)
}

fn other(id: &str, name: &str, items: &[&str], nesting: usize) -> Result<Derived, DerivedError> {
    let known = FORMS.iter().find(|(known, _)| *known == name);
    let (_, form) = known.ok_or_else(|| no_form(id))?;
    let part = |text: &str| part(id, text, nesting);
    Ok(match (name, items) {
        ("rerank", [first, second, depth]) => {
            Derived::Reranked { first: part(first)?, second: part(second)?, depth: count(depth)? }
        }
        ("first", [of, dims]) => Derived::FirstDims { of: part(of)?, dims: count(dims)? },
        ("pca", [of, dims]) => Derived::Pca { of: part(of)?, dims: count(dims)? },
        ("qbnorm", [of, bank, choices @ ..]) if is_name(bank) => {
            let (mut beta, mut is_dynamic) = (QB_BETA, false);
            for choice in choices {
                match choice.strip_prefix("beta=") {
                    Some(value) => beta = number(value)?,
                    None if *choice == "dynamic" => is_dynamic = true,
                    None => return Err(word(choice, ["beta=20", "dynamic"])),
                }
            }
            Derived::QbNorm { of: part(of)?, bank: (*bank).into(), beta, is_dynamic }
        }
        ("feedback", [of, method, rounds]) => {
            let named = FeedbackMethod::ALL.into_iter().find(|known| known.name() == *method);
            let method =
                named.ok_or_else(|| word(method, FeedbackMethod::ALL.map(FeedbackMethod::name)))?;
            Derived::Feedback { of: part(of)?, method, rounds: count(rounds)? }
        }
        ("guides", [preset, choices @ ..]) => {
            if !GUIDE_PRESETS.contains(preset) {
                return Err(word(preset, GUIDE_PRESETS));
            }
            Derived::Guides(GuidedSystem::of_preset(preset).with_choices(choices)?)
        }
        _ => return Err(DerivedError::Items { id: id.into(), form }),
    })
}

/// A part in its usual form.
fn part(id: &str, text: &str, nesting: usize) -> Result<String, DerivedError> {
    let text = text.trim();
    if is_derived(text) {
        return Ok(parsed(text, nesting + 1)?.to_string());
    }
    if is_name(text) { Ok(text.into()) } else { Err(no_form(id)) }
}

/// Whether a text can be the id of a system or the name of a split.
fn is_name(text: &str) -> bool {
    !text.is_empty() && !text.contains(['(', ')', '*', '=']) && !text.contains(char::is_whitespace)
}

fn number(text: &str) -> Result<f64, DerivedError> {
    let text = text.trim();
    text.parse::<f64>().map_err(|_| DerivedError::Number { value: text.into() })
}

fn count(text: &str) -> Result<usize, DerivedError> {
    let max = u32::MAX as usize;
    text.parse::<usize>().map_err(|_| DerivedError::Count { value: text.into(), max })
}

fn word<const N: usize>(word: &str, known: [&str; N]) -> DerivedError {
    DerivedError::Word { word: word.into(), known: known.join(", ") }
}
