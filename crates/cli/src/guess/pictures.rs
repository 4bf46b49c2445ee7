//! Pictures by the endings of their names.

use crate::{
    build::has_picture_ending,
    writing::files::{self, FolderLinks},
};
use anyhow::Result;
use std::{
    collections::{HashMap, HashSet},
    ffi::OsString,
    path::Path,
};

pub(super) fn count_pictures(folder: &Path) -> Result<usize> {
    let mut n = 0;
    each_picture(folder, &mut |_| n += 1)?;
    Ok(n)
}

/// Whether no two folders have pictures of the same name, endings aside.
pub(super) fn have_own_names(folders: &[(&Path, usize)]) -> Result<bool> {
    let mut folder_of: HashMap<OsString, usize> = HashMap::new();
    let mut are_unique = true;
    for (place, (folder, _)) in folders.iter().enumerate() {
        each_picture(folder, &mut |path| {
            let stem = path.file_stem().unwrap_or_default().to_owned();
            are_unique &= *folder_of.entry(stem).or_insert(place) == place;
        })?;
    }
    Ok(are_unique)
}

#[derive(Debug, Default)]
pub(super) struct Names {
    /// How many have words, as `sleeping cat.jpg` has and `IMG_0042.jpg` has not.
    pub(super) n_with_words: usize,
    /// How many have a `.txt` next to them.
    pub(super) n_with_texts: usize,
    /// Whether white space is in one, or in a folder's name.
    pub(super) have_spaces: bool,
    /// Whether two differ by nothing but their endings, `a.jpg` and `a.png`.
    pub(super) need_endings: bool,
}

pub(super) fn names(folder: &Path) -> Result<Names> {
    let mut names = Names::default();
    let mut stems = HashSet::new();
    each_picture(folder, &mut |path| {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().to_lowercase();
        let mut words = stem.split(|c: char| !c.is_alphabetic());
        let is_word =
            |word: &str| word.chars().count() > 2 && !CAMERAS.split(' ').any(|usual| usual == word);
        names.n_with_words += usize::from(words.any(is_word));
        let relative = path.strip_prefix(folder).unwrap_or(path).with_extension("");
        names.have_spaces |= relative.to_string_lossy().contains(char::is_whitespace);
        names.n_with_texts += usize::from(path.with_extension("txt").is_file());
        names.need_endings |= !stems.insert(relative);
    })?;
    Ok(names)
}

/// What cameras and programs call pictures.
const CAMERAS: &str = "img dsc dscn dscf pxl mvi image images photo picture pic scan screenshot frame \
                       whatsapp file";

/// Every picture in a folder and below it, in no particular order: those that a build reads
/// (`SourceFolder::picture_files`). Skips hidden ones.
fn each_picture(folder: &Path, visit: &mut impl FnMut(&Path)) -> Result<()> {
    let mut links = FolderLinks::new(folder);
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for path in files::sorted_entries(&folder)? {
            if path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.')) {
                continue;
            }
            if links.is_to_be_read(&path) {
                folders.push(path);
            } else if has_picture_ending(&path) && path.is_file() {
                visit(&path);
            }
        }
    }
    Ok(())
}
