use super::Kernel;
use burn::tensor::{DType, Shape};
use burn_cubecl::cubecl::{
    CubeCount, CubeKernel, ExecutionMode, PrecompiledSource, RuntimeId,
    ir::{AddressType, ElemType, Scope, UIntKind, metadata::Info, settings::Dim3},
    prelude::{KernelDefinition, KernelId, KernelMetadata, KernelSettings},
    server::{KernelArguments, MetadataBindingInfo},
};
use burn_cubecl::tensor::CubeTensor;

pub(crate) use burn_cubecl::cubecl::prelude::BufferIOAttr as Use;

/// Whether a tensor is on a device that runs WGSL. In a browser there is no other.
pub(crate) fn is_wgpu(tensor: &CubeTensor) -> bool {
    #[cfg(feature = "stock-only")]
    if crate::stock::StockOnly::is_on() {
        return false;
    }
    cfg!(target_family = "wasm") || tensor.device.runtime() == RuntimeId::Wgpu
}

/// To be filled by a kernel, on the device of `like`.
pub(crate) fn empty(like: &CubeTensor, shape: impl Into<Shape>, dtype: DType) -> CubeTensor {
    let shape = shape.into();
    let handle = like.client.empty(shape.num_elements() * dtype.size());
    CubeTensor::new_contiguous(like.client.clone(), like.device.clone(), shape, handle, dtype)
}

/// Launches a kernel in `workgroups` workgroups. It gets the tensors, all of them contiguous, in
/// the order given here, and then the sizes.
pub(crate) fn launch<K: Kernel>(
    kernel: K,
    workgroups: [usize; 2],
    tensors: &[(&CubeTensor, Use)],
    sizes: &[usize],
) {
    let Some((first, _)) = tensors.first() else { return };
    let mut arguments = KernelArguments::new().with_info(info(sizes));
    for (tensor, what_for) in tensors {
        arguments = arguments.with_buffer_io(tensor.handle.clone().binding(), *what_for);
    }
    let [x, y] = workgroups.map(|n| u32::try_from(n).unwrap_or(u32::MAX));
    first.client.launch(Box::new(Launched(kernel)), CubeCount::Static(x, y, 1), arguments);
}

/// 32-bit sizes, two to a word.
fn info(sizes: &[usize]) -> MetadataBindingInfo {
    let size = |size: Option<&usize>| {
        size.map_or(0, |size| u64::from(u32::try_from(*size).unwrap_or(u32::MAX)))
    };
    let words = sizes.chunks(2).map(|pair| size(pair.first()) | size(pair.get(1)) << 32);
    MetadataBindingInfo::custom(words.collect())
}

struct Launched<K>(K);

impl<K: Kernel> KernelMetadata for Launched<K> {
    fn id(&self) -> KernelId {
        KernelId::new::<Self>().info(self.0.clone())
    }

    fn address_type(&self) -> ElemType {
        UIntKind::U32.into()
    }
}

impl<K: Kernel> CubeKernel for Launched<K> {
    /// Never compiled, since there is a source.
    fn define(&self) -> KernelDefinition {
        let settings =
            KernelSettings::new(Dim3::new_single(), ExecutionMode::Checked, AddressType::U32);
        KernelDefinition { body: Scope::root(settings.clone()), settings, info: Info::default() }
    }

    fn source(&self) -> Option<PrecompiledSource> {
        Some(PrecompiledSource {
            source: self.0.wgsl(),
            entrypoint_name: "main".into(),
            lang: "wgsl",
        })
    }
}
