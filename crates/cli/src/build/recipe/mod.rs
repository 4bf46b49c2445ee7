//! Build recipes: TOML files that say where the parts of a benchmark are.
//!
//! (Training recipes, which `rankscope train` reads, are another kind of file.) [`file`] has the
//! sections of a recipe in their order; [`images`], [`systems`] and [`sources`] have those that can be
//! filled from several kinds of files: a key for each, of which exactly one is given. [`check`]
//! compares sections with each other.

mod check;
mod file;
mod images;
mod sources;
mod systems;

pub(super) use file::{BuildRecipe, GuideSource, RunSource, TopicSource};
pub(super) use images::{
    FieldsLike, FieldsSource, FileOrder, ImageSource, Images, Metadata, NamedBy, WhichCaption,
};
pub(super) use sources::{
    FoldSource, ImagesBy, JudgementSource, Queries, QuerySource, QueryTable, RelevanceSource,
    Sense, SplitFile,
};
pub(super) use systems::{GalleryIds, MadeFrom, RankedBy, SystemSource, VectorSource};

use crate::{files, recipe_kind::RecipeKind};
use anyhow::{Context, Result};
use std::path::Path;

/// Reads a build recipe and checks it.
pub(super) fn read(path: &Path) -> Result<BuildRecipe> {
    recipe_from_toml(path, &files::text(path)?)
}

/// Reads the text of a build recipe and checks it.
pub(super) fn recipe_from_toml(path: &Path, text: &str) -> Result<BuildRecipe> {
    RecipeKind::Build.expect(path, text)?;
    let file = path.display();
    let recipe: BuildRecipe =
        toml::from_str(text).with_context(|| format!("{file} is not a build recipe"))?;
    check::check(&recipe).with_context(|| file.to_string())?;
    Ok(recipe)
}
