//! A fixed set of candidates for some of Fieldbook's questions, as in INQUIRE-Rerank, and the answers
//! of a simulated model that re-ranks them.

use super::system::FieldbookSystem;
use crate::{build::benchmark_writer::BenchmarkWriter, terminal::reporter};
use anyhow::Result;
use rankscope_core::benchmark::{RunKind, StoredRun};
use rankscope_core::formats::{IdTable, Qrel, QueryRun, RankedRun, probability_of_yes};
use rankscope_fieldbook::{Answer, AnsweredQuery, Fieldbook, Question, yes_and_no};
use std::{cmp::Ordering, collections::HashMap};

pub(super) const ID: &str = "rerank-100";
const FIRST_STAGE: &str = "base";
const DEPTH: usize = 100;
/// At most so many questions, and so many relevant candidates of each.
const MOST_QUESTIONS: usize = 200;
const MOST_RELEVANT: usize = 50;
const ANSWERS_SEED: u64 = 1;

/// A question and the rows of its candidates, in the order of the first stage.
struct Asked<'a> {
    query: &'a AnsweredQuery,
    question: &'static Question,
    rows: Vec<usize>,
}

pub(super) struct Candidates<'a> {
    book: &'a Fieldbook,
    asked: Vec<Asked<'a>>,
}

impl<'a> Candidates<'a> {
    /// The first test questions with 1 to 50 relevant pictures among the first hundred of Base; `None`
    /// without that system, or without such questions.
    pub(super) fn of(
        book: &'a Fieldbook,
        systems: &[Box<dyn FieldbookSystem>],
    ) -> Result<Option<Self>> {
        let Some(system) = systems.iter().find(|system| system.id() == FIRST_STAGE) else {
            reporter::warn(format_args!(
                "the relevance definition {ID} is left out: there is no system {FIRST_STAGE}"
            ));
            return Ok(None);
        };
        let row_of: HashMap<String, usize> =
            (0..book.scenes().len()).map(|row| (book.id(row).to_string(), row)).collect();
        let mut found: HashMap<String, Vec<usize>> = HashMap::new();
        for entry in system.run(book, DEPTH)? {
            found.entry(entry.query).or_default().extend(row_of.get(&entry.document));
        }
        let asked = book.answered_queries().iter().filter_map(|query| {
            let Answer::Question(question) = query.answer else { return None };
            let rows = found.remove(&query.query.id)?;
            let is_relevant = |row: &&usize| {
                book.scenes().get(**row).is_some_and(|scene| query.grade(scene) >= 1)
            };
            let n_relevant = rows.iter().filter(is_relevant).count();
            let is_fit = query.query.split == "test" && (1..=MOST_RELEVANT).contains(&n_relevant);
            is_fit.then_some(Asked { query, question, rows })
        });
        let asked: Vec<Asked<'_>> = asked.take(MOST_QUESTIONS).collect();
        Ok((!asked.is_empty()).then_some(Self { book, asked }))
    }

    pub(super) fn counts_as(&self) -> String {
        format!(
            "The truth among {DEPTH} fixed candidates, as in INQUIRE-Rerank: {} test questions, each with \
             the first {DEPTH} pictures of Base, of which 1 to {MOST_RELEVANT} are relevant. Only these \
             are ranked.",
            self.asked.len()
        )
    }

    /// A judgement for each candidate, in corpus order within a question.
    pub(super) fn qrels(&self) -> Vec<Qrel> {
        let mut qrels = Vec::new();
        for Asked { query, rows, .. } in &self.asked {
            let mut rows = rows.clone();
            rows.sort_unstable();
            for row in rows {
                let grade = self.book.scenes().get(row).map_or(0, |scene| query.grade(scene));
                let (query, document) = (query.query.id.clone(), self.book.id(row).to_string());
                qrels.push(Qrel { query, document, grade });
            }
        }
        qrels
    }

    pub(super) fn add_run(&self, writer: &mut BenchmarkWriter) -> Result<StoredRun> {
        let stored = StoredRun {
            id: "simulated-vlm".into(),
            title: "Yes/no model (simulated)".into(),
            kind: RunKind::Logits,
            of: Some(FIRST_STAGE.into()),
            depth: u32::try_from(DEPTH)?,
            prompt: "Does this picture show {query}? Answer yes or no.".into(),
            source:
                "Simulated: logits made from the scenes’ facts with noise by `rankscope fieldbook \
                     build`. No vision-language model was run."
                    .into(),
            ranks_texts: false,
        };
        let mut documents = IdTable::default();
        let mut queries = Vec::new();
        for (place, Asked { query, question, rows }) in (0u64..).zip(&self.asked) {
            let mut scored = Vec::new();
            for row in rows {
                let Some(scene) = self.book.scenes().get(*row) else { continue };
                let key = (place << 40) | *row as u64;
                let [yes, no] = yes_and_no(question, scene, ANSWERS_SEED, key);
                let document = documents.row(&self.book.id(*row).to_string());
                scored.push((document, probability_of_yes(yes, no)));
            }
            // A stable sort: equal scores keep the first stage's order.
            scored.sort_by(|(_, a), (_, b)| b.partial_cmp(a).unwrap_or(Ordering::Equal));
            queries.push(QueryRun { query: query.query.id.clone(), documents: scored });
        }
        writer.add_run(&stored, &RankedRun { queries, disorder: None }, &documents)?;
        Ok(stored)
    }
}
