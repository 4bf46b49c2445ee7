//! Which file a path of the site means.

use percent_encoding::percent_decode_str;
use rankscope_core::views::Page;
use std::path::{Component, Path, PathBuf};

/// The two folders to serve.
pub(super) struct Site {
    /// The page, at /.
    pub(super) dist: PathBuf,
    /// The benchmark, at /benchmark/.
    pub(super) benchmark: PathBuf,
}

/// What is at a path.
pub(super) enum Found {
    /// A file.
    File(PathBuf),
    /// A folder with an index.html, without the slash at the end that its links need.
    Folder,
    /// Nothing; with the file to show instead, if the page has one.
    Nothing(Option<PathBuf>),
}

impl Site {
    /// What is at a path of a request: percent-encoded, without a query string.
    pub(super) fn find(&self, path: &str) -> Found {
        let Ok(path) = percent_decode_str(path).decode_utf8() else { return self.nothing() };
        let target = match path.strip_prefix("/benchmark/") {
            Some(file) => within(&self.benchmark, file),
            None if is_view(&path) => Some(self.dist.join("index.html")),
            None => path.strip_prefix('/').and_then(|file| within(&self.dist, file)),
        };
        let Some(target) = target else { return self.nothing() };
        if !target.is_dir() {
            // A path with a slash at the end is a folder's.
            let is_file = target.is_file() && !path.ends_with('/');
            return if is_file { Found::File(target) } else { self.nothing() };
        }
        let index = target.join("index.html");
        match (index.is_file(), path.ends_with('/')) {
            (true, true) => Found::File(index),
            (true, false) => Found::Folder,
            (false, _) => self.nothing(),
        }
    }

    fn nothing(&self) -> Found {
        Found::Nothing(Some(self.dist.join("404.html")).filter(|file| file.is_file()))
    }
}

/// Whether index.html answers a path. (Explore's is the folder itself, and found as one.)
fn is_view(path: &str) -> bool {
    Page::ALL.into_iter().any(|page| page != Page::Explore && page.path() == path)
}

/// A path below a folder; `None` for one that leads out of it.
fn within(folder: &Path, relative: &str) -> Option<PathBuf> {
    let relative = Path::new(relative);
    let stays = relative.components().all(|part| matches!(part, Component::Normal(_)));
    stays.then(|| folder.join(relative))
}

/// The `Content-Type` of a file, by its extension.
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
