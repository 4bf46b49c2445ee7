use super::{
    error::GpuError,
    error_watch::ErrorWatch,
    gpu::{Gpu, Inner},
};
use crate::layers::{Layer, LayerShape, StoredWeights};
use crate::sizes::Activation;
use burn::tensor::{Device, wgpu::WgpuSetup, wgpu::wgpu};

/// Not OpenGL, whose one context all threads wait for: on a busy machine, a wait that takes too
/// long is taken for a deadlock, and the device is lost.
const BACKENDS: wgpu::Backends = wgpu::Backends::PRIMARY;

impl Gpu {
    /// Opens the adapter that the browser or the system considers fastest, with all of its limits,
    /// hands it to Burn, and checks a small computation on it: some drivers offer a device that
    /// cannot compute.
    pub async fn open() -> Result<Self, GpuError> {
        let options = wgpu::RequestAdapterOptions {
            power_preference: wgpu::PowerPreference::HighPerformance,
            ..Default::default()
        };
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor {
            backends: BACKENDS,
            ..wgpu::InstanceDescriptor::new_without_display_handle()
        });
        let adapter = instance.request_adapter(&options).await?;
        let offered = adapter.features();
        // CubeCL cannot start without it where it cannot block.
        if cfg!(target_family = "wasm") && !offered.contains(wgpu::Features::TIMESTAMP_QUERY) {
            return Err(GpuError::new("the adapter lacks timestamp-query, which Burn needs"));
        }
        let limits = adapter.limits();
        let descriptor = wgpu::DeviceDescriptor {
            label: Some("rankscope"),
            // CubeCL takes what the adapter offers for what the device has.
            required_features: offered
                - wgpu::Features::MAPPABLE_PRIMARY_BUFFERS
                - wgpu::Features::all_experimental_mask(),
            required_limits: limits.clone(),
            memory_hints: wgpu::MemoryHints::MemoryUsage,
            ..Default::default()
        };
        let (device, queue) = adapter.request_device(&descriptor).await?;
        let info = adapter.get_info();
        let backend = info.backend;
        let setup = WgpuSetup { instance, adapter, device: device.clone(), queue, backend };
        let burn = Device::wgpu_options().setup(setup).init()?;
        let max_buffer = limits.max_buffer_size.min(limits.max_storage_buffer_binding_size);
        let gpu = Self::new(Inner {
            name: info.name,
            burn,
            max_buffer_bytes: usize::try_from(max_buffer).unwrap_or(usize::MAX),
            max_workgroup_bytes: limits.max_compute_workgroup_storage_size as usize,
            errors: Some(ErrorWatch::new(device)),
        });
        gpu.self_test().await?;
        Ok(gpu)
    }

    async fn self_test(&self) -> Result<(), GpuError> {
        let shape = LayerShape { n_in: 2, n_out: 1, activation: Activation::None };
        let layer = Layer::new(self, StoredWeights::F32(&[3.0, 4.0]), &[0.0], shape);
        let numbers = self.floats(vec![1.0, 2.0], [1, 2]);
        match self.read_floats(layer.forward(numbers, None)).await?.first() {
            Some(11.0) => Ok(()),
            other => Err(GpuError::new(&format!(
                "it computed 1 · 3 + 2 · 4 as {} instead of 11",
                other.map_or("nothing".into(), |number| number.to_string())
            ))),
        }
    }
}
