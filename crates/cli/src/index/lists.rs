//! Reads image lists, queries and judgements as every reader does, before the manifest is written.

use crate::{folder::Folder, ready::ready};
use anyhow::{Result, anyhow, bail};
use rankscope_core::benchmark::{
    Manifest,
    lists::{LoadError, load_queries_and_images, load_relevance},
};
use std::path::Path;

/// Checks the lists that a manifest names.
///
/// # Errors
/// A line that cannot be read, an id that two lists have, a judgement of an image that no list has;
/// each with file and row.
pub(super) fn check(folder: &Path, manifest: &Manifest) -> Result<()> {
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
