//! Picture files in a folder, matched with ids.

use super::folder::SourceFolder;
use crate::{
    build::recipe::FileOrder,
    terminal::reporter,
    writing::files::{self, FolderLinks},
};
use anyhow::{Context, Result, bail};
use rankscope_core::matching::{name_on_disk, near, nearest};
use std::{
    collections::{BTreeMap, HashMap, hash_map::Entry},
    path::{Path, PathBuf},
};

/// Endings of pictures that are read.
const READ: [&str; 7] = ["jpg", "jpeg", "jpe", "jfif", "png", "webp", "gif"];
/// Endings of pictures that are not read, and that people keep with the others.
const NOT_READ: [&str; 14] = [
    "heic", "heif", "avif", "tif", "tiff", "bmp", "jxl", "jp2", "svg", "psd", "dng", "cr2", "nef",
    "arw",
];

/// A picture in a folder or below it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PictureFile {
    pub(crate) path: PathBuf,
    /// Relative to the folder, with `/`.
    pub(crate) name: String,
}

pub(crate) fn has_picture_ending(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    READ.iter().any(|known| ending.eq_ignore_ascii_case(known))
}

impl PictureFile {
    /// The file's name without its ending.
    pub(crate) fn title(&self) -> &str {
        without_ending(self.file_name())
    }

    /// The path from the folder, without the ending.
    pub(super) fn stem(&self) -> &str {
        without_ending(&self.name)
    }

    /// The folders between; `None` right in the folder.
    pub(super) fn parent(&self) -> Option<&str> {
        self.name.rsplit_once('/').map(|(parent, _)| parent)
    }

    fn file_name(&self) -> &str {
        self.name.rsplit_once('/').map_or(&self.name, |(_, name)| name)
    }
}

fn without_ending(name: &str) -> &str {
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

impl SourceFolder {
    /// The pictures in a folder and below it. Skips hidden files and other files.
    pub(super) fn picture_files(
        &self,
        folder: &Path,
        order: FileOrder,
    ) -> Result<Vec<PictureFile>> {
        let root = self.path(folder);
        let mut found = Vec::new();
        let mut not_read: BTreeMap<String, usize> = BTreeMap::new();
        let mut links = FolderLinks::new(&root);
        let mut folders = vec![(root.clone(), String::new())];
        while let Some((folder, before)) = folders.pop() {
            for path in files::sorted_entries(&folder)? {
                let name = path.file_name().unwrap_or_default();
                let name = name.to_str().with_context(|| {
                    format!("{}: its name is not UTF-8: rename it", path.display())
                })?;
                if name.starts_with('.') {
                    continue;
                }
                let name = format!("{before}{name}");
                if links.is_to_be_read(&path) {
                    folders.push((path, name + "/"));
                    continue;
                }
                let ending = path.extension().and_then(|ending| ending.to_str());
                let ending = ending.unwrap_or_default().to_lowercase();
                if READ.contains(&ending.as_str()) && path.is_file() {
                    found.push(PictureFile { path, name });
                } else if NOT_READ.contains(&ending.as_str()) {
                    *not_read.entry(ending).or_default() += 1;
                }
            }
        }
        let counts: Vec<String> =
            not_read.iter().map(|(ending, n)| format!("{n} .{ending}")).collect();
        let other = counts.join(", ");
        if found.is_empty() {
            let other = if other.is_empty() { other } else { format!(" (there are {other})") };
            bail!("{} has no JPEG, PNG, WebP or GIF{other}", root.display());
        }
        if !other.is_empty() {
            reporter::warn(format_args!(
                "{}: {other} left out: only JPEG, PNG, WebP and GIF are read, so convert them first",
                root.display()
            ));
        }
        found.sort_by(|a, b| match order {
            FileOrder::Natural => {
                alphanumeric_sort::compare_str(&a.name, &b.name).then_with(|| a.name.cmp(&b.name))
            }
            FileOrder::Sorted => a.name.cmp(&b.name),
        });
        Ok(found)
    }
}

/// Files by what lists call them: the path from the folder, its last part, and both without the ending;
/// then the same for disks that tell neither case nor Unicode's forms apart, with `_` for the white space
/// that ids do not have, and with the folders that precede the path elsewhere.
pub(super) struct FileNames(Vec<HashMap<String, Vec<usize>>>);

impl FileNames {
    pub(super) fn new(files: &[PictureFile]) -> Self {
        let keys: [fn(&PictureFile) -> &str; 4] =
            [|file| &file.name, PictureFile::file_name, PictureFile::stem, PictureFile::title];
        let by = |form: fn(&str) -> String| {
            keys.map(|key| {
                let mut found: HashMap<String, Vec<usize>> = HashMap::new();
                for (place, file) in files.iter().enumerate() {
                    found.entry(form(key(file))).or_default().push(place);
                }
                found
            })
        };
        Self(by(str::to_owned).into_iter().chain(by(loose)).collect())
    }

    /// The places of the files that a name stands for; `None` if there is none.
    pub(super) fn places(&self, name: &str) -> Option<&Vec<usize>> {
        let (exact, on_disk) = self.0.split_at(self.0.len() / 2);
        let loose = loose(name);
        let found = exact.iter().find_map(|found| found.get(name));
        found.or_else(|| on_disk.iter().find_map(|found| found.get(&loose))).or_else(|| {
            // `/home/me/photos/a.jpg`, of a folder that is called `photos` here or otherwise.
            let mut rest = loose.as_str();
            while let Some((_, below)) = rest.split_once('/') {
                if let Some(places) = on_disk.iter().find_map(|found| found.get(below)) {
                    return Some(places);
                }
                rest = below;
            }
            None
        })
    }
}

fn loose(name: &str) -> String {
    name_on_disk(name).split_whitespace().collect::<Vec<_>>().join("_")
}

/// The file of each image: the one that its name stands for, see [`FileNames`].
pub(super) fn files_of_images(
    folder: &Path,
    files: &[PictureFile],
    names: &[&str],
) -> Result<Vec<PictureFile>> {
    let folder = folder.display();
    let by_name = FileNames::new(files);
    let near_file = |id: &str| near(nearest([id], files.iter().map(|file| &file.name)));
    let mut id_of: HashMap<usize, &str> = HashMap::new();
    let mut matched = Vec::with_capacity(names.len());
    for &id in names {
        let places = by_name.places(id);
        let named = |place: &usize| files.get(*place).map_or("", |file| file.name.as_str());
        let place = match places.map(Vec::as_slice) {
            None if has_picture_ending(Path::new(id)) => {
                bail!(
                    "{folder} has no picture {id}: ids are paths from this folder, or names of files{}",
                    near_file(id)
                )
            }
            None => bail!(
                "{folder} has no picture for the image {id}: its file is named {id}.jpg, or has \
                 another ending{}",
                near_file(id)
            ),
            Some([place]) => *place,
            Some(several) => {
                let names: Vec<&str> = several.iter().map(named).collect();
                bail!(
                    "{folder} has several pictures for the image {id}, {}: put their endings or \
                     folders into the ids",
                    names.join(" and ")
                )
            }
        };
        match id_of.entry(place) {
            Entry::Occupied(first) => bail!(
                "{folder}: the images {} and {id} have the same picture, {}",
                first.get(),
                named(&place)
            ),
            Entry::Vacant(entry) => entry.insert(id),
        };
        matched.extend(files.get(place).cloned());
    }
    if files.len() > matched.len() {
        reporter::note(format_args!(
            "{folder}: {} of {} pictures have no image id and are left out",
            files.len() - matched.len(),
            files.len()
        ));
    }
    Ok(matched)
}
