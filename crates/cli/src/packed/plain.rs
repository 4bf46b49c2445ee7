//! A data set as plain files: pictures in a folder, and the lists that say what they show.

use super::candidates::Candidates;
use crate::writing::publication;
use anyhow::{Context, Result, bail};
use rankscope_core::formats::{FileKind, HEAD_BYTES, file_kind};
use rankscope_publish::Stage;
use serde_json::json;
use std::{
    collections::{BTreeSet, HashMap},
    fmt, fs,
    path::Path,
};

/// What was written.
#[derive(Debug, Default, Clone, serde::Serialize)]
pub(crate) struct Unpacked {
    pub(crate) images: usize,
    pub(crate) captions: usize,
    pub(crate) queries: usize,
    pub(crate) judgements: usize,
    /// The split that was taken, of several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) split: Option<String>,
}

impl fmt::Display for Unpacked {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { images, captions, queries, judgements, split } = self;
        write!(
            out,
            "images: {images}, captions: {captions}, queries: {queries}, judgements: {judgements}"
        )?;
        split.as_ref().map_or(Ok(()), |split| write!(out, " (split {split})"))
    }
}

pub(super) struct Plain {
    stage: Stage,
    /// The file of each picture by its id, without case, since not all disks tell it apart.
    file_of: HashMap<String, String>,
    /// The ids of the pictures by those of the data set.
    id_of: HashMap<String, String>,
    captions: Vec<(String, Vec<String>)>,
    queries: Vec<(String, String)>,
    judged: Vec<(String, String, String)>,
    seen: BTreeSet<String>,
    candidates: Candidates,
}

impl Plain {
    pub(super) fn new(out: &Path) -> Result<Self> {
        if out.symlink_metadata().is_ok() {
            bail!("{} exists already: choose another folder", out.display());
        }
        let not = |path: &Path| Err(format!("{} exists already", path.display()));
        let stage = publication::folder_stage(out, false, not)?;
        stage
            .with_new(|folder| fs::create_dir(folder.join("pictures")))
            .context("cannot make the folder of the pictures")?;
        Ok(Self {
            stage,
            file_of: HashMap::new(),
            id_of: HashMap::new(),
            captions: Vec::new(),
            queries: Vec::new(),
            judged: Vec::new(),
            seen: BTreeSet::new(),
            candidates: Candidates::default(),
        })
    }

    /// Adds a picture under an id, which becomes its file's name. Refuses bytes that are no picture, and
    /// a second picture of an id.
    pub(super) fn picture(
        &mut self,
        id: &str,
        bytes: &[u8],
        captions: Vec<String>,
    ) -> Result<(), String> {
        let ending = ending_of(bytes).ok_or_else(|| {
            format!("the picture {id} is neither JPEG, PNG, WebP nor GIF: convert it first")
        })?;
        let name = file_name(id);
        let file = format!("{name}.{ending}");
        if let Some(first) = self.file_of.insert(name.to_lowercase(), file.clone()) {
            return Err(format!("the picture {id} would have the name of another, {first}"));
        }
        self.stage
            .with_new(|folder| fs::write(folder.join("pictures").join(&file), bytes))
            .map_err(|error| format!("cannot write {file}: {error}"))?;
        self.id_of.insert(id.to_owned(), name);
        let captions: Vec<String> =
            captions.iter().map(|text| one_line(text)).filter(|text| !text.is_empty()).collect();
        if !captions.is_empty() {
            self.captions.push((file, captions));
        }
        Ok(())
    }

    pub(super) fn has_picture(&self, id: &str) -> bool {
        self.id_of.contains_key(id)
    }

    /// Adds a picture as one of those to rank for a query, which its text names.
    pub(super) fn candidate<'a>(
        &mut self,
        query: &str,
        facets: impl Iterator<Item = (&'a str, String)>,
        image: &str,
        grade: &str,
        score: Option<f64>,
    ) {
        let image = self.id_of.get(image).cloned().unwrap_or_else(|| file_name(image));
        self.candidates.add(&one_line(query), facets, image, grade, score);
    }

    /// Refuses a second query of an id.
    pub(super) fn query(&mut self, id: &str, text: &str) -> Result<(), String> {
        let id = word(id);
        if !self.seen.insert(id.clone()) {
            return Err(format!("there is another query {id}"));
        }
        self.queries.push((id, one_line(text)));
        Ok(())
    }

    pub(super) fn judgement(&mut self, query: &str, image: &str, grade: &str) {
        self.judged.push((word(query), image.to_owned(), grade.to_owned()));
    }

    /// Writes the lists, and puts the folder in its place.
    pub(super) fn finish(self, name: &str, split: Option<String>) -> Result<Unpacked> {
        let Self { stage, id_of, captions, queries, judged, candidates, .. } = self;
        if id_of.is_empty() {
            bail!("no picture is inside the files");
        }
        let mut counts =
            Unpacked { images: id_of.len(), queries: queries.len(), split, ..Unpacked::default() };
        let mut lists: Vec<(String, String)> = Vec::new();
        if !candidates.is_empty() {
            (counts.queries, counts.judgements) = candidates.counts();
            lists.extend(candidates.lists(name));
        } else if queries.is_empty() {
            counts.captions = captions.iter().map(|(_, texts)| texts.len()).sum();
            let entries: Vec<_> = captions
                .iter()
                .map(|(file, texts)| json!({ "image": file, "caption": texts }).to_string())
                .collect();
            if !entries.is_empty() {
                lists.push(("captions.json".into(), format!("[\n{}\n]\n", entries.join(",\n"))));
            }
        } else {
            // The texts beside the pictures are shown with them.
            counts.captions = captions.len();
            for (file, texts) in &captions {
                let name = file.rsplit_once('.').map_or(file.as_str(), |(name, _)| name);
                lists.push((format!("pictures/{name}.txt"), texts.join(" ") + "\n"));
            }
            let line = |(id, text): &(String, String)| {
                json!({ "_id": id, "text": text }).to_string() + "\n"
            };
            lists.push(("queries.jsonl".into(), queries.iter().map(line).collect()));
        }
        if !judged.is_empty() {
            counts.judgements = judged.len();
            let mut text = "query-id\tcorpus-id\tscore\n".to_owned();
            for (query, image, grade) in &judged {
                // A judged picture that is not here still counts in R.
                let image = id_of.get(image).cloned().unwrap_or_else(|| file_name(image));
                text.push_str(&format!("{query}\t{image}\t{grade}\n"));
            }
            stage
                .with_new(|folder| fs::create_dir(folder.join("qrels")))
                .context("cannot make the folder of the judgements")?;
            lists.push(("qrels/test.tsv".into(), text));
        }
        for (name, text) in &lists {
            stage
                .with_new(|folder| fs::write(folder.join(name), text))
                .with_context(|| format!("cannot write {name}"))?;
        }
        publication::publish(stage)?;
        Ok(counts)
    }
}

/// The ending of a picture's file by its first bytes.
fn ending_of(bytes: &[u8]) -> Option<String> {
    let head = bytes.get(..HEAD_BYTES).unwrap_or(bytes);
    match file_kind(head, bytes.len() as u64) {
        FileKind::Picture("JPEG") => Some("jpg".into()),
        FileKind::Picture(format) => Some(format.to_lowercase()),
        _ => None,
    }
}

/// An id as the name of a file on any disk.
fn file_name(id: &str) -> String {
    let is_safe = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '+' | '=');
    let name: String = id.chars().map(|c| if is_safe(c) { c } else { '_' }).collect();
    // A dot in front would hide it.
    if name.starts_with('.') { format!("_{name}") } else { name }
}

/// An id without white space.
fn word(id: &str) -> String {
    id.split_whitespace().collect::<Vec<_>>().join("_")
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
