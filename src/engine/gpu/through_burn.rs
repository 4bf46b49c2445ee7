//! A GPU through Burn.

pub(in crate::engine) use rankscope_burn_ops::Gpu;
use rankscope_burn_ops::search::gallery_on_gpu;
use rankscope_core::{search::Gallery, vectors::Vectors};
use rankscope_encode::{EncodeError, Encoder, PackManifest};

/// Opens the GPU that the browser considers fastest; an error in words.
pub(in crate::engine) async fn open() -> Result<Gpu, String> {
    Gpu::open().await.map_err(|error| error.to_string())
}

/// A gallery whose codes are on the GPU.
pub(in crate::engine) fn gallery(vectors: Vectors, gpu: &Gpu) -> Gallery {
    gallery_on_gpu(vectors, gpu.clone())
}

/// Whether the GPU can compute a pack's model, and gains by it.
pub(in crate::engine) fn suits(pack: &PackManifest, gpu: &Gpu) -> bool {
    Encoder::suits_gpu(pack, gpu)
}

/// A text encoder whose layers are on the GPU.
pub(in crate::engine) fn encoder(
    pack: PackManifest,
    tokenizer: &[u8],
    weights: &[u8],
    gpu: &Gpu,
) -> Result<Encoder, EncodeError> {
    Encoder::on_gpu(pack, tokenizer, weights, gpu)
}
