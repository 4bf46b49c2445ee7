//! Answers with compressed forms of files, and with files of the page inside the program.

use super::{kept::Kept, site::ServedFile};
use crate::serve::packed_page::PackedFile;
use anyhow::Result;
use axum::{
    body::{Body, Bytes},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::Response,
};
use std::{fs, io, path::Path, time::UNIX_EPOCH};

/// Larger files are sent as they are, in bytes: they are vectors rather than text or programs.
const LARGEST: u64 = 64 << 20;

/// The file in its brotli form, in its gzip form where those are kept, or as it is; 304 if the client has
/// it already. The whole file answers a range, as it may (RFC 9110, section 14.2).
pub(super) fn response(
    file: &'static PackedFile,
    kept: Option<&Kept>,
    asked: &HeaderMap,
) -> Result<Response> {
    // A file that brotli does not shrink is packed as it is.
    let Some(brotli) = file.brotli() else {
        return tagged(file.tag, asked, || Ok(Bytes::from_owner(file.plain()?)));
    };
    if accepts(asked, "br") {
        return compressed("br", file.tag, asked, || Ok(Bytes::from_static(brotli)));
    }
    match kept.filter(|_| accepts(asked, "gzip")) {
        Some(kept) => compressed("gzip", file.tag, asked, || {
            Ok(kept
                .get(Path::new(file.path), file.tag, || file.plain().map_err(io::Error::other))?)
        }),
        None => tagged(file.tag, asked, || Ok(Bytes::from_owner(file.plain()?))),
    }
}

/// The answer with a file on disk; `None` where the file itself serves as well.
pub(super) fn of_file(
    kept: &Kept,
    file: &ServedFile,
    asked: &HeaderMap,
) -> Result<Option<Response>> {
    let has_better = file.has_brotli && accepts(asked, "br");
    if has_better || !accepts(asked, "gzip") || file.len > LARGEST || !shrinks(&file.path) {
        return Ok(None);
    }
    let changed = fs::metadata(&file.path)?.modified()?;
    let changed = changed.duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
    let tag = format!("{:x}-{changed:x}", file.len);
    let gzip = || Ok(kept.get(&file.path, &tag, || fs::read(&file.path))?);
    compressed("gzip", &tag, asked, gzip).map(Some)
}

/// The answer with a form of a file whose contents have this tag.
fn compressed(
    coding: &'static str,
    tag: &str,
    asked: &HeaderMap,
    bytes: impl FnOnce() -> Result<Bytes>,
) -> Result<Response> {
    let mut response = tagged(&format!("{tag}-{coding}"), asked, bytes)?;
    if response.status() == StatusCode::OK {
        let coding = HeaderValue::from_static(coding);
        response.headers_mut().insert(header::CONTENT_ENCODING, coding);
    }
    Ok(response)
}

/// These bytes, or that the client has what this tag names.
fn tagged(tag: &str, asked: &HeaderMap, bytes: impl FnOnce() -> Result<Bytes>) -> Result<Response> {
    let tag = format!("\"{tag}\"");
    let mut response = if has(asked, &tag) {
        let mut unchanged = Response::new(Body::empty());
        *unchanged.status_mut() = StatusCode::NOT_MODIFIED;
        unchanged
    } else {
        Response::new(Body::from(bytes()?))
    };
    let headers = response.headers_mut();
    headers.insert(header::ETAG, HeaderValue::try_from(tag)?);
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    Ok(response)
}

/// Whether files of this kind are smaller in gzip: not pictures, archives and vectors.
fn shrinks(path: &Path) -> bool {
    const KINDS: [&str; 11] =
        ["html", "css", "js", "mjs", "wasm", "json", "jsonl", "svg", "txt", "qrels", "run"];
    path.extension().is_some_and(|kind| KINDS.iter().any(|own| kind == *own))
}

/// Whether `If-None-Match` names this tag, compared weakly.
fn has(asked: &HeaderMap, tag: &str) -> bool {
    values(asked, &header::IF_NONE_MATCH)
        .any(|known| known == "*" || known.strip_prefix("W/").unwrap_or(known) == tag)
}

/// Whether `Accept-Encoding` allows a coding: by name, or with `*` where it is not named.
fn accepts(asked: &HeaderMap, coding: &str) -> bool {
    let weight = |coding: &str| {
        values(asked, &header::ACCEPT_ENCODING).find_map(|value| {
            let (name, parameters) = value.split_once(';').unwrap_or((value, ""));
            let is_meant = name.trim().eq_ignore_ascii_case(coding);
            let weight = parameters.trim().strip_prefix("q=").unwrap_or("1");
            is_meant.then(|| weight.trim().parse::<f32>().unwrap_or(0.0))
        })
    };
    weight(coding).or_else(|| weight("*")).is_some_and(|weight| weight > 0.0)
}

fn values<'a>(headers: &'a HeaderMap, name: &header::HeaderName) -> impl Iterator<Item = &'a str> {
    let lines = headers.get_all(name).into_iter().filter_map(|line| line.to_str().ok());
    lines.flat_map(|line| line.split(',')).map(str::trim)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asking(name: header::HeaderName, value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_static(value))])
    }

    #[test]
    fn brotli_is_sent_to_those_who_take_it() {
        for accepted in ["br", "gzip, deflate, br, zstd", "gzip,BR;q=0.5", "*", "gzip, *;q=0.1"] {
            assert!(accepts(&asking(header::ACCEPT_ENCODING, accepted), "br"), "{accepted}");
        }
        for refused in ["", "gzip", "br;q=0", "*, br;q=0", "br; q=x", "*;q=0"] {
            assert!(!accepts(&asking(header::ACCEPT_ENCODING, refused), "br"), "{refused}");
        }
        assert!(!accepts(&HeaderMap::new(), "br"));
    }

    #[test]
    fn tags_are_compared_weakly() {
        for known in ["\"a\"", "W/\"a\"", "\"b\", \"a\"", "*"] {
            assert!(has(&asking(header::IF_NONE_MATCH, known), "\"a\""), "{known}");
        }
        assert!(!has(&asking(header::IF_NONE_MATCH, "\"b\", a"), "\"a\""));
    }
}
