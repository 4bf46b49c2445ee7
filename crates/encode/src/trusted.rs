//! An encoder that was checked against its stored vectors on its device, with a cache of recent
//! texts.

use crate::{
    encoder::{Encoded, Encoder},
    error::EncodeError,
    pack::StoredCheck,
};
use std::cell::RefCell;

const MAX_CACHED: usize = 64;

/// A device that can compute an encoder.
pub struct Candidate<'a> {
    /// As in "computed on WebGPU".
    pub place: &'a str,
    pub make: Box<dyn Fn() -> Result<Encoder, EncodeError> + 'a>,
}

/// The encoder of the first candidate that agrees with the pack's stored vectors.
pub struct TrustedEncoder {
    encoder: Encoder,
    place: String,
    notice: Option<String>,
    /// The most recent last.
    cache: RefCell<Vec<(String, Encoded)>>,
}

impl TrustedEncoder {
    /// Loads the candidates in turn, and encodes the shortest of the pack's check texts with each,
    /// until one returns the stored tokens and a vector close enough to the stored one. If none
    /// does, takes the first that returned a vector. [`Self::notice`] reports what failed.
    ///
    /// # Errors
    /// A candidate that cannot be loaded, unless its device is too small or lacks a kernel; or none
    /// that returned a vector.
    pub async fn from_candidates(candidates: &[Candidate<'_>]) -> Result<Self, EncodeError> {
        let mut failures: Vec<String> = Vec::new();
        let mut first_with_vector: Option<(Encoder, &str)> = None;
        let mut last_error = EncodeError::Device("there is no device".into());
        for candidate in candidates {
            let encoder = match (candidate.make)() {
                Ok(encoder) => encoder,
                // The pack is sound, and may fit another device.
                Err(error @ (EncodeError::TooLarge { .. } | EncodeError::NotOnGpu(_))) => {
                    failures.push(format!("failed ({error}) on {}", candidate.place));
                    last_error = error;
                    continue;
                }
                Err(error) => return Err(error),
            };
            match difference(&encoder).await {
                Ok(None) => {
                    let notice = (!failures.is_empty()).then(|| {
                        let (id, place) = (&encoder.manifest().id, candidate.place);
                        format!(
                            "The encoder {id} {}; so it is computed on {place}, which agrees.",
                            failures.join(", and ")
                        )
                    });
                    return Ok(Self::new(encoder, candidate.place, notice));
                }
                Ok(Some(words)) => {
                    failures.push(format!("{words} on {}", candidate.place));
                    first_with_vector.get_or_insert((encoder, candidate.place));
                }
                Err(error) => {
                    failures.push(format!("failed ({error}) on {}", candidate.place));
                    last_error = error;
                }
            }
        }
        let (encoder, place) = first_with_vector.ok_or(last_error)?;
        let notice = format!(
            "The encoder {} {}. It is computed on {place} nevertheless, and what it finds may be \
             wrong: import it again with `rankscope encoder import`.",
            encoder.manifest().id,
            failures.join(", and ")
        );
        Ok(Self::new(encoder, place, Some(notice)))
    }

    fn new(encoder: Encoder, place: &str, notice: Option<String>) -> Self {
        Self { encoder, place: place.into(), notice, cache: RefCell::default() }
    }

    /// The device, as in "computed on WebGPU".
    pub fn place(&self) -> &str {
        &self.place
    }

    pub fn notice(&self) -> Option<&str> {
        self.notice.as_deref()
    }

    /// Without the cache.
    pub fn encoder(&self) -> &Encoder {
        &self.encoder
    }

    /// Encodes a text; the flag says whether it came from the cache.
    pub async fn encode(&self, text: &str) -> Result<(Encoded, bool), EncodeError> {
        if let Some(answer) = self.cached(text) {
            return Ok((answer, true));
        }
        let answer = self.encoder.encode(text).await?;
        let mut cache = self.cache.borrow_mut();
        if cache.len() == MAX_CACHED {
            cache.remove(0);
        }
        cache.push((text.to_owned(), answer.clone()));
        Ok((answer, false))
    }

    fn cached(&self, text: &str) -> Option<Encoded> {
        let mut cache = self.cache.borrow_mut();
        let at = cache.iter().position(|(known, _)| known == text)?;
        let known = cache.remove(at);
        let answer = known.1.clone();
        cache.push(known);
        Some(answer)
    }
}

/// How an encoder differs from its stored vectors, if it has any.
async fn difference(encoder: &Encoder) -> Result<Option<String>, EncodeError> {
    let checks: &[StoredCheck] = &encoder.manifest().checks;
    let Some(check) = checks.iter().min_by_key(|check| check.ids.len()) else { return Ok(None) };
    let needed = encoder.manifest().weights.lowest_cosine();
    let outcome = check.compare(&encoder.encode(&check.text).await?);
    if !outcome.same_tokens {
        return Ok(Some(format!("cuts {:?} into other tokens than were stored", check.text)));
    }
    // NaN is not close either.
    let is_close = outcome.cosine >= needed;
    Ok((!is_close).then(|| {
        format!(
            "gave a vector with a cosine of {:.6} to the stored one, where {needed} is needed,",
            outcome.cosine
        )
    }))
}
