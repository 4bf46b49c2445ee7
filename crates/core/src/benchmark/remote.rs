//! A system whose vectors a remote search engine holds.

use super::names::is_plain_id;
use serde::{Deserialize, Serialize};
use std::net::IpAddr;

const MAX_URL_BYTES: usize = 2_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RemoteKind {
    /// By its REST API.
    Qdrant,
    /// By its HTTP API, version 2.
    Chroma,
}

impl RemoteKind {
    pub fn title(self) -> &'static str {
        match self {
            Self::Qdrant => "Qdrant",
            Self::Chroma => "Chroma",
        }
    }

    /// In the manifest and in commands.
    pub fn name(self) -> &'static str {
        match self {
            Self::Qdrant => "qdrant",
            Self::Chroma => "chroma",
        }
    }
}

/// How a collection compares vectors.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RemoteMetric {
    #[default]
    Cosine,
    /// The same as the cosine for vectors of length 1.
    Dot,
}

impl RemoteMetric {
    /// In the manifest and in messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Cosine => "cosine",
            Self::Dot => "dot",
        }
    }
}

/// Where a search engine holds a system's image vectors. The id of a point is the image's row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Remote {
    pub kind: RemoteKind,
    /// Such as `https://search.example.org:6333`.
    pub url: String,
    pub collection: String,
    #[serde(default)]
    pub metric: RemoteMetric,
    /// Chroma's, if not the default one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tenant: Option<String>,
    /// Chroma's, if not the default one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub database: Option<String>,
}

impl Remote {
    /// Without a slash at its end.
    pub fn base(&self) -> &str {
        self.url.trim_end_matches('/')
    }

    /// Scheme, host and port: what a key is bound to.
    pub fn origin(&self) -> &str {
        origin_of(&self.url).unwrap_or(&self.url)
    }

    /// Whether a key for `named` is for this engine: `named` is an origin, or a host with its port or for all ports.
    /// A host alone does not send a key over plain HTTP, to which a manifest could downgrade the address.
    pub fn is_at(&self, named: &str) -> bool {
        let (named, origin) = (named.trim_end_matches('/'), self.origin());
        if named.contains("://") {
            return named.eq_ignore_ascii_case(origin);
        }
        let host = host_and_port(origin);
        let is_port = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let without_port = host.rsplit_once(':').filter(|(_, port)| is_port(port));
        let is_host = |host: &str| named.eq_ignore_ascii_case(host);
        !self.is_readable_on_the_way()
            && (is_host(host) || without_port.is_some_and(|(host, _)| is_host(host)))
    }

    /// With tenant and database if they are given.
    pub fn whole_name(&self) -> String {
        let within = [("tenant", &self.tenant), ("database", &self.database)];
        let within = within.into_iter().filter_map(|(what, name)| Some((what, name.as_ref()?)));
        let within: Vec<String> = within.map(|(what, name)| format!("{what} {name}")).collect();
        match within.is_empty() {
            true => self.collection.clone(),
            false => format!("{} ({})", self.collection, within.join(", ")),
        }
    }

    /// Whether what is sent can be intercepted: plain HTTP to another machine.
    pub fn is_readable_on_the_way(&self) -> bool {
        self.url.starts_with("http:") && !is_this_machine(self.origin())
    }

    /// Addresses become those of requests, and names become parts of them, so both must be plain.
    pub fn fault(&self) -> Option<String> {
        if origin_of(&self.url).is_none() {
            return Some(format!(
                "url {:?} is not the address of a search engine: write http:// or https://, a host, \
                 and perhaps a port and a path; no user, no query and no fragment",
                self.url
            ));
        }
        let names = [Some(&self.collection), self.tenant.as_ref(), self.database.as_ref()];
        names.into_iter().flatten().find(|name| !is_plain_id(name)).map(|name| {
            format!(
                "{name:?} cannot be the name of a collection, tenant or database: use letters, \
                 digits, '-', '_' and '.', a letter or digit first"
            )
        })
    }
}

/// The name of the engine at an address by which commands give it a key ([`Remote::is_at`]).
pub(crate) fn named_for_key(url: &str) -> &str {
    let origin = origin_of(url).unwrap_or(url);
    let is_open = origin.starts_with("http:") && !is_this_machine(origin);
    if is_open { origin } else { host_and_port(origin) }
}

fn host_and_port(origin: &str) -> &str {
    origin.split_once("://").map_or(origin, |(_, host)| host)
}

/// `None` if the address must not be requested.
fn origin_of(url: &str) -> Option<&str> {
    let host_at = ["http://", "https://"].iter().find(|scheme| url.starts_with(**scheme))?.len();
    let rest = url.get(host_at..)?;
    let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let is_host = |c: char| c.is_ascii_alphanumeric() || ".-:[]_".contains(c);
    let is_path = |c: char| c.is_ascii_alphanumeric() || "/.-_~".contains(c);
    let is_whole = !host.is_empty()
        && !host.starts_with(':')
        && host.chars().all(is_host)
        && path.chars().all(is_path)
        && !path.split('/').any(|part| part == "." || part == "..")
        && url.len() <= MAX_URL_BYTES;
    if is_whole { url.get(..host_at + host.len()) } else { None }
}

pub fn is_this_machine(url: &str) -> bool {
    let host = url.split_once("://").map_or(url, |(_, host)| host);
    let host = host.split('/').next().unwrap_or_default();
    let host = match host.strip_prefix('[') {
        Some(six) => six.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    let is_loopback = host.parse().is_ok_and(|address: IpAddr| address.is_loopback());
    is_loopback || host == "localhost" || host.ends_with(".localhost")
}
