//! A world in a folder: `images.safetensors` with one tensor `images`, bytes
//! `[n, size, size, 3]`, and `captions.jsonl` with a line for each image,
//! `{"clean": [...], "noisy": [...], "tags": [...]}`, of which only `clean` is needed.

use anyhow::{Context, Result, bail};
use rankscope_train::{CaptionKind, World};
use safetensors::{Dtype, SafeTensors};
use serde::Deserialize;
use std::{borrow::Cow, fs, path::Path};

pub(super) struct FolderWorld {
    size: usize,
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
    fn of(&self, kind: CaptionKind) -> &[String] {
        match kind {
            CaptionKind::Clean => &self.clean,
            CaptionKind::Noisy => &self.noisy,
            CaptionKind::Tags => &self.tags,
        }
    }
}

impl FolderWorld {
    pub(super) fn open(dir: &Path) -> Result<Self> {
        let path = dir.join("images.safetensors");
        let bytes = fs::read(&path).with_context(|| path.display().to_string())?;
        let file = SafeTensors::deserialize(&bytes).with_context(|| path.display().to_string())?;
        let images = file.tensor("images").with_context(|| path.display().to_string())?;
        let (size, n_images) = match images.shape() {
            [n, height, width, 3] if height == width => (*width, *n),
            other => bail!("{}: its shape is {other:?}, not [n, size, size, 3]", path.display()),
        };
        if images.dtype() != Dtype::U8 {
            bail!("{}: its type is {:?}, not U8", path.display(), images.dtype());
        }
        let path = dir.join("captions.jsonl");
        let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        let mut captions = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let line: Captions = serde_json::from_str(line)
                .with_context(|| format!("{}, line {}", path.display(), index + 1))?;
            if line.clean.is_empty() {
                bail!("{}, line {}: it has no clean caption", path.display(), index + 1);
            }
            captions.push(line);
        }
        if captions.len() != n_images {
            bail!("{n_images} images and {} lines of captions", captions.len());
        }
        Ok(Self { size, pixels: images.data().to_vec(), captions })
    }

    /// Whether every image has captions of this kind.
    pub(super) fn has(&self, kind: CaptionKind) -> bool {
        self.captions.iter().all(|captions| !captions.of(kind).is_empty())
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
        self.captions[row].of(kind).len()
    }

    fn caption(&self, row: usize, which: usize, kind: CaptionKind) -> Cow<'_, str> {
        Cow::Borrowed(&self.captions[row].of(kind)[which])
    }
}
