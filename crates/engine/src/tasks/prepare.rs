//! Loads what a search needs before its depth is known.

use crate::{context::Context, error::EngineError, session::Session};
use rankscope_messages::Response;

/// Loads no gallery that does not fit in memory, since it is searched as it arrives, and none of a
/// search engine.
pub(super) async fn prepare(
    session: &Session,
    system_id: &str,
    is_text: bool,
    context: &Context,
) -> Result<(), EngineError> {
    let system = session.system(system_id)?;
    if system.remote.is_none() && !session.is_large(system) {
        match &system.encoder {
            Some(encoder) if is_text => drop(session.encoder(encoder, context).await?),
            _ => drop(session.queries(system, context).await?),
        }
        session.gallery(system, context).await?;
    }
    context.reply(Response::Prepared);
    Ok(())
}
