//! The `Host` header. A page of another site can have its name resolve to 127.0.0.1 (DNS rebinding) and
//! then read what is served here as if it were its own; its requests still carry its name.

use anyhow::{Result, bail};
use axum::{
    extract::{Request, State},
    http::{StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use std::{net::IpAddr, sync::Arc};

/// This machine's, for itself.
const OWN: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// The names and addresses under which the server answers.
#[derive(Debug, Clone)]
pub(super) struct Hosts {
    /// In lower case, without ports.
    names: Arc<[String]>,
    /// Whether requests for any IP address are answered: nobody can redirect those.
    has_any_address: bool,
}

impl Hosts {
    /// Those of this machine, the address to listen on, and the user's `names`. Refuses what is neither a
    /// name nor an address, and listening on all addresses without a name.
    pub(super) fn new(listen: IpAddr, names: &[String]) -> Result<Self> {
        if listen.is_unspecified() && names.is_empty() {
            bail!(
                "--listen {listen} takes all addresses of this machine: say with --host under \
                 which name others ask for it, such as --host bench.example, or --host {listen} \
                 for any of its addresses"
            );
        }
        let mut hosts = Vec::new();
        let mut has_any_address = false;
        for name in names {
            let is_name = !name.is_empty()
                && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"-._".contains(&b));
            match name.trim_matches(['[', ']']).parse::<IpAddr>() {
                Ok(address) if address.is_unspecified() => has_any_address = true,
                Ok(address) => hosts.push(host_of(address)),
                Err(_) if is_name => hosts.push(name.to_ascii_lowercase()),
                Err(_) => bail!(
                    "--host {name:?} is neither a name nor an address: give it without http:// \
                     and without a port, such as --host bench.example"
                ),
            }
        }
        if !listen.is_unspecified() {
            hosts.push(host_of(listen));
        }
        hosts.extend(OWN.map(String::from));
        Ok(Self { names: hosts.into(), has_any_address })
    }

    /// Whether browsers of other machines may ask.
    pub(super) fn let_others_in(&self) -> bool {
        self.has_any_address || self.names.iter().any(|name| !OWN.contains(&name.as_str()))
    }

    /// The host to open in a browser.
    pub(super) fn first_for(&self, listen: IpAddr) -> String {
        let named = self.names.first().filter(|_| listen.is_unspecified());
        named.cloned().unwrap_or_else(|| host_of(listen))
    }

    /// Whether a request is for this server: all `Host` headers, of which there must be one, and the host
    /// in the request's target, if there is one.
    fn are_right(&self, request: &Request) -> bool {
        let headers = request.headers();
        headers.contains_key(header::HOST)
            && headers
                .get_all(header::HOST)
                .iter()
                .all(|host| host.to_str().is_ok_and(|h| self.have(h)))
            && request.uri().authority().is_none_or(|host| self.have(host.as_str()))
    }

    /// Ignores the port of a `Host` header.
    fn have(&self, header: &str) -> bool {
        let host = match header.rsplit_once(':') {
            Some((host, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => host,
            _ => header,
        };
        self.names.iter().any(|known| known.eq_ignore_ascii_case(host))
            || (self.has_any_address && host.trim_matches(['[', ']']).parse::<IpAddr>().is_ok())
    }
}

/// An address as a URL has it.
fn host_of(address: IpAddr) -> String {
    match address {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => format!("[{address}]"),
    }
}

pub(super) async fn only_known(
    State(hosts): State<Hosts>,
    request: Request,
    next: Next,
) -> Response {
    if hosts.are_right(&request) {
        return next.run(request).await;
    }
    let line = "This server answers only under its own names, so that other sites cannot read \
                what it serves. Open the address that it printed, or start `rankscope serve` with \
                --host NAME.\n";
    (StatusCode::MISDIRECTED_REQUEST, line).into_response()
}
