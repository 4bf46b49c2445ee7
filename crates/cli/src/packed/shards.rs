//! WebDataset: tar archives in which the files of one example follow each other and share the name before
//! the first dot: `0001.jpg`, `0001.txt`, `0001.json`, `0001.cls`. As `CLIP_benchmark` lays them out, a folder
//! is a split, the lines of a text are captions, and `classnames.txt` names what `.cls` counts from 0.

use super::{plain::Plain, split::chosen_split};
use crate::{terminal::reporter, writing::files};
use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::{
    collections::BTreeSet,
    fs::File,
    io::Read,
    path::{Path, PathBuf},
};
use tar::Archive;

/// Texts beside pictures are short.
const MAX_TEXT_BYTES: u64 = 1 << 20;

#[derive(Default)]
struct Example {
    key: String,
    picture: Option<Vec<u8>>,
    captions: Vec<String>,
    class: Option<usize>,
}

/// Returns the split, of several.
pub(super) fn unpack(
    archives: &[PathBuf],
    folder: &Path,
    wanted: Option<&str>,
    plain: &mut Plain,
) -> Result<Option<String>> {
    let split_of = |archive: &Path| {
        let below = archive.strip_prefix(folder).ok()?;
        Some(
            below
                .components()
                .next()
                .filter(|_| below.components().count() > 1)?
                .as_os_str()
                .to_str()?
                .to_owned(),
        )
    };
    let splits: BTreeSet<String> =
        archives.iter().filter_map(|archive| split_of(archive)).collect();
    let split = chosen_split(&splits.into_iter().collect::<Vec<_>>(), wanted)?;
    let classes = classes(folder)?;
    let of_split = |archive: &&PathBuf| split.is_none() || split_of(archive) == split;
    let archives: Vec<&PathBuf> = archives.iter().filter(of_split).collect();
    let bar = reporter::progress_bar(archives.len(), "archives");
    for archive in archives {
        let name = archive.display();
        read(archive, &mut |example| example.add(&classes, plain))
            .with_context(|| format!("{name} cannot be read"))?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    for (number, class) in classes.iter().enumerate() {
        plain.query(&number.to_string(), class).map_err(anyhow::Error::msg)?;
    }
    Ok(split)
}

fn classes(folder: &Path) -> Result<Vec<String>> {
    let path = folder.join("classnames.txt");
    if !path.is_file() {
        return Ok(Vec::new());
    }
    let text = files::text(&path)?;
    Ok(text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect())
}

/// Passes each example once all its files are read.
fn read(path: &Path, take: &mut impl FnMut(Example) -> Result<()>) -> Result<()> {
    let mut archive = Archive::new(File::open(path)?);
    let mut example = Example::default();
    for entry in archive.entries()? {
        let mut entry = entry?;
        if !entry.header().entry_type().is_file() {
            continue;
        }
        let name = entry.path()?.to_string_lossy().replace('\\', "/");
        let (folder, file) = name.rsplit_once('/').unwrap_or(("", &name));
        let Some((stem, ending)) = file.split_once('.').filter(|(stem, _)| !stem.is_empty()) else {
            continue;
        };
        let key = if folder.is_empty() { stem.to_owned() } else { format!("{folder}/{stem}") };
        if key != example.key {
            let whole = std::mem::replace(&mut example, Example { key, ..Example::default() });
            take(whole)?;
        }
        let text = |entry: &mut tar::Entry<'_, File>| -> Result<String> {
            let mut text = String::new();
            let n_bytes = entry.take(MAX_TEXT_BYTES + 1).read_to_string(&mut text);
            if n_bytes.with_context(|| format!("{name} is no UTF-8 text"))? as u64 > MAX_TEXT_BYTES
            {
                bail!("{name} is longer than a mebibyte");
            }
            Ok(text)
        };
        match ending.to_ascii_lowercase().as_str() {
            "jpg" | "jpeg" | "png" | "webp" | "gif" => {
                let mut bytes = Vec::new();
                entry.read_to_end(&mut bytes)?;
                example.picture = Some(bytes);
            }
            "txt" | "caption" => {
                example.captions = text(&mut entry)?.lines().map(str::to_owned).collect();
            }
            // The text file beside it says the same.
            "json" if example.captions.is_empty() => {
                example.captions = captions_of(&text(&mut entry)?);
            }
            "cls" => {
                let number = text(&mut entry)?;
                let class = number.trim().parse().ok();
                example.class = Some(
                    class.with_context(|| format!("{name} has {number:?}, no class's number"))?,
                );
            }
            _ => {}
        }
    }
    take(example)
}

/// Of an example's JSON: a text or a list of texts under the usual names.
fn captions_of(json: &str) -> Vec<String> {
    let Ok(Value::Object(object)) = serde_json::from_str(json) else { return Vec::new() };
    let found =
        ["caption", "captions", "text", "sentences"].iter().find_map(|key| object.get(*key));
    match found {
        Some(Value::String(text)) => vec![text.clone()],
        Some(Value::Array(all)) => {
            all.iter().filter_map(|one| one.as_str().map(str::to_owned)).collect()
        }
        _ => Vec::new(),
    }
}

impl Example {
    fn add(self, classes: &[String], plain: &mut Plain) -> Result<()> {
        let Self { key, picture: Some(bytes), captions, class } = self else { return Ok(()) };
        plain.picture(&key, &bytes, captions).map_err(anyhow::Error::msg)?;
        if let Some(class) = class.filter(|_| !classes.is_empty()) {
            if class >= classes.len() {
                bail!(
                    "the picture {key} is of class {class}, and classnames.txt has {}",
                    classes.len()
                );
            }
            plain.judgement(&class.to_string(), &key, "1");
        }
        Ok(())
    }
}
