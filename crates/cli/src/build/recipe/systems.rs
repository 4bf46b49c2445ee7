//! `[[systems]]` of a build recipe: vectors from files, or made from the pictures or their captions.

use super::{images::Metadata, sources::exactly_one};
use anyhow::{Result, bail};
use rankscope_core::{benchmark::System, vectors::ShardDtype};
use serde::Deserialize;
use std::path::{Path, PathBuf};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SystemSource {
    pub(crate) id: String,
    pub(crate) title: String,
    #[serde(default)]
    pub(crate) description: String,
    pub(crate) encoder: Option<String>,
    /// `[images, dim]` as `.npy`; several files with `*` for the number.
    gallery: Option<PathBuf>,
    made_from: Option<MadeFrom>,
    /// A list of the ids of the gallery's rows, if they are not in corpus order.
    gallery_ids: Option<PathBuf>,
    /// The same, as a column of the metadata of the vectors.
    gallery_metadata: Option<Metadata>,
    /// `[queries, dim]` as `.npy`.
    pub(crate) queries: Option<PathBuf>,
    /// `[captions, dim]` as `.npy`, in the order of the captions file.
    pub(crate) captions: Option<PathBuf>,
    #[serde(default)]
    pub(crate) similarity: RankedBy,
    /// How the gallery is stored.
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

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum RankedBy {
    #[default]
    Cosine,
    /// Stored so that the cosine ranks in the same order.
    Dot,
}

/// What to make vectors from, without a network.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum MadeFrom {
    /// Colours and edges, and where they are.
    Pixels,
    /// The words of the captions.
    Captions,
}

pub(crate) enum VectorSource<'a> {
    Gallery(&'a Path),
    Made(MadeFrom),
}

/// Which image each row of a gallery is of.
pub(crate) enum GalleryIds<'a> {
    /// Rows are in corpus order.
    CorpusOrder,
    List(&'a Path),
    Metadata(&'a Metadata),
}

impl SystemSource {
    pub(crate) fn vectors(&self) -> Result<VectorSource<'_>> {
        let keys = [
            ("gallery", self.gallery.as_deref().map(VectorSource::Gallery)),
            ("made_from", self.made_from.map(VectorSource::Made)),
        ];
        exactly_one(&format!("system {}", self.id), keys)
    }

    /// Whether captions can be the texts that images rank: it has vectors of them, makes some, or ranks no
    /// texts at all.
    pub(crate) fn may_rank_captions(&self) -> bool {
        self.captions.is_some() || self.queries.is_none()
    }

    pub(crate) fn is_made_from(&self, what: MadeFrom) -> bool {
        self.made_from == Some(what)
    }

    /// The system without its vectors.
    pub(crate) fn system(&self) -> System {
        System {
            id: self.id.clone(),
            title: self.title.clone(),
            description: self.description.clone(),
            parameters: self.parameters,
            flops_per_query: self.flops_per_query,
            flops_per_image: self.flops_per_image,
            source: self.source.clone(),
            license: self.license.clone(),
            ..System::default()
        }
    }

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
