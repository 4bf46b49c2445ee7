//! Which device to compute on.
//!
//! A fallback adapter computes WebGPU on the CPU, far slower than the CPU's own code does:
//! it is used only on demand.

use super::{
    error::EngineError,
    protocol::{DeviceKind, DevicePreference, DeviceReport},
};
use burn_tensor::{Device, Tensor};
use js_sys::{Function, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// What the browser says of its GPU.
struct Adapter {
    name: String,
    is_fallback: bool,
}

/// Chooses a device and says why.
pub(super) async fn choose(
    preference: DevicePreference,
) -> Result<(Device, DeviceReport), EngineError> {
    match preference {
        DevicePreference::Cpu => Ok(cpu("It was asked for in the address.".into())),
        DevicePreference::WebGpu => match (adapter().await, webgpu().await) {
            (Ok(adapter), Ok(device)) => {
                let mut reason = "It was asked for in the address.".to_owned();
                if adapter.is_fallback {
                    reason.push_str(" It is a software adapter, slower than the CPU.");
                }
                Ok((device, report(DeviceKind::WebGpu, adapter.name, reason)))
            }
            (Err(reason), _) | (_, Err(reason)) => Err(EngineError::NoWebGpu(reason)),
        },
        DevicePreference::Auto => {
            let adapter = match adapter().await {
                Ok(adapter) if adapter.is_fallback => {
                    let name = adapter.name;
                    return Ok(cpu(format!(
                        "WebGPU runs in software here ({name}), and the CPU's own code is faster."
                    )));
                }
                Ok(adapter) => adapter,
                Err(reason) => return Ok(cpu(format!("WebGPU is not to be had: {reason}."))),
            };
            match webgpu().await {
                Ok(device) => {
                    let reason = "The browser offers a GPU.".into();
                    Ok((device, report(DeviceKind::WebGpu, adapter.name, reason)))
                }
                Err(reason) => Ok(cpu(format!("WebGPU failed: {reason}."))),
            }
        }
    }
}

fn report(kind: DeviceKind, name: String, reason: String) -> DeviceReport {
    DeviceReport { kind, name, reason, notices: Vec::new() }
}

fn cpu(reason: String) -> (Device, DeviceReport) {
    (Device::flex(), report(DeviceKind::Cpu, "WebAssembly with SIMD, one thread".into(), reason))
}

/// Starts Burn on WebGPU and has it multiply, since a driver may offer a device that cannot.
async fn webgpu() -> Result<Device, String> {
    let device = Device::wgpu_options().init_async().await.map_err(|e| e.to_string())?;
    let row = Tensor::<2>::from_data([[1.0, 2.0]], &device);
    let column = Tensor::<2>::from_data([[3.0], [4.0]], &device);
    let product = row.matmul(column).into_data_async().await.map_err(|e| format!("{e:?}"))?;
    match product.try_to_vec::<f32>().as_deref() {
        Ok([11.0]) => Ok(device),
        other => Err(format!("it computed (1 2) · (3 4) as {other:?} instead of 11")),
    }
}

async fn adapter() -> Result<Adapter, String> {
    let get = |object: &JsValue, key: &str| {
        Reflect::get(object, &key.into()).unwrap_or(JsValue::UNDEFINED)
    };
    let gpu = get(&get(&js_sys::global(), "navigator"), "gpu");
    let request: Function = get(&gpu, "requestAdapter")
        .dyn_into()
        .map_err(|_| "the browser has no WebGPU, or the page is not served securely".to_owned())?;
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
        Some((first, rest)) if get(&info, "description") == JsValue::from(first) => {
            if rest.is_empty() { first.clone() } else { format!("{first} ({})", rest.join(" ")) }
        }
        Some(_) => words.join(" "),
        None => "an adapter without a name".into(),
    };
    Ok(Adapter { name, is_fallback })
}
