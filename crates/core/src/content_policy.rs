//! The page's Content-Security-Policy (CSP level 3), for `rankscope serve` and the bundler.

macro_rules! page {
    () => {
        concat!(
            "default-src 'self'; ",
            // Compiling WebAssembly, but not `eval`; no inline script.
            "script-src 'self' 'wasm-unsafe-eval'; ",
            "worker-src 'self'; ",
            // No inline style: the page sets styles through CSSOM, which no policy forbids.
            "style-src 'self'; ",
            // `?benchmark=URL` reads a benchmark wherever it is.
            "connect-src 'self' https: http:; ",
            // Drawn scenes and charts are data URLs; pictures of public benchmarks are on other hosts.
            "img-src 'self' data: https: http:; ",
            "object-src 'none'; ",
            "base-uri 'none'; ",
            // The page's forms are never submitted: their handlers prevent it.
            "form-action 'none'"
        )
    };
}

/// For `<meta http-equiv="Content-Security-Policy">`.
pub const PAGE: &str = page!();

/// As a header, which unlike a `<meta>` can set `frame-ancestors`. The page must not be framed: a click in
/// a hidden frame could delete kept files and imports.
pub const PAGE_HEADER: &str = concat!(page!(), "; frame-ancestors 'none'");

/// Allows frames on pages of this machine, such as notebooks. A policy cannot name IPv6 addresses.
pub const FRAMED_PAGE_HEADER: &str =
    concat!(page!(), "; frame-ancestors 'self' http://localhost:* http://127.0.0.1:*");

/// For a benchmark's files, which anybody may have written: opened directly, they run no scripts and have
/// an opaque origin.
pub const BENCHMARK_FILE: &str =
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'";

/// Stands for [`PAGE`] in `index.html` until the bundler replaces it.
pub const PLACE: &str = "__CONTENT_SECURITY_POLICY__";
