//! What a program without an HTTP client says.

use anyhow::{Result, bail};
use rankscope_core::benchmark::Remote;
use rankscope_core::remote::{Answer, Call, RemoteError, Transport};

pub(crate) struct Http;

impl Http {
    pub(crate) fn new(remote: &Remote) -> Result<Self> {
        bail!(
            "{} is a search engine elsewhere, and this program was built without what asks one: \
             build it again with `cargo build --release -p rankscope-cli`",
            remote.origin()
        )
    }
}

impl Transport for Http {
    async fn send(&self, _: &Call) -> Result<Answer, RemoteError> {
        Err(RemoteError::Cancelled)
    }

    fn has_key(&self) -> bool {
        false
    }
}
