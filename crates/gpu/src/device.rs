//! The device, its buffers, and launches on it.

use super::{GpuError, Kernel, trouble::Trouble};
use futures_channel::oneshot;
use std::collections::HashMap;
use std::fmt;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use wgpu::{BufferUsages, ComputePipeline, PollType};

/// Launches that are handed to the device in one go, unless something is read before.
const LAUNCHES_AT_ONCE: usize = 64;

/// Multiplies two pairs of numbers and adds them: what [`Gpu::open`] asks of a device first.
const TRIAL: &str = "
@group(0) @binding(0) var<storage, read_write> numbers: array<f32>;

@compute @workgroup_size(1)
fn main() { numbers[0] = numbers[0] * numbers[2] + numbers[1] * numbers[3]; }
";

/// Words of 32 bits on the device; freed when the last clone is dropped.
#[derive(Clone)]
pub struct Buffer(Arc<Allocation>);

/// A browser frees a buffer when it collects garbage, which it does not do for want of memory on
/// another device: so it is told.
struct Allocation(wgpu::Buffer);

impl Drop for Allocation {
    fn drop(&mut self) {
        self.0.destroy();
    }
}

impl Buffer {
    /// Bytes on the device.
    #[must_use]
    pub fn bytes(&self) -> usize {
        usize::try_from(self.0.0.size()).unwrap_or(usize::MAX)
    }
}

impl fmt::Debug for Buffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Buffer({} bytes)", self.bytes())
    }
}

/// The GPU of this machine.
#[derive(Clone)]
pub struct Gpu(Arc<Inner>);

struct Inner {
    name: String,
    device: wgpu::Device,
    queue: wgpu::Queue,
    largest_buffer: usize,
    shared_bytes: usize,
    trouble: Trouble,
    launches: Mutex<Launches>,
}

/// What the device will be handed, and what it was.
#[derive(Default)]
struct Launches {
    /// By the text of their kernels.
    pipelines: HashMap<Arc<str>, ComputePipeline>,
    commands: Option<Commands>,
    /// What the commands use: it must not be freed before they are handed over.
    used: Vec<Buffer>,
    n_recorded: usize,
}

/// Launches in one pass, since a pass takes longer to begin than a small kernel to run.
struct Commands {
    encoder: wgpu::CommandEncoder,
    pass: wgpu::ComputePass<'static>,
}

impl Commands {
    fn new(device: &wgpu::Device) -> Self {
        let mut encoder = device.create_command_encoder(&Default::default());
        let pass = encoder.begin_compute_pass(&Default::default()).forget_lifetime();
        Self { encoder, pass }
    }

    /// Ends the pass.
    fn ended(self) -> wgpu::CommandEncoder {
        drop(self.pass);
        self.encoder
    }
}

impl fmt::Debug for Gpu {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Gpu({})", self.0.name)
    }
}

impl Gpu {
    /// Opens the GPU that the browser or the system thinks fastest. It has to compute something
    /// first, since a driver may offer a device that cannot.
    ///
    /// # Errors
    /// There is none, or it computes something else.
    pub async fn open() -> Result<Self, GpuError> {
        let fastest = wgpu::RequestAdapterOptions {
            power_preference: wgpu::PowerPreference::HighPerformance,
            ..Default::default()
        };
        let adapter = wgpu::Instance::default().request_adapter(&fastest).await?;
        let limits = adapter.limits();
        let all_of_it = wgpu::DeviceDescriptor {
            label: Some("rankscope"),
            required_limits: limits.clone(),
            ..Default::default()
        };
        let (device, queue) = adapter.request_device(&all_of_it).await?;
        let largest = limits.max_buffer_size.min(limits.max_storage_buffer_binding_size);
        let gpu = Self(Arc::new(Inner {
            name: adapter.get_info().name,
            trouble: Trouble::of(&device),
            device,
            queue,
            largest_buffer: usize::try_from(largest).unwrap_or(usize::MAX),
            shared_bytes: limits.max_compute_workgroup_storage_size as usize,
            launches: Mutex::default(),
        }));
        let numbers = gpu.buffer_of_floats(&[1.0, 2.0, 3.0, 4.0]);
        gpu.launch(&Kernel::new("trial", TRIAL), [1, 1], &[&numbers]);
        let answer = gpu.read(&numbers).await?.first().map(|word| f32::from_bits(*word));
        match answer {
            Some(11.0) => Ok(gpu),
            other => Err(GpuError::new(&format!(
                "it computed 1 · 3 + 2 · 4 as {} instead of 11",
                other.map_or("nothing".into(), |number| number.to_string())
            ))),
        }
    }

    /// The most bytes that the units of a workgroup may share.
    #[must_use]
    pub fn shared_bytes(&self) -> usize {
        self.0.shared_bytes
    }

    /// The most bytes that one buffer may have.
    #[must_use]
    pub fn largest_buffer(&self) -> usize {
        self.0.largest_buffer
    }

    /// A buffer with these words.
    #[must_use]
    pub fn buffer(&self, words: &[u32]) -> Buffer {
        let buffer = self.room(words.len());
        self.0.queue.write_buffer(&buffer.0.0, 0, bytemuck::cast_slice(words));
        buffer
    }

    /// A buffer with these numbers.
    #[must_use]
    pub fn buffer_of_floats(&self, values: &[f32]) -> Buffer {
        self.buffer(bytemuck::cast_slice(values))
    }

    /// A buffer of so many words, at least one, which may hold anything.
    #[must_use]
    pub fn room(&self, n_words: usize) -> Buffer {
        let usage = BufferUsages::STORAGE | BufferUsages::COPY_SRC | BufferUsages::COPY_DST;
        Buffer(Arc::new(self.allocation(n_words, usage)))
    }

    fn allocation(&self, n_words: usize, usage: BufferUsages) -> Allocation {
        let size = 4 * n_words.max(1) as u64;
        let wanted = wgpu::BufferDescriptor { label: None, size, usage, mapped_at_creation: false };
        Allocation(self.0.device.create_buffer(&wanted))
    }

    /// Has a kernel run in so many workgroups, after all that was launched before. What goes wrong
    /// is told by the next [`Self::read`].
    pub fn launch(&self, kernel: &Kernel, workgroups: [usize; 2], buffers: &[&Buffer]) {
        let device = &self.0.device;
        let mut launches = self.launches();
        let pipeline = launches.pipeline(device, kernel);
        let entries: Vec<wgpu::BindGroupEntry<'_>> = (0u32..)
            .zip(buffers)
            .map(|(binding, buffer)| wgpu::BindGroupEntry {
                binding,
                resource: buffer.0.0.as_entire_binding(),
            })
            .collect();
        let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some(kernel.name()),
            layout: &pipeline.get_bind_group_layout(0),
            entries: &entries,
        });
        let Commands { pass, .. } = launches.commands.get_or_insert_with(|| Commands::new(device));
        pass.set_pipeline(&pipeline);
        pass.set_bind_group(0, &group, &[]);
        let [x, y] = workgroups.map(|n| u32::try_from(n).unwrap_or(u32::MAX));
        pass.dispatch_workgroups(x, y, 1);
        launches.used.extend(buffers.iter().map(|buffer| (*buffer).clone()));
        launches.n_recorded += 1;
        if launches.n_recorded == LAUNCHES_AT_ONCE {
            let commands = launches.taken();
            launches.hand_over(&self.0, commands);
        }
    }

    /// The words of a buffer, once all that was launched has run.
    ///
    /// # Errors
    /// A lost device, or anything before it that failed.
    pub async fn read(&self, buffer: &Buffer) -> Result<Vec<u32>, GpuError> {
        self.read_part(buffer, 0..buffer.bytes() / 4).await
    }

    /// Some words of a buffer.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub async fn read_part(
        &self,
        buffer: &Buffer,
        words: Range<usize>,
    ) -> Result<Vec<u32>, GpuError> {
        if words.is_empty() {
            return Ok(Vec::new());
        }
        let Inner { device, trouble, .. } = &*self.0;
        let usage = BufferUsages::MAP_READ | BufferUsages::COPY_DST;
        let here = self.allocation(words.len(), usage);
        {
            let mut launches = self.launches();
            let mut commands = launches
                .taken()
                .unwrap_or_else(|| device.create_command_encoder(&Default::default()));
            let (first, n_bytes) = (4 * words.start as u64, 4 * words.len() as u64);
            commands.copy_buffer_to_buffer(&buffer.0.0, first, &here.0, 0, n_bytes);
            launches.hand_over(&self.0, Some(commands));
        }
        let (mapped, is_mapped) = oneshot::channel();
        here.0.map_async(wgpu::MapMode::Read, .., |outcome| {
            // Nobody listens where the reader gave up.
            let _ = mapped.send(outcome);
        });
        let troubles = trouble.so_far();
        // A browser calls back by itself, and this does nothing there.
        device.poll(PollType::wait_indefinitely())?;
        let outcome = is_mapped.await;
        troubles.await?;
        match outcome {
            Ok(Ok(())) => {
                let bytes = here.0.get_mapped_range(..)?;
                let words = bytes.as_chunks::<4>().0.iter();
                Ok(words.map(|word| u32::from_le_bytes(*word)).collect())
            }
            _ => Err(GpuError::new("what it computed could not be read")),
        }
    }

    fn launches(&self) -> MutexGuard<'_, Launches> {
        self.0.launches.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for what a GPU will give; there is no waiting for one in a browser.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn wait_for<T>(future: impl Future<Output = T>) -> T {
        pollster::block_on(future)
    }
}

impl Launches {
    fn pipeline(&mut self, device: &wgpu::Device, kernel: &Kernel) -> ComputePipeline {
        let make = || {
            let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
                label: Some(kernel.name()),
                source: wgpu::ShaderSource::Wgsl(kernel.source().as_ref().into()),
            });
            device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                label: Some(kernel.name()),
                layout: None,
                module: &module,
                entry_point: Some("main"),
                compilation_options: Default::default(),
                cache: None,
            })
        };
        self.pipelines.entry(kernel.source().clone()).or_insert_with(make).clone()
    }

    /// What was recorded, its pass ended.
    fn taken(&mut self) -> Option<wgpu::CommandEncoder> {
        self.commands.take().map(Commands::ended)
    }

    fn hand_over(
        &mut self,
        Inner { device, queue, trouble, .. }: &Inner,
        commands: Option<wgpu::CommandEncoder>,
    ) {
        trouble.submit(device, queue, commands.map(wgpu::CommandEncoder::finish));
        self.used.clear();
        self.n_recorded = 0;
    }
}
