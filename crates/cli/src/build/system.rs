//! One system of a build recipe: its vectors, checked and written.

use super::{
    recipe::{RankedBy, SystemSource},
    sources::{Corpus, SourceFolder},
};
use crate::{build::benchmark_writer::BenchmarkWriter, terminal::reporter};
use anyhow::{Result, bail};
use rankscope_core::analysis::uneven_lengths;
use rankscope_core::benchmark::{System, caption_vectors_path};
use std::{cell::Cell, collections::BTreeMap, path::Path, rc::Rc};

pub(super) struct SystemBuild<'a> {
    pub(super) source: &'a SystemSource,
    pub(super) gallery: &'a Path,
    pub(super) sources: &'a SourceFolder,
    pub(super) corpus: &'a Corpus,
    pub(super) n_queries: usize,
    /// How many captions the file of captions has, and the places of those of the corpus.
    pub(super) captions: (usize, &'a [usize]),
    pub(super) shard_rows: Option<usize>,
    pub(super) encoder_dims: &'a BTreeMap<String, u32>,
}

impl SystemBuild<'_> {
    /// Writes the system's vectors. Refuses those that do not fit the images, the queries, each other or
    /// the encoder.
    pub(super) fn add(&self, writer: &mut BenchmarkWriter) -> Result<System> {
        let Self { source, .. } = self;
        let gallery = self.sources.gallery(source, self.gallery, self.corpus)?;
        let queries = self.sources.query_vectors(source, self.n_queries)?;
        let seen = Rc::new(Cell::new(f64::INFINITY..0.0));
        let (gallery, queries) = match source.similarity {
            RankedBy::Cosine => (gallery.seeing_lengths(&seen), queries),
            RankedBy::Dot => {
                if source.encoder.is_some() || source.captions.is_some() {
                    bail!(
                        "similarity = \"dot\" adds a dimension, which the encoder and the vectors of \
                         captions lack: leave encoder and captions out"
                    );
                }
                // The longest of all has to be known before the first is written.
                let once = self.sources.gallery(source, self.gallery, self.corpus)?;
                once.seeing_lengths(&seen).rows.try_for_each(|row| row.map(drop))?;
                let longest = seen.take().end * (1.0 + f64::EPSILON);
                let rest = move |length: f64| (longest * longest - length * length).max(0.0).sqrt();
                (gallery.with_a_dimension(rest), queries.map(|it| it.with_a_dimension(|_| 0.0)))
            }
        };
        let dim = gallery.dim;
        if let Some(queries) = &queries {
            queries.check_dim(dim, &gallery.name)?;
        }
        let (n_captions, kept) = self.captions;
        let captions = self.sources.caption_vectors(source, n_captions, kept)?;
        if let Some(captions) = &captions {
            captions.check_dim(dim, &gallery.name)?;
        }
        // A system does not name an encoder that was left out.
        let encoder = source.encoder.clone().filter(|id| self.encoder_dims.contains_key(id));
        if let Some(id) = &encoder
            && let Some(&encoder_dim) = self.encoder_dims.get(id)
            && encoder_dim as usize != dim
        {
            bail!(
                "the vectors of encoder {id} have dim {encoder_dim}, and those of {} dim {dim}",
                gallery.name
            );
        }
        let queries =
            queries.map(|queries| queries.write_queries(writer, &source.id)).transpose()?;
        let name = gallery.name.clone();
        let system = System {
            encoder,
            dim: u32::try_from(dim)?,
            gallery: gallery.write_gallery(writer, &source.id, source.dtype, self.shard_rows)?,
            queries,
            ..source.system()
        };
        if let Some(words) = uneven_lengths(&seen.take()) {
            reporter::warn(format_args!(
                "{name}: {words}. For a model that is trained for dot products, write similarity = \
                 \"dot\" into its [[systems]]"
            ));
        }
        if let Some(captions) = captions {
            captions.write_texts(writer, caption_vectors_path(&source.id))?;
        }
        writer.add_system(&system)?;
        Ok(system)
    }
}
