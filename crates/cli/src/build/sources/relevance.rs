//! Judgements of the benchmark's queries and images.

use super::{captions::captions_of, folder::SourceFolder};
use crate::{
    build::recipe::{BuildRecipe, ImagesBy, JudgementSource, RelevanceSource, Sense},
    reading::{
        list_files,
        voted::{judged_by, without_bad},
    },
    terminal::reporter,
};
use anyhow::{Context, Result, bail};
use rankscope_core::benchmark::{Image, Query};
use rankscope_core::formats::{
    CaptionRecord, InquireAnnotation, Qrel, VoteRule, VotedImage, annotations_from_inquire,
    classes_from_coco, run_from_trec, votes_from_conqa, votes_from_jsonl,
};
use rankscope_core::matching::{near, nearest};
use rankscope_core::metrics::{ClassVector, plausible_matches};
use std::{
    collections::{HashMap, HashSet},
    path::{Path, PathBuf},
};

/// A file of votes, and the list of bad pictures that it is read without.
pub(crate) type VotesSource = (PathBuf, Option<PathBuf>);

impl SourceFolder {
    /// The judgements of the benchmark's queries, in the queries' order. Refuses a judgement of an unknown
    /// image, two of the same pair, and files without a relevant image.
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

    /// Judgements from the benchmark's images to texts, in corpus order; those of other images are left
    /// out. Refuses files without a relevant text.
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
            JudgementSource::Votes { file, rule, without } => {
                let (name, text) = self.text(file)?;
                let mut voted = votes_from_jsonl(&name, &text)?;
                without_bad(&mut voted, without.map(|list| self.path(list)).as_deref())?;
                let qrels = judged_by(rule, &name, &[], &voted)?;
                Ok(match without {
                    Some(_) => PlacedQrels::from_file(name, qrels),
                    None => PlacedQrels::from_lines(name, qrels, &text, 0),
                })
            }
            JudgementSource::Mirflickr { annotations, sense } => {
                self.mirflickr_judged(annotations, sense)
            }
            JudgementSource::CocoInstances(path) => {
                let captions = self.captions(recipe)?;
                self.plausible(path, &captions, queries, images)
            }
            JudgementSource::Classes(path) => {
                let detected = self.shown_classes(path)?;
                let qrels = detected.judgements(images)?;
                Ok(PlacedQrels::from_file(detected.name, qrels))
            }
        }
    }

    /// The votes that a definition is made from, on the benchmark's queries and images, and the files that say
    /// which they are; `None` if it is not made from votes.
    pub(crate) fn votes(
        &self,
        relevance: &RelevanceSource,
        qrels: &[Qrel],
    ) -> Result<Option<(VotesSource, Vec<VotedImage>)>> {
        let (source, mut voted) = match relevance.source()? {
            JudgementSource::Conqa { votes, .. } => {
                let (name, text) = self.text(votes)?;
                ((votes.to_path_buf(), None), votes_from_conqa(&name, &text)?)
            }
            JudgementSource::Votes { file, without, .. } => {
                let (name, text) = self.text(file)?;
                (
                    (file.to_path_buf(), without.map(Path::to_path_buf)),
                    votes_from_jsonl(&name, &text)?,
                )
            }
            _ => return Ok(None),
        };
        // What the definition does not judge has left the corpus, as ConQA's seed images.
        let judged: HashSet<(&str, &str)> =
            qrels.iter().map(|qrel| (qrel.query.as_str(), qrel.document.as_str())).collect();
        voted.retain(|vote| judged.contains(&(vote.query.as_str(), vote.image.as_str())));
        Ok(Some((source, voted)))
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
        let qrels = judged_by(rule, &name, &self.conqa_queries(seeds)?, &voted)?;
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

    /// A judgement for each candidate, 0 if there was none. Drops other judgements, which no ranking of
    /// candidates can find (INQUIRE-Rerank counts N⁺ among its hundred candidates).
    fn among_candidates(&self, path: &Path, judged: PlacedQrels) -> Result<PlacedQrels> {
        let (name, text) = self.text(path)?;
        let candidates = run_from_trec(&name, &text)?;
        if candidates.is_empty() {
            bail!("{name} has no candidates: it must be a TREC run, a line for each");
        }
        let grade_of: HashMap<(&str, &str), i32> = judged
            .qrels
            .iter()
            .map(|qrel| ((qrel.query.as_str(), qrel.document.as_str()), qrel.grade))
            .collect();
        let qrels = candidates.into_iter().map(|entry| {
            let grade = grade_of.get(&(entry.query.as_str(), entry.document.as_str()));
            Qrel {
                grade: grade.copied().unwrap_or(0),
                query: entry.query,
                document: entry.document,
            }
        });
        Ok(PlacedQrels::from_file(name, qrels.collect()))
    }

    /// The file's name, and the classes of the objects in each image.
    fn classes(&self, path: &Path, images: &[Image]) -> Result<(String, Vec<Option<ClassVector>>)> {
        let (name, text) = self.text(path)?;
        let classes_of: HashMap<String, Vec<u32>> =
            classes_from_coco(&name, &text)?.into_iter().collect();
        let of_image = |image: &Image| ClassVector::new(classes_of.get(&image.id)?.iter().copied());
        Ok((name, images.iter().map(of_image).collect()))
    }

    /// The same judgements from images to captions, where systems have vectors of these; `None` for a definition of
    /// another kind.
    pub(crate) fn plausible_texts(
        &self,
        relevance: &RelevanceSource,
        recipe: &BuildRecipe,
        images: &[Image],
    ) -> Result<Option<Vec<Qrel>>> {
        let JudgementSource::CocoInstances(path) = relevance.source()? else { return Ok(None) };
        if !recipe.systems.iter().any(|system| system.captions.is_some()) {
            return Ok(None);
        }
        let (_, vectors) = self.classes(path, images)?;
        let row_of: HashMap<&str, usize> =
            images.iter().map(|image| image.id.as_str()).zip(0..).collect();
        let captions = captions_of(images, &self.captions(recipe)?);
        let rows: Vec<usize> = captions
            .iter()
            .filter_map(|(_, caption)| row_of.get(caption.image.as_str()).copied())
            .collect();
        let of_captions: Vec<Option<ClassVector>> =
            rows.iter().map(|row| vectors.get(*row).cloned().flatten()).collect();
        let mut qrels = Vec::new();
        for ((row, image), vector) in images.iter().enumerate().zip(&vectors) {
            let is_own = |caption: u32| rows.get(caption as usize) == Some(&row);
            let judgements = plausible_matches(vector.as_ref(), &of_captions, is_own);
            qrels.extend(judgements.as_slice().iter().filter_map(|(caption, grade)| {
                let document = captions.get(*caption as usize)?.1.id.clone();
                Some(Qrel { query: image.id.clone(), document, grade: *grade })
            }));
        }
        Ok(Some(qrels))
    }

    /// Judges every image for every caption by the distance between their classes, for the `PMRP`
    /// measures. Lists the images within a distance of two, and those without a class.
    fn plausible(
        &self,
        path: &Path,
        captions: &[CaptionRecord],
        queries: &[Query],
        images: &[Image],
    ) -> Result<PlacedQrels> {
        let (name, vectors) = self.classes(path, images)?;
        let row_of: HashMap<&str, u32> =
            images.iter().map(|image| image.id.as_str()).zip(0..).collect();
        let image_of: HashMap<&str, u32> = captions
            .iter()
            .filter_map(|caption| Some((caption.id.as_str(), *row_of.get(caption.image.as_str())?)))
            .collect();
        let mut qrels = Vec::new();
        for query in queries {
            let image = *image_of.get(query.id.as_str()).with_context(|| {
                format!("the query {} is not a caption of an image of the corpus", query.id)
            })?;
            let vector = vectors.get(image as usize).and_then(Option::as_ref);
            let judgements = plausible_matches(vector, &vectors, |row| row == image);
            qrels.extend(judgements.as_slice().iter().filter_map(|(row, grade)| {
                let document = images.get(*row as usize)?.id.clone();
                Some(Qrel { query: query.id.clone(), document, grade: *grade })
            }));
        }
        Ok(PlacedQrels::from_file(name, qrels))
    }
}

type PlaceOf = Box<dyn Fn(usize, &Qrel) -> String>;

/// Judgements as read, not yet compared with queries and images.
struct PlacedQrels {
    qrels: Vec<Qrel>,
    name: String,
    /// The file, and if possible the line, of a judgement by its index.
    place_of: PlaceOf,
}

impl PlacedQrels {
    /// From a file that does not have a judgement a line.
    fn from_file(name: String, qrels: Vec<Qrel>) -> Self {
        let file = name.clone();
        Self { qrels, name, place_of: Box::new(move |_, _| file.clone()) }
    }

    /// From the lines of `text`, one judgement each, after `n_header` lines; empty lines do not count.
    fn from_lines(name: String, qrels: Vec<Qrel>, text: &str, n_header: usize) -> Self {
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
