//! Matrices of scores `[queries][images]` from files, and the ids of their rows and columns.

use crate::{
    build::ids_in_file,
    reading::{
        named_part,
        vectors_file::{self, FileRows, column_names, kind_of},
    },
};
use anyhow::{Context, Result};
use rankscope_core::formats::{FileKind, ScoreMatrix, names_from_npz, names_from_safetensors};
use std::{
    fs::File,
    io::{BufReader, Take},
    path::{Path, PathBuf},
};

/// What an array of scores is called in a file with several.
const NAME: &str = "sims";

pub(crate) type FileScores = ScoreMatrix<Take<BufReader<File>>>;

/// Opens a matrix of scores: the one that `FILE#NAME` names, else `sims`, else the file's only one.
pub(crate) fn open(path: &Path) -> Result<FileScores> {
    let (file, part) = named_part::split(path);
    let is_sims = part.is_none() && names(&file)?.iter().any(|name| name == NAME);
    let rows: FileRows = match is_sims {
        true => vectors_file::open(&named_part::joined(file, Some(NAME)))?,
        false => vectors_file::open(path)?,
    };
    Ok(ScoreMatrix::new(&path.display().to_string(), rows)?)
}

/// The names of a file's arrays, tensors or columns, if it may have several.
fn names(file: &Path) -> Result<Vec<String>> {
    let name = file.display().to_string();
    let opened = || File::open(file).with_context(|| format!("cannot read {name}"));
    Ok(match kind_of(file)? {
        (FileKind::Npz, _) => names_from_npz(&name, opened()?)?,
        (FileKind::Parquet, _) => column_names(file)?,
        (FileKind::Safetensors, n_bytes) => names_from_safetensors(&name, opened()?, n_bytes)?,
        _ => Vec::new(),
    })
}

/// The ids of the rows and columns of matrices of scores.
#[derive(Debug)]
pub(crate) struct NamedScores {
    pub(crate) queries: Vec<String>,
    pub(crate) images: Vec<String>,
}

/// Where these ids are.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct ScoreIds {
    /// The ids of the rows of --sims, one a line, as a JSON array, or as FILE#COLUMN of a table
    /// [default: the numbers of the rows, from 0].
    #[arg(long, value_name = "FILE", requires = "sims")]
    query_ids: Option<PathBuf>,
    /// The ids of the columns of --sims, in the same way [default: the numbers of the columns, from 0].
    #[arg(long, value_name = "FILE", requires = "sims")]
    image_ids: Option<PathBuf>,
}

impl ScoreIds {
    /// The ids for a matrix `[queries, images]`. Refuses one of another shape.
    pub(crate) fn of(&self, matrix: &FileScores) -> Result<NamedScores> {
        let [n_queries, n_images] = matrix.shape();
        let named = NamedScores {
            queries: ids(self.query_ids.as_deref(), n_queries)?,
            images: ids(self.image_ids.as_deref(), n_images)?,
        };
        named.check(matrix)?;
        Ok(named)
    }

    /// What to do where ids do not fit, and numbers stand for some.
    pub(crate) fn advice(&self) -> Option<String> {
        let sides = [("rows", "query", &self.query_ids), ("columns", "image", &self.image_ids)];
        let numbered = sides.into_iter().filter(|(_, _, file)| file.is_none());
        let words = numbered.map(|(what, of, _)| {
            format!("its {what} have their numbers for ids, from 0: name them with --{of}-ids FILE")
        });
        Some(words.collect::<Vec<_>>().join("; ")).filter(|words| !words.is_empty())
    }
}

impl NamedScores {
    /// Refuses a matrix of another shape.
    pub(crate) fn check(&self, matrix: &FileScores) -> Result<()> {
        Ok(matrix.check_shape([self.queries.len(), self.images.len()])?)
    }
}

fn ids(file: Option<&Path>, n: usize) -> Result<Vec<String>> {
    match file {
        Some(file) => ids_in_file(file),
        None => Ok((0..n).map(|number| number.to_string()).collect()),
    }
}
