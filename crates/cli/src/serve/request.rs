//! A request, as far as it matters here.

#[derive(Debug, Default)]
pub(super) struct Request {
    pub(super) method: String,
    /// Percent-encoded, without a query string.
    pub(super) path: String,
    pub(super) range: Option<String>,
    pub(super) if_range: Option<String>,
    pub(super) if_none_match: Option<String>,
    pub(super) accepts_brotli: bool,
    /// Whether the connection stays open after the response.
    pub(super) keeps_alive: bool,
}

impl Request {
    /// Reads the parsed head of a request.
    pub(super) fn from_head(head: &httparse::Request<'_, '_>) -> Self {
        let all = |name| values(head, name);
        let header = |name| all(name).next().map(|value| value.trim().to_string());
        let has_word = |name, word| {
            all(name)
                .flat_map(|value| value.split(','))
                .any(|part| part.trim().eq_ignore_ascii_case(word))
        };
        // Bodies are not read, so the next request cannot be found after one: the connection ends.
        let has_body = all("content-length").any(|n| n.trim() != "0")
            || all("transfer-encoding").next().is_some();
        let is_http_1_1 = head.version == Some(1);
        Self {
            method: head.method.unwrap_or_default().to_string(),
            path: path(head.path.unwrap_or_default()).to_string(),
            range: header("range"),
            if_range: header("if-range"),
            if_none_match: header("if-none-match"),
            accepts_brotli: all("accept-encoding").flat_map(|v| v.split(',')).any(is_brotli),
            keeps_alive: is_http_1_1 && !has_body && !has_word("connection", "close"),
        }
    }
}

/// The values of a header, which may occur several times.
fn values<'a>(
    head: &'a httparse::Request<'_, '_>,
    name: &'static str,
) -> impl Iterator<Item = &'a str> {
    let of_name = head.headers.iter().filter(move |h| h.name.eq_ignore_ascii_case(name));
    of_name.filter_map(|header| std::str::from_utf8(header.value).ok())
}

/// The path of a request's target, which a proxy sends with scheme and host.
fn path(target: &str) -> &str {
    let after_scheme = target.split_once("://").map(|(_, rest)| rest);
    let target = match after_scheme.filter(|_| !target.starts_with('/')) {
        Some(rest) => rest.find('/').and_then(|at| rest.get(at..)).unwrap_or("/"),
        None => target,
    };
    target.split(['?', '#']).next().unwrap_or_default()
}

/// Whether a part of `Accept-Encoding` is brotli, with any weight but 0.
fn is_brotli(part: &str) -> bool {
    let mut words = part.split(';').map(str::trim);
    let is_brotli = words.next().is_some_and(|coding| coding.eq_ignore_ascii_case("br"));
    let weight = words.find_map(|word| word.strip_prefix("q=")).map(str::parse::<f32>);
    is_brotli && !matches!(weight, Some(Ok(0.0)))
}
