//! Build recipes: TOML files that say where the parts of a benchmark are. (Training recipes, which
//! `rankscope train` reads, are another kind of file.)

mod check;
mod file;
mod images;
mod sources;
mod systems;

pub(super) use file::{BuildRecipe, GuideSource, RunRanked, RunSource, TopicSource};
pub(super) use images::{
    FieldsLike, FieldsSource, FileOrder, ImageSource, Images, Metadata, NamedBy, VisualGenome,
    WhichCaption,
};
pub(super) use sources::{
    ExplanationsSource, FoldSource, ImagesBy, JudgementSource, Queries, QuerySource, QueryTable,
    RelevanceSource, Sense, SplitFile,
};
pub(super) use systems::{GalleryIds, MadeFrom, RankedBy, SystemSource, VectorSource};

use crate::{build::recipe_kind::RecipeKind, writing::files};
use anyhow::{Context, Result};
use std::path::Path;
use strsim::osa_distance;

pub(super) fn read(path: &Path) -> Result<BuildRecipe> {
    recipe_from_toml(path, &files::text(path)?)
}

pub(super) fn recipe_from_toml(path: &Path, text: &str) -> Result<BuildRecipe> {
    RecipeKind::Build.expect(path, text)?;
    let file = path.display();
    let recipe: BuildRecipe = toml::from_str(text)
        .map_err(|error: toml::de::Error| match near_key(error.message()) {
            Some(meant) => anyhow::Error::new(error).context(meant),
            None => error.into(),
        })
        .with_context(|| format!("{file} is not a build recipe"))?;
    check::check(&recipe).with_context(|| file.to_string())?;
    Ok(recipe)
}

/// The key that an unknown one may mean, by the message of the reader, which quotes it and all it knows.
fn near_key(message: &str) -> Option<String> {
    let mut quoted = message.strip_prefix("unknown field `")?.split('`').step_by(2);
    let unknown = quoted.next()?;
    let known = quoted.map(|key| (osa_distance(unknown, key), key));
    let (n_edits, near) = known.min_by_key(|(n_edits, _)| *n_edits)?;
    // One in three letters, and one in short keys.
    let is_near = n_edits <= unknown.chars().count().max(3) / 3;
    is_near.then(|| format!("`{unknown}` is not a key here: did you mean `{near}`?"))
}
