//! A text-to-image server, asked by the common `POST /v1/images/generations`.

use crate::{reading::picture::decoded, terminal::reporter};
use anyhow::{Context, Result, anyhow, bail};
use base64::{Engine, prelude::BASE64_STANDARD_NO_PAD as STANDARD_NO_PAD};
use image::ImageFormat;
use rankscope_core::benchmark::is_this_machine;
use serde::Deserialize;
use serde_json::json;
use std::{env, time::Duration};
use ureq::Agent;

/// The key of a server that needs one.
const KEY: &str = "RANKSCOPE_GENERATOR_KEY";
/// A picture on a slow machine takes minutes.
const PATIENCE: Duration = Duration::from_secs(600);
const CONNECT: Duration = Duration::from_secs(10);
/// The largest answer: a picture in base64.
const MOST_BYTES: u64 = 64 << 20;
/// How much of an error's answer is quoted.
const QUOTED: usize = 300;

pub(crate) struct Generator {
    agent: Agent,
    origin: String,
    url: String,
    size: String,
    model: Option<String>,
    key: Option<String>,
}

/// A picture that was decoded once, to be sure that it is one.
pub(crate) struct MadePicture {
    pub(crate) bytes: Vec<u8>,
    pub(crate) ending: &'static str,
}

#[derive(Deserialize)]
struct Answer {
    data: Vec<Made>,
}

#[derive(Deserialize)]
struct Made {
    b64_json: Option<String>,
    url: Option<String>,
}

impl Generator {
    pub(crate) const ENDINGS: [&'static str; 4] = ["png", "jpg", "webp", "gif"];

    /// Sends nothing yet.
    pub(crate) fn new(address: &str, size: &str, model: Option<&str>) -> Result<Self> {
        let origin = address.trim_end_matches('/');
        if !(origin.starts_with("http://") || origin.starts_with("https://")) {
            bail!("--generator {address}: give an address such as http://127.0.0.1:8080");
        }
        let key = env::var(KEY).ok().filter(|key| !key.is_empty());
        let is_here = is_this_machine(origin);
        if key.is_some() && origin.starts_with("http://") && !is_here {
            reporter::warn(format_args!(
                "{origin} is not encrypted: anyone on the way can read the key"
            ));
        }
        let mut config = Agent::config_builder()
            .http_status_as_error(false)
            // A redirect could take the key elsewhere.
            .max_redirects(0)
            .max_redirects_will_error(false)
            .timeout_connect(Some(CONNECT))
            .timeout_global(Some(PATIENCE))
            .user_agent(concat!("rankscope/", env!("CARGO_PKG_VERSION")));
        if is_here {
            config = config.proxy(None);
        }
        Ok(Self {
            agent: config.build().into(),
            url: format!("{origin}/v1/images/generations"),
            origin: origin.to_owned(),
            size: size.to_owned(),
            model: model.map(str::to_owned),
            key,
        })
    }

    /// A picture of a text.
    pub(crate) fn picture(&self, text: &str) -> Result<MadePicture> {
        let mut body = json!({
            "prompt": text, "n": 1, "size": self.size, "response_format": "b64_json",
        });
        if let (Some(model), Some(body)) = (&self.model, body.as_object_mut()) {
            body.insert("model".into(), json!(model));
        }
        let answer = self.answer("POST", &self.url, Some(&body.to_string()))?;
        let answer: Answer = serde_json::from_slice(&answer).map_err(|e| {
            let words = String::from_utf8_lossy(&answer);
            anyhow!(
                "{} answered no {{\"data\": [{{\"b64_json\"}}]}} ({e}): {}",
                self.url,
                quoted(&words)
            )
        })?;
        let made = answer.data.into_iter().next();
        let made = made.with_context(|| format!("{} answered without a picture", self.url))?;
        let bytes = match (made.b64_json, made.url) {
            (Some(text), _) => bytes_of_base64(&text)
                .with_context(|| format!("{} answered a picture that is no base64", self.url))?,
            (None, Some(url)) => self.fetched(&url)?,
            (None, None) => bail!("{} answered neither b64_json nor url", self.url),
        };
        let of = decoded(&bytes).with_context(|| format!("{} answered no picture", self.url))?;
        let ending = match of.format {
            ImageFormat::Jpeg => "jpg",
            ImageFormat::WebP => "webp",
            ImageFormat::Gif => "gif",
            _ => "png",
        };
        Ok(MadePicture { bytes, ending })
    }

    /// A picture by its address, of the same server alone.
    fn fetched(&self, url: &str) -> Result<Vec<u8>> {
        let url =
            if url.starts_with('/') { format!("{}{url}", self.origin) } else { url.to_owned() };
        let rest = url.strip_prefix(&self.origin);
        if !rest.is_some_and(|rest| rest.starts_with('/')) {
            bail!(
                "{} answered with a picture at {url}, which is another server: have it answer in base64",
                self.url
            );
        }
        self.answer("GET", &url, None)
    }

    fn answer(&self, method: &str, url: &str, body: Option<&str>) -> Result<Vec<u8>> {
        let mut request = ureq::http::Request::builder().method(method).uri(url);
        if let Some(key) = &self.key {
            request = request.header("authorization", format!("Bearer {key}"));
        }
        let unreachable = || format!("{url} does not answer: is the generator running there?");
        let sent = match body {
            Some(body) => {
                let request = request.header("content-type", "application/json");
                self.agent.run(request.body(body.to_owned())?)
            }
            None => self.agent.run(request.body(())?),
        };
        let mut response = sent.with_context(unreachable)?;
        let status = response.status().as_u16();
        let body = response.body_mut().with_config().limit(MOST_BYTES).read_to_vec();
        let body = body.with_context(|| format!("the answer of {url} cannot be read"))?;
        if status != 200 {
            let hint = match status {
                401 | 403 => format!(" (set {KEY} to its key)"),
                404 => " (is it the server's address without /v1/images/generations?)".into(),
                _ => String::new(),
            };
            bail!("{url} answered {status}{hint}: {}", quoted(&String::from_utf8_lossy(&body)));
        }
        Ok(body)
    }
}

fn quoted(words: &str) -> String {
    words.trim().chars().take(QUOTED).collect()
}

/// Of either alphabet, with or without padding; `None` if the text has other characters, line breaks aside.
fn bytes_of_base64(text: &str) -> Option<Vec<u8>> {
    // Some servers answer a data URL.
    let text = text.split_once("base64,").map_or(text, |(_, rest)| rest);
    let text: String = text
        .chars()
        .filter(|c| !matches!(c, '=' | '\n' | '\r'))
        .map(|c| match c {
            '-' => '+',
            '_' => '/',
            c => c,
        })
        .collect();
    STANDARD_NO_PAD.decode(text).ok()
}
