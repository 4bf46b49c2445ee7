//! Memory on the device.

use std::{fmt, sync::Arc};

/// 32-bit words on the device; freed when the last clone is dropped.
#[derive(Clone)]
pub struct Buffer(Arc<Allocation>);

/// Frees its memory when dropped. A browser would wait for its garbage collector, which does not
/// know that the device is short of memory.
pub(crate) struct Allocation(wgpu::Buffer);

impl Drop for Allocation {
    fn drop(&mut self) {
        self.0.destroy();
    }
}

impl Allocation {
    /// `n_words` words, at least one.
    pub(crate) fn new(device: &wgpu::Device, n_words: usize, usage: wgpu::BufferUsages) -> Self {
        let size = 4 * n_words.max(1) as u64;
        let descriptor =
            wgpu::BufferDescriptor { label: None, size, usage, mapped_at_creation: false };
        Self(device.create_buffer(&descriptor))
    }

    pub(crate) fn raw(&self) -> &wgpu::Buffer {
        &self.0
    }
}

impl Buffer {
    pub(crate) fn new(allocation: Allocation) -> Self {
        Self(Arc::new(allocation))
    }

    pub(crate) fn raw(&self) -> &wgpu::Buffer {
        self.0.raw()
    }

    /// Bytes on the device.
    #[must_use]
    pub fn bytes(&self) -> usize {
        usize::try_from(self.raw().size()).unwrap_or(usize::MAX)
    }
}

impl fmt::Debug for Buffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Buffer({} bytes)", self.bytes())
    }
}
