//! Files that the visitor imported into a benchmark, stored unchanged in this browser.

use super::{TransferError, scope};
use gloo::file::Blob;
use js_sys::Array;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Cache, Request, Response};

const CACHE_NAME: &str = "rankscope-imports-1";

async fn open() -> Result<Cache, TransferError> {
    scope::cache_named(CACHE_NAME).await
}

/// The prefix of the cache keys of a benchmark's imports; nothing is ever fetched from there.
fn prefix(base_url: &str) -> String {
    format!("{base_url}?imported=")
}

fn key(base_url: &str, id: &str, file: &str) -> String {
    let encoded = |text: &str| String::from(js_sys::encode_uri_component(text));
    format!("{}{}&file={}", prefix(base_url), encoded(id), encoded(file))
}

/// Stores a file that was imported under an id.
///
/// # Errors
/// The browser refuses, for example because its quota is used up.
pub async fn keep_import(
    base_url: &str,
    id: &str,
    file: &str,
    bytes: &Blob,
) -> Result<(), TransferError> {
    let failed = |value: JsValue| TransferError::browser("cache.put", &value);
    let response = Response::new_with_opt_blob(Some(bytes.as_ref())).map_err(failed)?;
    let put = open().await?.put_with_str(&key(base_url, id, file), &response);
    JsFuture::from(put).await.map(drop).map_err(failed)
}

/// The names and bytes of a benchmark's stored imports, in the order of import.
pub async fn kept_imports(base_url: &str) -> Vec<(String, Vec<u8>)> {
    let mut kept = Vec::new();
    let Ok(cache) = open().await else { return kept };
    let Ok(keys) = JsFuture::from(cache.keys()).await else { return kept };
    let prefix = prefix(base_url);
    for request in Array::from(&keys).iter().map(JsCast::unchecked_into::<Request>) {
        let url = request.url();
        let Some(rest) = url.strip_prefix(&prefix) else { continue };
        let file = rest.split_once("&file=").map_or(rest, |(_, file)| file);
        let file = js_sys::decode_uri_component(file).map_or_else(|_| file.into(), String::from);
        let Ok(found) = JsFuture::from(cache.match_with_request(&request)).await else { continue };
        let Ok(response) = found.dyn_into::<Response>() else { continue };
        if let Ok(bytes) = gloo::net::http::Response::from(response).binary().await {
            kept.push((file, bytes));
        }
    }
    kept
}

/// The bytes of a file that was imported under an id; `None` if the browser has not stored it.
pub async fn kept_import(base_url: &str, id: &str, file: &str) -> Option<Vec<u8>> {
    let found = open().await.ok()?.match_with_str(&key(base_url, id, file));
    let response = JsFuture::from(found).await.ok()?.dyn_into::<Response>().ok()?;
    gloo::net::http::Response::from(response).binary().await.ok()
}

/// Deletes a file that was imported under an id.
pub async fn forget_import(base_url: &str, id: &str, file: &str) {
    if let Ok(cache) = open().await {
        // A missing entry is not an error.
        let _ = JsFuture::from(cache.delete_with_str(&key(base_url, id, file))).await;
    }
}
