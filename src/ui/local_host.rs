//! Addresses that only this machine opens.

use web_sys::Url;

/// Host and port of a local address; `None` for any other.
pub(super) fn local_host(url: &str) -> Option<String> {
    let url = Url::new(url).ok()?;
    let name = url.hostname();
    let is_local = name == "localhost"
        || name.ends_with(".localhost")
        || name.starts_with("127.")
        || name == "[::1]";
    is_local.then(|| url.host())
}
