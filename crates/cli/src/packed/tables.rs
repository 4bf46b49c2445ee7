//! Parquet files as `datasets` writes them: a table of pictures with captions; one of pictures judged for a
//! query each, as INQUIRE-Rerank is; or tables of a corpus, of queries and of judgements in folders of these
//! names, as mteb lays them out.

use super::{plain::Plain, split::chosen_split};
use crate::{reading::vectors_file::parquet_read, terminal::reporter};
use anyhow::{Context, Result, bail};
use rankscope_core::formats::{
    image_columns, judged_picture_columns, pair_columns, query_columns, sentence_columns,
};
use rankscope_parquet::{Cell, CellKind, each_row_of_parquet};
use std::{
    collections::BTreeSet,
    fs::File,
    path::{Path, PathBuf},
};

/// A Parquet file with its columns.
#[derive(Debug)]
pub(crate) struct Table {
    pub(super) path: PathBuf,
    pub(super) columns: Vec<(String, CellKind)>,
}

enum Role<'a> {
    Images,
    JudgedPictures { query: &'a str, grade: &'a str, id: Option<&'a str> },
    Queries { id: &'a str, text: &'a str },
    Judgements { query: &'a str, image: &'a str, grade: &'a str },
}

/// Returns the split, of several.
pub(super) fn unpack(
    tables: &[Table],
    wanted: Option<&str>,
    plain: &mut Plain,
) -> Result<Option<String>> {
    let mut all = Vec::new();
    for table in tables {
        let names = names(table);
        match role(table, &names)? {
            Some(_) => all.push((table, names)),
            None => reporter::note(format_args!(
                "passed over: {} has neither pictures nor queries nor judgements",
                table.path.display()
            )),
        }
    }
    let splits: BTreeSet<String> = all
        .iter()
        .filter(|(table, _)| table.picture().is_some())
        .filter_map(|(table, _)| table.split())
        .collect();
    let split = chosen_split(&splits.into_iter().collect::<Vec<_>>(), wanted)?;
    // What has no split, such as judgements of all, belongs to each.
    all.retain(|(table, _)| split.is_none() || table.split().is_none_or(|it| Some(it) == split));
    let bar = reporter::progress_bar(all.len(), "files");
    let mut n_rows = 0;
    for (table, names) in &all {
        match role(table, names)? {
            Some(Role::Images) => images(table, names, &mut n_rows, plain)?,
            Some(Role::JudgedPictures { query, grade, id }) => {
                judged_pictures(table, names, [query, grade], id, plain)?;
            }
            Some(Role::Queries { id, text }) => queries(table, id, text, plain)?,
            Some(Role::Judgements { query, image, grade }) => {
                table.each_row(&[query, image, grade], |_, cells| {
                    let [query, image, grade] = &texts(cells)[..] else { return Ok(()) };
                    plain.judgement(query, image, grade);
                    Ok(())
                })?;
            }
            None => {}
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(split)
}

/// The names of the columns of texts.
fn names(table: &Table) -> Vec<String> {
    let texts = table.columns.iter().filter(|(_, kind)| *kind == CellKind::Text);
    texts.map(|(name, _)| name.clone()).collect()
}

/// The folder's name decides where it says a part, and the columns otherwise.
fn role<'a>(table: &Table, names: &'a [String]) -> Result<Option<Role<'a>>> {
    let folder = table.path.parent().and_then(Path::file_name).unwrap_or_default();
    let folder = folder.to_string_lossy().to_lowercase();
    let is_query = folder.ends_with("query") || folder.ends_with("queries");
    if is_query {
        let columns = query_columns(names);
        let columns = columns.and_then(|columns| Some((columns.id?, columns.text)));
        return match columns {
            Some((id, text)) => Ok(Some(Role::Queries { id, text })),
            None if table.picture().is_some() => bail!(
                "{} has pictures that ask, without texts: Rankscope ranks pictures by texts",
                table.path.display()
            ),
            None => Ok(None),
        };
    }
    if table.picture().is_some() {
        let judged = judged_picture_columns(names);
        return Ok(Some(judged.map_or(Role::Images, |(query, grade, id)| Role::JudgedPictures {
            query,
            grade,
            id,
        })));
    }
    Ok(pair_columns(names).and_then(|columns| {
        let grade = columns.grade.or(columns.score)?;
        Some(Role::Judgements { query: columns.query, image: columns.document, grade })
    }))
}

fn images(table: &Table, names: &[String], n_rows: &mut usize, plain: &mut Plain) -> Result<()> {
    let Some(picture) = table.picture() else { return Ok(()) };
    let id = image_columns(names).map(|columns| columns.id);
    let of_texts = |(name, kind): &(String, CellKind)| {
        matches!(kind, CellKind::Text | CellKind::Texts).then(|| name.clone())
    };
    let all_texts: Vec<String> = table.columns.iter().filter_map(of_texts).collect();
    let mut captions = sentence_columns(&all_texts);
    captions.retain(|caption| Some(*caption) != id);
    let mut columns = vec![picture];
    columns.extend(id);
    columns.extend(&captions);
    let first = *n_rows;
    table.each_row(&columns, |row, cells| {
        let number = first + row;
        *n_rows = number + 1;
        let mut cells = cells.into_iter();
        let Some(Cell::Picture { bytes, path }) = cells.next() else { return Ok(()) };
        let named = id.and_then(|_| cells.next()).and_then(text);
        let of_file = path.as_deref().and_then(|path| Path::new(path).file_stem()?.to_str());
        let id = named.or_else(|| of_file.map(str::to_owned)).unwrap_or_else(|| number.to_string());
        let captions = cells.flat_map(|cell| match cell {
            Cell::Text(text) => vec![text],
            Cell::Texts(texts) => texts,
            Cell::Nothing | Cell::Picture { .. } => Vec::new(),
        });
        plain.picture(&id, &bytes, captions.collect())
    })
}

/// A row is a picture, a query, whether it is relevant, and perhaps the score that chose it. What is the same
/// for all pictures of a query is a facet of it.
fn judged_pictures(
    table: &Table,
    names: &[String],
    [query, grade]: [&str; 2],
    id: Option<&str>,
    plain: &mut Plain,
) -> Result<()> {
    let Some(picture) = table.picture() else { return Ok(()) };
    let is_score = |(name, kind): &&(String, CellKind)| {
        *kind == CellKind::Number && name.to_lowercase().ends_with("score")
    };
    let score = table.columns.iter().find(is_score).map(|(name, _)| name.as_str());
    let is_other = |name: &&str| *name != query && *name != grade && Some(*name) != id;
    let facets: Vec<&str> = names.iter().map(String::as_str).filter(is_other).collect();
    let mut columns = vec![picture, query, grade];
    columns.extend(id);
    columns.extend(score);
    columns.extend(&facets);
    table.each_row(&columns, |_, cells| {
        let mut cells = cells.into_iter();
        let (Some(Cell::Picture { bytes, path }), Some(query), Some(grade)) =
            (cells.next(), cells.next().and_then(text), cells.next().and_then(text))
        else {
            return Err("a picture, a query or a grade is missing".into());
        };
        let id = match id {
            Some(_) => cells.next().and_then(text),
            None => path
                .as_deref()
                .and_then(|path| Path::new(path).file_stem()?.to_str())
                .map(str::to_owned),
        };
        let id = id.ok_or("the picture has no id")?;
        let score = match score {
            Some(_) => {
                let score = cells.next().and_then(text).and_then(|score| score.parse::<f64>().ok());
                let score = score.filter(|score| !score.is_nan());
                Some(score.ok_or("the score is not a number")?)
            }
            None => None,
        };
        if !plain.has_picture(&id) {
            plain.picture(&id, &bytes, Vec::new())?;
        }
        let facets = facets.iter().zip(cells).filter_map(|(name, cell)| Some((*name, text(cell)?)));
        plain.candidate(&query, facets, &id, &grade, score);
        Ok(())
    })
}

fn queries(table: &Table, id: &str, text: &str, plain: &mut Plain) -> Result<()> {
    table.each_row(&[id, text], |_, cells| match &texts(cells)[..] {
        [id, text] => plain.query(id, text),
        _ => Err("a query without id or text".into()),
    })
}

fn text(cell: Cell) -> Option<String> {
    match cell {
        Cell::Text(text) => Some(text),
        Cell::Nothing | Cell::Texts(_) | Cell::Picture { .. } => None,
    }
}

fn texts(cells: Vec<Cell>) -> Vec<String> {
    cells.into_iter().filter_map(text).collect()
}

impl Table {
    fn picture(&self) -> Option<&str> {
        let mut pictures = self.columns.iter().filter(|(_, kind)| *kind == CellKind::Picture);
        pictures.next().map(|(name, _)| name.as_str())
    }

    /// `test` for `test-00000-of-00002.parquet`, and for files in a folder `test`.
    fn split(&self) -> Option<String> {
        let stem = self.path.file_stem()?.to_str()?;
        if let Some((split, _)) = stem.split_once("-0").filter(|_| stem.contains("-of-")) {
            return Some(split.to_owned());
        }
        let folder = self.path.parent()?.file_name()?.to_str()?;
        let names = [stem, folder];
        let is_split = |name: &&str| ["train", "validation", "val", "dev", "test"].contains(name);
        names.into_iter().find(is_split).map(str::to_owned)
    }

    fn each_row(
        &self,
        columns: &[&str],
        take: impl FnMut(usize, Vec<Cell>) -> Result<(), String>,
    ) -> Result<()> {
        let name = self.path.display().to_string();
        let file = File::open(&self.path).with_context(|| format!("cannot read {name}"))?;
        parquet_read(&name, || Ok(each_row_of_parquet(&name, file, columns, take)?))
    }
}
