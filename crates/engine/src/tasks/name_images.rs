//! Asks a search engine what it stores of images, which spares the page a long list.

use crate::{context::Context, error::EngineError, remote::RemoteCorpus, session::Session};
use rankscope_messages::Response;

pub(super) async fn name_images(
    session: &Session,
    system_id: &str,
    rows: &[u32],
    context: &Context,
) -> Result<(), EngineError> {
    let system = session.system(system_id)?;
    let remote = RemoteCorpus::of(session, system, context).await?;
    let remote = remote.ok_or_else(|| EngineError::NoGallery(system.title.clone()))?;
    let images = remote.images(rows, context).await?;
    context.reply(Response::Named { images: images.into_iter().collect() });
    Ok(())
}
