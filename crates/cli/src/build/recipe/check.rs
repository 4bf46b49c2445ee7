//! Checks that the sections of a build recipe fit together.

use super::{
    file::{BuildRecipe, GuideSource, HeadlineSource},
    images::{ImageSource, WhichCaption},
    sources::{JudgementSource, QuerySource},
    systems::{GalleryIds, MadeFrom, SystemSource, VectorSource},
};
use anyhow::{Context, Result, bail};
use rankscope_core::{
    benchmark::{guide_weight_faults, is_plain_id},
    citation::{is_bibtex, read_entries},
    limits::MAX_NUMBERED_IMAGES,
    metrics::Measure,
};
use std::collections::HashSet;

/// Refuses a recipe with sections that contradict each other.
pub(super) fn check(recipe: &BuildRecipe) -> Result<()> {
    check_ids("benchmark", std::iter::once(&recipe.id))?;
    check_ids("relevance", recipe.relevance.iter().map(|r| &r.id))?;
    check_ids("encoder", recipe.encoders.iter().map(|e| &e.id))?;
    check_ids("system", recipe.systems.iter().map(|s| &s.id))?;
    check_ids("run", recipe.runs.iter().map(|r| &r.id))?;
    check_ids("engine", recipe.guides.iter().map(|g| &g.id))?;
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
    for id in recipe.welcome.iter().flat_map(|welcome| &welcome.systems) {
        if !recipe.systems.iter().any(|system| &system.id == id) {
            bail!("[welcome] names an unknown system {id}");
        }
    }
    for id in recipe.welcome.iter().filter_map(|welcome| welcome.relevance.as_ref()) {
        if !recipe.relevance.iter().any(|entry| &entry.id == id) {
            bail!("[welcome] names an unknown relevance {id}");
        }
    }
    if is_bibtex(&recipe.citation) {
        read_entries(&recipe.citation).context("citation is not BibTeX")?;
    }
    if recipe.explanations.is_some() && recipe.queries.is_none() {
        bail!("[explanations] are of queries, and the recipe has no [queries]");
    }
    if recipe.shard_rows == Some(0) {
        bail!("shard_rows is 0");
    }
    Ok(())
}

fn check_images(recipe: &BuildRecipe) -> Result<()> {
    let images = &recipe.images;
    match images.source()? {
        ImageSource::Range([first, last]) => check_range("[images]", first, last)?,
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
    match images.caption {
        Some(WhichCaption::First) if recipe.captions.is_none() => {
            bail!("images.caption = \"first\" needs [captions]")
        }
        Some(WhichCaption::Name | WhichCaption::Beside) if images.folder.is_none() => {
            bail!("images.caption = \"name\" is the name of a file, which needs images.folder")
        }
        _ => {}
    }
    if images.without_seeds && recipe.conqa().is_none() {
        bail!("images.without_seeds needs [queries] conqa = \"seed.json\"");
    }
    check_folder(recipe)
}

fn check_range(section: &str, first: u32, last: u32) -> Result<()> {
    if first > last {
        bail!("{section}: range = [{first}, {last}] is empty: the lower number comes first");
    }
    if last - first >= MAX_NUMBERED_IMAGES {
        bail!(
            "{section}: range = [{first}, {last}] has {} {}, and at most {MAX_NUMBERED_IMAGES} \
             are possible: check the last number, or list the ids in a file (ids)",
            u64::from(last - first) + 1,
            section.trim_matches(['[', ']'])
        );
    }
    Ok(())
}

fn check_folder(recipe: &BuildRecipe) -> Result<()> {
    let images = &recipe.images;
    if images.folder.is_some() {
        if images.uri.is_some() {
            bail!(
                "[images]: uri says where pictures are, and those of folder are in the benchmark: \
                 give the address of a picture in full as original"
            );
        }
        if images.without_seeds {
            bail!("[images]: without_seeds does not go with folder");
        }
        let is_named_otherwise = !matches!(images.source()?, ImageSource::Folder(..));
        if is_named_otherwise && (images.named_by.is_some() || images.spaces.is_some()) {
            bail!(
                "[images]: named_by and spaces make ids from the names of files, and another key \
                 gives the ids: leave them out"
            );
        }
        if images.spaces.as_ref().is_some_and(|text| text.contains(char::is_whitespace)) {
            bail!("[images]: spaces is what stands for white space in ids, such as \"_\"");
        }
        return Ok(());
    }
    let needs_folder = [
        ("named_by", images.named_by.is_some()),
        ("spaces", images.spaces.is_some()),
        ("thumbnails", images.thumbnails.is_some()),
        ("original", images.original.is_some()),
        ("skip_undecodable", images.skip_undecodable),
    ];
    match needs_folder.iter().find(|(_, is_given)| *is_given) {
        Some((key, _)) => bail!("[images]: {key} needs folder, a folder of pictures"),
        None => Ok(()),
    }
}

fn check_queries(recipe: &BuildRecipe) -> Result<()> {
    let Some(queries) = &recipe.queries else { return Ok(()) };
    let source = queries.source()?;
    let are_numbered = match source {
        QuerySource::Lines(_) => true,
        QuerySource::Table(table) => table.id.is_none(),
        _ => false,
    };
    if queries.first.is_some() && !are_numbered {
        bail!(
            "queries.first is the number of the first of queries.lines, or of a queries.table \
             without id: leave it out"
        );
    }
    match source {
        QuerySource::Range([first, last]) => check_range("[queries]", first, last)?,
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
    if defaults.len() != 1 && !recipe.relevance.is_empty() {
        bail!(
            "exactly one [[relevance]] must have default = true, and {} have: {defaults:?}",
            defaults.len()
        );
    }
    if let Some(relevance) = recipe.relevance.first().filter(|_| recipe.queries.is_none()) {
        bail!("relevance {} judges queries, and there are none: add [queries]", relevance.id);
    }
    let has_captions = recipe.queries_are_captions();
    for relevance in &recipe.relevance {
        match relevance.source()? {
            JudgementSource::Conqa { .. } if recipe.conqa().is_none() => bail!(
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
        let ids = system.gallery_ids()?;
        match system.vectors()? {
            VectorSource::Gallery(_) => {}
            VectorSource::Made(of) => check_made(recipe, system, of, &ids)?,
        }
        if system.queries.is_some() && recipe.queries.is_none() {
            bail!("system {}: queries are vectors of [queries], which is missing", system.id);
        }
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

/// A system whose vectors are made takes none from files.
fn check_made(
    recipe: &BuildRecipe,
    system: &SystemSource,
    of: MadeFrom,
    ids: &GalleryIds<'_>,
) -> Result<()> {
    let id = &system.id;
    let has_files = system.queries.is_some()
        || system.captions.is_some()
        || system.encoder.is_some()
        || !matches!(ids, GalleryIds::CorpusOrder);
    if has_files {
        bail!(
            "system {id}: made_from makes all its vectors and its encoder, so queries, captions, \
             encoder, gallery_ids and gallery_metadata do not go with it"
        );
    }
    let images = &recipe.images;
    let has_caption = images.caption.is_some() || images.has_captions_in_metadata();
    match of {
        MadeFrom::Pixels if images.folder.is_none() => {
            bail!("system {id}: made_from = \"pixels\" needs [images] folder, a folder of pictures")
        }
        MadeFrom::Captions if recipe.captions.is_none() && !has_caption => bail!(
            "system {id}: made_from = \"captions\" needs [captions], or a caption for each image \
             ([images] caption or metadata.caption)"
        ),
        MadeFrom::Captions if recipe.encoders.iter().any(|entry| entry.id == *id) => bail!(
            "system {id}: its encoder is made with it, and one of [[encoders]] has the same id"
        ),
        MadeFrom::Pixels | MadeFrom::Captions => Ok(()),
    }
}

fn check_runs(recipe: &BuildRecipe) -> Result<()> {
    for run in &recipe.runs {
        run.ranked_by()?;
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
    let is_system = |id: &str| recipe.systems.iter().any(|one| one.id == id);
    if let Some(fault) = guide_weight_faults(&recipe.guide_weights, is_system).into_iter().next() {
        bail!(fault);
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
            bail!("the {what} id {id:?} occurs twice, ignoring case");
        }
    }
    Ok(())
}
