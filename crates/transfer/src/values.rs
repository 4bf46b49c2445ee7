//! Values of systems that this device computed, by the hash of all their inputs. A failing cache is
//! not an error: the values are computed again.

use super::scope;
use wasm_bindgen_futures::JsFuture;
use web_sys::Cache;

const CACHE_NAME: &str = "rankscope-values-1";

async fn open() -> Option<Cache> {
    scope::cache_named(CACHE_NAME).await.ok()
}

/// Of the keys of a system's values; nothing is ever fetched from there.
fn prefix(base_url: &str, system: &str) -> String {
    format!("{base_url}?computed={system}&inputs=")
}

pub async fn kept_values(base_url: &str, system: &str, inputs: &str) -> Option<Vec<u8>> {
    let key = prefix(base_url, system) + inputs;
    scope::bytes_of(scope::response_under(&open().await?, &key).await?).await
}

/// Replaces values computed from other inputs.
pub async fn keep_values(base_url: &str, system: &str, inputs: &str, bytes: &[u8]) {
    let Some(cache) = open().await else { return };
    let prefix = prefix(base_url, system);
    for url in scope::keys(&cache).await.iter().filter(|url| url.starts_with(&prefix)) {
        let _ = JsFuture::from(cache.delete_with_str(url)).await;
    }
    scope::put_bytes(&cache, &(prefix + inputs), bytes).await;
}
