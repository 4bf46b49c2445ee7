//! Fieldbook's relevance definitions, each with its judgements in a file.

use super::{
    candidates::{self, Candidates},
    system::FieldbookSystem,
};
use crate::{build::benchmark_writer::BenchmarkWriter, terminal::reporter};
use anyhow::Result;
use rankscope_core::analysis::words;
use rankscope_core::benchmark::RelevanceDefinition;
use rankscope_core::formats::{Qrel, RunEntry, VoteRule, qrels_from_votes};
use rankscope_core::metrics::{ClassVector, plausible_matches};
use rankscope_fieldbook::{
    Answer, AnsweredQuery, Definition, Fieldbook, POOL_DEPTH, classes, verified,
};

/// The systems whose top pictures are pooled for annotators; pictures outside the pool are unjudged.
pub(super) const VERIFIERS: [&str; 5] =
    ["small", "dim16", "pairs10k", "noisy", "triplet-semi-hard"];

const VOTES_SEED: u64 = 1;

#[derive(Default)]
struct Draft<'a> {
    id: &'a str,
    title: &'a str,
    counts_as: String,
    complete: bool,
    /// Whether only judged scenes are ranked.
    only_judged: bool,
    qrels: Vec<Qrel>,
    is_voted: bool,
}

/// Writes the judgements of every definition; those of `verified` only if all its systems exist.
pub(super) fn add_definitions(
    writer: &mut BenchmarkWriter,
    book: &Fieldbook,
    systems: &[Box<dyn FieldbookSystem>],
    candidates: Option<&Candidates<'_>>,
) -> Result<Vec<RelevanceDefinition>> {
    let of_facts = [
        (Definition::Exhaustive, "Exhaustive"),
        (Definition::Pairs, "Pairs"),
        (Definition::Wide, "Wide"),
        (Definition::Narrow, "Narrow"),
    ];
    let mut named: Vec<Draft<'_>> = of_facts
        .map(|(definition, title)| Draft {
            id: definition.words(),
            title,
            counts_as: definition.counts_as().into(),
            // A caption's own picture says nothing about other pictures.
            complete: definition != Definition::Pairs,
            qrels: book.qrels(definition),
            ..Draft::default()
        })
        .into();
    named.extend(verified_by_systems(book, systems)?);
    named.extend(candidates.map(|candidates| Draft {
        id: candidates::ID,
        title: "Rerank 100",
        counts_as: candidates.counts_as(),
        only_judged: true,
        qrels: candidates.qrels(),
        ..Draft::default()
    }));
    named.push(plausible(book));
    named.extend(voted(book));
    let mut definitions = Vec::new();
    let mut votes = None;
    for Draft { id, title, counts_as, complete, only_judged, qrels, is_voted } in named {
        // The three rules share one file.
        if is_voted && votes.is_none() {
            votes = Some(writer.add_votes(id, &book.voted_images(VOTES_SEED))?);
        }
        definitions.push(RelevanceDefinition {
            id: id.into(),
            title: title.into(),
            counts_as,
            default: id == Definition::Exhaustive.words(),
            only_judged,
            complete,
            path: writer.add_relevance(id, &qrels)?,
            votes: votes.clone().filter(|_| is_voted),
        });
    }
    Ok(definitions)
}

fn verified_by_systems(
    book: &Fieldbook,
    systems: &[Box<dyn FieldbookSystem>],
) -> Result<Option<Draft<'static>>> {
    let (mut runs, mut titles) = (Vec::new(), Vec::new());
    for id in VERIFIERS {
        let Some(system) = systems.iter().find(|system| system.id() == id) else {
            reporter::warn(format_args!(
                "the relevance definition verified is left out: there is no system {id}"
            ));
            return Ok(None);
        };
        runs.push(system.run(book, POOL_DEPTH)?);
        // Titles have commas.
        titles.push(format!("“{}”", system.title()));
    }
    let runs: Vec<&[RunEntry]> = runs.iter().map(Vec::as_slice).collect();
    let truth = book.qrels(Definition::Exhaustive);
    Ok(Some(Draft {
        id: "verified",
        title: "Verified",
        counts_as: format!(
            "The truth as far as machine annotators looked, as in ECCV Caption: of each query the \
             first {POOL_DEPTH} pictures of {}.",
            words::listed(&titles)
        ),
        qrels: verified(&truth, &runs, POOL_DEPTH),
        ..Draft::default()
    }))
}

/// Judgements of captions by the classes in their pictures, for the PMRP measures.
fn plausible(book: &Fieldbook) -> Draft<'static> {
    let vectors: Vec<Option<ClassVector>> =
        book.scenes().iter().map(|scene| ClassVector::new(classes(scene))).collect();
    let mut qrels = Vec::new();
    for AnsweredQuery { query, answer, .. } in book.answered_queries() {
        let Answer::Caption { row, .. } = answer else { continue };
        let vector = vectors.get(*row).and_then(Option::as_ref);
        let judgements = plausible_matches(vector, &vectors, |other| other as usize == *row);
        qrels.extend(judgements.as_slice().iter().map(|(row, grade)| Qrel {
            query: query.id.clone(),
            document: book.id(*row as usize).to_string(),
            grade: *grade,
        }));
    }
    Draft {
        id: "plausible",
        title: "Plausible",
        counts_as: "Of a caption the pictures whose classes (group, behaviour, habitat …) differ \
                    from those of its own in two at most: 4 its own picture, 3, 2 and 1 for a \
                    distance of 0, 1 and 2. The PMRP measures are made for it."
            .into(),
        qrels,
        ..Draft::default()
    }
}

/// Judgements of the conceptual and descriptive queries by simulated annotators' votes, under
/// each of ConQA's rules.
fn voted(book: &Fieldbook) -> Vec<Draft<'static>> {
    let (queries, voted) = (book.conqa_queries(), book.voted_images(VOTES_SEED));
    let rules = [
        (VoteRule::FullRelevant, "votes-full", "Votes, all relevant", "all of them found relevant"),
        (VoteRule::Sure, "votes-sure", "Votes, more for", "more of them found relevant than not"),
        (
            VoteRule::Unsure,
            "votes-unsure",
            "Votes, not fewer for",
            "no fewer found relevant than not",
        ),
    ];
    let definition = |(rule, id, title, words): (VoteRule, &'static str, &'static str, &str)| {
        Draft {
            id,
            title,
            counts_as: format!(
                "Simulated annotators with errors and tastes of their own voted on some pictures of \
             each conceptual and descriptive question: relevant is what {words}."
            ),
            qrels: qrels_from_votes(&queries, &voted, rule),
            is_voted: true,
            ..Draft::default()
        }
    };
    rules.map(definition).into()
}
