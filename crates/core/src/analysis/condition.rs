//! Conditions on queries as a person types them:
//! `inquire:AP@50(base) < 0.5 and supercategory in (Species, Context) and not n_words > 6`.
//!
//! Conditions are joined by `and`, all must hold, and each may have `not` before it.
//!
//! | condition | holds for a query |
//! |---|---|
//! | `inquire:AP@50(base) < 0.5` | whose value of the measure under the system is below; also `<=`, `>`, `>=`, `=`. In the brackets stands an id, which may be an expression with brackets of its own |
//! | `spread(inquire:AP@50, base, large) > 0.3` | on which these systems disagree: the greatest minus the least of their values |
//! | `supercategory in (a, b)`, `supercategory = a` | with one of these values of a facet, or of `split` |
//! | `n_relevant >= 5` | with so many relevant images under the definition of relevance that is measured |
//! | `n_words < 6` | whose text has so many words, as white space separates them |
//!
//! A query without a value of the measure meets neither the condition nor its `not`. One without the facet
//! meets the `not`. Names and values with spaces, commas, brackets or comparison signs stand in `"` or `'`,
//! in which the same mark twice stands for itself; so does a facet with the name of something else here.

use super::Dataset;
use super::subset::{SPLIT, value_of};
use crate::benchmark::{Query, Relevance};
use crate::metrics::Measure;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Conditions on queries, all of which must hold.
#[derive(Debug, Clone, PartialEq)]
pub struct QueryCondition(Vec<Clause>);

#[derive(Debug, Clone, PartialEq)]
struct Clause {
    is_negated: bool,
    test: Test,
}

#[derive(Debug, Clone, PartialEq)]
enum Test {
    Facet { name: String, values: Vec<String> },
    Number { of: Quantity, is: Comparison, bound: f64 },
}

#[derive(Debug, Clone, PartialEq)]
enum Quantity {
    Value {
        measure: Measure,
        system: String,
    },
    /// Of the values of two systems or more.
    Spread {
        measure: Measure,
        systems: Vec<String>,
    },
    Relevant,
    Words,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Comparison {
    Below,
    AtMost,
    Above,
    AtLeast,
    Equal,
}

/// Why conditions cannot be read, or cannot hold for any query of a benchmark.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ConditionError {
    /// Not of the grammar; places are counted in characters from 1.
    #[error("{what}, at character {place}")]
    Form { what: String, place: usize },
    #[error("no query has the facet {name}; there is {known}")]
    Facet { name: String, known: String },
    #[error("no query has {name} = {value}; there is {known}")]
    Value { name: String, value: String, known: String },
    #[error("the queries have no texts, so {N_WORDS} says nothing")]
    NoTexts,
}

/// Numbers that are no further apart count as equal: a value that is 1/2 by its formula may be summed to
/// 0.49999999999999994, and is not below 0.5.
const ROUNDING: f64 = 1e-12;

const N_RELEVANT: &str = "n_relevant";
const N_WORDS: &str = "n_words";
const SPREAD: &str = "spread";
const AND: &str = "and";
const NOT: &str = "not";
const IN: &str = "in";

impl QueryCondition {
    /// The measures and the ids of systems whose values decide, each pair once.
    pub fn values(&self) -> Vec<(Measure, &str)> {
        let mut pairs = Vec::new();
        for Clause { test, .. } in &self.0 {
            let Test::Number { of, .. } = test else { continue };
            let (measure, systems) = match of {
                Quantity::Value { measure, system } => (measure, std::slice::from_ref(system)),
                Quantity::Spread { measure, systems } => (measure, systems.as_slice()),
                Quantity::Relevant | Quantity::Words => continue,
            };
            for system in systems {
                if !pairs.contains(&(*measure, system.as_str())) {
                    pairs.push((*measure, system.as_str()));
                }
            }
        }
        pairs
    }

    /// Whether it asks for values or for numbers of relevant images.
    pub fn needs_judgements(&self) -> bool {
        self.0.iter().any(|clause| match &clause.test {
            Test::Number { of, .. } => *of != Quantity::Words,
            Test::Facet { .. } => false,
        })
    }

    /// Whether the queries have its facets with its values, and texts if it counts words.
    ///
    /// # Errors
    /// They have not; says what they have.
    pub fn check(&self, queries: &[Query]) -> Result<(), ConditionError> {
        for Clause { test, .. } in &self.0 {
            match test {
                Test::Facet { name, values } => check_facet(name, values, queries)?,
                Test::Number { of: Quantity::Words, .. }
                    if queries.iter().all(|query| query.text.trim().is_empty()) =>
                {
                    return Err(ConditionError::NoTexts);
                }
                Test::Number { .. } => {}
            }
        }
        Ok(())
    }

    /// Those of these queries, given by row, for which it holds. `value` has the values of the pairs in
    /// [`Self::values`] by the query's row; without judgements no query has a number of relevant images.
    pub fn rows(
        &self,
        dataset: &Dataset,
        relevance: Option<&Relevance>,
        among: &[usize],
        value: impl Fn(Measure, &str, usize) -> Option<f64>,
    ) -> Vec<usize> {
        let number = |of: &Quantity, row: usize, query: &Query| match of {
            Quantity::Value { measure, system } => value(*measure, system, row),
            Quantity::Spread { measure, systems } => {
                let values = systems.iter().map(|system| value(*measure, system, row));
                let values = values.collect::<Option<Vec<f64>>>()?;
                let (least, most) = (
                    values.iter().copied().fold(f64::INFINITY, f64::min),
                    values.iter().copied().fold(f64::NEG_INFINITY, f64::max),
                );
                Some(most - least)
            }
            Quantity::Relevant => Some(relevance?.n_relevant(u32::try_from(row).ok()?) as f64),
            Quantity::Words => Some(query.text.split_whitespace().count() as f64),
        };
        let is_met = |clause: &Clause, row: usize, query: &Query| {
            let holds = match &clause.test {
                Test::Facet { name, values } => {
                    let own = value_of(query, name);
                    Some(own.is_some_and(|own| values.iter().any(|value| value == own)))
                }
                Test::Number { of, is, bound } => {
                    number(of, row, query).map(|number| is.holds(number, *bound))
                }
            };
            holds.is_some_and(|holds| holds != clause.is_negated)
        };
        let holds = |row: &usize| {
            let query = dataset.queries.get(*row);
            query.is_some_and(|query| self.0.iter().all(|clause| is_met(clause, *row, query)))
        };
        among.iter().copied().filter(holds).collect()
    }
}

fn check_facet(name: &str, values: &[String], queries: &[Query]) -> Result<(), ConditionError> {
    let known_values = queries.iter().filter_map(|query| value_of(query, name));
    let mut known: Vec<&str> = known_values.filter(|value| !value.is_empty()).collect();
    known.sort_unstable();
    known.dedup();
    if known.is_empty() {
        let mut facets: Vec<&str> =
            queries.iter().flat_map(|query| query.facets.keys()).map(String::as_str).collect();
        facets.extend(queries.iter().any(|query| !query.split.is_empty()).then_some(SPLIT));
        facets.sort_unstable();
        facets.dedup();
        return Err(ConditionError::Facet { name: name.into(), known: listed(&facets) });
    }
    match values.iter().find(|value| !known.contains(&value.as_str())) {
        None => Ok(()),
        Some(value) => {
            let (name, value) = (name.into(), value.clone());
            Err(ConditionError::Value { name, value, known: listed(&known) })
        }
    }
}

fn listed(names: &[&str]) -> String {
    if names.is_empty() { "none".into() } else { names.join(", ") }
}

impl Comparison {
    /// Those with two characters first, since the others begin them.
    const ALL: [Self; 5] = [Self::AtMost, Self::AtLeast, Self::Below, Self::Above, Self::Equal];

    fn sign(self) -> &'static str {
        match self {
            Self::Below => "<",
            Self::AtMost => "<=",
            Self::Above => ">",
            Self::AtLeast => ">=",
            Self::Equal => "=",
        }
    }

    fn holds(self, number: f64, bound: f64) -> bool {
        let is_equal = (number - bound).abs() <= ROUNDING * bound.abs().max(1.0);
        match self {
            Self::Below => number < bound && !is_equal,
            Self::AtMost => number < bound || is_equal,
            Self::Above => number > bound && !is_equal,
            Self::AtLeast => number > bound || is_equal,
            Self::Equal => is_equal,
        }
    }
}

impl FromStr for QueryCondition {
    type Err = ConditionError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut reader = Reader { text, at: 0 };
        let mut clauses = vec![reader.clause()?];
        while !reader.is_at_end() {
            if !reader.took_keyword(AND) {
                if reader.took_keyword("or") {
                    let what = "conditions are joined by `and`; several values of a facet are \
                                NAME in (A, B)";
                    return Err(reader.error(what, reader.at));
                }
                let expected = format!("`{AND}` or the end, or a value with spaces in quotes");
                return Err(reader.missing(&expected));
            }
            clauses.push(reader.clause()?);
        }
        Ok(Self(clauses))
    }
}

/// Characters that end a name or a value without quotes, as white space does.
const MARKS: [char; 8] = ['(', ')', ',', '<', '>', '=', '"', '\''];

fn is_bare(letter: char) -> bool {
    !letter.is_whitespace() && !MARKS.contains(&letter)
}

/// What of a text is still to be read.
struct Reader<'a> {
    text: &'a str,
    /// In bytes.
    at: usize,
}

/// A name or a value.
struct Word {
    text: String,
    is_quoted: bool,
    /// Where it begins, in bytes.
    at: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn skip_spaces(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    fn is_at_end(&mut self) -> bool {
        self.skip_spaces();
        self.rest().is_empty()
    }

    fn error(&self, what: impl Into<String>, at: usize) -> ConditionError {
        let before = self.text.get(..at).unwrap_or_default();
        ConditionError::Form { what: what.into(), place: before.chars().count() + 1 }
    }

    /// The error that something else was expected here.
    fn missing(&mut self, expected: &str) -> ConditionError {
        self.skip_spaces();
        let rest = self.rest();
        let bare = rest.find(|letter| !is_bare(letter)).unwrap_or(rest.len());
        let n_bytes = bare.max(rest.chars().next().map_or(0, char::len_utf8));
        match rest.get(..n_bytes).unwrap_or_default() {
            "" => self.error(format!("expected {expected}, found the end"), self.at),
            found => self.error(format!("expected {expected}, found {found}"), self.at),
        }
    }

    fn took(&mut self, mark: &str) -> bool {
        self.skip_spaces();
        let is_next = self.rest().starts_with(mark);
        self.at += if is_next { mark.len() } else { 0 };
        is_next
    }

    fn took_keyword(&mut self, keyword: &str) -> bool {
        self.skip_spaces();
        let rest = self.rest();
        let end = rest.find(|letter| !is_bare(letter)).unwrap_or(rest.len());
        let is_next = rest.get(..end).is_some_and(|word| word.eq_ignore_ascii_case(keyword));
        self.at += if is_next { end } else { 0 };
        is_next
    }

    fn word(&mut self, expected: &str) -> Result<Word, ConditionError> {
        self.skip_spaces();
        let (rest, at) = (self.rest(), self.at);
        if let Some(quote) = rest.chars().next().filter(|letter| ['"', '\''].contains(letter)) {
            return self.quoted(quote);
        }
        let end = rest.find(|letter| !is_bare(letter)).unwrap_or(rest.len());
        if end == 0 {
            return Err(self.missing(expected));
        }
        self.at += end;
        let text = rest.get(..end).unwrap_or_default().to_owned();
        Ok(Word { text, is_quoted: false, at })
    }

    fn quoted(&mut self, quote: char) -> Result<Word, ConditionError> {
        let at = self.at;
        let mut letters = self.rest().char_indices().skip(1).peekable();
        let mut text = String::new();
        while let Some((place, letter)) = letters.next() {
            if letter != quote {
                text.push(letter);
            } else if letters.next_if(|(_, next)| *next == quote).is_some() {
                text.push(quote);
            } else {
                self.at += place + quote.len_utf8();
                return Ok(Word { text, is_quoted: true, at });
            }
        }
        Err(self.error(format!("the quote {quote} is not closed"), at))
    }

    fn clause(&mut self) -> Result<Clause, ConditionError> {
        let is_negated = self.took_keyword(NOT);
        let name = self.word(&format!("a facet, a measure, {N_RELEVANT} or {N_WORDS}"))?;
        Ok(Clause { is_negated, test: self.test(name)? })
    }

    fn test(&mut self, name: Word) -> Result<Test, ConditionError> {
        let quantity = match name.text.as_str() {
            _ if name.is_quoted => None,
            N_RELEVANT => Some(Quantity::Relevant),
            N_WORDS => Some(Quantity::Words),
            SPREAD if self.took("(") => Some(self.spread()?),
            _ if self.took("(") => {
                let opened = self.at - 1;
                let measure = name.text.parse().map_err(|error| {
                    let advice = if name.text.contains([':', '@']) {
                        String::new()
                    } else {
                        format!("; for a facet write {} in (A, B)", name.text)
                    };
                    self.error(format!("{error}{advice}"), name.at)
                })?;
                Some(Quantity::Value { measure, system: self.system(opened)? })
            }
            measure if measure.parse::<Measure>().is_ok() => {
                let expected = format!("the system in brackets, as {measure}(ID)");
                return Err(self.missing(&expected));
            }
            _ => None,
        };
        if let Some(of) = quantity {
            let is = Comparison::ALL.into_iter().find(|is| self.took(is.sign()));
            let is = is.ok_or_else(|| self.missing("<, <=, >, >= or ="))?;
            return Ok(Test::Number { of, is, bound: self.number()? });
        }
        let name = name.text;
        if self.took_keyword(IN) {
            return Ok(Test::Facet { name, values: self.values()? });
        }
        if self.took("=") {
            let value = self.word(&format!("a value of {name}"))?;
            return Ok(Test::Facet { name, values: vec![value.text] });
        }
        let advice = if Comparison::ALL.iter().any(|is| self.rest().starts_with(is.sign())) {
            format!(
                " (numbers are {N_RELEVANT}, {N_WORDS}, measures as inquire:AP@50(ID) and {SPREAD}(MEASURE, A, B))"
            )
        } else {
            String::new()
        };
        Err(self.missing(&format!("in (A, B) or = A after the facet {name}{advice}")))
    }

    /// A measure and two systems or more, after the opening bracket.
    fn spread(&mut self) -> Result<Quantity, ConditionError> {
        let opened = self.at - 1;
        let name = self.word("a measure")?;
        let measure = name.text.parse().map_err(|error| self.error(format!("{error}"), name.at))?;
        let mut systems = Vec::new();
        while self.took(",") {
            systems.push(self.one_of_systems(opened)?);
        }
        if systems.len() < 2 {
            return Err(self.missing(&format!("two systems or more, as {SPREAD}({measure}, A, B)")));
        }
        if !self.took(")") {
            return Err(self.missing("a comma or a closing bracket"));
        }
        Ok(Quantity::Spread { measure, systems })
    }

    /// An id up to the comma or bracket behind it.
    fn one_of_systems(&mut self, opened: usize) -> Result<String, ConditionError> {
        self.skip_spaces();
        if self.rest().starts_with(['"', '\'']) {
            return Ok(self.word("the id of a system")?.text);
        }
        let mut depth = 0_usize;
        for (place, letter) in self.rest().char_indices() {
            match letter {
                '(' => depth += 1,
                ',' | ')' if depth == 0 => {
                    let id = self.rest().get(..place).unwrap_or_default().trim();
                    if id.is_empty() {
                        return Err(self.missing("the id of a system"));
                    }
                    self.at += place;
                    return Ok(id.to_owned());
                }
                ')' => depth -= 1,
                _ => {}
            }
        }
        Err(self.error("the bracket is not closed", opened))
    }

    fn number(&mut self) -> Result<f64, ConditionError> {
        let at = self.at;
        let number = self.word("a number").ok().filter(|word| !word.is_quoted);
        let number = number.and_then(|word| word.text.parse::<f64>().ok());
        number.filter(|number| number.is_finite()).ok_or_else(|| {
            self.at = at;
            self.missing("a number")
        })
    }

    /// The values in brackets.
    fn values(&mut self) -> Result<Vec<String>, ConditionError> {
        if !self.took("(") {
            return Err(self.missing("values in brackets, as (A, B)"));
        }
        let mut values = Vec::new();
        loop {
            values.push(self.word("a value")?.text);
            if self.took(")") {
                return Ok(values);
            }
            if !self.took(",") {
                return Err(self.missing("a comma or a bracket, or a value with spaces in quotes"));
            }
        }
    }

    /// The id after an opening bracket, up to the one that closes it.
    fn system(&mut self, opened: usize) -> Result<String, ConditionError> {
        self.skip_spaces();
        if self.rest().starts_with(['"', '\'']) {
            let id = self.word("the id of a system")?.text;
            return if self.took(")") { Ok(id) } else { Err(self.missing("a closing bracket")) };
        }
        let mut depth = 1_usize;
        for (place, letter) in self.rest().char_indices() {
            depth = match letter {
                '(' => depth + 1,
                ')' => depth - 1,
                _ => depth,
            };
            if depth == 0 {
                let id = self.rest().get(..place).unwrap_or_default().trim();
                if id.is_empty() {
                    return Err(self.missing("the id of a system"));
                }
                self.at += place + 1;
                return Ok(id.to_owned());
            }
        }
        Err(self.error("the bracket is not closed", opened))
    }
}

/// In the form that [`FromStr`] reads.
impl fmt::Display for QueryCondition {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, Clause { is_negated, test }) in self.0.iter().enumerate() {
            let and = if place == 0 { "" } else { " and " };
            let not = if *is_negated { "not " } else { "" };
            write!(out, "{and}{not}")?;
            match test {
                Test::Number { of, is, bound } => write!(out, "{of} {} {bound}", is.sign())?,
                Test::Facet { name, values } => {
                    let values: Vec<String> = values.iter().map(|value| spelt(value)).collect();
                    match values.as_slice() {
                        [value] => write!(out, "{} = {value}", spelt(name))?,
                        values => write!(out, "{} in ({})", spelt(name), values.join(", "))?,
                    }
                }
            }
        }
        Ok(())
    }
}

impl fmt::Display for Quantity {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Relevant => out.write_str(N_RELEVANT),
            Self::Words => out.write_str(N_WORDS),
            Self::Value { measure, system } => {
                let read = Reader { text: &format!("{system})"), at: 0 }.system(0);
                let is_readable = read.as_ref() == Ok(system);
                let system = if is_readable { system.clone() } else { in_quotes(system) };
                write!(out, "{measure}({system})")
            }
            Self::Spread { measure, systems } => {
                write!(out, "{SPREAD}({measure}")?;
                for system in systems {
                    let read = Reader { text: &format!("{system},"), at: 0 }.one_of_systems(0);
                    match read.as_ref() == Ok(system) {
                        true => write!(out, ", {system}")?,
                        false => write!(out, ", {}", in_quotes(system))?,
                    }
                }
                out.write_str(")")
            }
        }
    }
}

/// A name or a value, in quotes if it would be read as something else without.
fn spelt(text: &str) -> String {
    let reserved = [N_RELEVANT, N_WORDS, AND, NOT, IN];
    let is_reserved = reserved.iter().any(|word| text.eq_ignore_ascii_case(word));
    if text.is_empty()
        || !text.chars().all(is_bare)
        || is_reserved
        || text.parse::<Measure>().is_ok()
    {
        in_quotes(text)
    } else {
        text.to_owned()
    }
}

fn in_quotes(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}
