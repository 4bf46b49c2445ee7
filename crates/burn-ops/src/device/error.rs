use burn::backend::ExecutionError;
use burn::tensor::wgpu::{WgpuInitError, wgpu};
use thiserror::Error;

/// The device was lost, or refused or failed something.
#[derive(Debug, Clone, Error)]
#[error("{0}")]
pub struct GpuError(String);

impl GpuError {
    /// On one line.
    pub fn new(message: &str) -> Self {
        Self(message.replace('\n', " "))
    }
}

impl From<wgpu::Error> for GpuError {
    fn from(error: wgpu::Error) -> Self {
        match error {
            wgpu::Error::OutOfMemory { .. } => Self::new("it is out of memory"),
            wgpu::Error::Validation { description, .. } => {
                Self::new(&format!("it refused a command: {description}"))
            }
            wgpu::Error::Internal { description, .. } => {
                Self::new(&format!("it failed: {description}"))
            }
        }
    }
}

impl From<wgpu::RequestAdapterError> for GpuError {
    fn from(error: wgpu::RequestAdapterError) -> Self {
        Self::new(&format!("no adapter is offered ({error})"))
    }
}

impl From<wgpu::RequestDeviceError> for GpuError {
    fn from(error: wgpu::RequestDeviceError) -> Self {
        Self::new(&format!("the adapter offers no device ({error})"))
    }
}

impl From<WgpuInitError> for GpuError {
    fn from(error: WgpuInitError) -> Self {
        Self::new(&format!("Burn cannot use it ({error})"))
    }
}

impl From<ExecutionError> for GpuError {
    fn from(error: ExecutionError) -> Self {
        Self::new(&format!("its results could not be read: {error}"))
    }
}
