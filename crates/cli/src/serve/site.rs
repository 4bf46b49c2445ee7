//! Which file a path of the site means.

use super::kept::Kept;
use crate::serve::packed_page::{PackedFile, packed_file};
use percent_encoding::percent_decode_str;
use rankscope_core::views::{INDEX_FILE, Page, with_single_slashes};
use std::{
    fs, io,
    path::{Component, Path, PathBuf},
};

pub(super) struct Site {
    pub(super) page: PageFiles,
    pub(super) benchmark: PathBuf,
    /// Where other machines may ask.
    pub(super) kept: Option<Kept>,
}

pub(super) enum PageFiles {
    Folder(PathBuf),
    Packed,
}

pub(super) enum Found {
    File(ServedFile),
    Packed(&'static PackedFile),
    /// A folder with an index.html, requested without the slash at the end that its links need.
    Folder,
    /// The path of the same file that the page's links have.
    At(String),
    /// A symbolic link that leads out of the folder.
    Outside,
    /// With what to show instead, if the page has that.
    Nothing(Option<Instead>),
}

pub(super) enum Instead {
    File(ServedFile),
    Packed(&'static PackedFile),
}

/// A file inside the folder that it was found in.
pub(super) struct ServedFile {
    pub(super) path: PathBuf,
    pub(super) len: u64,
    /// Whether there is a `<name>.br` of it.
    pub(super) has_brotli: bool,
    pub(super) is_of_page: bool,
}

enum Entry {
    Folder,
    File(ServedFile),
    Outside,
    Missing,
}

impl Site {
    /// `path` is percent-encoded, without a query string.
    pub(super) fn find(&self, path: &str) -> Found {
        if let Some(usual) = usual_path(path) {
            return Found::At(usual);
        }
        let Ok(path) = percent_decode_str(path).decode_utf8() else { return self.nothing() };
        let (folder, relative) = match (path.strip_prefix("/benchmark/"), path.strip_prefix('/')) {
            (Some(file), _) => (&self.benchmark, file),
            (None, Some(file)) => {
                let file = if is_view(&path) { INDEX_FILE } else { file };
                match &self.page {
                    PageFiles::Folder(dist) => (dist, file),
                    PageFiles::Packed => return self.packed(file),
                }
            }
            (None, None) => return self.nothing(),
        };
        let has_slash = path.ends_with('/');
        match self.entry(folder, relative) {
            // A path with a slash at the end is a folder's.
            Entry::File(file) if !has_slash => Found::File(file),
            Entry::File(_) | Entry::Missing => self.nothing(),
            Entry::Outside => Found::Outside,
            Entry::Folder => match self.entry(folder, &format!("{relative}/{INDEX_FILE}")) {
                Entry::File(file) if has_slash => Found::File(file),
                Entry::File(_) => Found::Folder,
                Entry::Outside => Found::Outside,
                Entry::Folder | Entry::Missing => self.nothing(),
            },
        }
    }

    /// Of the folders of a packed page, only its root has an index.html.
    fn packed(&self, file: &str) -> Found {
        let file = if file.is_empty() { INDEX_FILE } else { file };
        packed_file(file).map_or_else(|| self.nothing(), Found::Packed)
    }

    fn nothing(&self) -> Found {
        const NOT_FOUND: &str = "404.html";
        Found::Nothing(match &self.page {
            PageFiles::Packed => packed_file(NOT_FOUND).map(Instead::Packed),
            PageFiles::Folder(dist) => match self.entry(dist, NOT_FOUND) {
                Entry::File(file) => Some(Instead::File(file)),
                _ => None,
            },
        })
    }

    fn entry(&self, folder: &Path, relative: &str) -> Entry {
        let relative = Path::new(relative.trim_start_matches('/'));
        if !relative.components().all(|part| matches!(part, Component::Normal(_))) {
            return Entry::Missing;
        }
        self.existing(folder, folder.join(relative)).unwrap_or(Entry::Missing)
    }

    /// Follows links each time, since a new build may take the place of a folder.
    fn existing(&self, folder: &Path, path: PathBuf) -> io::Result<Entry> {
        let folder = folder.canonicalize()?;
        let target = path.canonicalize()?;
        if !target.starts_with(&folder) {
            return Ok(Entry::Outside);
        }
        let meta = fs::metadata(&target)?;
        if meta.is_dir() {
            return Ok(Entry::Folder);
        }
        // Neither a named pipe nor a device, which have no end.
        if !meta.is_file() {
            return Ok(Entry::Missing);
        }
        let mut brotli = path.clone().into_os_string();
        brotli.push(".br");
        let brotli = PathBuf::from(brotli).canonicalize();
        let has_brotli = brotli.is_ok_and(|brotli| brotli.starts_with(&folder) && brotli.is_file());
        let is_of_page = self.is_of_page(&folder, &target)?;
        Ok(Entry::File(ServedFile { path, len: meta.len(), has_brotli, is_of_page }))
    }

    /// The page's folder may hold benchmarks too: the built-in one, or the one that is served. What counts
    /// is where a file is, since on some systems several paths lead to it.
    fn is_of_page(&self, folder: &Path, target: &Path) -> io::Result<bool> {
        let PageFiles::Folder(dist) = &self.page else { return Ok(false) };
        let (dist, benchmark) = (dist.canonicalize()?, self.benchmark.canonicalize()?);
        let is_below = |folder: &Path| folder != dist && folder.starts_with(&dist);
        let is_benchmarks = target.starts_with(dist.join("benchmark"))
            || (is_below(&benchmark) && target.starts_with(&benchmark));
        Ok(folder == dist && !is_benchmarks)
    }
}

/// Whether index.html answers a path. (Explore's path is the folder itself.)
fn is_view(path: &str) -> bool {
    Page::ALL.into_iter().any(|page| page != Page::Explore && page.path() == path)
}

/// The path that the page's links have instead of this one; `None` if it is this one. Files of the page
/// have relative addresses, which would not be found from here.
fn usual_path(path: &str) -> Option<String> {
    let single = with_single_slashes(path);
    let usual = single.as_deref().unwrap_or(path);
    // The page by its name; the benchmark's files are below.
    if usual.trim_end_matches('/') == "/benchmark" {
        return Some(Page::Benchmark.path().to_owned());
    }
    let view = usual.strip_suffix('/').filter(|view| is_view(view));
    view.map(str::to_owned).or(single)
}

pub(super) fn content_type(file: &Path) -> &'static str {
    match file.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("json") => "application/json",
        Some("jsonl") => "application/jsonl; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("jpg" | "jpeg") => "image/jpeg",
        Some("webp") => "image/webp",
        Some("qrels" | "txt" | "run") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
