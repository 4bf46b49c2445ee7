//! Files that the visitor imported into a benchmark, stored unchanged in the browser.

use super::{TransferError, scope};
use gloo::file::Blob;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Cache, Response};

const CACHE_NAME: &str = "rankscope-imports-1";

async fn open() -> Result<Cache, TransferError> {
    scope::cache_named(CACHE_NAME).await
}

/// Of the cache keys of a benchmark's imports; nothing is ever fetched from there.
fn prefix(base_url: &str) -> String {
    format!("{base_url}?imported=")
}

fn key(base_url: &str, id: &str, file: &str) -> String {
    let encoded = |text: &str| String::from(js_sys::encode_uri_component(text));
    format!("{}{}&file={}", prefix(base_url), encoded(id), encoded(file))
}

/// Stores a file imported under an id. Fails if the browser refuses, such as for lack of space.
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

/// Names and bytes of a benchmark's imports, in the order of import.
pub async fn kept_imports(base_url: &str) -> Vec<(String, Vec<u8>)> {
    let mut kept = Vec::new();
    let Ok(cache) = open().await else { return kept };
    let prefix = prefix(base_url);
    for url in scope::keys(&cache).await {
        let Some(rest) = url.strip_prefix(&prefix) else { continue };
        let file = rest.split_once("&file=").map_or(rest, |(_, file)| file);
        let file = js_sys::decode_uri_component(file).map_or_else(|_| file.into(), String::from);
        let Some(response) = scope::response_under(&cache, &url).await else { continue };
        kept.extend(scope::bytes_of(response).await.map(|bytes| (file, bytes)));
    }
    kept
}

pub async fn kept_import(base_url: &str, id: &str, file: &str) -> Option<Vec<u8>> {
    let cache = open().await.ok()?;
    scope::bytes_of(scope::response_under(&cache, &key(base_url, id, file)).await?).await
}

pub async fn forget_import(base_url: &str, id: &str, file: &str) {
    if let Ok(cache) = open().await {
        // A missing entry is not an error.
        let _ = JsFuture::from(cache.delete_with_str(&key(base_url, id, file))).await;
    }
}
