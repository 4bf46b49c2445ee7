//! Ranks the texts for many images of the corpus, block by block, from the stored vectors of both.

use crate::{
    context::Context,
    error::EngineError,
    rankings::{QUERIES_PER_BLOCK, Rankings},
    session::Session,
};
use rankscope_messages::ProgressUnit;

/// `images` are rows in the corpus; `depths` are the lengths of the rankings, by image, 0 without
/// an entry. Needs a gallery in memory: the vectors of the images may be anywhere in it.
pub(super) async fn rank_texts(
    session: &Session,
    system_id: &str,
    images: &[u32],
    depths: &[u32],
    context: &Context,
) -> Result<(), EngineError> {
    let system = session.system(system_id)?;
    if session.is_large(system) {
        return Err(EngineError::NotInMemory(system.title.clone()));
    }
    let texts = session.texts(system, context).await?;
    let gallery = session.gallery(system, context).await?;
    if images.is_empty() {
        Rankings::none().reply_in_parts(context);
    }
    let mut depths = depths.iter().map(|depth| *depth as usize);
    let mut first_query = 0u32;
    for block in images.chunks(QUERIES_PER_BLOCK) {
        context.yield_now().await?;
        let vector = |row: &u32| gallery.vector(*row).ok_or(EngineError::NoSuchImage(*row));
        let vectors = block.iter().map(vector).collect::<Result<Vec<Vec<f32>>, _>>()?;
        let depths: Vec<usize> = block.iter().map(|_| depths.next().unwrap_or(0)).collect();
        let rankings = texts.top_k_each(&vectors, &depths).await?;
        let done = first_query as usize + block.len();
        let last = done == images.len();
        Rankings { first_query, rankings, n_candidates: None, last }.reply_in_parts(context);
        first_query = u32::try_from(done).unwrap_or(u32::MAX);
        context.progress(&system.id, done as u64, images.len() as u64, ProgressUnit::Queries);
    }
    Ok(())
}
