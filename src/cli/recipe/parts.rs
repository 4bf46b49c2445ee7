//! The sections of a recipe that can be filled from several kinds of files.

use crate::formats::{CaptionKeys, ShardDtype, VoteRule};
use anyhow::{Result, bail};
use serde::Deserialize;
use std::path::{Path, PathBuf};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::cli) struct Images {
    /// One id a line, or whole numbers as `.npy`; in corpus order.
    ids: Option<PathBuf>,
    /// The first number and the last.
    range: Option<[u32; 2]>,
    /// Picture files with `*` for their number, `im*.jpg`.
    files: Option<PathBuf>,
    metadata: Option<Metadata>,
    /// Whether the seed images of ConQA's queries leave the corpus.
    #[serde(default)]
    pub(in crate::cli) without_seeds: bool,
    /// A URL or path with `{id}`, or `{id:012}` for an id with zeros before it.
    pub(in crate::cli) uri: Option<String>,
    #[serde(default)]
    pub(in crate::cli) attribution: String,
    #[serde(default)]
    pub(in crate::cli) license: String,
    /// Which of its captions is shown with a picture.
    pub(in crate::cli) caption: Option<WhichCaption>,
    /// A folder of MIRFLICKR's `tags{N}.txt`.
    pub(in crate::cli) tags: Option<PathBuf>,
    /// A folder of MIRFLICKR's `license{N}.txt`, which credit the photographer.
    pub(in crate::cli) licenses: Option<PathBuf>,
}

/// Where the ids of the corpus are.
pub(in crate::cli) enum ImageSource<'a> {
    Ids(&'a Path),
    Range([u32; 2]),
    Files(&'a Path),
    Metadata(&'a Metadata),
}

/// Parquet files beside vectors, row for row, as clip-retrieval writes them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::cli) struct Metadata {
    /// One file, or several with `*` for their number.
    pub(in crate::cli) files: PathBuf,
    /// The column of the images' ids.
    #[serde(default = "image_path")]
    pub(in crate::cli) id: String,
    /// What the ids lack at their end: INQUIRE's metadata leaves `.jpg` out.
    #[serde(default)]
    pub(in crate::cli) suffix: String,
    /// For the images only: the column of their captions.
    pub(in crate::cli) caption: Option<String>,
    /// For the images only: the column of their addresses.
    pub(in crate::cli) uri: Option<String>,
}

fn image_path() -> String {
    "image_path".into()
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::cli) enum WhichCaption {
    /// The first in the captions file.
    First,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::cli) struct Captions {
    /// JSON lines.
    pub(in crate::cli) path: PathBuf,
    /// The keys of a line.
    id: String,
    image: String,
    text: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::cli) struct Queries {
    /// One id a line, in the order of the systems' query vectors.
    ids: Option<PathBuf>,
    /// JSON lines `{"id", "text"}`; without it a query is the caption of its id.
    pub(in crate::cli) texts: Option<PathBuf>,
    /// `inquire_queries_{val,test}.csv`, in the order of the systems' query vectors.
    inquire: Option<Vec<SplitFile>>,
    /// `seed.json`.
    conqa: Option<PathBuf>,
    /// The folder of annotations, whose topics are asked for by name.
    mirflickr: Option<PathBuf>,
    /// `queries.jsonl`.
    beir: Option<PathBuf>,
    #[serde(default)]
    pub(in crate::cli) split: String,
}

/// Protocols that cut the gallery into parts.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::cli) struct FoldSource {
    /// `coco_test_ids.npy`: the captions in the order of which COCO 1K takes every fifth part.
    pub(in crate::cli) coco_1k: PathBuf,
}

/// A file of queries that are all of one split.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::cli) struct SplitFile {
    pub(in crate::cli) file: PathBuf,
    #[serde(default)]
    pub(in crate::cli) split: String,
}

/// Where the queries are.
pub(in crate::cli) enum QuerySource<'a> {
    Ids(&'a Path),
    Inquire(&'a [SplitFile]),
    Conqa(&'a Path),
    Mirflickr(&'a Path),
    Beir(&'a Path),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::cli) struct RelevanceSource {
    pub(in crate::cli) id: String,
    pub(in crate::cli) title: String,
    pub(in crate::cli) counts_as: String,
    #[serde(default)]
    pub(in crate::cli) default: bool,
    /// `{query: [image, …]}`.
    json: Option<PathBuf>,
    /// TREC qrels.
    qrels: Option<PathBuf>,
    /// `qrels/<split>.tsv`.
    beir: Option<PathBuf>,
    inquire: Option<Annotations>,
    conqa: Option<VotesAndRule>,
    mirflickr: Option<Topics>,
    /// COCO's `instances_*.json`: which classes of objects are in a picture.
    coco_instances: Option<PathBuf>,
    /// The images that are ranked for each query, and no others, as a TREC run: those that the
    /// judgements do not name are not relevant.
    pub(in crate::cli) candidates: Option<PathBuf>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Annotations {
    /// `inquire_annotations.csv`.
    annotations: PathBuf,
    #[serde(default)]
    images_by: ImagesBy,
}

/// Which column of INQUIRE's annotations has the ids of the corpus.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(in crate::cli) enum ImagesBy {
    #[default]
    ImageId,
    ImagePath,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct VotesAndRule {
    /// `mturk.json`.
    votes: PathBuf,
    /// A [`VoteRule`] by name.
    rule: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Topics {
    /// The folder of `<topic>.txt` and `<topic>_r1.txt`.
    annotations: PathBuf,
    sense: Sense,
}

/// How much of a topic an image must show, as MIRFLICKR tells it apart.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::cli) enum Sense {
    Wide,
    Narrow,
}

/// Where judgements are.
pub(in crate::cli) enum JudgementSource<'a> {
    Json(&'a Path),
    Qrels(&'a Path),
    Beir(&'a Path),
    Inquire { annotations: &'a Path, images_by: ImagesBy },
    Conqa { votes: &'a Path, rule: VoteRule },
    Mirflickr { annotations: &'a Path, sense: Sense },
    CocoInstances(&'a Path),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::cli) struct SystemSource {
    pub(in crate::cli) id: String,
    pub(in crate::cli) title: String,
    #[serde(default)]
    pub(in crate::cli) description: String,
    pub(in crate::cli) encoder: Option<String>,
    /// `[images, dim]` as `.npy`; several files with `*` for their number.
    pub(in crate::cli) gallery: PathBuf,
    /// The ids of the gallery's rows, where they are not in corpus order: a list, or …
    gallery_ids: Option<PathBuf>,
    /// … a column of the files beside the vectors.
    gallery_metadata: Option<Metadata>,
    /// `[queries, dim]` as `.npy`.
    pub(in crate::cli) queries: PathBuf,
    /// How the gallery is stored: f16, i8 for a code a value, or f32.
    #[serde(default)]
    pub(in crate::cli) dtype: ShardDtype,
    pub(in crate::cli) parameters: Option<u64>,
    pub(in crate::cli) flops_per_query: Option<f64>,
    #[serde(default)]
    pub(in crate::cli) source: String,
    #[serde(default)]
    pub(in crate::cli) license: String,
}

/// How a gallery's rows are known.
pub(in crate::cli) enum GalleryIds<'a> {
    /// By their places: those of the corpus.
    CorpusOrder,
    List(&'a Path),
    Metadata(&'a Metadata),
}

impl Captions {
    pub(in crate::cli) fn keys(&self) -> CaptionKeys {
        CaptionKeys { id: self.id.clone(), image: self.image.clone(), text: self.text.clone() }
    }
}

impl Images {
    pub(in crate::cli) fn source(&self) -> Result<ImageSource<'_>> {
        let choices = [
            ("ids", self.ids.as_deref().map(ImageSource::Ids)),
            ("range", self.range.map(ImageSource::Range)),
            ("files", self.files.as_deref().map(ImageSource::Files)),
            ("metadata", self.metadata.as_ref().map(ImageSource::Metadata)),
        ];
        exactly_one("[images]", choices)
    }
}

impl Queries {
    pub(in crate::cli) fn source(&self) -> Result<QuerySource<'_>> {
        let choices = [
            ("ids", self.ids.as_deref().map(QuerySource::Ids)),
            ("inquire", self.inquire.as_deref().map(QuerySource::Inquire)),
            ("conqa", self.conqa.as_deref().map(QuerySource::Conqa)),
            ("mirflickr", self.mirflickr.as_deref().map(QuerySource::Mirflickr)),
            ("beir", self.beir.as_deref().map(QuerySource::Beir)),
        ];
        exactly_one("[queries]", choices)
    }

    /// Whether the queries are captions of the benchmark, under their ids.
    pub(in crate::cli) fn asks_captions(&self) -> bool {
        self.ids.is_some() && self.texts.is_none()
    }

    /// `seed.json`, which says which images were seeds.
    pub(in crate::cli) fn conqa(&self) -> Option<&Path> {
        self.conqa.as_deref()
    }
}

impl RelevanceSource {
    pub(in crate::cli) fn source(&self) -> Result<JudgementSource<'_>> {
        use JudgementSource::{Beir, CocoInstances, Conqa, Inquire, Json, Mirflickr, Qrels};
        let inquire = self
            .inquire
            .as_ref()
            .map(|it| Inquire { annotations: &it.annotations, images_by: it.images_by });
        let conqa = match &self.conqa {
            None => None,
            Some(it) => Some(Conqa { votes: &it.votes, rule: it.rule.parse()? }),
        };
        let mirflickr = self
            .mirflickr
            .as_ref()
            .map(|it| Mirflickr { annotations: &it.annotations, sense: it.sense });
        let choices = [
            ("json", self.json.as_deref().map(Json)),
            ("qrels", self.qrels.as_deref().map(Qrels)),
            ("beir", self.beir.as_deref().map(Beir)),
            ("inquire", inquire),
            ("conqa", conqa),
            ("mirflickr", mirflickr),
            ("coco_instances", self.coco_instances.as_deref().map(CocoInstances)),
        ];
        exactly_one(&format!("relevance {}", self.id), choices)
    }
}

impl SystemSource {
    pub(in crate::cli) fn gallery_ids(&self) -> Result<GalleryIds<'_>> {
        match (&self.gallery_ids, &self.gallery_metadata) {
            (None, None) => Ok(GalleryIds::CorpusOrder),
            (Some(path), None) => Ok(GalleryIds::List(path)),
            (None, Some(metadata)) => Ok(GalleryIds::Metadata(metadata)),
            (Some(_), Some(_)) => {
                bail!("system {}: give gallery_ids or gallery_metadata, not both", self.id)
            }
        }
    }
}

/// The one choice that was made; else an error that names all.
fn exactly_one<T, const N: usize>(section: &str, choices: [(&str, Option<T>); N]) -> Result<T> {
    let names = choices.each_ref().map(|(name, _)| *name).join(", ");
    let mut given = choices.into_iter().filter_map(|(name, choice)| Some((name, choice?)));
    match (given.next(), given.next()) {
        (Some((_, choice)), None) => Ok(choice),
        (None, _) => bail!("{section}: give one of {names}"),
        (Some((a, _)), Some((b, _))) => {
            bail!("{section}: it has {a} and {b}; give only one of {names}")
        }
    }
}
