//! The sections of a build recipe that can be filled from several kinds of files. A section has a
//! key for each kind; exactly one is given, and `source()` says which.

use anyhow::{Result, bail};
use rankscope_core::formats::{CaptionKeys, VoteRule};
use serde::Deserialize;
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Captions {
    /// JSON lines, a table, or a dataset of captioned pictures, which needs no keys.
    pub(crate) path: PathBuf,
    #[serde(default = "id_key")]
    id: String,
    #[serde(default = "image_key")]
    image: String,
    #[serde(default = "text_key")]
    text: String,
}

fn id_key() -> String {
    "id".into()
}

fn image_key() -> String {
    "image".into()
}

fn text_key() -> String {
    "text".into()
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Queries {
    /// One id a line, in the order of the query vectors.
    ids: Option<PathBuf>,
    /// JSON lines `{"id", "text"}`. By default a query's text is the caption with its id, or, without
    /// captions, the id.
    pub(crate) texts: Option<PathBuf>,
    /// `inquire_queries_{val,test}.csv`, in the order of the query vectors.
    inquire: Option<Vec<SplitFile>>,
    /// `seed.json`.
    conqa: Option<PathBuf>,
    /// The folder of annotations; its topics are the queries.
    mirflickr: Option<PathBuf>,
    /// `queries.jsonl`.
    beir: Option<PathBuf>,
    table: Option<QueryTable>,
    /// One text a line; the ids are line numbers.
    lines: Option<PathBuf>,
    /// The number of the first line or row, where numbers are the ids.
    pub(crate) first: Option<u32>,
    /// The first number and the last, both included: queries without texts.
    range: Option<[u32; 2]>,
    /// Runs and judgements that name the queries.
    named_in: Option<Vec<PathBuf>>,
    /// A detection set, each of whose classes is a query.
    classes: Option<PathBuf>,
    #[serde(default)]
    pub(crate) split: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FoldSource {
    /// `coco_test_ids.npy`: ids of captions in the order that COCO 1K cuts into five folds.
    pub(crate) coco_1k: PathBuf,
}

/// A table of what experts say, by its columns.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExplanationsSource {
    pub(crate) file: PathBuf,
    #[serde(default = "query_key")]
    pub(crate) query: String,
    /// Empty where a query as a whole is explained.
    pub(crate) image: Option<String>,
    #[serde(default = "explanation_key")]
    pub(crate) text: String,
    /// Who explains.
    pub(crate) by: Option<String>,
}

fn query_key() -> String {
    "query".into()
}

fn explanation_key() -> String {
    "explanation".into()
}

/// A table of queries, such as one that pandas wrote with their vectors.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct QueryTable {
    pub(crate) file: PathBuf,
    /// The column of ids; by default the ids are row numbers.
    pub(crate) id: Option<String>,
    pub(crate) text: String,
    /// The column of splits; a query without one has the split of the section.
    pub(crate) split: Option<String>,
    /// Facets by name, with their columns.
    #[serde(default)]
    pub(crate) facets: BTreeMap<String, String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SplitFile {
    pub(crate) file: PathBuf,
    #[serde(default)]
    pub(crate) split: String,
}

pub(crate) enum QuerySource<'a> {
    Ids(&'a Path),
    Inquire(&'a [SplitFile]),
    Conqa(&'a Path),
    Mirflickr(&'a Path),
    Beir(&'a Path),
    Table(&'a QueryTable),
    Lines(&'a Path),
    Range([u32; 2]),
    NamedIn(&'a [PathBuf]),
    Classes(&'a Path),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RelevanceSource {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) counts_as: String,
    #[serde(default)]
    pub(crate) default: bool,
    /// Whether every image was judged, so that those not named are irrelevant.
    #[serde(default)]
    pub(crate) complete: bool,
    json: Option<PathBuf>,
    qrels: Option<PathBuf>,
    /// `qrels/<split>.tsv`.
    beir: Option<PathBuf>,
    inquire: Option<Annotations>,
    conqa: Option<VotesAndRule>,
    votes: Option<OwnVotes>,
    mirflickr: Option<Topics>,
    /// COCO's `instances_*.json`: the classes of objects in each picture.
    coco_instances: Option<PathBuf>,
    /// A detection set: a picture is relevant to each class that it shows.
    classes: Option<PathBuf>,
    /// A TREC run of the only images to rank for each query. Those without a judgement are irrelevant.
    pub(crate) candidates: Option<PathBuf>,
    /// Judgements from images to texts.
    pub(crate) reverse: Option<ReverseSource>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReverseSource {
    /// `{image: [text, …]}`.
    json: Option<PathBuf>,
    /// TREC qrels: image, ignored, text, grade.
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

/// Which column of INQUIRE's annotations identifies images.
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
    /// A list of bad pictures, whose votes do not count.
    without: Option<PathBuf>,
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

pub(crate) enum JudgementSource<'a> {
    Json(&'a Path),
    Qrels(&'a Path),
    Beir(&'a Path),
    Inquire { annotations: &'a Path, images_by: ImagesBy },
    Conqa { votes: &'a Path, rule: VoteRule },
    Votes { file: &'a Path, rule: VoteRule, without: Option<&'a Path> },
    Mirflickr { annotations: &'a Path, sense: Sense },
    CocoInstances(&'a Path),
    Classes(&'a Path),
}

impl Captions {
    pub(crate) fn keys(&self) -> CaptionKeys {
        CaptionKeys { id: self.id.clone(), image: self.image.clone(), text: self.text.clone() }
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
            ("table", self.table.as_ref().map(QuerySource::Table)),
            ("lines", self.lines.as_deref().map(QuerySource::Lines)),
            ("range", self.range.map(QuerySource::Range)),
            ("named_in", self.named_in.as_deref().map(QuerySource::NamedIn)),
            ("classes", self.classes.as_deref().map(QuerySource::Classes)),
        ];
        exactly_one("[queries]", keys)
    }

    pub(crate) fn are_captions(&self) -> bool {
        self.ids.is_some() && self.texts.is_none()
    }

    pub(crate) fn conqa(&self) -> Option<&Path> {
        self.conqa.as_deref()
    }
}

impl RelevanceSource {
    pub(crate) fn source(&self) -> Result<JudgementSource<'_>> {
        use JudgementSource::{
            Beir, Classes, CocoInstances, Conqa, Inquire, Json, Mirflickr, Qrels, Votes,
        };
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
            Some(OwnVotes { file, rule, without }) => {
                Some(Votes { file, rule: rule.parse()?, without: without.as_deref() })
            }
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
            ("classes", self.classes.as_deref().map(Classes)),
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

/// The only key that is given; the error names all keys.
pub(super) fn exactly_one<T, const N: usize>(
    section: &str,
    keys: [(&str, Option<T>); N],
) -> Result<T> {
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
