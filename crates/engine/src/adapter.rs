use js_sys::{Function, Promise, Reflect};
use rankscope_messages::AdapterFacts;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// The browser's GPU as it describes it, or why it has none, as the end of a sentence.
pub async fn adapter() -> Result<AdapterFacts, String> {
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
