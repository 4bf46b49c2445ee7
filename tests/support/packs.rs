//! Packs of small models for tests of encoders.
#![allow(dead_code, clippy::unwrap_used)]

use crate::here;
use rankscope_encode::{EncodeError, Encoder, ImportOptions, PackManifest, WeightDtype, import};
use safetensors::{Dtype, SafeTensors, tensor::TensorView};
use std::{
    fs,
    path::{Path, PathBuf},
};

pub(crate) const TYPES: [WeightDtype; 3] = [WeightDtype::F32, WeightDtype::F16, WeightDtype::I8];

pub(crate) fn texts() -> Vec<String> {
    [
        "",
        "a bird",
        "two blue stars at night over a red circle on snow",
        "three green squares, please",
    ]
    .map(str::to_owned)
    .into_iter()
    .chain(["star ".repeat(500)])
    .collect()
}

pub(crate) struct Pack {
    pub(crate) manifest: PackManifest,
    pub(crate) tokenizer: Vec<u8>,
    pub(crate) weights: Vec<u8>,
}

impl Pack {
    pub(crate) fn read(folder: &Path) -> Self {
        let read = |name: &str| fs::read(folder.join(name)).unwrap();
        let text = String::from_utf8(read("encoder.json")).unwrap();
        Self {
            manifest: PackManifest::from_json("encoder.json", &text).unwrap(),
            tokenizer: read("tokenizer.json"),
            weights: read("weights.safetensors"),
        }
    }

    pub(crate) fn own(&self) -> Result<Encoder, EncodeError> {
        Encoder::new(self.manifest.clone(), &self.tokenizer, &self.weights)
    }
}

pub(crate) fn imported(model: &Path, weights: WeightDtype) -> Pack {
    let out = tempfile::tempdir().unwrap();
    let pack = out.path().join("pack");
    import(model, &pack, &ImportOptions { weights, ..ImportOptions::default() }).unwrap();
    Pack::read(&pack)
}

pub(crate) fn golden_clip() -> PathBuf {
    here::root().join("tests/fixtures/clip-tiny-quickgelu")
}

/// Name, type, shape and bytes.
pub(crate) type StoredTensor = (String, Dtype, Vec<usize>, Vec<u8>);

/// The weights with some of them changed.
pub(crate) fn changed(weights: &[u8], change: impl Fn(&mut Vec<StoredTensor>)) -> Vec<u8> {
    let file = SafeTensors::deserialize(weights).unwrap();
    let mut parts: Vec<_> = file
        .tensors()
        .into_iter()
        .map(|(name, view)| (name, view.dtype(), view.shape().to_vec(), view.data().to_vec()))
        .collect();
    change(&mut parts);
    let views = parts.iter().map(|(name, dtype, shape, data)| {
        (name.as_str(), TensorView::new(*dtype, shape.clone(), data).unwrap())
    });
    safetensors::serialize(views, None).unwrap()
}
