//! Vectors that a visitor brought, as a system of the open benchmark: what is stored of them beside
//! their shards.

use super::imported_id::imported_id;
use super::words;
use crate::benchmark::{FileEntry, Manifest, Similarity, System};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// Digits of a hash in an id.
const N_DIGITS: usize = 8;

/// A system made of a visitor's vectors.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ImportedVectors {
    /// The files that the visitor brought, in words: `gallery.npy and queries.npy`.
    pub file: String,
    /// The system, with the paths of its shards.
    pub system: System,
    /// Its shards.
    pub files: Vec<FileEntry>,
    /// What is in it, in a sentence.
    pub summary: String,
    /// What it cannot do, and how rows were matched, in sentences.
    pub notes: Vec<String>,
    /// What tells the lists of the benchmark apart, by whose order the rows are: see [`Self::fits`].
    lists: Vec<String>,
}

/// The parts of such a system.
#[derive(Debug, Clone)]
pub struct VectorFiles {
    /// The system's name.
    pub name: String,
    /// The files that the visitor brought.
    pub from: Vec<String>,
    /// The number of values in a vector.
    pub dim: usize,
    /// The shards of the gallery, with their rows.
    pub gallery: Vec<FileEntry>,
    /// The vectors of the queries.
    pub queries: Option<FileEntry>,
    /// Whether rows were matched by ids.
    pub is_by_ids: bool,
    /// How the vectors were made, in sentences; nothing of those that a file has.
    pub notes: Vec<String>,
}

impl ImportedVectors {
    /// A system of a benchmark. Its id tells name and content: the same vectors have the same id on
    /// every device.
    pub fn new(own: &Manifest, parts: VectorFiles) -> Self {
        let VectorFiles { name, from, dim, gallery, queries, is_by_ids, mut notes } = parts;
        let file = from.join(" and ");
        let [n_images, n_queries] = [own.counts.images as usize, own.counts.queries as usize];
        let mut summary = format!("Vectors of {}", words::counted(n_images, "image", "images"));
        if queries.is_some() {
            summary += &format!(" and {}", words::counted(n_queries, "query", "queries"));
        }
        summary +=
            &format!(", {} each, compared by cosine.", words::counted(dim, "value", "values"));
        if is_by_ids {
            notes.push("Rows were matched by the ids in the file.".to_owned());
        }
        if queries.is_none() {
            notes.push(
                "It has no vectors of the queries: it finds similar pictures on Explore, and ranks \
                 no queries. Drop vectors of images and queries together to measure it."
                    .to_owned(),
            );
        }
        let files: Vec<FileEntry> = gallery.iter().chain(&queries).cloned().collect();
        let mut check = rankscope_arithmetic::crc32();
        for file in &files {
            check.update(file.sha256.as_bytes());
        }
        let check = format!("{:0N_DIGITS$x}", check.finalize());
        let system = System {
            id: imported_id(&name, &check),
            title: format!("{name} (imported)"),
            description: format!("Imported from {file}. {summary}"),
            dim: u32::try_from(dim).unwrap_or(u32::MAX),
            metric: Similarity::Cosine,
            gallery: gallery.into_iter().map(|file| file.path).collect(),
            queries: queries.map(|file| file.path),
            ..System::default()
        };
        Self { file, system, files, summary, notes, lists: lists_of(own) }
    }

    /// Whether the rows are still those of a benchmark: it has the lists that it had.
    pub fn fits(&self, own: &Manifest) -> bool {
        self.lists == lists_of(own)
    }
}

/// The hashes of the lists that give rows their meaning, and the sizes.
fn lists_of(own: &Manifest) -> Vec<String> {
    let is_list = |file: &&FileEntry| {
        let path = file.path.strip_suffix(".gz").unwrap_or(&file.path);
        path == "queries.jsonl" || path.starts_with("images/") && path.ends_with(".jsonl")
    };
    let lists = own.files.iter().filter(is_list).map(|file| file.sha256.clone());
    let sizes = format!("{} images, {} queries", own.counts.images, own.counts.queries);
    lists.chain([sizes]).collect()
}

/// How many times as long the longest vector of a gallery may be as the shortest before a comparison by
/// cosine, which leaves lengths out, is worth a word. Those of CLIP's towers stay below 2.
const MOST_LENGTHS: f64 = 10.0;

/// What to say of the lengths of a gallery's vectors, from the shortest to the longest; `None` where a
/// comparison by cosine loses little.
pub fn uneven_lengths(lengths: &Range<f64>) -> Option<String> {
    let is_uneven = lengths.end > MOST_LENGTHS * lengths.start && lengths.start > 0.0;
    is_uneven.then(|| {
        format!(
            "the lengths of its vectors range from {:.3} to {:.3}, and they are compared by cosine, which \
             leaves lengths out",
            lengths.start, lengths.end
        )
    })
}
