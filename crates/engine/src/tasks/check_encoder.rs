//! The self-check of a text encoder: compares its check texts, encoded on this device, with their
//! stored vectors.

use crate::{context::Context, error::EngineError, session::Session};
use rankscope_encode::CheckOutcome;
use rankscope_messages::{EncoderCheck, ProgressUnit, Response};

pub(super) async fn check_encoder(
    session: &Session,
    encoder_id: &str,
    context: &Context,
) -> Result<(), EngineError> {
    let trusted = session.encoder(encoder_id, context).await?;
    // The encoder itself, without the cache of earlier texts.
    let encoder = trusted.encoder();
    let stored = &encoder.manifest().checks;
    let mut checks = Vec::with_capacity(stored.len());
    for check in stored {
        context.yield_now().await?;
        let CheckOutcome { text, same_tokens, cosine } =
            check.compare(&encoder.encode(&check.text).await?);
        checks.push(EncoderCheck { text, same_tokens, cosine });
        let (done, total) = (checks.len() as u64, stored.len() as u64);
        context.progress(encoder_id, done, total, ProgressUnit::Texts);
    }
    let needed = encoder.manifest().weights.lowest_cosine();
    context.reply(Response::EncoderChecked { checks, needed });
    Ok(())
}
