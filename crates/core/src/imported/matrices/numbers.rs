//! A benchmark of numbers: matrices of scores `[queries, images]` and judgements, and nothing else. Ids are
//! names, without texts and pictures; each matrix is a run in both directions. Means are those of
//! `rankscope eval --sims`, as far down as lists are kept.

use super::name::{Role, role_by_name, says_scores, without_ending};
use super::pairs::{Counts, FoundMatrix, NoSystem, counted};
use super::scores::depth_of_scores;
use crate::benchmark::{
    Counts as Sizes, FileEntry, Manifest, RelevanceDefinition, RowRange, RunKind, SCHEMA_VERSION,
    StoredRun, reverse_path,
};
use crate::formats::{FormatError, IdTable, Place, ScoreSide, fault_of_id};
use crate::imported::ParsedQrels;
use crate::matching::{near, nearest};
use serde_json::json;

/// Names of files that judge texts for images.
const OF_REVERSE: [&str; 5] =
    ["reverse", "i2t", "image_to_text", "image_to_caption", "images_to_texts"];

/// Whether a matrix is of another benchmark than the open one: scores by their shape, vectors by their
/// number of rows.
pub fn fits_neither(matrix: &FoundMatrix, counts: Counts<'_>) -> bool {
    let shape = [matrix.n_rows, matrix.dim];
    let sides = [counts.queries, counts.images];
    let is_turned = shape == [counts.images, counts.queries];
    match says_scores(matrix.role_name()) {
        true => shape != sides && !is_turned,
        false => !sides.contains(&matrix.n_rows),
    }
}

/// The ids of rows and columns, as far as they were given. Numbers from 0 stand for the others.
#[derive(Debug, Clone, Default)]
pub struct GivenIds {
    pub rows: Option<(String, Vec<String>)>,
    pub columns: Option<(String, Vec<String>)>,
}

impl GivenIds {
    /// Adds a list from this file, of the rows or of the columns: its length says which, and its name where both
    /// are as many.
    ///
    /// # Errors
    /// It is as long as neither, or its name does not say.
    pub fn add(
        &mut self,
        matrix: &FoundMatrix,
        file: &str,
        ids: Vec<String>,
    ) -> Result<(), NoSystem> {
        let (rows, columns) = (ids.len() == matrix.n_rows, ids.len() == matrix.dim);
        // Without the ending, as .txt tells nothing.
        let role = role_by_name(file.split('.').next().unwrap_or(file));
        let is_of_rows = match (rows, columns, role) {
            (true, false, _) | (true, true, Some(Role::Queries)) => true,
            (false, true, _) | (true, true, Some(Role::Images)) => false,
            (true, true, None) => {
                return Err(refused(
                    file,
                    format!("{} has as many rows as columns, {}", matrix.name(), ids.len()),
                    "Put “queries” or “images” into the name of the list.",
                ));
            }
            (false, false, _) => {
                let reason = format!(
                    "it lists {}, and {} has {} and {}",
                    counted(ids.len(), "id", "ids"),
                    matrix.name(),
                    counted(matrix.n_rows, "row", "rows"),
                    counted(matrix.dim, "column", "columns"),
                );
                return Err(refused(file, reason, "Give one id for each row, or for each column."));
            }
        };
        let list = if is_of_rows { &mut self.rows } else { &mut self.columns };
        *list = Some((file.to_owned(), ids));
        Ok(())
    }

    /// What numbers stand for, as the end of a sentence.
    fn advice(&self) -> String {
        let what = match (&self.rows, &self.columns) {
            (None, None) => "Rows and columns have their numbers for ids, from 0",
            (None, Some(_)) => "Rows have their numbers for ids, from 0",
            (Some(_), None) => "Columns have their numbers for ids, from 0",
            (Some(_), Some(_)) => return "Use the ids of the judgements.".into(),
        };
        format!(
            "{what}: judge by these, or drop a list of ids, one a line, beside the matrix \
             (queries.txt, images.txt)."
        )
    }
}

#[derive(Debug)]
struct Judged {
    id: String,
    file: String,
    qrels: ParsedQrels,
    /// From images to texts.
    reverse: Option<ParsedQrels>,
}

#[derive(Debug)]
pub struct Numbers {
    /// Those of the matrices first.
    queries: IdTable,
    images: IdTable,
    /// Of each matrix.
    shape: [usize; 2],
    /// Of the matrices: their names, and the ids of their runs.
    names: Vec<(String, String)>,
    judged: Vec<Judged>,
}

impl Numbers {
    /// Of matrices of one shape and judgements from files of these names. A file of judgements from images to
    /// texts says so in its name, or by ids that only images have.
    ///
    /// # Errors
    /// Shapes differ, ids are no ids or occur twice, none of the judged queries or images is in the
    /// matrices, or nothing judges images for texts.
    pub fn new(
        matrices: &[FoundMatrix],
        given: &GivenIds,
        judgements: Vec<(String, ParsedQrels)>,
    ) -> Result<Self, NoSystem> {
        let none = || refused("The matrix", "there is none".into(), "Drop one.");
        let first = matrices.first().ok_or_else(none)?;
        let shape = [first.n_rows, first.dim];
        if let Some(other) = matrices.iter().find(|own| [own.n_rows, own.dim] != shape) {
            let reason = format!(
                "{} is [{}, {}], and {} is [{}, {}]: matrices of one benchmark have the same queries and \
                 images",
                other.name(),
                other.n_rows,
                other.dim,
                first.name(),
                first.n_rows,
                first.dim,
            );
            return Err(refused(&other.file, reason, "Drop one at a time, with its judgements."));
        }
        let mut queries = ids_of(&first.file, given.rows.as_ref(), first.n_rows)?;
        let mut images = ids_of(&first.file, given.columns.as_ref(), first.dim)?;
        let judged = paired(first, given, [&queries, &images], judgements)?;
        for Judged { qrels, reverse, .. } in &judged {
            for id in qrels.queries() {
                queries.row(id);
            }
            let asking = reverse.as_ref().map(|own| own.queries()).unwrap_or_default();
            for id in qrels.documents().iter().chain(asking) {
                images.row(id);
            }
        }
        let mut known = Vec::new();
        let names = matrices.iter().map(|own| (own.name(), plain_id(&own.name(), &mut known)));
        Ok(Self { queries, images, shape, names: names.collect(), judged })
    }

    /// The ids of the lists of a side, and of what they rank.
    pub fn lists(&self, side: ScoreSide) -> [&[String]; 2] {
        let [n_queries, n_images] = self.shape;
        let queries = self.queries.ids().get(..n_queries).unwrap_or_default();
        let images = self.images.ids().get(..n_images).unwrap_or_default();
        match side {
            ScoreSide::Queries => [queries, images],
            ScoreSide::Images => [images, queries],
        }
    }

    /// How much of each list is kept.
    pub fn depth(&self, side: ScoreSide) -> usize {
        let [lists, ranked] = self.lists(side);
        depth_of_scores(lists.len(), ranked.len())
    }

    /// The benchmark's manifest and its other files; `runs` are those of each matrix, from texts to images and back.
    pub fn files(
        &self,
        runs: Vec<[Vec<u8>; 2]>,
        sha256: impl Fn(&[u8]) -> String,
    ) -> (Manifest, Vec<(String, Vec<u8>)>) {
        let size = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let (n_queries, n_images) = (self.queries.ids().len(), self.images.ids().len());
        let lines = |line: &dyn Fn(&String) -> serde_json::Value, ids: &[String]| {
            ids.iter().map(|id| format!("{}\n", line(id))).collect::<String>().into_bytes()
        };
        let mut files = vec![
            (
                "queries.jsonl".to_owned(),
                lines(&|id| json!({"id": id, "text": id}), self.queries.ids()),
            ),
            ("images/00000.jsonl".to_owned(), lines(&|id| json!({ "id": id }), self.images.ids())),
        ];
        let mut relevance = Vec::new();
        for (place, Judged { id, file, qrels, reverse }) in self.judged.iter().enumerate() {
            let path = format!("relevance/{id}.qrels");
            files.push((path.clone(), qrels.trec().into_bytes()));
            files.extend(reverse.as_ref().map(|own| (reverse_path(id), own.trec().into_bytes())));
            relevance.push(RelevanceDefinition {
                id: id.clone(),
                title: file.clone(),
                counts_as: format!("A grade of 1 or more in {file}."),
                default: place == 0,
                path,
                ..RelevanceDefinition::default()
            });
        }
        let mut stored = Vec::new();
        for ((name, id), [to_images, to_texts]) in self.names.iter().zip(runs) {
            let run = StoredRun {
                id: id.clone(),
                title: without_ending(name).to_owned(),
                kind: RunKind::Run,
                of: None,
                depth: size(self.depth(ScoreSide::Queries)),
                prompt: String::new(),
                source: format!("The matrix of scores {name}"),
                ranks_texts: false,
            };
            files.extend([(run.path(), to_images), (run.reverse_path(), to_texts)]);
            stored.push(run);
        }
        let entry = |(path, bytes): &(String, Vec<u8>)| FileEntry {
            path: path.clone(),
            bytes: bytes.len() as u64,
            sha256: sha256(bytes),
            rows: path.starts_with("images/").then(|| RowRange { start: 0, end: size(n_images) }),
        };
        let names: Vec<&str> = self.names.iter().map(|(name, _)| name.as_str()).collect();
        let judged: Vec<&str> = self.judged.iter().map(|own| own.file.as_str()).collect();
        let manifest = Manifest {
            schema_version: SCHEMA_VERSION,
            id: self.names.first().map(|(_, id)| id.clone()).unwrap_or_default(),
            title: format!("{}, judged by {}", names.join(", "), judged.join(", ")),
            description: self.description(),
            counts: Sizes { queries: size(n_queries), images: size(n_images), captions: 0 },
            relevance,
            runs: stored,
            files: files.iter().map(entry).collect(),
            ..Manifest::default()
        };
        (manifest, files)
    }

    fn description(&self) -> String {
        let [n_queries, n_images] = self.shape;
        let mut words = format!(
            "Scores of {} for {}. Ids stand for texts and pictures.",
            counted(n_queries, "query", "queries"),
            counted(n_images, "image", "images")
        );
        let sides =
            [(ScoreSide::Queries, "query", "images"), (ScoreSide::Images, "image", "queries")];
        for (side, list, ranked) in sides {
            let (depth, [_, all]) = (self.depth(side), self.lists(side));
            if depth < all.len() {
                words += &format!(
                    " Of each {list} the best {depth} of {} {ranked} are kept: a measure that reads deeper, \
                     such as AP, counts the others as not found, and `rankscope eval --sims` has its \
                     value on the whole matrix.",
                    all.len()
                );
            }
        }
        let beyond = [
            (
                self.queries.ids().len() - n_queries,
                "judged query is not in the matrix and finds nothing",
                "judged queries are not in the matrix and find nothing",
            ),
            (
                self.images.ids().len() - n_images,
                "judged image is not in the matrix and is never found",
                "judged images are not in the matrix and are never found",
            ),
        ];
        for (n, one, many) in beyond.into_iter().filter(|(n, ..)| *n > 0) {
            words += &format!(" {}.", counted(n, one, many));
        }
        words
    }
}

fn refused(file: &str, reason: String, advice: &str) -> NoSystem {
    NoSystem { file: file.to_owned(), reason, advice: advice.to_owned() }
}

fn ids_of(
    matrix: &str,
    given: Option<&(String, Vec<String>)>,
    n: usize,
) -> Result<IdTable, NoSystem> {
    let mut table = IdTable::default();
    let Some((file, ids)) = given else {
        for number in 0..n {
            table.row(&number.to_string());
        }
        return Ok(table);
    };
    for (row, id) in ids.iter().enumerate() {
        let fault = fault_of_id(id).or_else(|| {
            let first = table.row_of(id)?;
            Some(format!("the id {id} is that of row {first} already"))
        });
        if let Some(fault) = fault {
            let reason = FormatError::new(file, Place::Row(row), fault).to_string();
            return Err(refused(matrix, reason, "Give each row and each column an id of its own."));
        }
        table.row(id);
    }
    Ok(table)
}

/// Judgements of images for texts, each with those of texts for images in the same place of their order.
fn paired(
    matrix: &FoundMatrix,
    given: &GivenIds,
    [queries, images]: [&IdTable; 2],
    judgements: Vec<(String, ParsedQrels)>,
) -> Result<Vec<Judged>, NoSystem> {
    let has = |table: &IdTable, ids: &[String]| ids.iter().any(|id| table.row_of(id).is_some());
    let mut known = Vec::new();
    let (mut judged, mut reversed) = (Vec::new(), Vec::new());
    for (file, qrels) in judgements {
        let (asking, found) = (qrels.queries(), qrels.documents());
        let name = file.to_lowercase().replace(['-', ' '], "_");
        let is_named = OF_REVERSE.iter().any(|word| name.contains(word));
        let is_reverse = has(images, asking) && (is_named || !has(queries, asking));
        if is_reverse && has(queries, found) {
            reversed.push((file, qrels));
            continue;
        }
        for (what, side, ids, table) in
            [("queries", "rows", asking, queries), ("images", "columns", found, images)]
        {
            if !has(table, ids) {
                let near = near(nearest(ids.iter().map(String::as_str), table.ids()));
                let reason = format!(
                    "{file}: none of its judged {what} ({}) is among the {side} of {}: its first is {:?}, that of the \
                     {side} {:?}{near}",
                    ids.len(),
                    matrix.name(),
                    ids.first().map_or("", String::as_str),
                    table.ids().first().map_or("", String::as_str),
                );
                return Err(refused(&file, reason, &given.advice()));
            }
        }
        let id = plain_id(&file, &mut known);
        judged.push(Judged { id, file, qrels, reverse: None });
    }
    let n_judged = judged.len();
    let mut places = judged.iter_mut();
    for (file, qrels) in reversed {
        let Some(own) = places.next() else {
            let reason = format!(
                "it judges queries for images, as one file more than the {n_judged} that judge images for \
                 queries"
            );
            return Err(refused(&file, reason, "Drop it with judgements of images for queries."));
        };
        own.reverse = Some(qrels);
    }
    Ok(judged)
}

/// An id for links and files: what stands before the first dot of a name, unlike the known ones.
fn plain_id(name: &str, known: &mut Vec<String>) -> String {
    let name = match name.split_once('#') {
        Some((file, part)) => format!("{}-{part}", without_ending(file)),
        None => name.split('.').next().unwrap_or(name).to_owned(),
    };
    let is_kept = |c: char| c.is_ascii_alphanumeric() || ['-', '_'].contains(&c);
    let plain: String = name.chars().map(|c| if is_kept(c) { c } else { '-' }).collect();
    let plain = plain.trim_start_matches(['-', '_']);
    let plain = if plain.is_empty() { "scores" } else { plain };
    let is_new = |id: &String| !known.iter().any(|own| own.eq_ignore_ascii_case(id));
    let numbered = (2u32..).map(|n| format!("{plain}-{n}"));
    let id = std::iter::once(plain.to_owned()).chain(numbered).find(is_new).unwrap_or_default();
    known.push(id.clone());
    id
}
