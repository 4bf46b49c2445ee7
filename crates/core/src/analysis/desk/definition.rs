//! A visitor's judgements of a benchmark's queries as a definition of relevance.

use super::kept::{Desk, HandJudged};
use crate::analysis::{Dataset, HAND_JUDGED, Imported, ImportedKind, words};
use crate::benchmark::{Judgements, Relevance};

/// Why a visitor's judgements are no definition of relevance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotCounted {
    /// None of a query of the benchmark.
    Nothing,
    /// Too many controls were answered wrongly.
    LeftOut,
}

impl Desk {
    /// The judgements of the benchmark's queries as a definition of relevance; those of own words
    /// belong to no query, and unsure leaves a picture unjudged.
    ///
    /// # Errors
    /// Why there is none.
    pub fn definition(&self, dataset: &Dataset) -> Result<Imported, NotCounted> {
        if self.score().is_left_out() {
            return Err(NotCounted::LeftOut);
        }
        let ids = dataset.image_ids();
        let grades = |own: &HandJudged| {
            let judged = own.judgements.iter().filter_map(|judged| {
                let row = u32::try_from(ids.row_of(&judged.image)?).ok()?;
                Some((row, judged.answer.grade()?))
            });
            judged.collect::<Vec<(u32, i32)>>()
        };
        let mut by_query = vec![Judgements::default(); dataset.queries.len()];
        let (mut n_judged, mut n_queries) = (0, 0);
        for own in &self.queries {
            let row = dataset.query_row_from_id.get(&own.id);
            let Some(slot) = row.and_then(|row| by_query.get_mut(*row as usize)) else { continue };
            let grades = grades(own);
            if grades.is_empty() {
                continue;
            }
            (n_judged, n_queries) = (n_judged + grades.len(), n_queries + 1);
            *slot = Judgements::new(grades);
        }
        if n_queries == 0 {
            return Err(NotCounted::Nothing);
        }
        let summary = format!(
            "{} of {}, by hand in this browser.",
            words::counted(n_judged, "judgement", "judgements"),
            words::counted(n_queries, "query", "queries"),
        );
        let counts_as = format!("Pictures that you judged relevant. {summary}");
        Ok(Imported {
            id: HAND_JUDGED.into(),
            file: "your judgements".into(),
            kind: ImportedKind::Judgements(Relevance::of_queries(by_query)),
            summary,
            notes: Vec::new(),
            computed: Some(("Your judgements".into(), counts_as)),
        })
    }
}
