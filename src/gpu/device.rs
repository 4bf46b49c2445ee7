//! The device, its buffers, and launches on it.

use super::Kernel;
use burn_dispatch::DispatchDevice;
use burn_tensor::Device;
use cubecl::bytes::Bytes;
use cubecl::prelude::{Client, CubeCount};
use cubecl::server::{Handle, KernelArguments, ServerError};
use std::fmt;
use std::ops::Range;
use thiserror::Error;

/// The device was lost, or refused something.
#[derive(Debug, Clone, Error)]
#[error("{0}")]
pub struct GpuError(String);

impl GpuError {
    /// What went wrong, in words.
    pub(crate) fn new(what: &str) -> Self {
        Self(what.into())
    }
}

impl From<ServerError> for GpuError {
    fn from(error: ServerError) -> Self {
        // What comes after it is for those who mend CubeCL.
        let text = error.to_string();
        Self(text.split("\nBacktrace").next().unwrap_or_default().replace('\n', " "))
    }
}

/// Words of 32 bits on the device; freed when the last clone is dropped.
#[derive(Clone)]
pub struct Buffer(Handle);

impl Buffer {
    /// Some of its words.
    #[must_use]
    pub fn part(&self, words: Range<usize>) -> Self {
        let end = self.0.size_in_used() - 4 * words.end as u64;
        Self(self.0.clone().offset_start(4 * words.start as u64).offset_end(end))
    }
}

impl fmt::Debug for Buffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Buffer({} bytes)", self.0.size_in_used())
    }
}

/// The GPU that a device of Burn's stands for.
#[derive(Clone)]
pub struct Gpu {
    client: Client,
}

impl fmt::Debug for Gpu {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Gpu({})", self.client.name())
    }
}

impl Gpu {
    /// The GPU of a device that is initialised; `None` where the device is the processor.
    #[must_use]
    pub fn of(device: &Device) -> Option<Self> {
        match device.as_dispatch() {
            DispatchDevice::Cube(device @ cubecl::Device::Wgpu(_)) => {
                Some(Self { client: device.client() })
            }
            _ => None,
        }
    }

    /// The most bytes that one buffer may have.
    #[must_use]
    pub fn largest_buffer(&self) -> usize {
        usize::try_from(self.client.properties().memory.max_page_size).unwrap_or(usize::MAX)
    }

    /// A buffer with these words.
    #[must_use]
    pub fn buffer(&self, words: Vec<u32>) -> Buffer {
        Buffer(self.client.create(Bytes::from_elems(words)))
    }

    /// A buffer with these numbers.
    #[must_use]
    pub fn buffer_of_floats(&self, values: Vec<f32>) -> Buffer {
        Buffer(self.client.create(Bytes::from_elems(values)))
    }

    /// A buffer of so many words, which may hold anything.
    #[must_use]
    pub fn room(&self, n_words: usize) -> Buffer {
        Buffer(self.client.empty(4 * n_words))
    }

    /// Has a kernel run in so many workgroups, after all that was launched before. What goes wrong
    /// is told by the next [`Self::read`].
    pub fn launch(&self, kernel: &Kernel, workgroups: [usize; 2], buffers: &[&Buffer]) {
        let [x, y] = workgroups.map(|n| u32::try_from(n).unwrap_or(u32::MAX));
        let arguments = buffers.iter().fold(KernelArguments::new(), |arguments, buffer| {
            arguments.with_buffer(buffer.0.clone().binding())
        });
        self.client.launch(Box::new(kernel.clone()), CubeCount::Static(x, y, 1), arguments);
    }

    /// The words of a buffer, once all that was launched has run.
    ///
    /// # Errors
    /// A lost device, or a launch before it that failed.
    pub async fn read(&self, buffer: &Buffer) -> Result<Vec<u32>, GpuError> {
        let bytes = self.client.read_async(vec![buffer.0.clone()]).await?;
        let bytes = bytes.first().ok_or_else(|| GpuError::new("it returned nothing"))?;
        Ok(bytes.as_chunks::<4>().0.iter().map(|word| u32::from_le_bytes(*word)).collect())
    }

    /// Waits for what a GPU will give; there is no waiting for one in a browser.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn wait_for<T>(future: impl Future<Output = T>) -> T {
        cubecl::future::block_on(future)
    }
}
