//! An encoder that was held against its stored vectors where it runs, and remembers what it
//! was asked.

use super::{EncodeError, Encoded, Encoder, StoredCheck};
use std::cell::RefCell;

/// Texts whose vectors are remembered.
const MOST_REMEMBERED: usize = 64;

/// One way to compute an encoder.
pub struct Candidate<'a> {
    /// What it is computed on, after "on".
    pub place: &'a str,
    /// Makes it.
    pub make: Box<dyn Fn() -> Result<Encoder, EncodeError> + 'a>,
}

/// The first candidate that agrees with the pack's stored vectors.
pub struct TrustedEncoder {
    encoder: Encoder,
    place: String,
    notice: Option<String>,
    /// The latest last.
    remembered: RefCell<Vec<(String, Encoded)>>,
}

impl TrustedEncoder {
    /// Makes the candidates in turn and has each encode the shortest of the pack's check
    /// texts, until one gives the stored tokens and a vector close enough to the stored one.
    /// Where none does the first that answers is taken; either way [`Self::notice`] says so.
    ///
    /// # Errors
    /// A candidate that cannot be made, though its device has room for it, or none that answers.
    pub async fn from_candidates(candidates: &[Candidate<'_>]) -> Result<Self, EncodeError> {
        let mut complaints: Vec<String> = Vec::new();
        let mut first_that_answers: Option<(Encoder, &str)> = None;
        let mut failure = EncodeError::Device("there is none".into());
        for candidate in candidates {
            let encoder = match (candidate.make)() {
                Ok(encoder) => encoder,
                // The pack is sound, and another device may have room for it.
                Err(error @ EncodeError::TooLarge { .. }) => {
                    complaints.push(format!("failed ({error}) on {}", candidate.place));
                    failure = error;
                    continue;
                }
                Err(error) => return Err(error),
            };
            match complaint(&encoder).await {
                Ok(None) => {
                    let notice = (!complaints.is_empty()).then(|| {
                        let (id, place) = (&encoder.manifest().id, candidate.place);
                        format!(
                            "The encoder {id} {}; so it is computed on {place}, which agrees.",
                            complaints.join(", and ")
                        )
                    });
                    return Ok(Self::new(encoder, candidate.place, notice));
                }
                Ok(Some(words)) => {
                    complaints.push(format!("{words} on {}", candidate.place));
                    first_that_answers.get_or_insert((encoder, candidate.place));
                }
                Err(error) => {
                    complaints.push(format!("failed ({error}) on {}", candidate.place));
                    failure = error;
                }
            }
        }
        let (encoder, place) = first_that_answers.ok_or(failure)?;
        let notice = format!(
            "The encoder {} {}. It is computed on {place} nevertheless, and what it finds may be \
             wrong: import it again with `rankscope encoder import`.",
            encoder.manifest().id,
            complaints.join(", and ")
        );
        Ok(Self::new(encoder, place, Some(notice)))
    }

    fn new(encoder: Encoder, place: &str, notice: Option<String>) -> Self {
        Self { encoder, place: place.into(), notice, remembered: RefCell::default() }
    }

    /// What it is computed on, after "on".
    #[must_use]
    pub fn place(&self) -> &str {
        &self.place
    }

    /// What is not as it should be, in a sentence for the visitor.
    #[must_use]
    pub fn notice(&self) -> Option<&str> {
        self.notice.as_deref()
    }

    /// The encoder itself, which remembers nothing.
    #[must_use]
    pub fn encoder(&self) -> &Encoder {
        &self.encoder
    }

    /// Encodes a text, or remembers it: then the second value is true.
    ///
    /// # Errors
    /// As [`Encoder::encode`].
    pub async fn encode(&self, text: &str) -> Result<(Encoded, bool), EncodeError> {
        if let Some(answer) = self.recall(text) {
            return Ok((answer, true));
        }
        let answer = self.encoder.encode(text).await?;
        let mut remembered = self.remembered.borrow_mut();
        if remembered.len() == MOST_REMEMBERED {
            remembered.remove(0);
        }
        remembered.push((text.to_owned(), answer.clone()));
        Ok((answer, false))
    }

    fn recall(&self, text: &str) -> Option<Encoded> {
        let mut remembered = self.remembered.borrow_mut();
        let at = remembered.iter().position(|(known, _)| known == text)?;
        let known = remembered.remove(at);
        let answer = known.1.clone();
        remembered.push(known);
        Some(answer)
    }
}

/// How an encoder differs from its stored vectors; not at all where it has none.
async fn complaint(encoder: &Encoder) -> Result<Option<String>, EncodeError> {
    let checks: &[StoredCheck] = &encoder.manifest().checks;
    let Some(check) = checks.iter().min_by_key(|check| check.ids.len()) else { return Ok(None) };
    let needed = encoder.manifest().weights.lowest_cosine();
    let outcome = check.compare(&encoder.encode(&check.text).await?);
    if !outcome.same_tokens {
        return Ok(Some(format!("cuts {:?} into other tokens than were stored", check.text)));
    }
    // Not a number is not enough either.
    let is_close = outcome.cosine >= needed;
    Ok((!is_close).then(|| {
        format!(
            "gave a vector with a cosine of {:.6} to the stored one, where {needed} is needed,",
            outcome.cosine
        )
    }))
}
