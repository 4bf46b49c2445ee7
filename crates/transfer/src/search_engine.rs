//! Requests to search engines, by `fetch`.

use super::{
    body::{Body, append},
    error::{message_from_gloo, message_from_js},
    waiting::{NotInTime, within},
};
use gloo::net::{Error, http::RequestBuilder};
use js_sys::{Reflect, Uint8Array};
use rankscope_core::{
    benchmark::is_this_machine,
    remote::{Answer, Call, Method, RemoteError, Transport, key_header},
};
use wasm_bindgen::JsValue;
use web_sys::{
    AbortController, ReferrerPolicy, RequestCache, RequestCredentials, RequestMode,
    RequestRedirect, Response,
};

/// How long an engine may send nothing.
const PATIENCE_S: u32 = 30;
/// How long an answer may take in all: an engine that sends a byte a second is never silent.
const WHOLE_S: u32 = 120;
/// How long to probe whether anything answers.
const PROBE_S: u32 = 5;

pub struct SearchEngine<'a> {
    key: Option<String>,
    is_cancelled: &'a dyn Fn() -> bool,
}

impl<'a> SearchEngine<'a> {
    /// `key` is sent with every request, unless no header can carry it.
    pub fn new(key: Option<String>, is_cancelled: &'a dyn Fn() -> bool) -> Self {
        Self { key: key.filter(|key| is_sendable(key)), is_cancelled }
    }

    /// Sends a request and waits for the head of the answer.
    async fn head(&self, call: &Call, controller: &AbortController) -> Result<Response, Stop> {
        let failed = |error: Error| Stop::Failed(message_from_gloo(error));
        let request = RequestBuilder::new(&call.url)
            .method(match call.method {
                Method::Get => gloo::net::http::Method::GET,
                Method::Post => gloo::net::http::Method::POST,
                Method::Put => gloo::net::http::Method::PUT,
            })
            .cache(RequestCache::NoStore)
            .credentials(RequestCredentials::Omit)
            .referrer_policy(ReferrerPolicy::NoReferrer)
            // A redirect could take the key elsewhere.
            .redirect(RequestRedirect::Error)
            .abort_signal(Some(&controller.signal()));
        let request = match &self.key {
            Some(key) => request.header(key_header(call.kind), key),
            None => request,
        };
        let request = match &call.body {
            Some(body) => request
                .header("content-type", "application/json")
                .body(body.as_str())
                .map_err(failed)?,
            None => request.build().map_err(failed)?,
        };
        let response = within(PATIENCE_S, self.is_cancelled, request.send()).await?;
        Ok(response.map_err(failed)?.into())
    }

    async fn body(&self, response: &Response, most: usize) -> Result<Vec<u8>, Stop> {
        let failed = |value: JsValue| Stop::Broke(message_from_js(&value));
        let Some(mut body) = Body::of(response, None).map_err(failed)? else {
            return Ok(Vec::new());
        };
        let mut bytes = Vec::new();
        loop {
            let mut take = |chunk: &Uint8Array| {
                let is_too_long = bytes.len() + chunk.length() as usize > most;
                if !is_too_long {
                    append(&mut bytes, chunk);
                }
                is_too_long
            };
            let next = within(PATIENCE_S, self.is_cancelled, body.next(&mut take)).await?;
            match next.map_err(failed)? {
                None => return Ok(bytes),
                // Dropping the body stops it.
                Some(true) => return Err(Stop::TooLong),
                Some(false) => {}
            }
        }
    }
}

impl Transport for SearchEngine<'_> {
    async fn send(&self, call: &Call) -> Result<Answer, RemoteError> {
        let url = || call.url.clone();
        if is_mixed_content(&call.url) {
            return Err(RemoteError::MixedContent { url: url() });
        }
        let unreachable = |why| RemoteError::Unreachable { url: url(), why };
        let controller =
            AbortController::new().map_err(|value| unreachable(message_from_js(&value)))?;
        let sent = async {
            let response = self.head(call, &controller).await?;
            let body = self.body(&response, call.max_answer_bytes).await?;
            Ok(Answer { status: response.status(), body })
        };
        let (stop, seconds) = match within(WHOLE_S, self.is_cancelled, sent).await {
            Ok(Ok(answer)) => return Ok(answer),
            Ok(Err(stop)) => (stop, PATIENCE_S),
            Err(reason) => (reason.into(), WHOLE_S),
        };
        // Frees the connection: gloo does not stop a request when its future is dropped.
        controller.abort();
        Err(match stop {
            Stop::Cancelled => RemoteError::Cancelled,
            Stop::TimedOut => RemoteError::TimedOut { url: url(), seconds },
            Stop::TooLong => RemoteError::Contradicts {
                url: url(),
                reason: format!("it has more than {} bytes", call.max_answer_bytes),
            },
            Stop::Broke(why) => unreachable(why),
            // The browser does not say whether the network or CORS failed.
            Stop::Failed(why) => match is_there(&call.url, self.is_cancelled).await {
                Ok(true) => {
                    RemoteError::NoCors { url: url(), origin: location("origin"), kind: call.kind }
                }
                Ok(false) => unreachable(why),
                Err(_) => RemoteError::Cancelled,
            },
        })
    }

    fn has_key(&self) -> bool {
        self.key.is_some()
    }
}

enum Stop {
    Cancelled,
    TimedOut,
    TooLong,
    /// Before an answer began.
    Failed(String),
    /// Within an answer.
    Broke(String),
}

impl From<NotInTime> for Stop {
    fn from(reason: NotInTime) -> Self {
        match reason {
            NotInTime::Cancelled => Self::Cancelled,
            NotInTime::TimedOut => Self::TimedOut,
        }
    }
}

/// Whether anything answers at an address. Without CORS the browser reports that there was an
/// answer, but not its content.
async fn is_there(url: &str, is_cancelled: &dyn Fn() -> bool) -> Result<bool, NotInTime> {
    let request = RequestBuilder::new(url)
        .mode(RequestMode::NoCors)
        .cache(RequestCache::NoStore)
        .credentials(RequestCredentials::Omit)
        .referrer_policy(ReferrerPolicy::NoReferrer);
    match within(PROBE_S, is_cancelled, request.send()).await {
        Ok(answer) => Ok(answer.is_ok()),
        Err(NotInTime::TimedOut) => Ok(false),
        Err(cancelled) => Err(cancelled),
    }
}

/// Whether the page came over https and the address is http; browsers allow that to the local
/// machine.
fn is_mixed_content(url: &str) -> bool {
    location("protocol") == "https:" && url.starts_with("http:") && !is_this_machine(url)
}

fn location(property: &str) -> String {
    let location = Reflect::get(&js_sys::global(), &"location".into());
    let value = location.and_then(|location| Reflect::get(&location, &property.into()));
    value.ok().and_then(|value| value.as_string()).unwrap_or_default()
}

pub fn is_sendable(key: &str) -> bool {
    !key.is_empty() && key.bytes().all(|byte| (0x21..=0x7e).contains(&byte))
}
