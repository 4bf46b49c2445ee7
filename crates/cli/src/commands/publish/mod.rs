mod benchmark;
mod host;
mod page;
mod pieces;
mod preview;
mod site;

use crate::{
    benchmark::open::Benchmark,
    terminal::{output, reporter},
    writing::files,
};
use anyhow::{Result, bail};
use host::Host;
use page::PageFile;
use rankscope_core::analysis::words;
use rankscope_core::{content_policy::BENCHMARK_FILE, views::INDEX_FILE};
use serde::Serialize;
use site::Site;
use std::path::{Path, PathBuf, absolute};

/// Make a static site of the page and a benchmark, for any host.
///
/// All addresses in it are relative, so that it works in any folder of any host; no program runs
/// there. Values and hits are those of the benchmark, to the last digit.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    rankscope publish my-benchmark -o site\n  \
    rankscope publish my-benchmark -o site --for github-pages\n  \
    rankscope publish my-benchmark --dist dist -o site --max-file 25MB")]
pub(crate) struct Args {
    /// The benchmark's folder.
    #[arg(value_name = "DIR")]
    benchmark: PathBuf,
    /// The folder of the site to make.
    #[arg(short, long, value_name = "SITE")]
    out: PathBuf,
    /// The folder of a built page, with index.html, in place of the page inside this program.
    #[arg(long, value_name = "DIST")]
    dist: Option<PathBuf>,
    /// The host: its largest file, where --max-file names no other, its files (a README.md for a Space),
    /// and how the site gets there.
    #[arg(long = "for", value_name = "HOST", value_enum)]
    host: Option<Host>,
    /// The largest file that the host takes, such as 25MB, 100MB or 64MiB: larger shards and lists are
    /// split by rows, and what cannot be split is refused.
    #[arg(long, value_name = "SIZE", value_parser = bytes_from_text)]
    max_file: Option<u64>,
    /// Replace a site that was published before.
    #[arg(long)]
    force: bool,
    /// Print JSON: {out, files, bytes, largest: {path, bytes}, split, not_published}.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Published {
    out: PathBuf,
    files: usize,
    bytes: u64,
    largest: Largest,
    split: Vec<(String, usize)>,
    not_published: Vec<String>,
}

#[derive(Serialize)]
struct Largest {
    path: String,
    bytes: u64,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let sources = [Some(&args.benchmark), args.dist.as_ref()];
    check_apart(&args.out, sources.into_iter().flatten())?;
    let page = page::files(args.dist.as_deref())?;
    let max_file = args.max_file.or_else(|| args.host?.max_file());
    let mut site = Site::new(&args.out, args.force, max_file)?;
    let manifest = Benchmark::open(&args.benchmark)?.manifest;
    let mut changed = None;
    // The worker names the hashes of the other files, so it comes last.
    let (workers, others): (Vec<_>, Vec<_>) =
        page.iter().partition(|(path, _)| path == SERVICE_WORKER);
    for (path, file) in others.into_iter().chain(workers) {
        let bytes = match file {
            PageFile::InFolder(file) => files::bytes(file)?,
            PageFile::Packed(file) => file.plain()?.into(),
        };
        let text = || String::from_utf8_lossy(&bytes);
        match (path.as_str(), &changed) {
            (INDEX_FILE, _) => {
                let titled = preview::titled(&text(), &manifest).into_bytes();
                site.add(path, &titled)?;
                changed = Some((bytes, titled));
            }
            (SERVICE_WORKER, Some((before, after))) => {
                site.add(path, preview::rehashed(&text(), before, after).as_bytes())?;
            }
            _ => site.add(path, &bytes)?,
        }
    }
    if let Some((name, text)) = args.host.and_then(|host| host.file(&manifest)) {
        site.add(name, text.as_bytes())?;
    }
    site.add(".nojekyll", b"")?;
    site.add("_headers", headers().as_bytes())?;
    let benchmark::Written { split, not_published } =
        benchmark::write(&args.benchmark, &mut site, max_file)?;
    let site::Finished { files, bytes, largest } = site.finish()?;
    if let Some(refusal) = args.host.and_then(|host| host.refusal(files, bytes)) {
        reporter::warn(format_args!(
            "{refusal}, and this one has {} files with {}",
            words::count(files),
            words::bytes(bytes)
        ));
    }
    let (path, largest) = largest;
    let largest = Largest { path, bytes: largest };
    let out = args.out.clone();
    let published = Published { out, files, bytes, largest, split, not_published };
    if args.json {
        output::print_json(&published)
    } else {
        output::print(&in_words(&published, args.host))
    }
}

const SERVICE_WORKER: &str = "service_worker.js";

/// The headers that hosts send, in the form that Netlify and Cloudflare Pages read: names stay the same
/// from build to build, and a benchmark's files are not pages.
fn headers() -> String {
    format!(
        "/*\n  Cache-Control: no-cache\n  X-Content-Type-Options: nosniff\n\n\
         /benchmark/*\n  Content-Security-Policy: {BENCHMARK_FILE}\n"
    )
}

fn in_words(published: &Published, host: Option<Host>) -> String {
    let Published { out, files, bytes, largest, split, not_published } = published;
    let mut text = format!(
        "{}: {} files, {}; the largest is {} with {}\n",
        out.display(),
        words::count(*files),
        words::bytes(*bytes),
        largest.path,
        words::bytes(largest.bytes)
    );
    for (path, n) in split {
        text += &format!("{path}: split into {n} files\n");
    }
    if let Some(first) = not_published.first() {
        let n = not_published.len();
        let files = if n == 1 { "1 file".into() } else { format!("{n} files") };
        text += &format!("not published: {files} that nothing names, such as {first}\n");
    }
    let advice = host.map_or("Copy the folder to any static host".into(), |host| host.advice(out));
    text + &advice + ", or try it here: python3 -m http.server -d " + &out.display().to_string()
}

/// Refuses a site inside the benchmark or the page, or around them.
fn check_apart<'a>(out: &Path, sources: impl Iterator<Item = &'a PathBuf>) -> Result<()> {
    let out = absolute(out)?;
    for source in sources {
        let source = absolute(source)?;
        if out.starts_with(&source) || source.starts_with(&out) {
            bail!(
                "{} and {} overlap: choose a separate folder for the site",
                out.display(),
                source.display()
            );
        }
    }
    Ok(())
}

/// `25MB`, `64MiB`, `1.5 GB` or a number of bytes.
fn bytes_from_text(text: &str) -> Result<u64, String> {
    let wrong = || format!("{text:?} is not a size: write it as 25MB, 64MiB or 1000000");
    let text = text.trim();
    let number = text.trim_end_matches(|c: char| c.is_ascii_alphabetic()).trim_end();
    let unit = text.get(number.len()..).unwrap_or_default().trim_start();
    let factor: u32 = match unit.to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "k" | "kb" => 1_000,
        "m" | "mb" => 1_000_000,
        "g" | "gb" => 1_000_000_000,
        "kib" => 1 << 10,
        "mib" => 1 << 20,
        "gib" => 1 << 30,
        _ => return Err(wrong()),
    };
    let bytes = number.parse::<f64>().map_err(|_| wrong())? * f64::from(factor);
    if !(1.0..9e15).contains(&bytes) {
        return Err(wrong());
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "1 to 9e15")]
    Ok(bytes as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_as_people_write_them() {
        for (text, bytes) in [
            ("25MB", 25_000_000),
            ("100 mb", 100_000_000),
            ("64MiB", 64 << 20),
            ("1.5k", 1_500),
            ("4096", 4096),
            ("2G", 2_000_000_000),
        ] {
            assert_eq!(bytes_from_text(text), Ok(bytes), "{text}");
        }
        for text in ["", "MB", "-3MB", "0", "25 megs", "NaN", "1e300GB", "0.1"] {
            assert!(bytes_from_text(text).is_err(), "{text}");
        }
    }
}
