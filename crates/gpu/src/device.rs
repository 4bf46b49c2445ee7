//! The device: opening it, filling buffers, launching kernels, reading results.

use crate::{
    buffer::{Allocation, Buffer},
    error::GpuError,
    error_watch::ErrorWatch,
    kernel::Kernel,
    launches::{Launches, Target},
};
use futures_channel::oneshot;
use std::fmt;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use wgpu::{BufferUsages, PollType};

/// The GPU of this machine; clones share the device.
#[derive(Clone)]
pub struct Gpu(Arc<Inner>);

struct Inner {
    name: String,
    device: wgpu::Device,
    queue: wgpu::Queue,
    max_buffer_bytes: usize,
    max_workgroup_bytes: usize,
    errors: ErrorWatch,
    launches: Mutex<Launches>,
}

impl Inner {
    fn target(&self) -> Target<'_> {
        Target { device: &self.device, queue: &self.queue, errors: &self.errors }
    }
}

impl fmt::Debug for Gpu {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Gpu({})", self.0.name)
    }
}

impl Gpu {
    /// Opens the adapter that the browser or the system considers fastest, with all of its limits,
    /// and runs a small computation on it: some drivers offer a device that cannot compute.
    ///
    /// # Errors
    /// There is no adapter or device, or the result of the computation is wrong.
    pub async fn open() -> Result<Self, GpuError> {
        let options = wgpu::RequestAdapterOptions {
            power_preference: wgpu::PowerPreference::HighPerformance,
            ..Default::default()
        };
        let adapter = wgpu::Instance::default().request_adapter(&options).await?;
        let limits = adapter.limits();
        let descriptor = wgpu::DeviceDescriptor {
            label: Some("rankscope"),
            required_limits: limits.clone(),
            ..Default::default()
        };
        let (device, queue) = adapter.request_device(&descriptor).await?;
        let max_buffer = limits.max_buffer_size.min(limits.max_storage_buffer_binding_size);
        let gpu = Self(Arc::new(Inner {
            name: adapter.get_info().name,
            errors: ErrorWatch::new(&device),
            device,
            queue,
            max_buffer_bytes: usize::try_from(max_buffer).unwrap_or(usize::MAX),
            max_workgroup_bytes: limits.max_compute_workgroup_storage_size as usize,
            launches: Mutex::default(),
        }));
        gpu.self_test().await?;
        Ok(gpu)
    }

    async fn self_test(&self) -> Result<(), GpuError> {
        let kernel = Kernel::new("self-test", include_str!("self_test.wgsl"));
        let numbers = self.buffer_from_floats(&[1.0, 2.0, 3.0, 4.0]);
        self.launch(&kernel, [1, 1], &[&numbers]);
        match self.read(&numbers).await?.first().map(|word| f32::from_bits(*word)) {
            Some(11.0) => Ok(()),
            other => Err(GpuError::new(&format!(
                "it computed 1 · 3 + 2 · 4 as {} instead of 11",
                other.map_or("nothing".into(), |number| number.to_string())
            ))),
        }
    }

    /// Memory that the threads of a workgroup can share, in bytes.
    #[must_use]
    pub fn max_workgroup_bytes(&self) -> usize {
        self.0.max_workgroup_bytes
    }

    /// The largest buffer that a kernel can use, in bytes.
    #[must_use]
    pub fn max_buffer_bytes(&self) -> usize {
        self.0.max_buffer_bytes
    }

    /// A buffer that holds these words.
    #[must_use]
    pub fn buffer_from_words(&self, words: &[u32]) -> Buffer {
        let buffer = self.buffer(words.len());
        self.0.queue.write_buffer(buffer.raw(), 0, bytemuck::cast_slice(words));
        buffer
    }

    /// A buffer that holds these numbers.
    #[must_use]
    pub fn buffer_from_floats(&self, values: &[f32]) -> Buffer {
        self.buffer_from_words(bytemuck::cast_slice(values))
    }

    /// A buffer of `n_words` words, at least one, for a kernel to fill.
    #[must_use]
    pub fn buffer(&self, n_words: usize) -> Buffer {
        let usage = BufferUsages::STORAGE | BufferUsages::COPY_SRC | BufferUsages::COPY_DST;
        Buffer::new(Allocation::new(&self.0.device, n_words, usage))
    }

    /// Launches a kernel in `workgroups` workgroups, after everything launched before. Errors are
    /// returned by the next [`Self::read`].
    pub fn launch(&self, kernel: &Kernel, workgroups: [usize; 2], buffers: &[&Buffer]) {
        self.launches().record(self.0.target(), kernel, workgroups, buffers);
    }

    /// The words of a buffer, after everything launched before.
    ///
    /// # Errors
    /// The device was lost, or something before this failed.
    pub async fn read(&self, buffer: &Buffer) -> Result<Vec<u32>, GpuError> {
        self.read_range(buffer, 0..buffer.bytes() / 4).await
    }

    /// Some words of a buffer, after everything launched before.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub async fn read_range(
        &self,
        buffer: &Buffer,
        words: Range<usize>,
    ) -> Result<Vec<u32>, GpuError> {
        if words.is_empty() {
            return Ok(Vec::new());
        }
        let usage = BufferUsages::MAP_READ | BufferUsages::COPY_DST;
        let staging = Allocation::new(&self.0.device, words.len(), usage);
        let (first_byte, n_bytes) = (4 * words.start as u64, 4 * words.len() as u64);
        self.launches().submit_with(self.0.target(), |commands| {
            commands.copy_buffer_to_buffer(buffer.raw(), first_byte, staging.raw(), 0, n_bytes);
        });
        let (mapped, is_mapped) = oneshot::channel();
        staging.raw().map_async(wgpu::MapMode::Read, .., |outcome| {
            // The receiver is gone if the reader was cancelled.
            let _ = mapped.send(outcome);
        });
        let errors = self.0.errors.check();
        // Does nothing in a browser, which calls back by itself.
        self.0.device.poll(PollType::wait_indefinitely())?;
        let outcome = is_mapped.await;
        errors.await?;
        match outcome {
            Ok(Ok(())) => {
                let bytes = staging.raw().get_mapped_range(..)?;
                let words = bytes.as_chunks::<4>().0.iter();
                Ok(words.map(|word| u32::from_le_bytes(*word)).collect())
            }
            _ => Err(GpuError::new("its results could not be read")),
        }
    }

    fn launches(&self) -> MutexGuard<'_, Launches> {
        self.0.launches.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Blocks until a future that waits for the GPU is ready; a browser cannot block.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn block_on<T>(future: impl Future<Output = T>) -> T {
        pollster::block_on(future)
    }
}
