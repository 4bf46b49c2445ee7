//! What goes wrong on a device, which it tells later and elsewhere.

use super::GpuError;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use wgpu::{CommandBuffer, ErrorFilter};

type Outcome = Pin<Box<dyn Future<Output = Option<wgpu::Error>> + Send>>;

/// Watches a device. A device that failed once stays failed: what it was given together with the
/// thing that failed was not computed either, and nobody can say any more whose that was.
pub(super) struct Trouble {
    /// The first that was heard of.
    told: Arc<Mutex<Option<GpuError>>>,
    /// Of what was handed to the device since the last question.
    outcomes: Mutex<Vec<Outcome>>,
}

impl Trouble {
    pub(super) fn of(device: &wgpu::Device) -> Self {
        let told = Arc::new(Mutex::new(None));
        let lost = told.clone();
        device.set_device_lost_callback(move |_, words| {
            locked(&lost).get_or_insert(GpuError::new(&format!("the device was lost: {words}")));
        });
        let uncaptured = told.clone();
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            locked(&uncaptured).get_or_insert(GpuError::from(error));
        }));
        Self { told, outcomes: Mutex::default() }
    }

    /// Hands commands to the device. They are refused if anything that they use has failed, such as
    /// a buffer for which there is no memory; so a question after it hears of everything, also
    /// where a browser tells of the failure itself only later.
    pub(super) fn submit(
        &self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        commands: Option<CommandBuffer>,
    ) {
        let scope = device.push_error_scope(ErrorFilter::Validation);
        queue.submit(commands);
        locked(&self.outcomes).push(Box::pin(scope.pop()));
    }

    /// Whether all that was handed over so far was computed.
    pub(super) fn so_far(&self) -> impl Future<Output = Result<(), GpuError>> {
        let outcomes = std::mem::take(&mut *locked(&self.outcomes));
        let told = self.told.clone();
        async move {
            for outcome in outcomes {
                if let Some(error) = outcome.await {
                    locked(&told).get_or_insert(GpuError::from(error));
                }
            }
            locked(&told).clone().map_or(Ok(()), Err)
        }
    }
}

fn locked<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
