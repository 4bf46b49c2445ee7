//! Which device to compute on.
//!
//! A fallback adapter runs WebGPU on the CPU, far slower than the engine's own CPU code: it is used
//! only on request.

use super::{
    error::EngineError,
    gpu::{Gpu, open},
};
use crate::messages::{AdapterFacts, DeviceKind, DevicePreference, DeviceReport};
use js_sys::{Function, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// Chooses a device and says why; the CPU if there is no GPU.
pub(super) async fn choose(
    preference: DevicePreference,
) -> Result<(Option<Gpu>, DeviceReport), EngineError> {
    match preference {
        DevicePreference::Cpu => Ok(cpu("Chosen in the page’s address.".into(), None)),
        DevicePreference::WebGpu => match (adapter().await, open().await) {
            (Ok(adapter), Ok(gpu)) => {
                let mut reason = "Chosen in the page’s address.".to_owned();
                if adapter.is_fallback {
                    reason.push_str(" This is a software adapter, slower than the CPU.");
                }
                Ok((
                    Some(gpu),
                    report(DeviceKind::WebGpu, adapter.name.clone(), reason, Some(adapter)),
                ))
            }
            (Err(reason), _) | (_, Err(reason)) => Err(EngineError::NoWebGpu(reason)),
        },
        DevicePreference::Auto => {
            let adapter = match adapter().await {
                Ok(adapter) if adapter.is_fallback => {
                    let reason = format!(
                        "WebGPU runs in software here ({}), so the CPU is faster.",
                        adapter.name
                    );
                    return Ok(cpu(reason, Some(adapter)));
                }
                Ok(adapter) => adapter,
                Err(reason) => return Ok(cpu(format!("WebGPU is not available: {reason}."), None)),
            };
            match open().await {
                Ok(gpu) => {
                    let reason = "The browser offers a GPU.".into();
                    let name = adapter.name.clone();
                    Ok((Some(gpu), report(DeviceKind::WebGpu, name, reason, Some(adapter))))
                }
                Err(reason) => Ok(cpu(format!("WebGPU failed: {reason}."), Some(adapter))),
            }
        }
    }
}

fn report(
    kind: DeviceKind,
    name: String,
    reason: String,
    adapter: Option<AdapterFacts>,
) -> DeviceReport {
    DeviceReport { kind, name, reason, adapter, notices: Vec::new() }
}

fn cpu(reason: String, adapter: Option<AdapterFacts>) -> (Option<Gpu>, DeviceReport) {
    let simd = if cfg!(target_feature = "relaxed-simd") { "relaxed SIMD" } else { "SIMD" };
    let name = format!("WebAssembly with {simd}, one thread");
    (None, report(DeviceKind::Cpu, name, reason, adapter))
}

async fn adapter() -> Result<AdapterFacts, String> {
    let get = |object: &JsValue, key: &str| {
        Reflect::get(object, &key.into()).unwrap_or(JsValue::UNDEFINED)
    };
    let gpu = get(&get(&js_sys::global(), "navigator"), "gpu");
    let request: Function = get(&gpu, "requestAdapter").dyn_into().map_err(|_| {
        "the browser does not support WebGPU, or the page is not served over https".to_owned()
    })?;
    let promise: Promise = request
        .call0(&gpu)
        .and_then(JsCast::dyn_into)
        .map_err(|e| format!("requestAdapter failed: {e:?}"))?;
    let adapter =
        JsFuture::from(promise).await.map_err(|e| format!("requestAdapter failed: {e:?}"))?;
    if adapter.is_null() || adapter.is_undefined() {
        return Err("the browser offers no adapter".into());
    }
    let info = get(&adapter, "info");
    let is_fallback = get(&info, "isFallbackAdapter").is_truthy()
        || get(&adapter, "isFallbackAdapter").is_truthy();
    let words: Vec<String> = ["description", "vendor", "architecture", "device"]
        .iter()
        .filter_map(|key| get(&info, key).as_string())
        .filter(|word| !word.is_empty())
        .collect();
    let name = match words.split_first() {
        Some((first, rest)) if get(&info, "description").as_string().as_ref() == Some(first) => {
            if rest.is_empty() {
                first.clone()
            } else {
                format!("{first} ({})", rest.join(" "))
            }
        }
        Some(_) => words.join(" "),
        None => "unnamed adapter".into(),
    };
    let limits = get(&adapter, "limits");
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "whole numbers")]
    let limit = |key: &str| get(&limits, key).as_f64().unwrap_or_default() as u64;
    let small = |key: &str| u32::try_from(limit(key)).unwrap_or(u32::MAX);
    let features = get(&adapter, "features");
    let has_shader_f16 = get(&features, "has")
        .dyn_into::<Function>()
        .and_then(|has| has.call1(&features, &"shader-f16".into()))
        .is_ok_and(|has| has.is_truthy());
    Ok(AdapterFacts {
        name,
        is_fallback,
        has_shader_f16,
        max_buffer_bytes: limit("maxBufferSize"),
        max_storage_binding_bytes: limit("maxStorageBufferBindingSize"),
        max_workgroup_invocations: small("maxComputeInvocationsPerWorkgroup"),
        max_workgroup_size: ["X", "Y", "Z"]
            .map(|axis| small(&format!("maxComputeWorkgroupSize{axis}"))),
        max_workgroup_storage_bytes: small("maxComputeWorkgroupStorageSize"),
    })
}
