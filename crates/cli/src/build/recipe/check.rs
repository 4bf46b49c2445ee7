//! Checks that the sections of a build recipe fit each other.

use super::{
    file::{BuildRecipe, GuideSource, HeadlineSource},
    sources::{ImageSource, JudgementSource, QuerySource},
};
use anyhow::{Context, Result, bail};
use rankscope_core::{benchmark::is_plain_id, limits::MAX_NUMBERED_IMAGES, metrics::Measure};
use std::collections::HashSet;

/// Refuses a recipe whose sections contradict each other.
pub(super) fn check(recipe: &BuildRecipe) -> Result<()> {
    check_ids("benchmark", std::iter::once(&recipe.id))?;
    check_ids("relevance", recipe.relevance.iter().map(|r| &r.id))?;
    check_ids("encoder", recipe.encoders.iter().map(|e| &e.id))?;
    check_ids("system", recipe.systems.iter().map(|s| &s.id))?;
    check_ids("run", recipe.runs.iter().map(|r| &r.id))?;
    check_ids("engine", recipe.guides.iter().map(|g| &g.id))?;
    if recipe.systems.is_empty() {
        bail!("it has no [[systems]]: at least one is needed");
    }
    check_images(recipe)?;
    check_queries(recipe)?;
    check_relevance(recipe)?;
    check_systems(recipe)?;
    check_runs(recipe)?;
    check_guides(recipe)?;
    for HeadlineSource { measure, relevance } in &recipe.headlines {
        measure.parse::<Measure>().context("a headline")?;
        if !recipe.relevance.iter().any(|entry| &entry.id == relevance) {
            bail!("headline {measure} names an unknown relevance {relevance}");
        }
    }
    if recipe.shard_rows == Some(0) {
        bail!("shard_rows is 0");
    }
    Ok(())
}

fn check_images(recipe: &BuildRecipe) -> Result<()> {
    let images = &recipe.images;
    match images.source()? {
        ImageSource::Range([first, last]) if first > last => {
            bail!("[images]: range = [{first}, {last}] is empty: the lower number comes first")
        }
        ImageSource::Range([first, last]) if last - first >= MAX_NUMBERED_IMAGES => bail!(
            "[images]: range = [{first}, {last}] has {} images, and at most {MAX_NUMBERED_IMAGES} \
             are possible: check the last number, or list the ids in a file (ids)",
            u64::from(last - first) + 1
        ),
        ImageSource::Metadata(metadata) => {
            if metadata.uri.is_some() && images.uri.is_some() {
                bail!("[images]: give uri or metadata.uri, not both");
            }
            if metadata.caption.is_some() && images.caption.is_some() {
                bail!("[images]: give caption or metadata.caption, not both");
            }
        }
        _ => {}
    }
    if let Some(fields) = &images.fields
        && fields.id.is_none()
        && fields.like.is_none()
    {
        bail!("images.fields needs id, the column with the ids of the images");
    }
    if images.caption.is_some() && recipe.captions.is_none() {
        bail!("images.caption needs [captions]");
    }
    if images.without_seeds && recipe.queries.conqa().is_none() {
        bail!("images.without_seeds needs [queries] conqa = \"seed.json\"");
    }
    Ok(())
}

fn check_queries(recipe: &BuildRecipe) -> Result<()> {
    let queries = &recipe.queries;
    match queries.source()? {
        QuerySource::Ids(_) if queries.texts.is_none() && recipe.captions.is_none() => {
            bail!("the queries have no text: give queries.texts or [captions]");
        }
        QuerySource::Ids(_) => return Ok(()),
        QuerySource::Inquire(_) if !queries.split.is_empty() => {
            bail!("queries.inquire has a split for each file: leave queries.split out");
        }
        _ => {}
    }
    if queries.texts.is_some() {
        bail!("queries.texts goes with queries.ids: the other files have the texts themselves");
    }
    Ok(())
}

fn check_relevance(recipe: &BuildRecipe) -> Result<()> {
    let defaults: Vec<&str> =
        recipe.relevance.iter().filter(|r| r.default).map(|r| r.id.as_str()).collect();
    if defaults.len() != 1 {
        bail!(
            "exactly one [[relevance]] must have default = true, and {} have: {defaults:?}",
            defaults.len()
        );
    }
    let has_captions = recipe.captions.is_some() && recipe.queries.are_captions();
    for relevance in &recipe.relevance {
        match relevance.source()? {
            JudgementSource::Conqa { .. } if recipe.queries.conqa().is_none() => bail!(
                "relevance {}: votes on seed images do not count, so [queries] needs conqa = \
                 \"seed.json\"",
                relevance.id
            ),
            JudgementSource::CocoInstances(_) if !has_captions => bail!(
                "relevance {}: a query has the classes of the image that it is a caption of, so \
                 [captions] is needed, and [queries] with ids and without texts",
                relevance.id
            ),
            _ => {}
        }
        if let Some(reverse) = &relevance.reverse {
            reverse.source().with_context(|| format!("relevance {}", relevance.id))?;
        }
    }
    if recipe.folds.is_some() && !has_captions {
        bail!("[folds] are folds of captions: [captions] and [queries] ids are needed");
    }
    Ok(())
}

fn check_systems(recipe: &BuildRecipe) -> Result<()> {
    for system in &recipe.systems {
        system.gallery_ids()?;
        if system.captions.is_some() && recipe.captions.is_none() {
            bail!("system {}: captions are vectors of [captions], which is missing", system.id);
        }
        if let Some(encoder) = &system.encoder
            && !recipe.encoders.iter().any(|entry| &entry.id == encoder)
        {
            bail!(
                "system {} names an unknown encoder {encoder}: add it as [[encoders]]",
                system.id
            );
        }
    }
    Ok(())
}

fn check_runs(recipe: &BuildRecipe) -> Result<()> {
    for run in &recipe.runs {
        // A run is named like a system.
        if recipe.systems.iter().any(|system| system.id.eq_ignore_ascii_case(&run.id)) {
            bail!("the id {:?} is a system's and a run's: give the run another", run.id);
        }
        if let Some(of) = run.of.as_ref().filter(|of| recipe.systems.iter().all(|s| s.id != **of)) {
            bail!(
                "run {} re-ranks an unknown system {of}: of is the id of one of [[systems]]",
                run.id
            );
        }
        if run.depth == Some(0) {
            bail!("run {}: depth is 0", run.id);
        }
    }
    Ok(())
}

fn check_guides(recipe: &BuildRecipe) -> Result<()> {
    for GuideSource { id, vectors, .. } in &recipe.guides {
        if vectors.is_empty() {
            bail!("guides {id}: vectors is empty: give those of at least one system");
        }
        let is_known = |system: &String| recipe.systems.iter().any(|one| one.id == *system);
        if let Some(unknown) = vectors.keys().find(|system| !is_known(system)) {
            bail!("guides {id}: vectors name an unknown system {unknown}: add it as [[systems]]");
        }
    }
    Ok(())
}

/// Ids become names of folders and parts of links: plain characters, no duplicates.
fn check_ids<'a>(what: &str, ids: impl Iterator<Item = &'a String>) -> Result<()> {
    let mut seen = HashSet::new();
    for id in ids {
        if !is_plain_id(id) {
            bail!(
                "the {what} id {id:?} cannot be a file name: use letters, digits, '-', '_' and \
                 '.', a letter or digit first"
            );
        }
        // Some file systems ignore case.
        if !seen.insert(id.to_ascii_lowercase()) {
            bail!("the {what} id {id:?} is there twice, case aside");
        }
    }
    Ok(())
}
