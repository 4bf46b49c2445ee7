//! The vectors of a part as the page reads them, and those that it makes as shards in the browser's storage.

use super::asked::{Asked, refused};
use crate::ui::engine_client::ReplyEvent;
use crate::ui::task::{Ended, Slice};
use rankscope_core::analysis::words;
use rankscope_core::benchmark::{FileEntry, RowRange, System};
use rankscope_core::formats::FormatError;
use rankscope_core::vectors::{ShardDtype, Vectors, vectors_from_shard};
use rankscope_messages::{Failure, Progress, ProgressUnit};
use rankscope_transfer::{DERIVED_FOLDER, fetch_file, keep_vectors, shard_of};

/// The most bytes of a part's gallery: they and what is made of them are in the page's memory.
const MOST_BYTES: u64 = 128 << 20;
/// The most bytes of values in a shard of a gallery.
const SHARD_BYTES: usize = 4 << 20;

/// A system that the worker has, with the files of its gallery and its queries.
#[derive(Clone)]
pub(super) struct Stored {
    pub(super) system: System,
    pub(super) files: Vec<FileEntry>,
}

/// A system's vectors in memory.
pub(super) struct Vectored {
    /// In corpus order.
    pub(super) gallery: Vectors,
    /// In the order of the benchmark's.
    pub(super) queries: Vectors,
}

impl Stored {
    /// The files of the gallery, in order.
    pub(super) fn gallery(&self) -> Vec<FileEntry> {
        let is_of_gallery = |file: &&FileEntry| self.system.gallery.contains(&file.path);
        self.files.iter().filter(is_of_gallery).cloned().collect()
    }
}

impl Vectored {
    pub(super) async fn read(asked: &Asked, stored: &Stored) -> Result<Self, Ended> {
        let id = &stored.system.id;
        let gallery = stored.gallery();
        let is_of_queries = |file: &&FileEntry| stored.system.queries.as_ref() == Some(&file.path);
        let queries: Vec<FileEntry> = stored.files.iter().filter(is_of_queries).cloned().collect();
        let n_bytes: u64 = gallery.iter().map(|file| file.bytes).sum();
        if n_bytes > MOST_BYTES {
            return Err(refused(format!(
                "The vectors of {id} have {}, more than the {} from which the page makes others; \
                 rankscope eval --system has no such limit.",
                words::bytes(n_bytes),
                words::binary_bytes(MOST_BYTES)
            )));
        }
        if gallery.is_empty() || queries.is_empty() {
            return Err(refused(format!(
                "{id} has no stored vectors of images and queries, from which others could be made."
            )));
        }
        Ok(Self { gallery: read(asked, &gallery).await?, queries: read(asked, &queries).await? })
    }
}

async fn read(asked: &Asked, files: &[FileEntry]) -> Result<Vectors, Ended> {
    let mut all: Option<Vectors> = None;
    for file in files {
        let mut on_progress = |done, total| {
            let (what, unit) = (file.path.clone(), ProgressUnit::Bytes);
            asked.send(ReplyEvent::Progress(Progress { what, done, total, unit }));
        };
        let bytes = fetch_file(&asked.dataset.base_url, file, &|| false, &mut on_progress).await;
        let bytes = bytes.map_err(|e| Ended::Failed(Failure::from(&e)))?;
        let shard = vectors_from_shard(&file.path, &bytes).map_err(unreadable)?;
        match &mut all {
            None => all = Some(shard),
            Some(all) => all.append(&file.path, &shard).map_err(unreadable)?,
        }
    }
    all.ok_or(Ended::Cancelled)
}

#[expect(clippy::needless_pass_by_value, reason = "used as a function of an error")]
fn unreadable(error: FormatError) -> Ended {
    Ended::Failed(Failure {
        title: "A system's vectors cannot be read".into(),
        detail: error.to_string(),
        advice: "Build the benchmark again, or choose another system.".into(),
    })
}

/// Rows that are made one by one, as float32.
pub(super) struct Shards<'a> {
    asked: &'a Asked,
    /// What errors call them.
    name: &'a str,
    is_gallery: bool,
    next: Option<Vectors>,
    n_kept: usize,
    files: Vec<FileEntry>,
    slice: Slice,
}

impl<'a> Shards<'a> {
    /// Shards with their rows.
    pub(super) fn of_gallery(asked: &'a Asked, name: &'a str) -> Self {
        Self {
            asked,
            name,
            is_gallery: true,
            next: None,
            n_kept: 0,
            files: Vec::new(),
            slice: Slice::begun(),
        }
    }

    /// One shard.
    pub(super) fn of_queries(asked: &'a Asked, name: &'a str) -> Self {
        Self { is_gallery: false, ..Self::of_gallery(asked, name) }
    }

    pub(super) async fn push(&mut self, row: impl IntoIterator<Item = f32>) -> Result<(), Ended> {
        if self.slice.is_over() {
            self.slice.pause().await;
        }
        let row: Vec<f32> = row.into_iter().collect();
        let n_bytes = size_of_val(row.as_slice()).max(1);
        let next = self.next.get_or_insert_with(|| Vectors::new(row.len(), ShardDtype::F32));
        next.push(row);
        if self.is_gallery && next.n_rows() * n_bytes >= SHARD_BYTES {
            self.keep().await?;
        }
        Ok(())
    }

    /// Their files, in order.
    pub(super) async fn kept(mut self) -> Result<Vec<FileEntry>, Ended> {
        self.keep().await?;
        Ok(self.files)
    }

    async fn keep(&mut self) -> Result<(), Ended> {
        let Some(vectors) = self.next.take() else { return Ok(()) };
        let end = self.n_kept + vectors.n_rows();
        let rows = u32::try_from(self.n_kept).ok().zip(u32::try_from(end).ok());
        let rows = rows.map(|(start, end)| RowRange { start, end }).filter(|_| self.is_gallery);
        let (file, blob) =
            shard_of(DERIVED_FOLDER, self.name, &vectors, rows).map_err(unreadable)?;
        let kept = keep_vectors(&self.asked.dataset.base_url, &file, &blob).await;
        kept.map_err(|e| {
            let Failure { detail, advice, .. } = Failure::from(&e);
            let title = format!("The vectors of {} cannot be stored", self.name);
            Ended::Failed(Failure { title, detail, advice })
        })?;
        self.n_kept = end;
        self.files.push(file);
        Ok(())
    }
}
