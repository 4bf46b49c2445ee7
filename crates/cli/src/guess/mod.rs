//! A recipe from files and folders, for `view` and `init`: [`found`] says what files are, [`roles`] and
//! [`matrices`] which part each plays, and [`sections`] make the [`recipe`], in which every guess is a
//! comment.

mod found;
mod given;
mod images;
mod matrices;
mod names;
mod pictures;
mod queries;
mod recipe;
mod roles;
mod sections;

use crate::{reading::named_part, terminal::reporter};
use anyhow::{Context, Result, bail};
use found::Found;
pub(crate) use found::is_benchmark;
pub(crate) use given::absolute;
use rankscope_core::analysis::words::counted;
pub(crate) use recipe::MadeRecipe;
use roles::Roles;
use std::path::{Path, PathBuf};

/// A folder may have thousands of files that are passed over.
const PASSED_OVER_SHOWN: usize = 20;

/// Makes a recipe from files, folders and parts of files, whose paths are [`absolute`]. Refuses files that
/// are not understood or do not fit each other; names the nearest thing that would.
pub(crate) fn recipe_from(given: &[PathBuf]) -> Result<MadeRecipe> {
    let base = common_folder(given).context("give at least one file or folder")?;
    let found = Found::new(given)?;
    for reason in found.passed_over.iter().take(PASSED_OVER_SHOWN) {
        reporter::note(format_args!("passed over: {reason}"));
    }
    let n_more = found.passed_over.len().saturating_sub(PASSED_OVER_SHOWN);
    if n_more > 0 {
        reporter::note(format_args!("passed over: {}", counted(n_more, "file more", "files more")));
    }
    if found.items.is_empty() {
        let given: Vec<String> = given.iter().map(|path| path.display().to_string()).collect();
        bail!(
            "{} has nothing to look at: pictures (JPEG, PNG, WebP, GIF), vectors (.npy and others), \
             lists (.txt), runs or judgements; nor is it a benchmark (benchmark.json) or has a recipe \
             (recipe.toml)",
            given.join(", ")
        );
    }
    let roles = Roles::new(&found)?;
    let systems = matrices::systems(&roles, &base)?;
    let mut sections = sections::sections(&roles, &systems, &base)?;
    if let Some(first) = sections.first_mut() {
        first.guesses.splice(0..0, roles.guesses);
    }
    let name = base.file_name().map_or_else(|| "own".into(), |name| name.to_string_lossy());
    Ok(MadeRecipe {
        id: names::id_from(&name),
        title: name.replace(['_', '-'], " "),
        source: base.to_string_lossy().into_owned(),
        sections,
    })
}

/// The folder that has all paths below it; a folder that is given alone is that folder.
fn common_folder(given: &[PathBuf]) -> Option<PathBuf> {
    let folder_of = |path: &Path| match path.is_dir() {
        true if given.len() == 1 => path.to_owned(),
        _ => {
            // The name of a part may have a slash.
            let file = named_part::split(path).0;
            file.parent().unwrap_or(&file).to_owned()
        }
    };
    let mut folders = given.iter().map(|path| folder_of(path));
    let first = folders.next()?;
    Some(folders.fold(first, |common, folder| {
        let shared = common.components().zip(folder.components());
        shared.take_while(|(a, b)| a == b).map(|(part, _)| part).collect()
    }))
}
