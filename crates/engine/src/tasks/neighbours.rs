//! The nearest pictures of many, block by block, from their stored vectors.

use crate::{
    context::Context,
    error::EngineError,
    rankings::{QUERIES_PER_BLOCK, Rankings},
    session::Session,
};
use rankscope_core::search::RowMask;
use rankscope_core::topics::without_self;
use rankscope_messages::{ProgressUnit, RowSet};

/// The `k` nearest of each of `rows` among `among`, or among all; never the picture itself. Needs a
/// gallery in memory: the vectors may be anywhere in it.
pub(super) async fn neighbours(
    session: &Session,
    system_id: &str,
    rows: &[u32],
    k: usize,
    among: Option<&RowSet>,
    context: &Context,
) -> Result<(), EngineError> {
    let system = session.system(system_id)?;
    let gallery = session.small_gallery(system, context).await?;
    let among = among.map(|set| set.rows(session.n_rows())).transpose()?.map(RowMask::new);
    if rows.is_empty() {
        Rankings::none().reply_in_parts(context);
    }
    let mut first_query = 0u32;
    for block in rows.chunks(QUERIES_PER_BLOCK) {
        context.yield_now().await?;
        let vector = |row: &u32| gallery.vector(*row).ok_or(EngineError::NoSuchImage(*row));
        let vectors = block.iter().map(vector).collect::<Result<Vec<Vec<f32>>, _>>()?;
        // One more, for the picture itself.
        let hits = gallery.top_k(&vectors, k.saturating_add(1), among.as_ref()).await?;
        let rankings =
            block.iter().zip(hits).map(|(row, hits)| without_self(&hits, *row, k)).collect();
        let done = first_query as usize + block.len();
        let last = done == rows.len();
        Rankings { first_query, rankings, n_candidates: None, last }.reply_in_parts(context);
        first_query = u32::try_from(done).unwrap_or(u32::MAX);
        context.progress(&system.id, done as u64, rows.len() as u64, ProgressUnit::Rows);
    }
    Ok(())
}
