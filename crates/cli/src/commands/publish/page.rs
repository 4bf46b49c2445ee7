//! The files of the page, as a site needs them.

use crate::{
    serve::packed_page::{PackedFile, packed_page},
    writing::replaceable::files_in,
};
use anyhow::{Context, Result, bail};
use rankscope_core::views::INDEX_FILE;
use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

pub(super) enum PageFile {
    InFolder(PathBuf),
    Packed(&'static PackedFile),
}

/// The page's files by path in the site, with `/`: those of the folder, or else of the page in this
/// program.
pub(super) fn files(dist: Option<&Path>) -> Result<Vec<(String, PageFile)>> {
    if let Some(dist) = dist {
        return in_folder(dist);
    }
    let packed = packed_page().iter();
    let files: Vec<(String, PageFile)> =
        packed.map(|file| (file.path.to_owned(), PageFile::Packed(file))).collect();
    if files.is_empty() {
        bail!(
            "this program was built without the page (feature `page`): give the folder of a built \
             one with --dist; scripts/serve builds both and leaves the page in dist"
        );
    }
    Ok(files)
}

/// Leaves out a benchmark in the folder, and the brotli and gzip forms of other files: static hosts
/// compress by themselves.
fn in_folder(dist: &Path) -> Result<Vec<(String, PageFile)>> {
    for file in [INDEX_FILE, "404.html", "boot.js"] {
        if !dist.join(file).is_file() {
            bail!(
                "{} has no {file}, so it is not a built page: build it with scripts/serve, and give \
                 its folder as --dist",
                dist.display()
            );
        }
    }
    let there =
        files_in(dist).with_context(|| format!("cannot read the folder {}", dist.display()))?;
    let names: BTreeSet<String> = there.iter().filter_map(|path| with_slashes(path)).collect();
    let is_compressed = |name: &str| {
        let plain = [".br", ".gz"].into_iter().find_map(|ending| name.strip_suffix(ending));
        plain.is_some_and(|plain| names.contains(plain))
    };
    let is_needed = |name: &&String| !name.starts_with("benchmark/") && !is_compressed(name);
    let file = |name: &String| (name.clone(), PageFile::InFolder(dist.join(name)));
    Ok(names.iter().filter(is_needed).map(file).collect())
}

/// `None` for a path that is not UTF-8.
pub(super) fn with_slashes(path: &Path) -> Option<String> {
    let parts: Option<Vec<&str>> =
        path.components().map(|part| part.as_os_str().to_str()).collect();
    Some(parts?.join("/"))
}
