//! Collects the errors of a device, which it reports late and out of band.

use super::error::GpuError;
use burn::tensor::wgpu::wgpu;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A device that failed once stays failed: what was computed since is unknown. CubeCL's watch
/// panics at an error that nothing awaits; this one takes its place, so that the error becomes the
/// result of the next read.
pub(super) struct ErrorWatch {
    device: wgpu::Device,
    first_error: Arc<Mutex<Option<GpuError>>>,
}

impl ErrorWatch {
    pub(super) fn new(device: wgpu::Device) -> Self {
        let first_error = Arc::new(Mutex::new(None));
        let lost = first_error.clone();
        device.set_device_lost_callback(move |_, message| {
            let error = GpuError::new(&format!("the device was lost: {message}"));
            locked(&lost).get_or_insert(error);
        });
        let uncaptured = first_error.clone();
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            locked(&uncaptured).get_or_insert(GpuError::from(error));
        }));
        Self { device, first_error }
    }

    /// Waits until the device has reported the errors of everything submitted so far; the first of
    /// all, if any. A scope without commands is answered after the errors of those before it.
    pub(super) fn check(&self) -> impl Future<Output = Result<(), GpuError>> + use<> {
        let scope = self.device.push_error_scope(wgpu::ErrorFilter::Validation).pop();
        let first_error = self.first_error.clone();
        async move {
            if let Some(error) = scope.await {
                locked(&first_error).get_or_insert(GpuError::from(error));
            }
            locked(&first_error).clone().map_or(Ok(()), Err)
        }
    }

    pub(super) fn remembered(&self, error: GpuError) -> GpuError {
        locked(&self.first_error).get_or_insert(error).clone()
    }
}

fn locked<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
