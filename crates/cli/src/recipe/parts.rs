//! The sections of a recipe that can be filled from several kinds of files.

use anyhow::{Result, bail};
use rankscope_core::{
    formats::{CaptionKeys, VoteRule},
    vectors::ShardDtype,
};
use serde::Deserialize;
use std::path::{Path, PathBuf};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Images {
    /// One id a line, or whole numbers as `.npy`; in corpus order.
    ids: Option<PathBuf>,
    /// The first number and the last.
    range: Option<[u32; 2]>,
    /// Picture files with `*` for their number, `im*.jpg`.
    files: Option<PathBuf>,
    metadata: Option<Metadata>,
    /// Whether the seed images of ConQA's queries leave the corpus.
    #[serde(default)]
    pub(crate) without_seeds: bool,
    /// A URL or path with `{id}`, or `{id:012}` for an id with zeros before it.
    pub(crate) uri: Option<String>,
    #[serde(default)]
    pub(crate) attribution: String,
    #[serde(default)]
    pub(crate) license: String,
    /// Which of its captions is shown with a picture.
    pub(crate) caption: Option<WhichCaption>,
    /// A folder of MIRFLICKR's `tags{N}.txt`.
    pub(crate) tags: Option<PathBuf>,
    /// A folder of MIRFLICKR's `license{N}.txt`, which credit the photographer.
    pub(crate) licenses: Option<PathBuf>,
}

/// Where the ids of the corpus are.
pub(crate) enum ImageSource<'a> {
    Ids(&'a Path),
    Range([u32; 2]),
    Files(&'a Path),
    Metadata(&'a Metadata),
}

/// Parquet files beside vectors, row for row, as clip-retrieval writes them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Metadata {
    /// One file, or several with `*` for their number.
    pub(crate) files: PathBuf,
    /// The column of the images' ids.
    #[serde(default = "image_path")]
    pub(crate) id: String,
    /// What the ids lack at their end: INQUIRE's metadata leaves `.jpg` out.
    #[serde(default)]
    pub(crate) suffix: String,
    /// For the images only: the column of their captions.
    pub(crate) caption: Option<String>,
    /// For the images only: the column of their addresses.
    pub(crate) uri: Option<String>,
}

fn image_path() -> String {
    "image_path".into()
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum WhichCaption {
    /// The first in the captions file.
    First,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Captions {
    /// JSON lines.
    pub(crate) path: PathBuf,
    /// The keys of a line.
    id: String,
    image: String,
    text: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Queries {
    /// One id a line, in the order of the systems' query vectors.
    ids: Option<PathBuf>,
    /// JSON lines `{"id", "text"}`; without it a query is the caption of its id.
    pub(crate) texts: Option<PathBuf>,
    /// `inquire_queries_{val,test}.csv`, in the order of the systems' query vectors.
    inquire: Option<Vec<SplitFile>>,
    /// `seed.json`.
    conqa: Option<PathBuf>,
    /// The folder of annotations, whose topics are asked for by name.
    mirflickr: Option<PathBuf>,
    /// `queries.jsonl`.
    beir: Option<PathBuf>,
    #[serde(default)]
    pub(crate) split: String,
}

/// Protocols that cut the gallery into parts.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FoldSource {
    /// `coco_test_ids.npy`: the captions in the order of which COCO 1K takes every fifth part.
    pub(crate) coco_1k: PathBuf,
}

/// A file of queries that are all of one split.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SplitFile {
    pub(crate) file: PathBuf,
    #[serde(default)]
    pub(crate) split: String,
}

/// Where the queries are.
pub(crate) enum QuerySource<'a> {
    Ids(&'a Path),
    Inquire(&'a [SplitFile]),
    Conqa(&'a Path),
    Mirflickr(&'a Path),
    Beir(&'a Path),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RelevanceSource {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) counts_as: String,
    #[serde(default)]
    pub(crate) default: bool,
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
    pub(crate) candidates: Option<PathBuf>,
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
pub(crate) enum ImagesBy {
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
pub(crate) enum Sense {
    Wide,
    Narrow,
}

/// Where judgements are.
pub(crate) enum JudgementSource<'a> {
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
pub(crate) struct SystemSource {
    pub(crate) id: String,
    pub(crate) title: String,
    #[serde(default)]
    pub(crate) description: String,
    pub(crate) encoder: Option<String>,
    /// `[images, dim]` as `.npy`; several files with `*` for their number.
    pub(crate) gallery: PathBuf,
    /// The ids of the gallery's rows, where they are not in corpus order: a list, or …
    gallery_ids: Option<PathBuf>,
    /// … a column of the files beside the vectors.
    gallery_metadata: Option<Metadata>,
    /// `[queries, dim]` as `.npy`.
    pub(crate) queries: PathBuf,
    /// How the gallery is stored: f16, i8 for a code a value, or f32.
    #[serde(default)]
    pub(crate) dtype: ShardDtype,
    pub(crate) parameters: Option<u64>,
    pub(crate) flops_per_query: Option<f64>,
    #[serde(default)]
    pub(crate) source: String,
    #[serde(default)]
    pub(crate) license: String,
}

/// How a gallery's rows are known.
pub(crate) enum GalleryIds<'a> {
    /// By their places: those of the corpus.
    CorpusOrder,
    List(&'a Path),
    Metadata(&'a Metadata),
}

impl Captions {
    pub(crate) fn keys(&self) -> CaptionKeys {
        CaptionKeys { id: self.id.clone(), image: self.image.clone(), text: self.text.clone() }
    }
}

impl Images {
    pub(crate) fn source(&self) -> Result<ImageSource<'_>> {
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
    pub(crate) fn source(&self) -> Result<QuerySource<'_>> {
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
    pub(crate) fn asks_captions(&self) -> bool {
        self.ids.is_some() && self.texts.is_none()
    }

    /// `seed.json`, which says which images were seeds.
    pub(crate) fn conqa(&self) -> Option<&Path> {
        self.conqa.as_deref()
    }
}

impl RelevanceSource {
    pub(crate) fn source(&self) -> Result<JudgementSource<'_>> {
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
    pub(crate) fn gallery_ids(&self) -> Result<GalleryIds<'_>> {
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
