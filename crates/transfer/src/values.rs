//! Values of systems that this device computed, under the hash of all that they were computed from.
//!
//! A failing cache is not an error: the values are computed again.

use super::scope;
use js_sys::{Array, Uint8Array};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Cache, Request, Response};

const CACHE_NAME: &str = "rankscope-values-1";

async fn open() -> Option<Cache> {
    JsFuture::from(scope::caches()?.open(CACHE_NAME)).await.ok()?.dyn_into().ok()
}

/// The prefix of the keys of a system's values; nothing is ever fetched from there.
fn prefix(base_url: &str, system: &str) -> String {
    format!("{base_url}?computed={system}&inputs=")
}

/// The values of a system computed from inputs with this hash.
pub async fn kept_values(base_url: &str, system: &str, inputs: &str) -> Option<Vec<u8>> {
    let key = prefix(base_url, system) + inputs;
    let found = JsFuture::from(open().await?.match_with_str(&key)).await.ok()?;
    let response: Response = found.dyn_into().ok()?;
    gloo::net::http::Response::from(response).binary().await.ok()
}

/// Stores the values of a system, in place of those computed from other inputs.
pub async fn keep_values(base_url: &str, system: &str, inputs: &str, bytes: &[u8]) {
    let Some(cache) = open().await else { return };
    let prefix = prefix(base_url, system);
    if let Ok(keys) = JsFuture::from(cache.keys()).await {
        for request in Array::from(&keys).iter().map(JsCast::unchecked_into::<Request>) {
            if request.url().starts_with(&prefix) {
                let _ = JsFuture::from(cache.delete_with_request(&request)).await;
            }
        }
    }
    let body = Uint8Array::from(bytes);
    if let Ok(response) = Response::new_with_opt_buffer_source(Some(body.unchecked_ref())) {
        let _ = JsFuture::from(cache.put_with_str(&(prefix + inputs), &response)).await;
    }
}
