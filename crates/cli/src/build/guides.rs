//! `[[guides]]` of a recipe: pictures made for the queries elsewhere, with their vectors.

use super::{
    recipe::{BuildRecipe, GuideSource},
    sources::SourceFolder,
};
use crate::build::benchmark_writer::BenchmarkWriter;
use anyhow::{Context, Result, bail};
use rankscope_core::benchmark::{
    GuideImage, Query, StoredGuides, System, guide_vectors_path, guides_of_jsonl,
    lists::QueryGuides,
};

/// Writes the guides of every engine and returns their entries. Refuses a list or vectors that do not fit
/// the queries, the systems or each other; names file and row.
pub(super) fn add(
    recipe: &BuildRecipe,
    sources: &SourceFolder,
    queries: &[Query],
    systems: &[System],
    writer: &mut BenchmarkWriter,
) -> Result<Vec<StoredGuides>> {
    let engine = |source: &GuideSource| {
        of_engine(source, sources, queries, systems, writer)
            .with_context(|| format!("guides {}", source.id))
    };
    recipe.guides.iter().map(engine).collect()
}

fn of_engine(
    source: &GuideSource,
    sources: &SourceFolder,
    queries: &[Query],
    systems: &[System],
    writer: &mut BenchmarkWriter,
) -> Result<StoredGuides> {
    let (name, text) = sources.text(&source.images)?;
    let images: Vec<GuideImage> = guides_of_jsonl(&name, &text).collect::<Result<_, _>>()?;
    if images.is_empty() {
        bail!("{name} has no guides");
    }
    let listed = QueryGuides::new(&name, images, queries)?;
    let n_guides = listed.images().len();
    let entry = StoredGuides {
        id: source.id.clone(),
        title: source.title.clone(),
        about: source.about.clone(),
        source: source.source.clone(),
        license: source.license.clone(),
        images: u32::try_from(n_guides)?,
    };
    writer.add_guides(&entry, listed.images())?;
    for (id, path) in &source.vectors {
        let system = systems.iter().find(|system| system.id == *id);
        let system = system.with_context(|| format!("there is no system {id}"))?;
        let vectors = sources.all_rows(path, n_guides, "guides")?;
        vectors.check_dim(system.dim as usize, &format!("system {id}"))?;
        vectors.write_texts(writer, guide_vectors_path(id, &source.id))?;
    }
    Ok(entry)
}
