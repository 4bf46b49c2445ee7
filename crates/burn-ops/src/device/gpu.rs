//! A device in use: its limits, its memory, and reading from it.

use super::{error::GpuError, error_watch::ErrorWatch};
use burn::tensor::{DType, Device, Int, Shape, Tensor, TensorData, Transaction};
use futures_lite::future::poll_once;
use std::{fmt, pin::pin, sync::Arc};

/// A device of Burn; clones share it.
#[derive(Clone)]
pub struct Gpu(Arc<Inner>);

pub(super) struct Inner {
    pub(super) name: String,
    pub(super) burn: Device,
    pub(super) max_buffer_bytes: usize,
    pub(super) max_workgroup_bytes: usize,
    /// `None` for a device that others watch.
    pub(super) errors: Option<ErrorWatch>,
}

impl fmt::Debug for Gpu {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Gpu({})", self.0.name)
    }
}

impl Gpu {
    pub(super) fn new(inner: Inner) -> Self {
        Self(Arc::new(inner))
    }

    /// A device that Burn already has, of any backend. Where it does not run our kernels, the same
    /// operations are composed of stock ones.
    pub fn of_burn(burn: Device) -> Self {
        Self::new(Inner {
            name: format!("{burn:?}"),
            burn,
            max_buffer_bytes: 1 << 30,
            max_workgroup_bytes: 16 << 10,
            errors: None,
        })
    }

    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// For tensors and stock operations.
    pub fn burn(&self) -> &Device {
        &self.0.burn
    }

    /// Shared by the threads of a workgroup.
    pub fn max_workgroup_bytes(&self) -> usize {
        self.0.max_workgroup_bytes
    }

    /// The largest that a kernel can use.
    pub fn max_buffer_bytes(&self) -> usize {
        self.0.max_buffer_bytes
    }

    pub fn floats<const D: usize>(&self, values: Vec<f32>, shape: [usize; D]) -> Tensor<D> {
        Tensor::from_data(TensorData::new(values, shape), &self.0.burn)
    }

    pub fn words(&self, words: Vec<u32>) -> Tensor<1, Int> {
        let shape = [words.len()];
        Tensor::from_data(TensorData::new(words, shape), (&self.0.burn, DType::U32))
    }

    pub(crate) fn codes<const D: usize>(
        &self,
        bytes: Vec<u8>,
        shape: [usize; D],
    ) -> Tensor<D, Int> {
        let data = TensorData::from_bytes_vec(bytes, Shape::from(shape), DType::I8);
        Tensor::from_data(data, (&self.0.burn, DType::I8))
    }

    /// Reads tensors, in the order of their registration, after everything launched before. An
    /// error if the device was lost, or anything before this failed.
    pub async fn read(&self, tensors: Transaction) -> Result<Vec<TensorData>, GpuError> {
        let mut data = pin!(tensors.execute_async());
        // Polled once, the read is submitted; errors of the device are asked for after that.
        let at_once = poll_once(&mut data).await;
        let errors = self.0.errors.as_ref().map(ErrorWatch::check);
        let data = match at_once {
            Some(data) => data,
            None => data.await,
        };
        if let Some(errors) = errors {
            errors.await?;
        }
        data.map_err(|error| self.failed(GpuError::from(error)))
    }

    pub async fn read_floats<const D: usize>(
        &self,
        tensor: Tensor<D>,
    ) -> Result<Vec<f32>, GpuError> {
        let data = self.read(Transaction::default().register(tensor)).await?;
        self.values(data.first())
    }

    pub(crate) fn values<T: burn::tensor::Element>(
        &self,
        data: Option<&TensorData>,
    ) -> Result<Vec<T>, GpuError> {
        let values = data.and_then(|data| data.try_to_vec().ok());
        values.ok_or_else(|| self.failed(GpuError::new("its results are of another type")))
    }

    fn failed(&self, error: GpuError) -> GpuError {
        match &self.0.errors {
            Some(errors) => errors.remembered(error),
            None => error,
        }
    }

    /// Blocks until a future that waits for the GPU is ready; a browser cannot block.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn block_on<T>(future: impl Future<Output = T>) -> T {
        pollster::block_on(future)
    }
}
