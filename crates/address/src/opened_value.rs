//! A value that is opened to show how it comes about: `measure~system`, or `measure~system~query` for
//! another query than the one that is asked.

use crate::choice::Choice;
use crate::question::{Asked, Question};
use rankscope_core::metrics::Measure;
use std::fmt;

const BETWEEN: char = '~';

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenedValue {
    pub measure: Measure,
    /// The id of the system.
    pub system: String,
    /// The id of a query of the benchmark; `None` for the one that is asked.
    pub query: Option<String>,
}

impl OpenedValue {
    /// `None` for an unknown measure or without a system.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.splitn(3, BETWEEN);
        let measure = parts.next()?.parse().ok()?;
        let system = parts.next().filter(|id| !id.is_empty())?.to_string();
        let query = parts.next().filter(|id| !id.is_empty()).map(str::to_string);
        Some(Self { measure, system, query })
    }
}

impl fmt::Display for OpenedValue {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}{BETWEEN}{}", self.measure, self.system)?;
        self.query.iter().try_for_each(|query| write!(out, "{BETWEEN}{query}"))
    }
}

impl Choice {
    /// The search whose list has the value, with its measure alone. On pages about all queries nothing
    /// limits the pictures and nothing re-ranks them, so neither does this for a query that is named. The
    /// error names what the benchmark does not have.
    pub fn of_value(&self, opened: &OpenedValue) -> Result<Self, String> {
        let system = self.dataset.manifest.system(&opened.system);
        let system = system.ok_or_else(|| format!("system {}", opened.system))?;
        let mut choice =
            Self { list_measures: vec![opened.measure], min_depth: 0, ..self.to_system(system) };
        if let Some(query) = &opened.query {
            let asked = Asked::Stored(query.clone());
            choice.question = Question::find(&self.dataset, Some(&asked), None)?;
            choice = Self {
                reranker: None,
                own_judged: None,
                all_rows: false,
                finds_texts: false,
                among: None,
                ..choice
            };
        }
        Ok(choice)
    }
}
