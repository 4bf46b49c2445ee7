//! Systems that are made without a network: `made_from` in a recipe.

mod pixels;
mod words;

pub(super) use pixels::descriptor;

use super::{
    recipe::{MadeFrom, SystemSource},
    sources::Corpus,
};
use crate::build::{benchmark_writer::BenchmarkWriter, shards::rows_from_vectors};
use anyhow::{Context, Result};
use rankscope_core::benchmark::{Caption, EncoderEntry, Query, System, caption_vectors_path};
use std::collections::HashMap;

pub(super) struct Materials<'a> {
    pub(super) corpus: &'a Corpus,
    pub(super) queries: &'a [Query],
    pub(super) captions: &'a [Caption],
    /// In corpus order.
    pub(super) descriptors: &'a [Vec<f32>],
    /// Whether the texts that images rank are the captions. Not so where a system from files has vectors
    /// of the queries alone, which would then rank nothing.
    pub(super) ranks_captions: bool,
    pub(super) shard_rows: Option<usize>,
}

struct Vectors {
    dim: usize,
    gallery: Vec<Vec<f32>>,
    /// None where nothing makes a vector of a text.
    texts: Option<Texts>,
    description: &'static str,
}

struct Texts {
    entry: EncoderEntry,
    parameters: u64,
    queries: Vec<Vec<f32>>,
    captions: Vec<Vec<f32>>,
}

impl Materials<'_> {
    /// Makes a system, writes it, and returns it with its encoder, if it has one.
    pub(super) fn add(
        &self,
        source: &SystemSource,
        of: MadeFrom,
        writer: &mut BenchmarkWriter,
    ) -> Result<(System, Option<EncoderEntry>)> {
        let made = match of {
            MadeFrom::Pixels => self.of_pixels(),
            MadeFrom::Captions => self.of_captions(source, writer)?,
        };
        let Vectors { dim, gallery, texts, description } = made;
        let id = &source.id;
        let rows = |what: &str, vectors| rows_from_vectors(format!("{what} of {id}"), dim, vectors);
        let gallery = rows("gallery", gallery);
        let gallery = gallery.write_gallery(writer, id, source.dtype, self.shard_rows)?;
        let mut queries = None;
        let (mut entry, mut parameters) = (None, source.parameters);
        if let Some(texts) = texts {
            if !texts.queries.is_empty() {
                queries = Some(rows("queries", texts.queries).write_queries(writer, id)?);
            }
            if !texts.captions.is_empty() {
                let path = caption_vectors_path(id);
                rows("captions", texts.captions).write_texts(writer, path)?;
            }
            (entry, parameters) = (Some(texts.entry), parameters.or(Some(texts.parameters)));
        }
        let mut system = System {
            encoder: entry.as_ref().map(|entry| entry.id.clone()),
            dim: u32::try_from(dim)?,
            parameters,
            gallery,
            queries,
            ..source.system()
        };
        if system.description.is_empty() {
            system.description = description.into();
        }
        writer.add_system(&system)?;
        Ok((system, entry))
    }

    fn of_pixels(&self) -> Vectors {
        Vectors {
            dim: pixels::DIM,
            gallery: self.descriptors.to_vec(),
            texts: None,
            description: "Colours and edges, and where they are in the picture: no network, and no \
                          knowledge of what it shows.",
        }
    }

    fn of_captions(&self, source: &SystemSource, writer: &mut BenchmarkWriter) -> Result<Vectors> {
        let mut of_image: HashMap<&str, Vec<&str>> = HashMap::new();
        for caption in self.captions {
            of_image.entry(&caption.image).or_default().push(&caption.text);
        }
        let captions: Vec<Vec<&str>> = self
            .corpus
            .images
            .iter()
            .map(|image| match of_image.remove(image.id.as_str()) {
                Some(captions) => captions,
                // Without captions, the one that is shown with the picture.
                None if image.caption.is_empty() => Vec::new(),
                None => vec![image.caption.as_str()],
            })
            .collect();
        let folder = tempfile::tempdir().context("cannot make a folder for the encoder")?;
        let encoder = words::write_pack(folder.path(), (&source.id, &source.title), &captions)?;
        let gallery: Result<_> =
            captions.iter().map(|captions| words::vector(&encoder, captions)).collect();
        let encoded = |texts: &[&str]| -> Result<Vec<Vec<f32>>> {
            let encoded = encoder.encode_all_blocking(texts)?;
            Ok(encoded.into_iter().map(|text| text.vector).collect())
        };
        let queries: Vec<&str> = self.queries.iter().map(|query| query.text.as_str()).collect();
        let captions_ranked = self.captions.iter().filter(|_| self.ranks_captions);
        let texts: Vec<&str> = captions_ranked.map(|caption| caption.text.as_str()).collect();
        let texts = Texts {
            parameters: encoder.manifest().parameters,
            queries: encoded(&queries)?,
            captions: encoded(&texts)?,
            entry: EncoderEntry {
                id: source.id.clone(),
                title: source.title.clone(),
                path: writer.add_encoder(&source.id, folder.path())?,
            },
        };
        Ok(Vectors {
            dim: encoder.manifest().dim,
            gallery: gallery?,
            texts: Some(texts),
            description: "The words of the captions, rare ones with more weight: no network, and no \
                          look at the pixels.",
        })
    }
}
