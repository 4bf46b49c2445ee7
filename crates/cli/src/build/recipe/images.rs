//! `[images]` of a build recipe: the corpus, and what is shown of each picture.

use super::sources::exactly_one;
use anyhow::Result;
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
    /// Image files with `*` for the number, `im*.jpg`.
    files: Option<PathBuf>,
    metadata: Option<Metadata>,
    /// Runs and judgements that name the images.
    named_in: Option<Vec<PathBuf>>,
    /// A folder of pictures, of which the benchmark keeps small copies. With another key of ids, each id
    /// is that of a file in it.
    pub(crate) folder: Option<PathBuf>,
    /// What to make ids from, where no other key gives them.
    pub(crate) named_by: Option<NamedBy>,
    /// The order of the folder's pictures, where no other key gives it.
    pub(crate) order: Option<FileOrder>,
    /// What replaces white space in ids.
    pub(crate) spaces: Option<String>,
    /// Whether to reduce the copies; otherwise files are copied unchanged.
    pub(crate) thumbnails: Option<bool>,
    /// The address of the full picture, with `{file}` or `{id}`.
    pub(crate) original: Option<String>,
    #[serde(default)]
    pub(crate) skip_undecodable: bool,
    #[serde(default)]
    pub(crate) without_seeds: bool,
    /// A URL or path with `{id}`, or `{id:012}` for an id padded with zeros.
    pub(crate) uri: Option<String>,
    #[serde(default)]
    pub(crate) attribution: String,
    #[serde(default)]
    pub(crate) license: String,
    /// Which caption to show with an image.
    pub(crate) caption: Option<WhichCaption>,
    /// A folder of MIRFLICKR's `tags{N}.txt`.
    pub(crate) tags: Option<PathBuf>,
    /// A folder of MIRFLICKR's `license{N}.txt`, which credit the photographer.
    pub(crate) licenses: Option<PathBuf>,
    /// A folder of MIRFLICKR's `exif{N}.txt`.
    pub(crate) exif: Option<PathBuf>,
    pub(crate) fields: Option<FieldsSource>,
    pub(crate) visual_genome: Option<VisualGenome>,
}

/// Visual Genome's files: objects become tags, and captions of COCO those of its images.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct VisualGenome {
    /// `objects.json` or `scene_graphs.json`.
    pub(crate) objects: Option<PathBuf>,
    /// `image_data.json`, which says which image of COCO an image is.
    pub(crate) image_data: Option<PathBuf>,
    /// COCO's `captions_*.json`.
    #[serde(default)]
    pub(crate) captions: Vec<PathBuf>,
}

/// The part of a file's path that is its id.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum NamedBy {
    /// All but the ending: `birds/heron` for `birds/heron.jpg`.
    #[default]
    Stem,
    /// The whole path.
    File,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum FileOrder {
    /// `9.jpg` before `10.jpg`.
    Natural,
    /// `10.jpg` before `9.jpg`, as Python's `sorted` orders them.
    Sorted,
}

/// A table of CSV, JSON or Parquet with a row for each picture. Each key names a column.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FieldsSource {
    /// One file, or several with `*` for the number.
    pub(crate) files: PathBuf,
    /// `inquire`: the columns of iNat24's metadata, where no key names others.
    pub(crate) like: Option<FieldsLike>,
    pub(crate) id: Option<String>,
    /// Appended to the ids.
    #[serde(default)]
    pub(crate) suffix: String,
    pub(crate) creator: Option<String>,
    pub(crate) title: Option<String>,
    pub(crate) licence: Option<String>,
    pub(crate) taken: Option<String>,
    pub(crate) lat: Option<String>,
    pub(crate) lon: Option<String>,
    /// EXIF fields by name, with their columns.
    #[serde(default)]
    pub(crate) exif: BTreeMap<String, String>,
    /// Facets by name, with their columns.
    #[serde(default)]
    pub(crate) facets: BTreeMap<String, String>,
    /// The column of tags, separated by commas or semicolons.
    pub(crate) tags: Option<String>,
}

impl FieldsSource {
    /// Whether it names anything but facets and tags, or nothing at all.
    pub(crate) fn has_fields(&self) -> bool {
        let fields = [&self.creator, &self.title, &self.licence, &self.taken, &self.lat, &self.lon];
        let has_others = !self.facets.is_empty() || self.tags.is_some();
        let has_fields = self.like.is_some() || !self.exif.is_empty();
        has_fields || fields.iter().any(|key| key.is_some()) || !has_others
    }
}

/// A publisher whose columns are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum FieldsLike {
    /// INQUIRE and iNat24.
    Inquire,
}

pub(crate) enum ImageSource<'a> {
    Ids(&'a Path),
    Range([u32; 2]),
    Files(&'a Path),
    Metadata(&'a Metadata),
    NamedIn(&'a [PathBuf]),
    /// In the natural order of names.
    Folder(NamedBy),
}

/// Parquet files with a row for each row of the vectors, as clip-retrieval writes them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Metadata {
    /// One file, or several with `*` for the number.
    pub(crate) files: PathBuf,
    #[serde(default = "image_path")]
    pub(crate) id: String,
    /// Appended to the ids: INQUIRE's metadata leaves `.jpg` out.
    #[serde(default)]
    pub(crate) suffix: String,
    /// In [images] only.
    pub(crate) caption: Option<String>,
    /// In [images] only.
    pub(crate) uri: Option<String>,
    /// In [images] only: facets, such as species and place, with their columns.
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
    /// The name of its file, without the ending.
    Name,
    /// The text in the `.txt` next to the file, as img2dataset writes it.
    Beside,
}

impl Images {
    pub(crate) fn has_captions_in_metadata(&self) -> bool {
        self.metadata.as_ref().is_some_and(|metadata| metadata.caption.is_some())
    }

    pub(crate) fn source(&self) -> Result<ImageSource<'_>> {
        let named_by = self.named_by.unwrap_or_default();
        // With another key, the folder gives the pictures, and that key the ids.
        let gives_ids = self.ids.is_none()
            && self.range.is_none()
            && self.files.is_none()
            && self.metadata.is_none()
            && self.named_in.is_none();
        let keys = [
            ("ids", self.ids.as_deref().map(ImageSource::Ids)),
            ("range", self.range.map(ImageSource::Range)),
            ("files", self.files.as_deref().map(ImageSource::Files)),
            ("metadata", self.metadata.as_ref().map(ImageSource::Metadata)),
            ("named_in", self.named_in.as_deref().map(ImageSource::NamedIn)),
            (
                "folder",
                self.folder.as_ref().filter(|_| gives_ids).map(|_| ImageSource::Folder(named_by)),
            ),
        ];
        exactly_one("[images]", keys)
    }
}
