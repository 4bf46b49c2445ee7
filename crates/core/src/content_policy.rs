//! What the page may load and run: its Content-Security-Policy (CSP level 3).
//!
//! It is written here and nowhere else. `rankscope serve` sends it as a header, and the bundler
//! puts it into `index.html` for hosts that send none.

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

/// The policy of the page, for `<meta http-equiv="Content-Security-Policy">`.
pub const PAGE: &str = page!();

/// The policy of the page as a header. A `<meta>` cannot say `frame-ancestors`. No page shows this
/// one in a frame, and a click in a hidden frame could delete kept files and imports.
pub const PAGE_HEADER: &str = concat!(page!(), "; frame-ancestors 'none'");

/// The same where pages of this machine, as notebooks are, may show the page in a frame. A policy
/// cannot name IPv6 addresses.
pub const FRAMED_PAGE_HEADER: &str =
    concat!(page!(), "; frame-ancestors 'self' http://localhost:* http://127.0.0.1:*");

/// The policy of a benchmark's files, of which anybody may be the author. Opened directly, they are
/// shown without scripts and in an origin of their own.
pub const BENCHMARK_FILE: &str =
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'";

/// What stands for [`PAGE`] in `index.html` until the bundler fills it in.
pub const PLACE: &str = "__CONTENT_SECURITY_POLICY__";
