//! What a saved visit holds.

use crate::ready::ready;
use crate::terminal::output::{self, table};
use anyhow::{Context, Result};
use rankscope_core::analysis::words::{self, bytes};
use rankscope_core::visit::{Visit, VisitCounts, VisitFile, VisitKind, VisitManifest};
use serde::Serialize;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// More than any visit within its limits: 512 MiB of files, hardly smaller when gzipped.
const MAX_ARCHIVE_BYTES: u64 = 1 << 30;

#[derive(Serialize)]
struct Said<'v> {
    #[serde(flatten)]
    manifest: &'v VisitManifest,
    counts: VisitCounts,
}

pub(super) fn print(path: &Path, json: bool) -> Result<()> {
    let name = path.display().to_string();
    let archive = File::open(path).with_context(|| format!("opening {name}"))?;
    let mut read = Vec::new();
    archive
        .take(MAX_ARCHIVE_BYTES)
        .read_to_end(&mut read)
        .with_context(|| format!("reading {name}"))?;
    let visit = ready(Visit::read(&name, read, async || ())).context("reading a visit waits")??;
    let counts = VisitCounts::of(&visit)?;
    if json {
        return output::print_json(&Said { manifest: &visit.manifest, counts });
    }
    output::print(&text(&visit.manifest, &counts))
}

fn text(manifest: &VisitManifest, counts: &VisitCounts) -> String {
    let VisitManifest { benchmark, view, files, .. } = manifest;
    let page = view.page().map_or("", |page| page.name());
    let held = match counts.words().as_slice() {
        [] => "The view alone.".to_string(),
        words => format!("{}, and the view.", words::listed(words)),
    };
    let address = if view.query.is_empty() { String::new() } else { format!("?{}", view.query) };
    let mut text = format!(
        "A visit to {} ({})\n{held}\nIt opens {page}{}{address}\n",
        benchmark.title,
        benchmark.id,
        if address.is_empty() { "" } else { ": " },
    );
    if !files.is_empty() {
        let titles = ["file", "what", "bytes"].map(str::to_owned).to_vec();
        let row = |file: &VisitFile| {
            vec![file.name.clone(), what(file.kind).to_owned(), bytes(file.bytes)]
        };
        let rows: Vec<Vec<String>> = files.iter().map(row).collect();
        text = format!("{text}\n{}", table(&[vec![titles], rows].concat()));
    }
    // Files from strangers write nothing but words to the terminal.
    text.replace(|c: char| c.is_control() && c != '\n', "\u{fffd}")
}

fn what(kind: VisitKind) -> &'static str {
    match kind {
        VisitKind::Run => "a run",
        VisitKind::Judgements => "judgements",
        VisitKind::Facets => "facets",
        VisitKind::OwnJudgements => "the visitor’s own judgements",
        VisitKind::ClassVotes => "votes of the class",
        VisitKind::GuideVotes => "votes on guides",
        VisitKind::Trust => "weights of the guides’ embedders",
        VisitKind::Table => "a table of models and measures",
    }
}
