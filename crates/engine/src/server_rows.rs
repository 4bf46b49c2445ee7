//! Galleries whose signs come with the benchmark: signs are fetched and kept, and shards stay on
//! the server, which is asked for single rows.

use super::{context::Context, error::EngineError, session::Session, shard_parts::Head};
use rankscope_core::benchmark::{FileEntry, System, signs_path};
use rankscope_core::search::{large::SIGN_SEED, scan::SignCodes};
use rankscope_core::vectors::{ShardOutline, Vectors};
use rankscope_transfer::{is_kept, is_on_this_machine, keep_bytes};
use std::{ops::Range, rc::Rc};

/// Enough of a shard for its whole header, if this program wrote it.
const HEAD_BYTES: u64 = 1_024;
/// Rows at most so far apart are fetched as one part: about what another part costs.
const MAX_GAP_BYTES: u64 = 1_024;

impl Session {
    /// Whether a gallery that does not fit in memory is searched by the signs that come with it,
    /// with its vectors on the server.
    pub(super) fn is_in_parts(&self, system: &System) -> bool {
        self.is_large(system)
            && !self.parts.is_given_up()
            && !is_on_this_machine(&self.base_url)
            && self.manifest.has_signs(system)
    }

    /// Of all shards of a system.
    pub(super) fn bytes_of_signs(&self, system: &System) -> u64 {
        let files = system.gallery.iter().filter_map(|path| self.manifest.signs_file(path));
        files.map(|file| file.bytes).sum()
    }

    /// The signs of a shard's rows, kept and checked against the manifest. `on_progress` gets the
    /// bytes done.
    pub(super) async fn signs(
        &self,
        system: &System,
        index: usize,
        context: &Context,
        on_progress: &dyn Fn(u64),
    ) -> Result<Rc<SignCodes>, EngineError> {
        let shard = self.path_of_shard(system, index)?;
        let load = || async {
            let bytes = self.bytes_of_signs_of(system, index, context, on_progress).await?;
            let (n_rows, dim) = (self.rows_of_shard(system, index).len(), system.dim as usize);
            // The hash of the whole file is checked.
            let signs = SignCodes::read(n_rows, dim, SIGN_SEED, &bytes, true);
            let signs = signs.ok_or_else(|| self.other_signs(shard, n_rows, system))?;
            let n_bytes = signs.bytes();
            Ok((signs, n_bytes))
        };
        self.parts.signs.get(shard, load).await
    }

    /// The file with the signs of a shard's rows.
    pub(super) async fn bytes_of_signs_of(
        &self,
        system: &System,
        index: usize,
        context: &Context,
        on_progress: &dyn Fn(u64),
    ) -> Result<Vec<u8>, EngineError> {
        let shard = self.path_of_shard(system, index)?;
        let n_rows = self.rows_of_shard(system, index).len();
        let other = || self.other_signs(shard, n_rows, system);
        let file = self.manifest.signs_file(shard).ok_or_else(other)?;
        // Compare the manifest's size with the shard before anything is fetched.
        let expected = SignCodes::file_bytes(n_rows, system.dim as usize);
        if expected.map(|bytes| bytes as u64) != Some(file.bytes) {
            return Err(other());
        }
        let is_cancelled = || context.is_cancelled();
        let mut on_progress = |done| on_progress(done);
        let was_checked = self.parts.are_signs_checked(shard);
        let bytes =
            keep_bytes(&self.base_url, file, was_checked, &is_cancelled, &mut on_progress).await?;
        self.parts.note_checked_signs(shard);
        Ok(bytes)
    }

    /// The vectors `[rows, dim]` of rows of a shard, ascending and numbered as in the corpus: from
    /// this machine if the shard is stored here, else by parts of the file, which are not checked
    /// yet.
    pub(super) async fn unchecked_rows(
        &self,
        system: &System,
        index: usize,
        rows_in_corpus: &[u32],
        context: &Context,
    ) -> Result<Vectors, EngineError> {
        let shard = self.path_of_shard(system, index)?;
        if self.is_shard_here(self.manifest.file(shard)?).await {
            return Ok(self.shard(system, index, context).await?.vectors(rows_in_corpus)?);
        }
        let head = self.head(system, index, context).await?;
        let Head { outline, scales } = &*head;
        let first_row = self.rows_of_shard(system, index).start;
        let in_shard = |row: &u32| row.checked_sub(first_row).map(|row| row as usize);
        let rows: Vec<usize> = rows_in_corpus.iter().filter_map(in_shard).collect();
        let width = outline.bytes_per_row() as u64;
        let runs: Vec<&[usize]> =
            rows.chunk_by(|a, b| b.saturating_sub(a + 1) as u64 * width <= MAX_GAP_BYTES).collect();
        let of_run = |run: &&[usize]| match (run.first(), run.last()) {
            (Some(first), Some(last)) => *first..last + 1,
            _ => 0..0,
        };
        let spans: Vec<Range<usize>> = runs.iter().map(of_run).collect();
        let parts: Vec<Range<u64>> = spans.iter().map(|span| outline.rows(span.clone())).collect();
        let sent = self.fetch_parts(shard, &parts, context).await?;
        let mut vectors = Vectors::new(outline.dim(), outline.dtype());
        for ((run, span), bytes) in runs.iter().zip(spans).zip(sent) {
            let read = outline.vectors(span.start, bytes, scales)?;
            for row in *run {
                let place = row - span.start;
                vectors.append(outline.name(), &read.rows_as_stored(place..place + 1))?;
            }
        }
        Ok(vectors)
    }

    /// The same for rows of any shards, in any order, each checked against its signs.
    pub(super) async fn checked_rows(
        &self,
        system: &System,
        rows_in_corpus: &[u32],
        context: &Context,
    ) -> Result<Vec<(u32, Vec<f32>)>, EngineError> {
        let mut found = Vec::with_capacity(rows_in_corpus.len());
        for index in 0..system.gallery.len() {
            let of_shard = self.rows_of_shard(system, index);
            let mut rows: Vec<u32> =
                rows_in_corpus.iter().filter(|row| of_shard.contains(row)).copied().collect();
            rows.sort_unstable();
            rows.dedup();
            if rows.is_empty() {
                continue;
            }
            let signs = self.signs(system, index, context, &|_| {}).await?;
            let vectors = self.unchecked_rows(system, index, &rows, context).await?;
            let taken = SignCodes::new(&vectors, SIGN_SEED);
            for (place, row) in rows.iter().enumerate() {
                let row_in_shard = (row - of_shard.start) as usize;
                if taken.of_row(place) != signs.of_row(row_in_shard) {
                    return Err(self.other_row(system, *row));
                }
                found.push((*row, vectors.row(place).collect()));
            }
        }
        Ok(found)
    }

    /// If `error` is about parts of files, ends their use and adds a notice; otherwise `false`.
    pub(super) fn gives_up_parts(&self, error: &EngineError) -> bool {
        if !error.is_about_parts() {
            return false;
        }
        self.parts.give_up();
        self.add_notice(&format!(
            "Whole files of vectors are fetched, which takes longer, since parts of them cannot be \
             used: {error}."
        ));
        true
    }

    /// A row in a part does not match its signs.
    pub(super) fn other_row(&self, system: &System, row: u32) -> EngineError {
        let index = self.shard_of_row(system, row).unwrap_or_default();
        let row_in_shard = row - self.rows_of_shard(system, index).start.min(row);
        let path = system.gallery.get(index).cloned().unwrap_or_default();
        EngineError::OtherRow { path, row: row_in_shard }
    }

    fn other_signs(&self, shard: &str, n_rows: usize, system: &System) -> EngineError {
        let path = signs_path(shard);
        EngineError::OtherSigns { path, n_rows, dim: system.dim }
    }

    /// Whether a shard is on this machine.
    async fn is_shard_here(&self, shard: &FileEntry) -> bool {
        if let Some(is_here) = self.parts.is_here(&shard.path) {
            return is_here;
        }
        let is_here = is_kept(&self.base_url, shard).await;
        self.parts.note_whether_here(&shard.path, is_here);
        is_here
    }

    /// The header and the scales of a shard on the server.
    async fn head(
        &self,
        system: &System,
        index: usize,
        context: &Context,
    ) -> Result<Rc<Head>, EngineError> {
        let path = self.path_of_shard(system, index)?;
        let load = || async {
            let n_bytes = self.manifest.file(path)?.bytes;
            let fetch = async |part: Range<u64>| {
                let mut sent = self.fetch_parts(path, &[part], context).await?;
                Ok::<_, EngineError>(sent.pop().unwrap_or_default())
            };
            let mut bytes = fetch(0..HEAD_BYTES.min(n_bytes)).await?;
            let first = bytes.first_chunk().copied().unwrap_or_default();
            let place = ShardOutline::header(path, first)?;
            if bytes.len() < place.end {
                bytes = fetch(0..(place.end as u64).min(n_bytes)).await?;
            }
            let header = bytes.get(place).unwrap_or_default();
            let outline = ShardOutline::new(path, header, n_bytes)?;
            let expected = (self.rows_of_shard(system, index).len(), system.dim as usize);
            if (outline.n_rows(), outline.dim()) != expected {
                return Err(EngineError::OtherRow { path: path.into(), row: 0 });
            }
            let scales = match outline.scales() {
                Some(part) => outline.scales_from(&fetch(part).await?)?,
                None => Vec::new(),
            };
            let n_bytes = size_of_val(&scales[..]);
            Ok((Head { outline, scales }, n_bytes))
        };
        self.parts.heads.get(path, load).await
    }

    /// Fetches the header and the scales of a shard ahead of its rows, unless it is on this
    /// machine.
    pub(super) async fn prepare_rows(
        &self,
        system: &System,
        index: usize,
        context: &Context,
    ) -> Result<(), EngineError> {
        let file = self.manifest.file(self.path_of_shard(system, index)?)?;
        if !self.is_shard_here(file).await {
            self.head(system, index, context).await?;
        }
        Ok(())
    }

    async fn fetch_parts(
        &self,
        path: &str,
        parts: &[Range<u64>],
        context: &Context,
    ) -> Result<Vec<Vec<u8>>, EngineError> {
        let url = format!("{}{path}", self.base_url);
        let is_cancelled = || context.is_cancelled();
        Ok(self.parts.server.fetch(&url, parts, &is_cancelled).await?)
    }
}
