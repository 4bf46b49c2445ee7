//! Asks search engines over HTTP.

use super::keys::key_for;
use crate::{ready::ready, terminal::reporter};
use anyhow::{Context, Result, anyhow};
use rankscope_core::benchmark::{Remote, is_this_machine};
use rankscope_core::remote::{Answer, Call, Method, RemoteError, Transport, key_header};
use std::{env, error::Error as _, io, time::Duration};
use ureq::{Agent, Error};

/// How many seconds an answer of a search engine may take, to its last byte.
const TIMEOUT_VARIABLE: &str = "RANKSCOPE_REMOTE_TIMEOUT";

const PATIENCE_S: u32 = 60;
/// How long connecting may take.
const CONNECT: Duration = Duration::from_secs(10);

pub(crate) struct Http {
    agent: Agent,
    key: Option<String>,
    seconds: u32,
}

impl Http {
    /// A client for a search engine, with the key for its host if there is one.
    pub(crate) fn new(remote: &Remote) -> Result<Self> {
        let key = key_for(remote);
        let seconds = match env::var(TIMEOUT_VARIABLE) {
            Err(_) => PATIENCE_S,
            Ok(text) => text.parse().ok().filter(|seconds| *seconds > 0).with_context(|| {
                format!("{TIMEOUT_VARIABLE} is {text:?}, and a whole number of seconds is needed")
            })?,
        };
        if key.is_some() && remote.is_readable_on_the_way() {
            reporter::warn(format_args!(
                "{} is not encrypted: anyone on the way can read the key",
                remote.origin()
            ));
        }
        let patience = Duration::from_secs(seconds.into());
        let mut config = Agent::config_builder()
            .http_status_as_error(false)
            // A redirect could take the key elsewhere.
            .max_redirects(0)
            .max_redirects_will_error(false)
            .timeout_connect(Some(CONNECT.min(patience)))
            // Of the whole exchange: an engine that sends a byte a second would never be late.
            .timeout_global(Some(patience))
            .user_agent(concat!("rankscope/", env!("CARGO_PKG_VERSION")));
        if is_this_machine(remote.origin()) {
            config = config.proxy(None);
        }
        Ok(Self { agent: config.build().into(), key, seconds })
    }

    fn failure(&self, call: &Call, error: &Error) -> RemoteError {
        let url = call.url.clone();
        match error {
            Error::Timeout(_) => RemoteError::TimedOut { url, seconds: self.seconds },
            Error::Io(error)
                if matches!(error.kind(), io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock) =>
            {
                RemoteError::TimedOut { url, seconds: self.seconds }
            }
            Error::BodyExceedsLimit(most) => {
                let reason = format!("it has more than {most} bytes, more than was asked for");
                RemoteError::Contradicts { url, reason }
            }
            Error::Tls(_) | Error::Rustls(_) | Error::Pem(_) => {
                RemoteError::Certificate { url, why: words(error) }
            }
            // Rustls reports what a certificate lacks as an error of the stream.
            Error::Io(error) if error.to_string().contains("certificate") => {
                RemoteError::Certificate { url, why: error.to_string() }
            }
            error => RemoteError::Unreachable { url, why: words(error) },
        }
    }

    fn sent(&self, call: &Call) -> Result<Answer, Error> {
        let mut request = ureq::http::Request::builder().method(call.method.name()).uri(&call.url);
        if let Some(key) = &self.key {
            request = request.header(key_header(call.kind), key);
        }
        let body = match &call.body {
            None => String::new(),
            Some(body) => {
                request = request.header("content-type", "application/json");
                body.clone()
            }
        };
        let mut response = match call.method {
            Method::Get => self.agent.run(request.body(())?)?,
            Method::Post | Method::Put => self.agent.run(request.body(body)?)?,
        };
        let status = response.status().as_u16();
        let limit = call.max_answer_bytes as u64;
        let body = response.body_mut().with_config().limit(limit).read_to_vec()?;
        Ok(Answer { status, body })
    }
}

impl Transport for Http {
    async fn send(&self, call: &Call) -> Result<Answer, RemoteError> {
        self.sent(call).map_err(|error| self.failure(call, &error))
    }

    fn has_key(&self) -> bool {
        self.key.is_some()
    }
}

fn words(error: &Error) -> String {
    let mut words = vec![error.to_string()];
    let mut cause = error.source();
    while let Some(error) = cause {
        words.push(error.to_string());
        cause = error.source();
    }
    words.dedup();
    words.join(": ")
}

/// Runs a future that waits only within its calls.
pub(crate) fn done<T>(future: impl Future<Output = Result<T, RemoteError>>) -> Result<T> {
    ready(future).context("the search engine was not waited for")?.map_err(explained)
}

fn explained(error: RemoteError) -> anyhow::Error {
    anyhow!("{}: {error}. {}", error.title(), error.advice())
}
