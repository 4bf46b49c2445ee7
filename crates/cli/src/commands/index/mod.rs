//! `rankscope index`: joins the parts that many tasks wrote into a benchmark, in place, and fills the
//! collection of a search engine from a benchmark.

mod fill;
mod found;
mod galleries;
mod held;
mod manifest;
mod rows;
mod side_file;

use crate::{
    benchmark::folder::Folder, commands::codes, ranking::stored_values, ready::ready,
    terminal::output, writing::replaceable::files_in,
};
use anyhow::{Context, Result, anyhow, bail};
use manifest::{Parts, WrittenSystem, path_of};
use rankscope_core::benchmark::{
    Manifest, is_plain_id,
    lists::{LoadError, load_queries_and_images, load_relevance},
};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// The Python package names unfinished files so.
const UNFINISHED: &str = ".rankscope-python-";

/// Join the parts that many tasks wrote into a benchmark, in place.
///
/// Each task has written its part with rankscope.write_partition in Python, and one the queries
/// with rankscope.write_queries. The parts must follow each other without a gap and have one dim; the
/// files must have the sizes, shapes and hashes that the tasks promised. Then benchmark.json is
/// written, with --codes the signs of all rows, and nothing else is copied or changed.
///
/// With --to, the vectors of a system are sent to a search engine, Chroma or Qdrant, and a system that
/// asks it is added. The folder may then be any benchmark; parts are joined first if it has no
/// benchmark.json.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    rankscope index corpus\n  \
    rankscope index corpus --title \"Five million pictures\" --force\n  \
    rankscope index shapes --system words-64 --to http://127.0.0.1:8000\n\n\
    Parts that are missing or damaged are named, so that their tasks can run again.")]
pub(crate) struct Args {
    /// The folder that the tasks wrote to.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The title that the page shows [default: the one given with the queries, or the folder's name].
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// The benchmark's id [default: the folder's name, with - for what an id cannot have].
    #[arg(long, value_name = "ID")]
    id: Option<String>,
    /// Check the sizes and shapes of vectors and not their hashes, which means reading all of them.
    /// Readers of the benchmark still check the hashes.
    #[arg(long)]
    trust_hashes: bool,
    /// Remove the side files in parts/ in the end, and unfinished files of killed tasks, so that the
    /// folder holds the benchmark alone. More parts cannot be added then.
    #[arg(long)]
    finish: bool,
    /// Also write the signs of all rows, by which a page searches a large gallery sooner (see
    /// `rankscope codes`).
    #[arg(long)]
    codes: bool,
    /// Replace the benchmark.json of an earlier index.
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    to: fill::ToArgs,
    /// Print what was made as JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let Some(url) = &args.to.url else { return join(args, true) };
    if args.force || args.folder.join("benchmark.json").symlink_metadata().is_err() {
        join(args, false)?;
    }
    fill::fill(&args.folder, url, &args.to, args.json)
}

fn join(args: &Args, prints: bool) -> Result<()> {
    let folder = &args.folder;
    let there = folder.join("benchmark.json");
    if !args.force && there.symlink_metadata().is_ok() {
        bail!("{} exists already: add --force to replace it", there.display());
    }
    let found = found::read(folder)?;
    let images = match found.images.is_empty() {
        true => None,
        false => Some(rows::joined("the image lists", found.images)?),
    };
    let galleries = galleries::all(found.galleries)?;
    let parts = Parts { images, galleries, queries: found.queries };
    let systems = parts.systems()?;
    let (id, title) = names(args, &parts)?;
    let manifest =
        parts.manifest(id, title, &systems).context("the parts contradict each other")?;
    let of_queries = parts.promised_by_queries()?;
    held::check(folder, &parts.to_hold(&of_queries, &systems), !args.trust_hashes)?;
    check_lists(folder, &manifest)?;
    let system_files = systems
        .into_iter()
        .map(|WrittenSystem { system, text }| (path_of(&system), text.into_bytes()))
        .collect();
    stored_values::replace(folder, manifest.clone(), system_files, |_| false)?;
    let manifest = if args.codes { codes::add(folder)? } else { manifest };
    if args.finish {
        remove(folder, &found.side_files)?;
    }
    if prints { output::print_benchmark(&manifest, folder, args.json) } else { Ok(()) }
}

fn names(args: &Args, parts: &Parts) -> Result<(String, String)> {
    let folder = &args.folder;
    let whole =
        folder.canonicalize().with_context(|| format!("cannot read {}", folder.display()))?;
    let name = whole.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let id = args.id.clone().unwrap_or_else(|| plain_id(&name));
    if !is_plain_id(&id) {
        bail!(
            "the benchmark cannot have the id {id:?}: give --id, of letters, digits, '-', '_' and \
             '.', a letter or digit first"
        );
    }
    let of_queries = parts.queries.as_ref().map(|queries| queries.title.clone());
    let given = args.title.clone().or(of_queries).filter(|title| !title.is_empty());
    Ok((id, given.unwrap_or(name)))
}

/// Removes what killed tasks left, and the side files with their folders if these are then empty.
fn remove(folder: &Path, side_files: &[String]) -> Result<()> {
    let files =
        files_in(folder).with_context(|| format!("cannot read the folder {}", folder.display()))?;
    let is_unfinished = |file: &&PathBuf| {
        file.file_name().is_some_and(|name| name.to_string_lossy().starts_with(UNFINISHED))
    };
    for file in files.iter().filter(is_unfinished) {
        let path = folder.join(file);
        fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
    }
    let mut folders: Vec<PathBuf> = vec![folder.join(found::PARTS)];
    for side_file in side_files {
        let path = folder.join(side_file);
        fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
        let above = path.ancestors().skip(1).take_while(|above| *above != folder);
        folders.extend(above.map(Path::to_path_buf));
    }
    folders.sort();
    folders.dedup();
    for folder in folders.iter().rev() {
        // A folder with something else in it stays.
        drop(fs::remove_dir(folder));
    }
    Ok(())
}

/// A folder's name as an id, as the Python package makes ids: with `-` for each run of characters that an
/// id cannot have; empty if nothing is left.
fn plain_id(name: &str) -> String {
    let mut plain = String::new();
    let mut is_in_run = false;
    for c in name.chars() {
        let is_plain = c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
        if is_plain {
            plain.push(c);
        } else if !is_in_run {
            plain.push('-');
        }
        is_in_run = !is_plain;
    }
    plain.trim_matches('-').trim_start_matches(['.', '_', '-']).to_owned()
}

/// Checks the lists that a manifest names. Errors have file and row.
fn check_lists(folder: &Path, manifest: &Manifest) -> Result<()> {
    let folder = Folder(folder.into());
    let lists = loaded(load_queries_and_images(manifest, &folder))?;
    let images: Vec<String> = lists.images.into_iter().map(|image| image.id).collect();
    for definition in &manifest.relevance {
        loaded(load_relevance(manifest, definition, &lists.queries, &images, &folder))?;
    }
    Ok(())
}

fn loaded<T>(loading: impl Future<Output = Result<T, LoadError<anyhow::Error>>>) -> Result<T> {
    let Some(loaded) = ready(loading) else { bail!("reading the lists did not finish") };
    let wrong = "the parts do not fit each other: write those that are wrong again";
    loaded.map_err(|error| error.unify(|error| anyhow!(error).context(wrong)))
}

#[cfg(test)]
mod tests {
    use super::plain_id;

    #[test]
    fn ids_are_those_of_the_python_package() {
        assert_eq!(plain_id("CLIP ViT-B/32"), "CLIP-ViT-B-32");
        assert_eq!(plain_id("..a  \u{e4}b- c-"), "a-b--c");
        assert_eq!(plain_id("\u{6771}"), "");
    }
}
