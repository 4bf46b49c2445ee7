//! Loads encoder packs, with an error that names the folder.

use crate::{benchmark::folder::Folder, writing::files};
use anyhow::{Context, Result};
use rankscope_core::benchmark::Manifest;
use rankscope_encode::{
    Encoder, FeatureEncoder, IMAGES_FILE, ImageSide, PACK_FILE, PackManifest, PictureEncoder,
    TOKENIZER_FILE, VISION_FILE, WEIGHTS_FILE,
};
use std::{
    fs,
    path::{Component, Path},
};

/// The encoder of the pack in `folder`. In a benchmark, each file must be the one that the benchmark's
/// manifest describes; elsewhere the sizes and hashes in the pack's manifest hold.
pub fn load_encoder(folder: &Path) -> Result<Encoder> {
    let loaded = match benchmark_around(folder) {
        Some((manifest, benchmark, pack)) => encoder_of(&manifest, &benchmark, &pack),
        None => Encoder::load_dir(folder).map_err(anyhow::Error::from),
    };
    loaded.with_context(|| format!("cannot load the encoder in {}", folder.display()))
}

/// The encoder of a benchmark's pack, checked against the benchmark's manifest; `pack` is the path of its
/// folder in the benchmark.
pub(crate) fn encoder_of(manifest: &Manifest, benchmark: &Folder, pack: &str) -> Result<Encoder> {
    let read = |name: &str| benchmark.read(manifest.file(&path_in(pack, name))?);
    let manifest = manifest_of(manifest, benchmark, pack)?;
    Ok(Encoder::new(manifest, &read(TOKENIZER_FILE)?, &read(WEIGHTS_FILE)?)?)
}

/// The vision tower of the pack in `folder`, checked as in [`load_encoder`]; `None` if it has none.
pub(crate) fn load_picture_encoder(folder: &Path) -> Result<Option<PictureEncoder>> {
    let loaded = match benchmark_around(folder) {
        Some((manifest, benchmark, pack)) => picture_encoder_of(&manifest, &benchmark, &pack),
        None => PictureEncoder::load_dir(folder).map_err(anyhow::Error::from),
    };
    loaded.with_context(|| format!("cannot load the vision tower in {}", folder.display()))
}

/// The vision tower of a pack of a benchmark; `None` if the benchmark lists none.
pub(crate) fn picture_encoder_of(
    manifest: &Manifest,
    benchmark: &Folder,
    pack: &str,
) -> Result<Option<PictureEncoder>> {
    let Ok(weights) = manifest.file(&path_in(pack, VISION_FILE)) else { return Ok(None) };
    let Some(config) = manifest_of(manifest, benchmark, pack)?.vision else { return Ok(None) };
    Ok(Some(PictureEncoder::new(&config, &benchmark.read(weights)?)?))
}

/// `None` if the benchmark lists no picture features, or pictures are encoded by their tags.
pub(crate) fn feature_encoder_of(
    manifest: &Manifest,
    benchmark: &Folder,
    pack: &str,
) -> Result<Option<FeatureEncoder>> {
    let Ok(file) = manifest.file(&path_in(pack, IMAGES_FILE)) else { return Ok(None) };
    Ok(match ImageSide::from_json(&file.path, &benchmark.read(file)?)? {
        ImageSide::Features(features) => Some(features.encoder()),
        ImageSide::Tags => None,
    })
}

fn manifest_of(manifest: &Manifest, benchmark: &Folder, pack: &str) -> Result<PackManifest> {
    let path = path_in(pack, PACK_FILE);
    let text = String::from_utf8(benchmark.read(manifest.file(&path)?)?)
        .with_context(|| format!("{path} is not UTF-8 text"))?;
    Ok(PackManifest::from_json(&path, &text)?)
}

fn path_in(pack: &str, name: &str) -> String {
    format!("{}/{name}", pack.trim_end_matches('/'))
}

/// The benchmark around a pack, and the path of the pack's folder in it; `None` if no folder above has a
/// manifest that lists the pack.
fn benchmark_around(pack: &Path) -> Option<(Manifest, Folder, String)> {
    let pack = fs::canonicalize(pack).ok()?;
    pack.ancestors().skip(1).find_map(|folder| {
        let manifest = files::text(&folder.join("benchmark.json")).ok()?;
        // Any program may have a file of this name; only a manifest promises something.
        let manifest = Manifest::from_json(&manifest).ok()?;
        let names = pack.strip_prefix(folder).ok()?.components().map(|part| match part {
            Component::Normal(name) => name.to_str(),
            _ => None,
        });
        let path = names.collect::<Option<Vec<&str>>>()?.join("/");
        manifest.file(&format!("{path}/{PACK_FILE}")).ok()?;
        Some((manifest, Folder(folder.to_owned()), path))
    })
}
