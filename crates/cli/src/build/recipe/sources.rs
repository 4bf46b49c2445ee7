//! The sections of a build recipe that can be filled from several kinds of files. A section has a
//! key for each kind; exactly one is given, and `source()` says which.

use anyhow::{Result, bail};
use rankscope_core::{
    formats::{CaptionKeys, VoteRule},
    vectors::ShardDtype,
};
use serde::Deserialize;
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Images {
    /// One id a line, or whole numbers as `.npy`, in corpus order.
    ids: Option<PathBuf>,
    /// The first number and the last, both included.
    range: Option<[u32; 2]>,
    /// Image files with `*` for their number, `im*.jpg`.
    files: Option<PathBuf>,
    metadata: Option<Metadata>,
    /// Whether to leave out the seed images of ConQA's queries.
    #[serde(default)]
    pub(crate) without_seeds: bool,
    /// A URL or path with `{id}`, or `{id:012}` for an id padded with zeros.
    pub(crate) uri: Option<String>,
    #[serde(default)]
    pub(crate) attribution: String,
    #[serde(default)]
    pub(crate) license: String,
    /// Which of an image's captions is shown with it.
    pub(crate) caption: Option<WhichCaption>,
    /// A folder of MIRFLICKR's `tags{N}.txt`.
    pub(crate) tags: Option<PathBuf>,
    /// A folder of MIRFLICKR's `license{N}.txt`, which credit the photographer.
    pub(crate) licenses: Option<PathBuf>,
    /// A folder of MIRFLICKR's `exif{N}.txt`.
    pub(crate) exif: Option<PathBuf>,
    /// A table of what pictures carry.
    pub(crate) fields: Option<FieldsSource>,
}

/// A table of what pictures carry, as CSV, JSON or Parquet. Each key names its column.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FieldsSource {
    /// One file, or several with `*` for their number.
    pub(crate) files: PathBuf,
    /// `inquire` stands for the columns of iNat24's metadata, where no key names others.
    pub(crate) like: Option<FieldsLike>,
    pub(crate) id: Option<String>,
    /// What to append to the ids.
    #[serde(default)]
    pub(crate) suffix: String,
    pub(crate) creator: Option<String>,
    pub(crate) title: Option<String>,
    pub(crate) licence: Option<String>,
    pub(crate) taken: Option<String>,
    pub(crate) lat: Option<String>,
    pub(crate) lon: Option<String>,
    /// EXIF fields, each with its column.
    #[serde(default)]
    pub(crate) exif: BTreeMap<String, String>,
}

/// A publisher whose columns are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum FieldsLike {
    /// INQUIRE and iNat24.
    Inquire,
}

/// Where the ids of the images are.
pub(crate) enum ImageSource<'a> {
    Ids(&'a Path),
    Range([u32; 2]),
    Files(&'a Path),
    Metadata(&'a Metadata),
}

/// Parquet files with a row for each row of the vectors, as clip-retrieval writes them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Metadata {
    /// One file, or several with `*` for their number.
    pub(crate) files: PathBuf,
    /// The column of the images' ids.
    #[serde(default = "image_path")]
    pub(crate) id: String,
    /// What to append to the ids: INQUIRE's metadata leaves `.jpg` out.
    #[serde(default)]
    pub(crate) suffix: String,
    /// In [images] only: the column of their captions.
    pub(crate) caption: Option<String>,
    /// In [images] only: the column of their URLs.
    pub(crate) uri: Option<String>,
    /// In [images] only: facets, such as species and place, each with its column.
    #[serde(default)]
    pub(crate) facets: BTreeMap<String, String>,
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
    /// The key of a caption's id.
    id: String,
    /// The key of its image's id.
    image: String,
    /// The key of its text.
    text: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Queries {
    /// One id a line, in the order of the query vectors.
    ids: Option<PathBuf>,
    /// JSON lines `{"id", "text"}`. Without it, a query's text is the caption with its id.
    pub(crate) texts: Option<PathBuf>,
    /// `inquire_queries_{val,test}.csv`, in the order of the query vectors.
    inquire: Option<Vec<SplitFile>>,
    /// `seed.json`.
    conqa: Option<PathBuf>,
    /// The folder of annotations; the names of its topics are the queries.
    mirflickr: Option<PathBuf>,
    /// `queries.jsonl`.
    beir: Option<PathBuf>,
    #[serde(default)]
    pub(crate) split: String,
}

/// Protocols that divide the gallery into folds.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FoldSource {
    /// `coco_test_ids.npy`: ids of captions in the order that COCO 1K cuts into five folds.
    pub(crate) coco_1k: PathBuf,
}

/// A file of queries of one split.
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
    /// Whether every image was judged, so that those not named are not relevant.
    #[serde(default)]
    pub(crate) complete: bool,
    /// `{query: [image, …]}`.
    json: Option<PathBuf>,
    /// TREC qrels.
    qrels: Option<PathBuf>,
    /// `qrels/<split>.tsv`.
    beir: Option<PathBuf>,
    inquire: Option<Annotations>,
    conqa: Option<VotesAndRule>,
    /// JSON lines of votes.
    votes: Option<OwnVotes>,
    mirflickr: Option<Topics>,
    /// COCO's `instances_*.json`: which classes of objects are in a picture.
    coco_instances: Option<PathBuf>,
    /// A TREC run of the only images to be ranked for each query. Those that the judgements do not
    /// name are not relevant.
    pub(crate) candidates: Option<PathBuf>,
    /// Judgements from images to texts.
    pub(crate) reverse: Option<ReverseSource>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReverseSource {
    /// `{image: [text, …]}`.
    json: Option<PathBuf>,
    /// TREC qrels: an image, a field that is ignored, a text, a grade.
    qrels: Option<PathBuf>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Annotations {
    /// `inquire_annotations.csv`.
    annotations: PathBuf,
    #[serde(default)]
    images_by: ImagesBy,
}

/// Which column of INQUIRE's annotations has the ids of the images.
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
    /// The name of a [`VoteRule`].
    rule: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct OwnVotes {
    /// Lines of query, image and votes.
    file: PathBuf,
    /// The name of a [`VoteRule`].
    rule: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Topics {
    /// The folder of `<topic>.txt` and `<topic>_r1.txt`.
    annotations: PathBuf,
    sense: Sense,
}

/// How much of a topic an image must show, in MIRFLICKR's two kinds of annotations.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Sense {
    Wide,
    Narrow,
}

/// Where the judgements are.
pub(crate) enum JudgementSource<'a> {
    Json(&'a Path),
    Qrels(&'a Path),
    Beir(&'a Path),
    Inquire { annotations: &'a Path, images_by: ImagesBy },
    Conqa { votes: &'a Path, rule: VoteRule },
    Votes { file: &'a Path, rule: VoteRule },
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
    /// A list of the ids of the gallery's rows, if they are not in corpus order.
    gallery_ids: Option<PathBuf>,
    /// The same, as a column of the files beside the vectors.
    gallery_metadata: Option<Metadata>,
    /// `[queries, dim]` as `.npy`.
    pub(crate) queries: PathBuf,
    /// `[captions, dim]` as `.npy`, in the order of the captions' file.
    pub(crate) captions: Option<PathBuf>,
    /// How to store the gallery: f16, i8 (a code for each value) or f32.
    #[serde(default)]
    pub(crate) dtype: ShardDtype,
    pub(crate) parameters: Option<u64>,
    pub(crate) flops_per_query: Option<f64>,
    pub(crate) flops_per_image: Option<f64>,
    #[serde(default)]
    pub(crate) source: String,
    #[serde(default)]
    pub(crate) license: String,
}

/// Which image each row of a gallery belongs to.
pub(crate) enum GalleryIds<'a> {
    /// The image of the same row in the corpus.
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
        let keys = [
            ("ids", self.ids.as_deref().map(ImageSource::Ids)),
            ("range", self.range.map(ImageSource::Range)),
            ("files", self.files.as_deref().map(ImageSource::Files)),
            ("metadata", self.metadata.as_ref().map(ImageSource::Metadata)),
        ];
        exactly_one("[images]", keys)
    }
}

impl Queries {
    pub(crate) fn source(&self) -> Result<QuerySource<'_>> {
        let keys = [
            ("ids", self.ids.as_deref().map(QuerySource::Ids)),
            ("inquire", self.inquire.as_deref().map(QuerySource::Inquire)),
            ("conqa", self.conqa.as_deref().map(QuerySource::Conqa)),
            ("mirflickr", self.mirflickr.as_deref().map(QuerySource::Mirflickr)),
            ("beir", self.beir.as_deref().map(QuerySource::Beir)),
        ];
        exactly_one("[queries]", keys)
    }

    /// Whether the queries are captions of the benchmark, with the captions' ids.
    pub(crate) fn are_captions(&self) -> bool {
        self.ids.is_some() && self.texts.is_none()
    }

    /// `seed.json`, which has the seed images.
    pub(crate) fn conqa(&self) -> Option<&Path> {
        self.conqa.as_deref()
    }
}

impl RelevanceSource {
    pub(crate) fn source(&self) -> Result<JudgementSource<'_>> {
        use JudgementSource::{Beir, CocoInstances, Conqa, Inquire, Json, Mirflickr, Qrels, Votes};
        let inquire = self
            .inquire
            .as_ref()
            .map(|it| Inquire { annotations: &it.annotations, images_by: it.images_by });
        let conqa = match &self.conqa {
            None => None,
            Some(it) => Some(Conqa { votes: &it.votes, rule: it.rule.parse()? }),
        };
        let votes = match &self.votes {
            None => None,
            Some(it) => Some(Votes { file: &it.file, rule: it.rule.parse()? }),
        };
        let mirflickr = self
            .mirflickr
            .as_ref()
            .map(|it| Mirflickr { annotations: &it.annotations, sense: it.sense });
        let keys = [
            ("json", self.json.as_deref().map(Json)),
            ("qrels", self.qrels.as_deref().map(Qrels)),
            ("beir", self.beir.as_deref().map(Beir)),
            ("inquire", inquire),
            ("conqa", conqa),
            ("votes", votes),
            ("mirflickr", mirflickr),
            ("coco_instances", self.coco_instances.as_deref().map(CocoInstances)),
        ];
        exactly_one(&format!("relevance {}", self.id), keys)
    }
}

impl ReverseSource {
    pub(crate) fn source(&self) -> Result<JudgementSource<'_>> {
        let keys = [
            ("json", self.json.as_deref().map(JudgementSource::Json)),
            ("qrels", self.qrels.as_deref().map(JudgementSource::Qrels)),
        ];
        exactly_one("reverse", keys)
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

/// The only key that is given.
///
/// # Errors
/// No key or several, with the names of all.
fn exactly_one<T, const N: usize>(section: &str, keys: [(&str, Option<T>); N]) -> Result<T> {
    let names = keys.each_ref().map(|(name, _)| *name).join(", ");
    let mut given = keys.into_iter().filter_map(|(name, value)| Some((name, value?)));
    match (given.next(), given.next()) {
        (Some((_, value)), None) => Ok(value),
        (None, _) => bail!("{section}: give one of {names}"),
        (Some((a, _)), Some((b, _))) => {
            bail!("{section}: it has {a} and {b}; give only one of {names}")
        }
    }
}
