//! What the page says when an engine fails.

use rankscope_messages::{AdapterFacts, DeviceKind, DevicePreference, Failure};

/// After this many crashes without a reply in between, no worker is started.
pub(super) const MAX_CRASHES: u32 = 3;

/// A software adapter is slower than the CPU, so it is used only on request.
pub(super) fn wants_gpu(preference: DevicePreference, adapter: Option<&AdapterFacts>) -> bool {
    match preference {
        DevicePreference::Cpu => false,
        DevicePreference::Auto => adapter.is_some_and(|adapter| !adapter.is_fallback),
        DevicePreference::WebGpu => adapter.is_some(),
    }
}

pub(super) fn no_webgpu(detail: String) -> Failure {
    Failure {
        title: "WebGPU is not available.".into(),
        detail,
        advice: "The CPU answers instead, with the same results.".into(),
    }
}

pub(super) fn gpu_ended(detail: &str) -> Failure {
    Failure {
        title: "The engine on WebGPU stopped.".into(),
        detail: detail.into(),
        advice: "The CPU takes over. Try again.".into(),
    }
}

pub(super) fn reason_after(detail: &str) -> String {
    format!("The GPU failed ({detail}), so the CPU answers. Reload the page to try the GPU again.")
}

pub(super) fn crashed(message: &str, n_crashes: u32) -> Failure {
    let advice = if n_crashes < MAX_CRASHES {
        "A new one is being started. Try again.".into()
    } else {
        stopped().advice
    };
    Failure { title: "The engine stopped.".into(), detail: message.into(), advice }
}

pub(super) fn stopped() -> Failure {
    Failure {
        title: "The engine stopped.".into(),
        detail: format!("It crashed {MAX_CRASHES} times in a row and is not started again."),
        advice: "Reload the page, or choose another device on the Benchmark page.".into(),
    }
}

/// The script that starts an engine. Relative to the document, so that the app works in any folder.
pub(super) fn loader_url(kind: DeviceKind) -> &'static str {
    match kind {
        DeviceKind::Cpu => "engine_loader.js",
        DeviceKind::WebGpu => "engine_loader.js?engine=gpu",
    }
}
