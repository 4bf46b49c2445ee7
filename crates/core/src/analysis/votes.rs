//! Definitions of relevance by rules over the votes of the open benchmark, or of a visitor's file.

use super::page_names::{BY_VOTES, definition_named};
use super::{Board, Column, Dataset, ImageVotes, Imported, ImportedKind, words};
use crate::benchmark::{Manifest, Relevance, RelevanceDefinition};
use crate::formats::VoteRule;
use crate::metrics::Measure;
use std::{fmt, sync::Arc};

/// The id of a definition by a rule over votes, as in links: `_votes-by-sure-of-full_relevant`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VotedId {
    /// The rule.
    pub rule: VoteRule,
    /// The id of a definition of the benchmark that has these votes.
    pub base: String,
}

impl fmt::Display for VotedId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{BY_VOTES}{}-of-{}", self.rule, self.base)
    }
}

impl VotedId {
    /// The rule that an address names, of a definition that has votes; `None` if it names no rule. A
    /// dataset's manifest also has the definitions of imported votes.
    pub fn named(manifest: &Manifest, named: &str) -> Option<Self> {
        let id = definition_named(manifest, named);
        let (rule, base) = id.strip_prefix(BY_VOTES)?.split_once("-of-")?;
        manifest.definition(base)?.votes.as_ref()?;
        Some(Self { rule: rule.parse().ok()?, base: base.to_string() })
    }
}

impl ImageVotes {
    /// Each of `measures` under each of `rules`, rule by rule, and then under each of `joined`, on the queries
    /// with votes: a dataset to measure systems on. `base` is the definition with these votes.
    pub fn board(
        &self,
        dataset: &Dataset,
        base: &RelevanceDefinition,
        rules: &[VoteRule],
        joined: &[Arc<Imported>],
        measures: &[Measure],
    ) -> Board {
        let by_rule = rules.iter().map(|rule| self.definition(base, *rule));
        let where_voted = joined.iter().filter_map(|own| self.where_voted(own));
        let definitions: Vec<Arc<Imported>> = by_rule.chain(where_voted).map(Arc::new).collect();
        let ids: Vec<String> = definitions.iter().map(|own| own.id.clone()).collect();
        // Imported runs are systems too.
        let others = dataset.imported.iter().filter(|own| !ids.contains(&own.id)).cloned();
        let imported = others.chain(definitions).collect();
        let dataset = Arc::new(dataset.with_imports(imported, dataset.ids()));
        let of_rule = |id: &String| {
            let column = |measure: &Measure| Column::new(&dataset, *measure, id);
            measures.iter().filter_map(column).collect::<Vec<_>>()
        };
        let columns = ids.iter().flat_map(of_rule).collect();
        Board::new(dataset, columns)
    }

    /// A definition on the queries with votes alone; `None` for what is none.
    fn where_voted(&self, own: &Imported) -> Option<Imported> {
        let ImportedKind::Judgements(judged) = &own.kind else { return None };
        let of_query = |row: usize| {
            let asked = u32::try_from(row).ok().filter(|_| self.has(row));
            asked.and_then(|row| judged.of_query(row).cloned()).unwrap_or_default()
        };
        let of_queries = (0..self.n_queries()).map(of_query).collect();
        let kind = ImportedKind::Judgements(Relevance::of_queries(of_queries));
        Some(Imported { kind, ..own.clone() })
    }

    /// A definition of relevance by a rule, to add to the lists. `base` is the definition with these
    /// votes.
    pub fn definition(&self, base: &RelevanceDefinition, rule: VoteRule) -> Imported {
        let relevance = self.relevance(rule);
        Imported {
            id: VotedId { rule, base: base.id.clone() }.to_string(),
            file: base.votes.clone().unwrap_or_default(),
            kind: ImportedKind::Judgements(relevance),
            summary: format!(
                "{} by the votes, computed here.",
                words::counted(self.n_judged(), "judgement", "judgements")
            ),
            notes: self.warning(rule).into_iter().collect(),
            computed: Some((title_of(rule), rule.counts_as())),
        }
    }
}

/// The rule as a title.
fn title_of(rule: VoteRule) -> String {
    match rule {
        VoteRule::FullRelevant => "Votes: unanimous".into(),
        VoteRule::Sure => "Votes: majority".into(),
        VoteRule::Unsure => "Votes: half or more".into(),
        VoteRule::AtLeast(n) => format!("Votes: at least {n}"),
        VoteRule::Share(percent) => format!("Votes: {percent} % or more"),
        VoteRule::Weighted => "Votes: weighted by controls".into(),
    }
}
