//! Systems whose vectors a search engine elsewhere holds, natively.
//!
//! `http` sends what `rankscope_core::remote` asks; `ranked` ranks a benchmark's queries, `recalled`
//! measures how far an engine's index is from an exact search, and `fill` fills a collection.

mod fill;
#[cfg(feature = "remote")]
mod http;
#[cfg(not(feature = "remote"))]
mod no_http;
mod ranked;
mod recalled;

#[cfg(feature = "remote")]
use http::Http;
#[cfg(not(feature = "remote"))]
use no_http::Http;

pub(crate) use fill::{ToArgs, fill};
pub(crate) use ranked::{found, ranked};
pub(crate) use recalled::{Indexed, indexed};

use crate::ready::ready;
use anyhow::{Context, Result, anyhow};
use rankscope_core::remote::RemoteError;

/// What a future gives that waits in its calls.
fn done<T>(future: impl Future<Output = Result<T, RemoteError>>) -> Result<T> {
    ready(future).context("the search engine was not waited for")?.map_err(explained)
}

/// An error with what to do.
fn explained(error: RemoteError) -> anyhow::Error {
    anyhow!("{}: {error}. {}", error.title(), error.advice())
}
