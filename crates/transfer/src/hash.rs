use js_sys::{Reflect, Uint8Array};
use sha2::{Digest, Sha256};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::Crypto;

/// As manifests write it: 64 lower-case hexadecimal digits.
pub fn sha256_hex(bytes: &[u8]) -> String {
    sha256_of_digest(Sha256::new_with_prefix(bytes))
}

pub(super) fn sha256_of_digest(digest: Sha256) -> String {
    hex(&digest.finalize())
}

/// By the browser where it can: several times as fast as WebAssembly, and on another thread.
pub(super) async fn sha256_of_many(bytes: &[u8]) -> String {
    match by_browser(bytes).await {
        Some(hash) => hex(&hash),
        None => sha256_hex(bytes),
    }
}

/// `None` outside a secure context (plain http on another machine).
async fn by_browser(bytes: &[u8]) -> Option<Vec<u8>> {
    let crypto = Reflect::get(&js_sys::global(), &"crypto".into()).ok()?;
    let crypto: Crypto = crypto.dyn_into().ok()?;
    let subtle = Reflect::get(&crypto, &"subtle".into()).ok()?;
    let subtle: web_sys::SubtleCrypto = subtle.dyn_into().ok()?;
    let digest = subtle.digest_with_str_and_u8_array("SHA-256", bytes).ok()?;
    let hash = Uint8Array::new(&JsFuture::from(digest).await.ok()?).to_vec();
    (hash.len() == 32).then_some(hash)
}

fn hex(hash: &[u8]) -> String {
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}
