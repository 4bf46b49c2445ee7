//! The answer to a request: a file, sent by tower-http, or a line that says what is wrong.

use super::{
    hosts::{Hosts, only_known},
    options::Others,
    packed, parts,
    range::{Requested, requested},
    site::{Found, Instead, ServedFile, Site, content_type},
};
use crate::serve::packed_page::PackedFile;
use anyhow::{Error, Result};
use axum::{
    Router,
    body::Body,
    extract::State,
    http::{HeaderMap, HeaderName, HeaderValue, Method, Request, StatusCode, Uri, header},
    middleware,
    response::{IntoResponse, IntoResponseParts, Response},
};
use futures_util::stream;
use rankscope_core::content_policy;
use std::{fmt::Display, io, path::Path, sync::Arc};
use tower_http::{
    cors::{Any, CorsLayer},
    services::ServeFile,
    set_header::SetResponseHeaderLayer,
};

/// How much of a file is read at a time, in bytes.
const CHUNK_BYTES: usize = 256 << 10;

pub(super) fn router(site: Site, hosts: Hosts, others: Others) -> Router {
    let router = Router::new().fallback(answer).with_state(Arc::new(site));
    let router = if others.cors { router.layer(shared()) } else { router };
    let router =
        if others.framed { router.layer(middleware::map_response(framed)) } else { router };
    router
        .layer(middleware::from_fn_with_state(hosts, only_known))
        .layer(SetResponseHeaderLayer::overriding(
            header::X_CONTENT_TYPE_OPTIONS,
            HeaderValue::from_static("nosniff"),
        ))
        // Unless it is the page, an answer is treated like a benchmark's file.
        .layer(SetResponseHeaderLayer::if_not_present(
            header::CONTENT_SECURITY_POLICY,
            HeaderValue::from_static(content_policy::BENCHMARK_FILE),
        ))
}

/// Lets any site read (CORS), also where browsers first ask whether pages from outside the network may.
fn shared() -> CorsLayer {
    CorsLayer::new()
        .allow_origin(Any)
        .allow_methods([Method::GET, Method::HEAD])
        .allow_headers(Any)
        .allow_private_network(true)
        .expose_headers([header::ACCEPT_RANGES, header::CONTENT_RANGE, header::ETAG])
}

/// Lets pages of this machine frame the page, and no page a benchmark's file.
async fn framed(mut response: Response) -> Response {
    if let Some(policy) = response.headers_mut().get_mut(header::CONTENT_SECURITY_POLICY)
        && policy == content_policy::PAGE_HEADER
    {
        *policy = HeaderValue::from_static(content_policy::FRAMED_PAGE_HEADER);
    }
    response
}

async fn answer(State(site): State<Arc<Site>>, request: Request<Body>) -> Response {
    let (asked, _) = request.into_parts();
    if !matches!(asked.method, Method::GET | Method::HEAD) {
        // The body is not read, so the next request could not be found after it.
        let headers = [(header::ALLOW, "GET, HEAD"), (header::CONNECTION, "close")];
        return line(StatusCode::METHOD_NOT_ALLOWED, headers, "only GET and HEAD are allowed");
    }
    let path = asked.uri.path().to_owned();
    let finding = site.clone();
    let found = tokio::task::spawn_blocking(move || finding.find(&path)).await;
    match found {
        Ok(Found::File(file)) => sent(file, site, &asked.method, &asked.headers).await,
        Ok(Found::Packed(file)) => unpacked(file, site, asked.headers).await,
        Ok(Found::Nothing(Some(instead))) => {
            // A part of 404.html, or that it has not changed, helps nobody.
            let coding = only(&asked.headers, &[header::ACCEPT_ENCODING]);
            let mut response = match instead {
                Instead::File(file) => sent(file, site, &asked.method, &coding).await,
                Instead::Packed(file) => unpacked(file, site, coding).await,
            };
            if response.status().is_success() {
                *response.status_mut() = StatusCode::NOT_FOUND;
                response.headers_mut().remove(header::ETAG);
                response.headers_mut().remove(header::LAST_MODIFIED);
            }
            response
        }
        Ok(Found::Nothing(None)) => line(StatusCode::NOT_FOUND, (), "not found"),
        Ok(Found::Outside) => line(
            StatusCode::FORBIDDEN,
            (),
            "a symbolic link leads out of the folder that is served: copy the file into the folder",
        ),
        Ok(Found::Folder) => {
            let path = format!("{}/", asked.uri.path());
            elsewhere(&asked.uri, &path, "this is a folder: add a slash")
        }
        Ok(Found::At(path)) => elsewhere(&asked.uri, &path, "this has another path"),
        Err(error) => line(StatusCode::INTERNAL_SERVER_ERROR, (), &error.to_string()),
    }
}

fn elsewhere(asked: &Uri, path: &str, said: &str) -> Response {
    let query = asked.query().map(|query| format!("?{query}")).unwrap_or_default();
    let to = [(header::LOCATION, format!("{path}{query}"))];
    line(StatusCode::PERMANENT_REDIRECT, to, said)
}

fn line(status: StatusCode, headers: impl IntoResponseParts, text: &str) -> Response {
    (status, headers, format!("{text}\n")).into_response()
}

async fn sent(file: ServedFile, site: Arc<Site>, method: &Method, asked: &HeaderMap) -> Response {
    let file = Arc::new(file);
    match try_sent(&file, site, method, asked).await {
        Ok(response) => response,
        Err(error) => failed(&file.path, &error),
    }
}

fn failed(path: &Path, error: &dyn Display) -> Response {
    let text = format!("{}: {error}", path.display());
    line(StatusCode::INTERNAL_SERVER_ERROR, (), &text)
}

async fn try_sent(
    file: &Arc<ServedFile>,
    site: Arc<Site>,
    method: &Method,
    asked: &HeaderMap,
) -> Result<Response> {
    if let Some(response) = several_parts(file, method, asked).await? {
        return Ok(response);
    }
    if let Some(response) = gzipped(file.clone(), site, asked).await? {
        return Ok(response);
    }
    let mut headers = only(asked, &[header::IF_NONE_MATCH, header::ACCEPT_ENCODING]);
    if let Some(part) = part(file, method, asked).await? {
        // A part is one of the file itself, never of its compressed form.
        headers.remove(header::ACCEPT_ENCODING);
        headers.insert(header::RANGE, part);
    }
    let mut response = by_tower(file, method, headers).await?;
    let status = response.status();
    let headers = response.headers_mut();
    add_headers(headers, &file.path, file.is_of_page);
    if status == StatusCode::RANGE_NOT_SATISFIABLE {
        let text = format!("the file has {} bytes\n", file.len);
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
        headers.remove(header::CONTENT_LENGTH);
        *response.body_mut() = text.into();
    }
    Ok(response)
}

/// Several parts of a file in one answer; `None` if something else is requested.
async fn several_parts(
    file: &ServedFile,
    method: &Method,
    asked: &HeaderMap,
) -> io::Result<Option<Response>> {
    let range = asked.get(header::RANGE).filter(|_| method == Method::GET);
    let range = range.and_then(|range| range.to_str().ok());
    // Those that ask for what may have changed get one part, or the whole.
    let is_plain =
        [header::IF_RANGE, header::IF_NONE_MATCH].iter().all(|one| !asked.contains_key(one));
    let Some(parts) = parts::several(range, file.len).filter(|_| is_plain) else { return Ok(None) };
    let (path, len) = (file.path.clone(), file.len);
    let open = move || parts::Reader::new(&path, content_type(&path), parts, len);
    let reader = tokio::task::spawn_blocking(open).await.map_err(io::Error::other)??;
    let mut response = by_tower(file, &Method::HEAD, HeaderMap::new()).await?;
    *response.status_mut() = StatusCode::PARTIAL_CONTENT;
    let headers = response.headers_mut();
    add_headers(headers, &file.path, file.is_of_page);
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(parts::CONTENT_TYPE));
    headers.insert(header::CONTENT_LENGTH, HeaderValue::from(reader.n_bytes()));
    *response.body_mut() = Body::from_stream(stream::try_unfold(reader, piece));
    Ok(Some(response))
}

/// The next piece of several parts, with the reader of those after it.
async fn piece(mut reader: parts::Reader) -> io::Result<Option<(Vec<u8>, parts::Reader)>> {
    let read = move || reader.next(CHUNK_BYTES).map(|piece| (piece, reader));
    let (piece, reader) = tokio::task::spawn_blocking(read).await.map_err(io::Error::other)??;
    Ok((!piece.is_empty()).then_some((piece, reader)))
}

/// The file in its gzip form, where that helps and no part of it is requested.
async fn gzipped(
    file: Arc<ServedFile>,
    site: Arc<Site>,
    asked: &HeaderMap,
) -> Result<Option<Response>> {
    if asked.contains_key(header::RANGE) {
        return Ok(None);
    }
    let asked = only(asked, &[header::IF_NONE_MATCH, header::ACCEPT_ENCODING]);
    let pack = move || -> Result<Option<Response>> {
        let Some(kept) = &site.kept else { return Ok(None) };
        let mut response = packed::of_file(kept, &file, &asked)?;
        if let Some(response) = &mut response {
            add_headers(response.headers_mut(), &file.path, file.is_of_page);
        }
        Ok(response)
    };
    tokio::task::spawn_blocking(pack).await?
}

async fn unpacked(file: &'static PackedFile, site: Arc<Site>, asked: HeaderMap) -> Response {
    let unpack = move || packed::response(file, site.kept.as_ref(), &asked);
    let path = Path::new(file.path);
    match tokio::task::spawn_blocking(unpack).await.map_err(Error::from).flatten() {
        Ok(mut response) => {
            add_headers(response.headers_mut(), path, true);
            response
        }
        Err(error) => failed(path, &error),
    }
}

fn add_headers(headers: &mut HeaderMap, path: &Path, is_of_page: bool) {
    // A new build changes files under the same names: the browser asks each time, and gets a 304
    // for files that have not changed.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type(path)));
    if is_of_page {
        let policy = HeaderValue::from_static(content_policy::PAGE_HEADER);
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
}

async fn by_tower(file: &ServedFile, method: &Method, headers: HeaderMap) -> io::Result<Response> {
    let mut request = Request::new(());
    *request.method_mut() = method.clone();
    *request.headers_mut() = headers;
    let service = ServeFile::new(&file.path).with_buf_chunk_size(CHUNK_BYTES);
    let mut service = if file.has_brotli { service.precompressed_br() } else { service };
    Ok(service.try_call(request).await?.map(Body::new))
}

/// The `Range` header for tower-http, which answers 416 where a range may be ignored (RFC 9110,
/// section 14.2), and does not know `If-Range`; `None` for the whole file.
async fn part(
    file: &ServedFile,
    method: &Method,
    asked: &HeaderMap,
) -> io::Result<Option<HeaderValue>> {
    let range = asked.get(header::RANGE).filter(|_| method == Method::GET);
    let part = match requested(range.and_then(|range| range.to_str().ok()), file.len) {
        Requested::Whole => return Ok(None),
        Requested::Part(part) => format!("bytes={}-{}", part.start, part.end - 1),
        // One further than the end, since tower-http finds byte 0 in an empty file.
        Requested::Unsatisfiable => format!("bytes={}-", file.len.saturating_add(1)),
    };
    if let Some(known) = asked.get(header::IF_RANGE) {
        let now = by_tower(file, &Method::HEAD, HeaderMap::new()).await?;
        if now.headers().get(header::ETAG) != Some(known) {
            return Ok(None);
        }
    }
    Ok(HeaderValue::from_str(&part).ok())
}

fn only(headers: &HeaderMap, names: &[HeaderName]) -> HeaderMap {
    let mut kept = HeaderMap::new();
    for name in names {
        for value in headers.get_all(name) {
            kept.append(name, value.clone());
        }
    }
    kept
}
