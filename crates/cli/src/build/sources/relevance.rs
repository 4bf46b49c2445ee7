//! Judgements of the benchmark's queries and images.

use super::{folder::SourceFolder, placed_qrels::PlacedQrels};
use crate::{
    build::recipe::{BuildRecipe, ImagesBy, JudgementSource, RelevanceSource, Sense},
    list_files, reporter,
};
use anyhow::{Context, Result, bail};
use rankscope_core::benchmark::{Image, Query};
use rankscope_core::formats::{
    InquireAnnotation, Qrel, VoteRule, VotedImage, annotations_from_inquire, qrels_from_votes,
    votes_from_conqa, votes_from_jsonl,
};
use rankscope_core::matching::{near, nearest};
use std::{
    collections::{HashMap, HashSet},
    path::{Path, PathBuf},
};

impl SourceFolder {
    /// The judgements of the benchmark's queries, in the queries' order.
    ///
    /// # Errors
    /// A judgement of an unknown image, two of the same pair, or no relevant image at all.
    pub(crate) fn judgements(
        &self,
        relevance: &RelevanceSource,
        recipe: &BuildRecipe,
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
        let PlacedQrels { mut qrels, name, place_of } = judged;
        let mut seen = HashSet::new();
        for (index, qrel) in qrels.iter().enumerate() {
            let Qrel { query, document, .. } = qrel;
            if !row_of.contains_key(query.as_str()) {
                continue;
            }
            if !corpus.contains(document.as_str()) {
                let known = images.iter().map(|image| &image.id);
                bail!(
                    "{}: query {query} judges image {document}, and the corpus has no such image{}",
                    place_of(index, qrel),
                    near(nearest([document.as_str()], known))
                );
            }
            // Readers refuse duplicates, unless another column names the images.
            if !seen.insert((query, document)) {
                bail!("{}: query {query} judges image {document} twice", place_of(index, qrel));
            }
        }
        let others = qrels.iter().map(|qrel| qrel.query.as_str());
        let mut others: Vec<&str> = others.filter(|query| !row_of.contains_key(query)).collect();
        others.dedup();
        let found = nearest(others, queries.iter().map(|query| &query.id));
        qrels.retain(|qrel| row_of.contains_key(qrel.query.as_str()));
        qrels.sort_by_key(|qrel| row_of.get(qrel.query.as_str()).copied());
        if !qrels.iter().any(|qrel| qrel.grade >= 1) {
            bail!(
                "{name} has no image relevant to any query of this benchmark: check that the ids \
                 are the same{}",
                near(found)
            );
        }
        if found.is_some() {
            reporter::warn(format_args!(
                "{name}: some of its queries are not in the benchmark and are left out{}",
                near(found)
            ));
        }
        Ok(qrels)
    }

    /// Judgements from the benchmark's images to texts, in corpus order. Those of other images are
    /// left out, as are judgements of other queries.
    ///
    /// # Errors
    /// Two judgements of the same pair, or no relevant text at all.
    pub(crate) fn reverse_judgements(
        &self,
        source: &JudgementSource<'_>,
        images: &[Image],
    ) -> Result<Vec<Qrel>> {
        let row_of: HashMap<&str, usize> =
            images.iter().enumerate().map(|(row, image)| (image.id.as_str(), row)).collect();
        let (name, mut qrels) = match source {
            JudgementSource::Json(path) | JudgementSource::Qrels(path) => {
                if let Some(dataset) = self.dataset(path)? {
                    let qrels = dataset.reverse_judgements();
                    (dataset.name, qrels)
                } else {
                    let mut list = list_files::open(&self.path(path))?;
                    let qrels = list.qrels()?;
                    (list.name, qrels)
                }
            }
            _ => bail!("judgements from images to texts are json or qrels"),
        };
        qrels.retain(|qrel| row_of.contains_key(qrel.query.as_str()));
        qrels.sort_by_key(|qrel| row_of.get(qrel.query.as_str()).copied());
        if !qrels.iter().any(|qrel| qrel.grade >= 1) {
            bail!(
                "{name} has no text relevant to any image of this benchmark: check that the first \
                 ids are the images'"
            );
        }
        Ok(qrels)
    }

    /// All judgements of the definition's files.
    fn judged(
        &self,
        relevance: &RelevanceSource,
        recipe: &BuildRecipe,
        queries: &[Query],
        images: &[Image],
    ) -> Result<PlacedQrels> {
        match relevance.source()? {
            JudgementSource::Json(path)
            | JudgementSource::Qrels(path)
            | JudgementSource::Beir(path) => {
                if let Some(dataset) = self.dataset(path)? {
                    let qrels = dataset.judgements();
                    return Ok(PlacedQrels::from_file(dataset.name, qrels));
                }
                let mut list = list_files::open(&self.path(path))?;
                let qrels = list.qrels()?;
                Ok(if list.is_json() {
                    PlacedQrels::from_file(list.name, qrels)
                } else {
                    PlacedQrels::from_lines(list.name, qrels, &list.text, list.n_header)
                })
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
                Ok(PlacedQrels::from_lines(name, annotations.map(qrel).collect(), &text, 1))
            }
            JudgementSource::Conqa { votes, rule } => self.conqa_judged(votes, rule, recipe),
            JudgementSource::Votes { file, rule } => {
                let (name, text) = self.text(file)?;
                let voted = votes_from_jsonl(&name, &text)?;
                let qrels = qrels_from_votes(&[], &voted, rule);
                Ok(PlacedQrels::from_lines(name, qrels, &text, 0))
            }
            JudgementSource::Mirflickr { annotations, sense } => {
                self.mirflickr_judged(annotations, sense)
            }
            JudgementSource::CocoInstances(path) => {
                let captions = self.captions(recipe)?;
                self.plausible(path, &captions, queries, images)
            }
        }
    }

    /// The votes that a definition is made from, on the benchmark's queries and images, and the file
    /// that they are in; `None` if it is not made from votes.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub(crate) fn votes(
        &self,
        relevance: &RelevanceSource,
        qrels: &[Qrel],
    ) -> Result<Option<(PathBuf, Vec<VotedImage>)>> {
        let (path, mut voted) = match relevance.source()? {
            JudgementSource::Conqa { votes, .. } => {
                let (name, text) = self.text(votes)?;
                (votes, votes_from_conqa(&name, &text)?)
            }
            JudgementSource::Votes { file, .. } => {
                let (name, text) = self.text(file)?;
                (file, votes_from_jsonl(&name, &text)?)
            }
            _ => return Ok(None),
        };
        // What the definition does not judge has left the corpus, as ConQA's seed images.
        let judged: HashSet<(&str, &str)> =
            qrels.iter().map(|qrel| (qrel.query.as_str(), qrel.document.as_str())).collect();
        voted.retain(|own| judged.contains(&(own.query.as_str(), own.image.as_str())));
        Ok(Some((path.to_path_buf(), voted)))
    }

    fn conqa_judged(
        &self,
        votes: &Path,
        rule: VoteRule,
        recipe: &BuildRecipe,
    ) -> Result<PlacedQrels> {
        let seeds = recipe.conqa().context("votes need [queries] conqa")?;
        let (name, text) = self.text(votes)?;
        let voted = votes_from_conqa(&name, &text)?;
        let qrels = qrels_from_votes(&self.conqa_queries(seeds)?, &voted, rule);
        Ok(PlacedQrels::from_file(name, qrels))
    }

    fn mirflickr_judged(&self, folder: &Path, sense: Sense) -> Result<PlacedQrels> {
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
        Ok(PlacedQrels { qrels, name, place_of: Box::new(place_of) })
    }
}
