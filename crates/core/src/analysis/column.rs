//! A column of the leaderboard: a measure under a definition of relevance.

use super::Dataset;
use crate::benchmark::Headline;
use crate::metrics::{Measure, default_measures};

/// A measure under a definition of relevance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// The measure.
    pub measure: Measure,
    /// The index of the definition in the manifest.
    pub definition: usize,
    /// Its id.
    pub relevance: String,
    /// Its title.
    pub relevance_title: String,
}

impl Column {
    /// Its name in links and tests: `measure relevance`.
    pub fn name(&self) -> String {
        format!("{} {}", self.measure, self.relevance)
    }

    /// The columns of a benchmark: its headlines, then the default measures under every definition,
    /// then the `chosen` ones. Headlines with an unknown measure are left out.
    pub fn all_of(dataset: &Dataset, chosen: &[Measure]) -> Vec<Self> {
        let mut columns = Self::headlines_of(dataset);
        for measures in [default_measures().as_slice(), chosen] {
            for definition in &dataset.manifest.relevance {
                for measure in measures {
                    columns.extend(
                        Self::new(dataset, *measure, &definition.id)
                            .filter(|column| !columns.contains(column)),
                    );
                }
            }
        }
        columns
    }

    /// The `chosen` measures under a definition, in their order; without a choice all columns under
    /// it. Each with its index in `columns`.
    pub fn under(columns: &[Self], definition: usize, chosen: &[Measure]) -> Vec<(usize, Self)> {
        let of_definition = columns.iter().enumerate();
        let of_definition = of_definition.filter(|(_, own)| own.definition == definition);
        let mut shown: Vec<(usize, Self)> =
            of_definition.map(|(index, column)| (index, column.clone())).collect();
        if !chosen.is_empty() {
            shown.retain(|(_, own)| chosen.contains(&own.measure));
            shown.sort_by_key(|(_, own)| chosen.iter().position(|named| *named == own.measure));
        }
        shown
    }

    /// The columns that the benchmark's authors list as headlines; empty if there are none.
    pub fn headlines_of(dataset: &Dataset) -> Vec<Self> {
        let headlines = dataset.manifest.headlines.iter();
        let column = |headline: &Headline| {
            Self::new(dataset, headline.measure.parse().ok()?, &headline.relevance)
        };
        headlines.filter_map(column).collect()
    }

    /// The column by which the benchmark compares systems first: its first headline, or else the first
    /// default measure under the default definition; `None` without judgements.
    pub fn first_of(dataset: &Dataset) -> Option<Self> {
        let usual = || {
            let definition = dataset.manifest.default_definition()?;
            Self::new(dataset, default_measures().into_iter().next()?, &definition.id)
        };
        Self::headlines_of(dataset).into_iter().next().or_else(usual)
    }

    /// A measure under a definition of relevance; `None` if there is no such definition.
    pub fn new(dataset: &Dataset, measure: Measure, id: &str) -> Option<Self> {
        let definition = dataset.definition_index(id)?;
        let relevance_title = dataset.manifest.relevance.get(definition)?.title.clone();
        Some(Self { measure, definition, relevance: id.to_string(), relevance_title })
    }
}
