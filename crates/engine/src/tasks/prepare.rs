//! Loads what a search needs before it is known how deep it goes.

use crate::{context::Context, error::EngineError, session::Session};
use rankscope_messages::Response;

/// A gallery that does not fit in memory is searched as it arrives, and a search engine has its own:
/// nothing is loaded of either.
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
