//! Faiss in its own process, queried line by line: `peers/faiss_peer.py`.

use crate::Result;
use rankscope_core::vectors::Vectors;
use serde::Deserialize;
use serde_json::Value;
use std::{
    env,
    fs::{self, File},
    io::{BufRead, BufReader, BufWriter, Lines, Write},
    path::Path,
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

/// Its index types: float32, and eight bits per value.
pub(crate) const INDEXES: [&str; 2] = ["faiss_flat", "faiss_int8"];

pub(crate) struct Faiss {
    child: Child,
    stdin: ChildStdin,
    lines: Lines<BufReader<ChildStdout>>,
    pub(crate) about: Value,
}

/// One search, timed on its own clock.
#[derive(Deserialize)]
pub(crate) struct Found {
    pub(crate) seconds: f64,
    /// For each query.
    pub(crate) rows: Vec<Vec<u32>>,
}

impl Faiss {
    /// Starts it with these vectors; `None` if `$BENCH_PYTHON` names no Python that has Faiss.
    pub(crate) fn start(gallery: &Vectors, queries: &[Vec<f32>]) -> Result<Option<Self>> {
        let Some(python) = env::var_os("BENCH_PYTHON") else { return Ok(None) };
        let folder = tempfile::tempdir()?;
        let rows = (0..gallery.n_rows()).map(|row| gallery.row(row).collect::<Vec<f32>>());
        write(&folder.path().join("gallery.f32"), rows)?;
        write(&folder.path().join("queries.f32"), queries.iter().cloned())?;
        let script =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benches/peers/faiss_peer.py");
        let mut command = Command::new(python);
        command.arg(script).arg(folder.path());
        command.args([gallery.n_rows(), gallery.dim()].map(|n| n.to_string()));
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let stdin = child.stdin.take().ok_or("no standard input")?;
        let lines = BufReader::new(child.stdout.take().ok_or("no standard output")?).lines();
        let mut faiss = Self { child, stdin, lines, about: Value::Null };
        // It answers once it has read the files.
        faiss.about = serde_json::from_str(&faiss.answer()?)?;
        fs::remove_dir_all(folder.path())?;
        Ok(Some(faiss))
    }

    pub(crate) fn search(&mut self, index: &str, k: usize, queries: &[usize]) -> Result<Found> {
        let queries: Vec<String> = queries.iter().map(usize::to_string).collect();
        writeln!(self.stdin, "{index} {k} {}", queries.join(" "))?;
        Ok(serde_json::from_str(&self.answer()?)?)
    }

    fn answer(&mut self) -> Result<String> {
        Ok(self.lines.next().ok_or("Faiss ended without an answer")??)
    }

    pub(crate) fn end(self) -> Result<()> {
        let Self { mut child, stdin, .. } = self;
        drop(stdin);
        child.wait()?;
        Ok(())
    }
}

fn write(file: &Path, rows: impl Iterator<Item = Vec<f32>>) -> Result<()> {
    let mut out = BufWriter::new(File::create(file)?);
    for row in rows {
        let bytes: Vec<u8> = row.iter().flat_map(|value| value.to_le_bytes()).collect();
        out.write_all(&bytes)?;
    }
    Ok(out.flush()?)
}
