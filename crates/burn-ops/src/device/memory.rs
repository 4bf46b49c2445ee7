//! Memory of tensors that stay: weights, and the codes of galleries.

use super::gpu::Gpu;
use crate::wgsl::is_wgpu;
use burn::backend::{BackendTensor, DispatchDevice, DispatchTensor, DispatchTensorKind};
use burn_cubecl::cubecl::wgpu::{AutoCompiler, WgpuServer};
use burn_cubecl::tensor::CubeTensor;

impl Gpu {
    /// Makes tensors that stay, each with its memory outside CubeCL's pools.
    pub(crate) fn lasting<T: Send>(&self, make: impl FnOnce() -> T + Send) -> T {
        match self.burn().as_dispatch() {
            DispatchDevice::Cube(device) => {
                device.client().memory_dedicated_allocation((), |()| make())
            }
            #[allow(unreachable_patterns, reason = "other backends are features")]
            _ => make(),
        }
    }

    /// Drops lasting tensors, of which there are no clones, and frees their memory at once. A
    /// browser would wait for its garbage collector, which does not know that the device is short
    /// of memory.
    pub(crate) fn give_back(tensors: Vec<DispatchTensor>) {
        let tensors: Vec<CubeTensor> = tensors.into_iter().filter_map(on_wgpu).collect();
        let Some(client) = tensors.first().map(|tensor| tensor.client.clone()) else { return };
        // What still uses them was submitted before, so it may use them to its end.
        let is_flushed = client.flush().is_ok();
        let buffer_of = |tensor: &CubeTensor| {
            let resource =
                client.get_resource::<WgpuServer<AutoCompiler>>(tensor.handle.clone()).ok()?;
            Some(resource.resource().buffer.clone())
        };
        let buffers: Vec<_> = tensors.iter().filter_map(buffer_of).collect();
        drop(tensors);
        // CubeCL forgets the buffers before they are gone, so it hands out none of them again.
        if is_flushed && client.memory_cleanup().is_ok() {
            buffers.iter().for_each(|buffer| buffer.destroy());
        }
    }
}

fn on_wgpu(tensor: DispatchTensor) -> Option<CubeTensor> {
    match tensor.kind {
        DispatchTensorKind::Cube(BackendTensor::Float(tensor) | BackendTensor::Int(tensor)) => {
            is_wgpu(&tensor).then_some(tensor)
        }
        #[allow(unreachable_patterns, reason = "other backends are features")]
        _ => None,
    }
}
