//! The text encoders of a build recipe: packs to copy into the benchmark.

use super::{recipe::BuildRecipe, sources::SourceFolder};
use crate::{build::benchmark_writer::BenchmarkWriter, terminal::reporter, writing::files};
use anyhow::{Context, Result, bail};
use rankscope_core::benchmark::EncoderEntry;
use rankscope_encode::{PACK_FILE, TOKENIZER_FILE, WEIGHTS_FILE};
use serde::Deserialize;
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

pub(super) fn check_ids(given: &[(String, PathBuf)], recipe: &BuildRecipe) -> Result<()> {
    for (id, _) in given {
        if !recipe.encoders.iter().any(|entry| &entry.id == id) {
            bail!("--encoder {id}: the recipe has no encoder of this id");
        }
    }
    Ok(())
}

/// Copies the packs, from the folders `given` or those of the recipe; warns of those that do not exist.
/// Returns their entries, and the dims of their vectors by id.
pub(super) fn add(
    given: &[(String, PathBuf)],
    recipe: &BuildRecipe,
    sources: &SourceFolder,
    writer: &mut BenchmarkWriter,
) -> Result<(Vec<EncoderEntry>, BTreeMap<String, u32>)> {
    let (mut entries, mut dims) = (Vec::new(), BTreeMap::new());
    for encoder in &recipe.encoders {
        let given = given.iter().rfind(|(id, _)| id == &encoder.id);
        let folder = match (given, &encoder.path) {
            (Some((_, folder)), _) => folder.clone(),
            (None, Some(path)) if sources.path(path).is_dir() => sources.path(path),
            (None, _) => {
                reporter::warn(format_args!(
                    "the encoder {0} is left out, so its systems cannot search for typed texts: \
                     import it (rankscope encoder import) and add --encoder {0}=DIR",
                    encoder.id
                ));
                continue;
            }
        };
        let path = writer
            .add_encoder(&encoder.id, &folder)
            .with_context(|| format!("encoder {}", encoder.id))?;
        dims.insert(encoder.id.clone(), pack_dim(&folder)?);
        entries.push(EncoderEntry { id: encoder.id.clone(), title: encoder.title.clone(), path });
    }
    Ok((entries, dims))
}

pub(crate) fn is_pack(folder: &Path) -> bool {
    [PACK_FILE, TOKENIZER_FILE, WEIGHTS_FILE].iter().all(|name| folder.join(name).is_file())
}

pub(crate) fn pack_dim(pack: &Path) -> Result<u32> {
    #[derive(Deserialize)]
    struct Dim {
        dim: u32,
    }
    let file = pack.join(PACK_FILE);
    let Dim { dim } = serde_json::from_str(&files::text(&file)?)
        .with_context(|| format!("{} is not the {PACK_FILE} of a pack", file.display()))?;
    Ok(dim)
}
