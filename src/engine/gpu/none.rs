//! No GPU: this engine computes on the processor.

use rankscope_core::{search::Gallery, vectors::Vectors};
use rankscope_encode::{EncodeError, Encoder, PackManifest};

/// Never made.
pub(in crate::engine) enum Gpu {}

pub(in crate::engine) async fn open() -> Result<Gpu, String> {
    Err("this engine computes on the processor only".into())
}

pub(in crate::engine) fn gallery(_vectors: Vectors, gpu: &Gpu) -> Gallery {
    match *gpu {}
}

pub(in crate::engine) fn suits(_pack: &PackManifest, gpu: &Gpu) -> bool {
    match *gpu {}
}

pub(in crate::engine) fn encoder(
    _pack: PackManifest,
    _tokenizer: &[u8],
    _weights: &[u8],
    gpu: &Gpu,
) -> Result<Encoder, EncodeError> {
    match *gpu {}
}
