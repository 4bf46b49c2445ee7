//! Judgements, of the queries that are asked and the images that are searched.

use super::Sources;
use crate::recipe::{ImagesBy, JudgementSource, Recipe, RelevanceSource, Sense};
use anyhow::{Context, Result, bail};
use rankscope_core::benchmark::{Image, Query};
use rankscope_core::formats::{
    InquireAnnotation, Qrel, VoteRule, annotations_from_inquire, judgements_from_json,
    qrels_from_beir, qrels_from_trec, qrels_from_votes, votes_from_conqa,
};
use std::{
    collections::{HashMap, HashSet},
    path::Path,
};

/// Where a judgement stands, by its index and itself.
type PlaceOf = Box<dyn Fn(usize, &Qrel) -> String>;

/// Judgements with the places they come from.
pub(super) struct Judged {
    pub(super) qrels: Vec<Qrel>,
    /// The file or the folder.
    pub(super) name: String,
    /// The file of a judgement and, where it has one, the line: by the judgement's index.
    place_of: PlaceOf,
}

impl Judged {
    /// Judgements of a file that does not keep each on a line of its own.
    pub(super) fn of_file(name: String, qrels: Vec<Qrel>) -> Self {
        let file = name.clone();
        Self { qrels, name, place_of: Box::new(move |_, _| file.clone()) }
    }

    /// Judgements that stand one a line, empty lines between them and a header passed over.
    fn of_lines(name: String, qrels: Vec<Qrel>, text: &str, n_header: usize) -> Self {
        let filled = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
        let lines: Vec<usize> = filled.map(|(number, _)| number).skip(n_header).collect();
        let file = name.clone();
        let place_of = move |index: usize, _: &Qrel| match lines.get(index) {
            Some(line) => format!("{file}, line {line}"),
            None => file.clone(),
        };
        Self { qrels, name, place_of: Box::new(place_of) }
    }
}

impl Sources {
    /// The judgements of the queries that are asked, in the queries' order.
    pub(crate) fn judgements(
        &self,
        relevance: &RelevanceSource,
        recipe: &Recipe,
        queries: &[Query],
        images: &[Image],
    ) -> Result<Vec<Qrel>> {
        let row_of: HashMap<&str, usize> =
            queries.iter().enumerate().map(|(row, query)| (query.id.as_str(), row)).collect();
        let corpus: HashSet<&str> = images.iter().map(|image| image.id.as_str()).collect();
        let judged = self.judged(relevance, recipe, queries, images)?;
        let judged = match &relevance.candidates {
            Some(path) => self.among_candidates(path, judged)?,
            None => judged,
        };
        let Judged { mut qrels, name, place_of } = judged;
        let mut seen = HashSet::new();
        for (index, qrel) in qrels.iter().enumerate() {
            let Qrel { query, document, .. } = qrel;
            if !row_of.contains_key(query.as_str()) {
                continue;
            }
            if !corpus.contains(document.as_str()) {
                bail!(
                    "{}: query {query} judges image {document}, and the corpus has no such image",
                    place_of(index, qrel)
                );
            }
            // Readers see to this but where another column names the images.
            if !seen.insert((query, document)) {
                bail!("{}: query {query} judges image {document} twice", place_of(index, qrel));
            }
        }
        qrels.retain(|qrel| row_of.contains_key(qrel.query.as_str()));
        qrels.sort_by_key(|qrel| row_of.get(qrel.query.as_str()).copied());
        if !qrels.iter().any(|qrel| qrel.grade >= 1) {
            bail!(
                "{name}: it finds no image relevant to any query of this benchmark; are the ids the same?"
            );
        }
        Ok(qrels)
    }

    /// All judgements of the files.
    fn judged(
        &self,
        relevance: &RelevanceSource,
        recipe: &Recipe,
        queries: &[Query],
        images: &[Image],
    ) -> Result<Judged> {
        match relevance.source()? {
            JudgementSource::Json(path) => {
                let (name, text) = self.text(path)?;
                let qrels = judgements_from_json(&name, &text)?;
                Ok(Judged::of_file(name, qrels))
            }
            JudgementSource::Qrels(path) => {
                let (name, text) = self.text(path)?;
                let qrels = qrels_from_trec(&name, &text)?;
                Ok(Judged::of_lines(name, qrels, &text, 0))
            }
            JudgementSource::Beir(path) => {
                let (name, text) = self.text(path)?;
                let qrels = qrels_from_beir(&name, &text)?;
                Ok(Judged::of_lines(name, qrels, &text, 1))
            }
            JudgementSource::Inquire { annotations, images_by } => {
                let (name, text) = self.text(annotations)?;
                let qrel = |InquireAnnotation { query, image, path }| {
                    let document = match images_by {
                        ImagesBy::ImageId => image,
                        ImagesBy::ImagePath => path,
                    };
                    Qrel { query, document, grade: 1 }
                };
                let annotations = annotations_from_inquire(&name, &text)?.into_iter();
                Ok(Judged::of_lines(name, annotations.map(qrel).collect(), &text, 1))
            }
            JudgementSource::Conqa { votes, rule } => self.conqa_judged(votes, rule, recipe),
            JudgementSource::Mirflickr { annotations, sense } => {
                self.mirflickr_judged(annotations, sense)
            }
            JudgementSource::CocoInstances(path) => {
                let captions = self.captions(recipe)?;
                self.plausible(path, &captions, queries, images)
            }
        }
    }

    fn conqa_judged(&self, votes: &Path, rule: VoteRule, recipe: &Recipe) -> Result<Judged> {
        let seeds = recipe.queries.conqa().context("votes need [queries] conqa")?;
        let (name, text) = self.text(votes)?;
        let voted = votes_from_conqa(&name, &text)?;
        let qrels = qrels_from_votes(&self.conqa_queries(seeds)?, &voted, rule);
        Ok(Judged::of_file(name, qrels))
    }

    fn mirflickr_judged(&self, folder: &Path, sense: Sense) -> Result<Judged> {
        let mut qrels = Vec::new();
        for topic in self.topics(folder)? {
            let images = match sense {
                Sense::Wide => topic.wide,
                Sense::Narrow => topic.narrow.unwrap_or_default(),
            };
            qrels.extend(images.into_iter().map(|number| Qrel {
                query: topic.name.clone(),
                document: number.to_string(),
                grade: 1,
            }));
        }
        let folder = self.path(folder);
        let name = folder.display().to_string();
        let end = match sense {
            Sense::Wide => ".txt",
            Sense::Narrow => "_r1.txt",
        };
        let place_of =
            move |_, qrel: &Qrel| folder.join(format!("{}{end}", qrel.query)).display().to_string();
        Ok(Judged { qrels, name, place_of: Box::new(place_of) })
    }
}
