//! What asks a search engine, and how its failures are told.

pub(super) use super::http::Http;

use crate::ready::ready;
use anyhow::{Context, Result, anyhow};
use rankscope_core::remote::RemoteError;

/// What a future gives that waits in its calls.
pub(super) fn done<T>(future: impl Future<Output = Result<T, RemoteError>>) -> Result<T> {
    ready(future).context("the search engine was not waited for")?.map_err(explained)
}

/// An error with what to do.
pub(super) fn explained(error: RemoteError) -> anyhow::Error {
    anyhow!("{}: {error}. {}", error.title(), error.advice())
}
