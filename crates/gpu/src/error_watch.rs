//! Collects the errors of a device, which it reports late and out of band.

use crate::error::GpuError;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use wgpu::{CommandBuffer, ErrorFilter};

type Outcome = Pin<Box<dyn Future<Output = Option<wgpu::Error>> + Send>>;

/// Watches a device. A device that failed once stays failed: commands submitted together with the
/// one that failed were not run either, and which those were is unknown.
pub(crate) struct ErrorWatch {
    first_error: Arc<Mutex<Option<GpuError>>>,
    /// Of the submissions since the last [`Self::check`].
    outcomes: Mutex<Vec<Outcome>>,
}

impl ErrorWatch {
    pub(crate) fn new(device: &wgpu::Device) -> Self {
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
        Self { first_error, outcomes: Mutex::default() }
    }

    /// Submits commands. The device refuses them if anything they use has failed, such as a buffer
    /// for which there was no memory; so a later [`Self::check`] sees every failure, even where a
    /// browser reports the failure itself only afterwards.
    pub(crate) fn submit(
        &self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        commands: Option<CommandBuffer>,
    ) {
        let scope = device.push_error_scope(ErrorFilter::Validation);
        queue.submit(commands);
        locked(&self.outcomes).push(Box::pin(scope.pop()));
    }

    /// Waits for everything submitted so far; the first error of the device, if any.
    pub(crate) fn check(&self) -> impl Future<Output = Result<(), GpuError>> {
        let outcomes = std::mem::take(&mut *locked(&self.outcomes));
        let first_error = self.first_error.clone();
        async move {
            for outcome in outcomes {
                if let Some(error) = outcome.await {
                    locked(&first_error).get_or_insert(GpuError::from(error));
                }
            }
            locked(&first_error).clone().map_or(Ok(()), Err)
        }
    }
}

fn locked<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
