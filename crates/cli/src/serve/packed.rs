//! The answer with a file of the page inside the program, as tower-http answers with one on disk.

use crate::serve::packed_page::PackedFile;
use anyhow::Result;
use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::Response,
};

/// The file, in its brotli form if the client takes that, or 304 if the client has it already. The
/// whole file answers a range, as it may (RFC 9110, section 14.2).
pub(super) fn response(file: &'static PackedFile, asked: &HeaderMap) -> Result<Response> {
    let brotli = file.brotli().filter(|_| accepts_brotli(asked));
    let tag = format!("\"{}{}\"", file.tag, if brotli.is_some() { "-br" } else { "" });
    let mut response = if has(asked, &tag) {
        let mut unchanged = Response::new(Body::empty());
        *unchanged.status_mut() = StatusCode::NOT_MODIFIED;
        unchanged
    } else if let Some(brotli) = brotli {
        let mut response = Response::new(Body::from(brotli));
        response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("br"));
        response
    } else {
        Response::new(Body::from(file.plain()?))
    };
    let headers = response.headers_mut();
    headers.insert(header::ETAG, HeaderValue::try_from(tag)?);
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    Ok(response)
}

/// Whether `If-None-Match` names this tag, compared weakly.
fn has(asked: &HeaderMap, tag: &str) -> bool {
    values(asked, &header::IF_NONE_MATCH)
        .any(|known| known == "*" || known.strip_prefix("W/").unwrap_or(known) == tag)
}

/// Whether `Accept-Encoding` allows brotli: by name, or with `*` where it is not named.
fn accepts_brotli(asked: &HeaderMap) -> bool {
    let weight = |coding: &str| {
        values(asked, &header::ACCEPT_ENCODING).find_map(|value| {
            let (name, parameters) = value.split_once(';').unwrap_or((value, ""));
            let is_meant = name.trim().eq_ignore_ascii_case(coding);
            let weight = parameters.trim().strip_prefix("q=").unwrap_or("1");
            is_meant.then(|| weight.trim().parse::<f32>().unwrap_or(0.0))
        })
    };
    weight("br").or_else(|| weight("*")).is_some_and(|weight| weight > 0.0)
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
            assert!(accepts_brotli(&asking(header::ACCEPT_ENCODING, accepted)), "{accepted}");
        }
        for refused in ["", "gzip", "br;q=0", "*, br;q=0", "br; q=x", "*;q=0"] {
            assert!(!accepts_brotli(&asking(header::ACCEPT_ENCODING, refused)), "{refused}");
        }
        assert!(!accepts_brotli(&HeaderMap::new()));
    }

    #[test]
    fn tags_are_compared_weakly() {
        for known in ["\"a\"", "W/\"a\"", "\"b\", \"a\"", "*"] {
            assert!(has(&asking(header::IF_NONE_MATCH, known), "\"a\""), "{known}");
        }
        assert!(!has(&asking(header::IF_NONE_MATCH, "\"b\", a"), "\"a\""));
    }
}
