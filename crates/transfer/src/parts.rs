//! Parts of a file from a server (RFC 9110, section 14): rows of a shard that is not worth its
//! whole download. Several parts are requested at once, or, from a server that does not support
//! that, one by one. They are not checked here: no manifest has their hashes.

use super::{
    TransferError,
    body::{Body, append},
    response::{Freshness, respond_with},
    waiting::in_time,
};
use futures_util::{StreamExt, TryStreamExt, stream};
use js_sys::Uint8Array;
use rankscope_core::formats::{
    boundary_from_content_type, parts_from_multipart, range_from_content_range,
};
use std::{cell::Cell, ops::Range};
use web_sys::Response;

/// As many as common servers answer (Apache's `MaxRanges` is 200), in a header below 4 KiB.
const PARTS_AT_ONCE: usize = 180;
/// Concurrent requests for one file.
const REQUESTS_AT_ONCE: usize = 6;
/// What a server may add to each part.
const BYTES_AROUND_PART: u64 = 1_024;
const PARTIAL_CONTENT: u16 = 206;

/// What is known of a server so far.
#[derive(Debug, Default)]
pub struct PartsServer {
    /// It does not send several parts at once.
    only_one: Cell<bool>,
}

impl PartsServer {
    /// Parts of the file at `url`, in the order given.
    ///
    /// # Errors
    /// [`TransferError::NoParts`] if the server sends the whole file or other parts; else those of
    /// any request.
    pub async fn fetch(
        &self,
        url: &str,
        parts: &[Range<u64>],
        is_cancelled: &dyn Fn() -> bool,
    ) -> Result<Vec<Vec<u8>>, TransferError> {
        if parts.iter().any(Range::is_empty) {
            let why = "a part of it would be empty".into();
            return Err(TransferError::NoParts { url: url.into(), why });
        }
        let requests = parts.chunks(PARTS_AT_ONCE);
        let answers = requests.map(|parts| self.some(url, parts, is_cancelled));
        let answers: Vec<Vec<Vec<u8>>> =
            stream::iter(answers).buffered(REQUESTS_AT_ONCE).try_collect().await?;
        Ok(answers.into_iter().flatten().collect())
    }

    async fn some(
        &self,
        url: &str,
        parts: &[Range<u64>],
        is_cancelled: &dyn Fn() -> bool,
    ) -> Result<Vec<Vec<u8>>, TransferError> {
        if parts.len() > 1 && !self.only_one.get() {
            match several(url, parts, is_cancelled).await {
                Ok(Some(parts)) => return Ok(parts),
                Ok(None) => self.only_one.set(true),
                // For several parts, a server of another origin must grant leave.
                Err(TransferError::Network { .. } | TransferError::Status { .. }) => {
                    self.only_one.set(true);
                }
                Err(error) => return Err(error),
            }
        }
        let each = parts.iter().map(|part| one(url, part.clone(), is_cancelled));
        stream::iter(each).buffered(REQUESTS_AT_ONCE).try_collect().await
    }
}

/// `None` if the server does not send several parts in one answer.
async fn several(
    url: &str,
    parts: &[Range<u64>],
    is_cancelled: &dyn Fn() -> bool,
) -> Result<Option<Vec<Vec<u8>>>, TransferError> {
    let header = header(parts);
    let response = respond_with(url, Freshness::NotKept, Some(&header), is_cancelled).await?;
    let content_type = response.headers().get("content-type").ok().flatten().unwrap_or_default();
    let boundary = boundary_from_content_type(&content_type);
    let Some(boundary) = boundary.filter(|_| response.status() == PARTIAL_CONTENT) else {
        stop(&response).await;
        return Ok(None);
    };
    let asked: u64 = parts.iter().map(|part| part.end - part.start).sum();
    let most = asked + BYTES_AROUND_PART * (parts.len() as u64 + 1);
    let body = body(&response, url, most, is_cancelled).await?;
    let Some(sent) = parts_from_multipart(boundary, &body) else { return Ok(None) };
    // A server may reorder them, and join those near each other.
    let find = |part: &Range<u64>| {
        let holds = |range: &Range<u64>| range.start <= part.start && part.end <= range.end;
        let of = sent.iter().find(|of| holds(&of.range))?;
        let start = usize::try_from(part.start - of.range.start).ok()?;
        let len = usize::try_from(part.end - part.start).ok()?;
        Some(of.bytes.get(start..start + len)?.to_vec())
    };
    Ok(parts.iter().map(find).collect())
}

async fn one(
    url: &str,
    part: Range<u64>,
    is_cancelled: &dyn Fn() -> bool,
) -> Result<Vec<u8>, TransferError> {
    let no_parts = |why: String| TransferError::NoParts { url: url.into(), why };
    let header = header(std::slice::from_ref(&part));
    let response = respond_with(url, Freshness::NotKept, Some(&header), is_cancelled).await?;
    if response.status() != PARTIAL_CONTENT {
        stop(&response).await;
        let status = response.status();
        return Err(no_parts(format!("it answered with the whole file (status {status})")));
    }
    // A server of another origin may hide this header from the page.
    let said = response.headers().get("content-range").ok().flatten();
    let said = said.as_deref().and_then(range_from_content_range);
    if let Some(said) = said.filter(|said| *said != part) {
        stop(&response).await;
        let words = format!(
            "it sent bytes {} to {} in place of {} to {}",
            said.start,
            said.end - 1,
            part.start,
            part.end - 1
        );
        return Err(no_parts(words));
    }
    let expected = part.end - part.start;
    let body = body(&response, url, expected, is_cancelled).await?;
    if body.len() as u64 != expected {
        return Err(no_parts(format!("it sent {} bytes in place of {expected}", body.len())));
    }
    Ok(body)
}

fn header(parts: &[Range<u64>]) -> String {
    let parts: Vec<String> =
        parts.iter().map(|part| format!("{}-{}", part.start, part.end - 1)).collect();
    format!("bytes={}", parts.join(","))
}

async fn body(
    response: &Response,
    url: &str,
    most: u64,
    is_cancelled: &dyn Fn() -> bool,
) -> Result<Vec<u8>, TransferError> {
    let network = |value| TransferError::network(url, &value);
    let Some(mut body) = Body::of(response, Some(most)).map_err(network)? else {
        return Ok(Vec::new());
    };
    let mut bytes = Vec::new();
    loop {
        let take = |chunk: &Uint8Array| append(&mut bytes, chunk);
        let next = in_time(url, is_cancelled, body.next(take)).await?;
        if next.map_err(network)?.is_none() {
            return Ok(bytes);
        }
        if bytes.len() as u64 > most {
            body.cancel().await;
            let why = format!("it sent more than the {most} bytes that were asked for");
            return Err(TransferError::NoParts { url: url.into(), why });
        }
    }
}

async fn stop(response: &Response) {
    if let Ok(Some(body)) = Body::of(response, None) {
        body.cancel().await;
    }
}
