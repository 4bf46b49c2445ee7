//! Finds a port to listen on.

use crate::terminal::reporter;
use anyhow::{Context, Result};
use std::{
    io::{self, ErrorKind},
    net::{IpAddr, SocketAddr, TcpListener},
};

/// By default.
const FIRST_PORT: u16 = 8080;
/// How many ports after it are tried.
const MORE_PORTS: u16 = 100;

/// Listens on a port, or by default on the first free one from 8080 on.
pub(super) fn listen(address: IpAddr, port: Option<u16>) -> Result<TcpListener> {
    let listener = match port {
        Some(port) => bind(address, port)?,
        None => first_free(address)?,
    };
    let listener = listener.with_context(|| match port {
        Some(port) => format!(
            "port {port} is in use: stop the program that uses it, or choose another with --port \
             (0 takes any free one)"
        ),
        None => format!(
            "the ports {FIRST_PORT} to {} are all in use: --port 0 takes any free one",
            FIRST_PORT + MORE_PORTS
        ),
    })?;
    // As tokio expects it.
    listener.set_nonblocking(true)?;
    Ok(listener)
}

fn first_free(address: IpAddr) -> Result<Option<TcpListener>> {
    for port in FIRST_PORT..=FIRST_PORT + MORE_PORTS {
        if let Some(listener) = bind(address, port)? {
            if port != FIRST_PORT {
                reporter::note(format_args!(
                    "port {FIRST_PORT} is in use, so {port} is taken (--port chooses another)"
                ));
            }
            return Ok(Some(listener));
        }
    }
    Ok(None)
}

/// `None` if the port is in use.
fn bind(address: IpAddr, port: u16) -> Result<Option<TcpListener>> {
    let address = SocketAddr::from((address, port));
    match TcpListener::bind(address) {
        Ok(listener) => Ok(Some(listener)),
        Err(error) if error.kind() == ErrorKind::AddrInUse => Ok(None),
        Err(error) => Err(unusable(address, error)),
    }
}

fn unusable(address: SocketAddr, error: io::Error) -> anyhow::Error {
    let advice = match error.kind() {
        ErrorKind::AddrNotAvailable => ": it is not an address of this machine",
        ErrorKind::PermissionDenied => ": ports below 1024 need more rights",
        _ => "",
    };
    anyhow::Error::from(error).context(format!("cannot listen on {address}{advice}"))
}
