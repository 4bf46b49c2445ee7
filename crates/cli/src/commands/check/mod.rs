//! `rankscope check`: is a benchmark whole? Every fault, not only the first.

mod contents;
mod findings;
mod judged;
mod lists;
mod reader;
mod vectors;

use crate::{
    benchmark::{folder::Folder, open::manifest_text},
    terminal::{output, reporter},
    writing::replaceable::files_in,
};
use anyhow::{Context, Result, bail};
use findings::{CORRECT_MANIFEST, Fault, Findings, Note};
use rankscope_core::analysis::words;
use rankscope_core::benchmark::{BenchmarkError, Manifest};
use reader::Reader;
use serde::Serialize;
use std::{
    fmt::Write,
    path::{Path, PathBuf},
};

/// Faults of one file that are shown; `--json` has them all.
const SHOWN_OF_A_FILE: usize = 10;

/// Check whether a benchmark is whole: every size, hash, shape and id.
///
/// Reports all faults, each with file, place, reason and what to do, and notes oddities,
/// such as files that the manifest does not list. Exit status: 0 without faults, 1 with any.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    rankscope check shapes\n  \
    rankscope check shapes --json")]
pub(crate) struct Args {
    /// The benchmark's folder.
    #[arg(value_name = "DIR")]
    benchmark: PathBuf,
    /// Print JSON: {title, files, bytes, faults: [{file, line, row, reason, what_to_do}], notes}.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report<'a> {
    title: &'a str,
    /// Files that the manifest lists, and the manifest.
    files: usize,
    bytes: u64,
    faults: &'a [Fault],
    notes: &'a [Note],
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let folder = &args.benchmark;
    let text = manifest_text(folder)?;
    let (title, files, bytes, findings) = match Manifest::with_faults(&text) {
        Ok((manifest, faults)) => {
            let findings = findings_of(folder, &manifest, faults)?;
            let listed: u64 = manifest.files.iter().map(|file| file.bytes).sum();
            (manifest.title, manifest.files.len() + 1, listed + text.len() as u64, findings)
        }
        Err(error) => {
            let fault = Fault::of_benchmark(error, CORRECT_MANIFEST);
            let findings = Findings { faults: vec![fault], notes: Vec::new() };
            (String::new(), 1, text.len() as u64, findings)
        }
    };
    let Findings { faults, notes } = &findings;
    let report = Report { title: &title, files, bytes, faults, notes };
    if args.json {
        output::print_json(&report)?;
    } else {
        output::print(&in_words(&report)?)?;
    }
    match (faults.len(), findings.n_faulty_files()) {
        (0, _) => Ok(()),
        (1, _) => bail!("{} has a fault", folder.display()),
        (n, 1) => bail!("{} has {n} faults, all in one file", folder.display()),
        (n, n_files) => bail!("{} has {n} faults, in {n_files} files", folder.display()),
    }
}

fn findings_of(path: &Path, manifest: &Manifest, faults: Vec<BenchmarkError>) -> Result<Findings> {
    let folder = Folder(path.into());
    let progress = reporter::progress_bar(manifest.files.len(), "files");
    let mut reader = Reader::new(&folder, progress);
    let of_manifest = |error| Fault::of_benchmark(error, CORRECT_MANIFEST);
    faults.into_iter().map(of_manifest).for_each(|fault| reader.fault(fault));
    contents::check(&mut reader, manifest);
    let mut findings = reader.finish();
    note_unlisted(path, manifest, &mut findings)?;
    Ok(findings)
}

fn note_unlisted(folder: &Path, manifest: &Manifest, findings: &mut Findings) -> Result<()> {
    let listed: rustc_hash::FxHashSet<PathBuf> =
        manifest.files.iter().map(|file| PathBuf::from(&file.path)).collect();
    let there =
        files_in(folder).with_context(|| format!("cannot read the folder {}", folder.display()))?;
    let is_unlisted =
        |file: &&PathBuf| *file != Path::new("benchmark.json") && !listed.contains(*file);
    let mut unlisted = there.iter().filter(is_unlisted);
    if let Some(first) = unlisted.next() {
        let note = match unlisted.count() {
            0 => "the manifest does not list it".to_owned(),
            1 => "the manifest lists neither it nor another file".to_owned(),
            more => format!("the manifest lists neither it nor {more} other files"),
        };
        findings.note(&first.display().to_string(), note);
    }
    Ok(())
}

fn in_words(report: &Report<'_>) -> Result<String> {
    let Report { title, files, bytes, faults, notes } = report;
    let mut text = String::new();
    let mut rest = *faults;
    while let Some(first) = rest.first() {
        let n = rest.iter().take_while(|fault| fault.file == first.file).count();
        let (of_file, others) = rest.split_at(n);
        for fault in of_file.iter().take(SHOWN_OF_A_FILE) {
            writeln!(text, "{}: {}\n  {}", fault.place(), fault.reason, fault.what_to_do)?;
        }
        if n > SHOWN_OF_A_FILE {
            writeln!(
                text,
                "{}: {} (--json has them)",
                first.file,
                words::counted(n - SHOWN_OF_A_FILE, "more fault", "more faults")
            )?;
        }
        rest = others;
    }
    for Note { file, note } in *notes {
        writeln!(text, "note: {file}: {note}")?;
    }
    if faults.is_empty() {
        let bytes = words::bytes(*bytes);
        let files = words::counted(*files, "file", "files");
        writeln!(text, "{title} is whole: {files}, {bytes}")?;
    }
    Ok(text)
}
