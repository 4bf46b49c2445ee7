//! Encoding without async.

use crate::{
    encoder::{CheckOutcome, Encoded, Encoder},
    error::EncodeError,
};
use pollster::block_on;

const BATCH: usize = 32;

impl Encoder {
    pub fn encode_blocking(&self, text: &str) -> Result<Encoded, EncodeError> {
        block_on(self.encode(text))
    }

    pub fn encode_all_blocking(&self, texts: &[&str]) -> Result<Vec<Encoded>, EncodeError> {
        let mut encoded = Vec::with_capacity(texts.len());
        for batch in texts.chunks(BATCH) {
            encoded.extend(block_on(self.encode_batch(batch))?);
        }
        Ok(encoded)
    }

    /// Encodes the pack's check texts and compares with the stored tokens and vectors.
    pub fn check_blocking(&self) -> Result<Vec<CheckOutcome>, EncodeError> {
        let checks = self.manifest().checks.iter();
        checks.map(|check| Ok(check.compare(&self.encode_blocking(&check.text)?))).collect()
    }
}
