//! Training data from a folder: `images.safetensors` with one tensor `images`, bytes `[n, size,
//! size, 3]`, and `captions.jsonl` with a line for each image, `{"clean": [...], "noisy": [...],
//! "tags": [...]}`, of which only `clean` is required.

use anyhow::{Context, Result, bail};
use rankscope_cli::files;
use rankscope_train::{CaptionKind, World};
use safetensors::{Dtype, SafeTensors};
use serde::Deserialize;
use std::{borrow::Cow, path::Path};

/// In memory.
pub(super) struct FolderWorld {
    size: usize,
    /// `[n, size, size, 3]`.
    pixels: Vec<u8>,
    captions: Vec<Captions>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Captions {
    clean: Vec<String>,
    #[serde(default)]
    noisy: Vec<String>,
    #[serde(default)]
    tags: Vec<String>,
}

impl Captions {
    fn of_kind(&self, kind: CaptionKind) -> &[String] {
        match kind {
            CaptionKind::Clean => &self.clean,
            CaptionKind::Noisy => &self.noisy,
            CaptionKind::Tags => &self.tags,
        }
    }
}

impl FolderWorld {
    pub(super) fn open(folder: &Path) -> Result<Self> {
        let path = folder.join("images.safetensors");
        let name = path.display().to_string();
        let bytes = files::bytes(&path)?;
        let file = SafeTensors::deserialize(&bytes).with_context(|| name.clone())?;
        let images = file.tensor("images").with_context(|| name.clone())?;
        let (size, n_images) = match images.shape() {
            [n, height, width, 3] if height == width => (*width, *n),
            other => bail!("{name}: its shape is {other:?}, not [n, size, size, 3]"),
        };
        if images.dtype() != Dtype::U8 {
            bail!("{name}: its type is {:?}, not U8", images.dtype());
        }
        let path = folder.join("captions.jsonl");
        let name = path.display().to_string();
        let mut captions = Vec::new();
        for (number, line) in (1..).zip(files::text(&path)?.lines()) {
            let line: Captions =
                serde_json::from_str(line).with_context(|| format!("{name}, line {number}"))?;
            if line.clean.is_empty() {
                bail!("{name}, line {number}: it has no clean caption");
            }
            captions.push(line);
        }
        if captions.len() != n_images {
            bail!("{name} has {} lines, and there are {n_images} images", captions.len());
        }
        Ok(Self { size, pixels: images.data().to_vec(), captions })
    }

    /// Whether every image has captions of this kind.
    pub(super) fn has(&self, kind: CaptionKind) -> bool {
        self.captions.iter().all(|captions| !captions.of_kind(kind).is_empty())
    }
}

impl World for FolderWorld {
    fn len(&self) -> usize {
        self.captions.len()
    }

    fn image_size(&self) -> usize {
        self.size
    }

    fn image(&self, row: usize) -> Cow<'_, [u8]> {
        let len = 3 * self.size * self.size;
        Cow::Borrowed(&self.pixels[row * len..(row + 1) * len])
    }

    fn n_captions(&self, row: usize, kind: CaptionKind) -> usize {
        self.captions[row].of_kind(kind).len()
    }

    fn caption(&self, row: usize, which: usize, kind: CaptionKind) -> Cow<'_, str> {
        Cow::Borrowed(&self.captions[row].of_kind(kind)[which])
    }
}
