//! The rankings of many queries: those of the parts as they arrive, fused query by query.

use super::asked::{Asked, check};
use crate::ui::engine_client::{Replies, ReplyEvent, unexpected};
use crate::ui::task::{Ended, pause};
use rankscope_core::analysis::FusedSystem;
use rankscope_core::ranking::Hit;
use rankscope_messages::{Request, Response};
use std::collections::VecDeque;

/// One part's rankings that wait for those of the others.
struct Part {
    id: String,
    replies: Replies,
    waiting: VecDeque<Vec<Hit>>,
    n_candidates: Option<usize>,
    is_over: bool,
}

/// `request` asks a part for its own. All parts are asked at once, so that the engine may take
/// turns.
pub(super) async fn rankings(
    asked: &Asked,
    fused: &FusedSystem,
    request: impl Fn(String) -> Request,
) -> Result<(), Ended> {
    let part = |id: &str| Part {
        id: id.to_string(),
        replies: asked.engine.stream(request(id.to_string())),
        waiting: VecDeque::new(),
        n_candidates: None,
        is_over: false,
    };
    let mut parts: Vec<Part> = fused.part_ids().map(part).collect();
    let fusion = fused.fusion();
    let mut first_query = 0;
    loop {
        for part in &mut parts {
            part.fill(asked).await?;
        }
        let n_ready = parts.iter().map(|part| part.waiting.len()).min().unwrap_or(0);
        let mut rankings = Vec::with_capacity(n_ready);
        for _ in 0..n_ready {
            let mut lists = Vec::with_capacity(parts.len());
            for part in &mut parts {
                let hits = part.waiting.pop_front().unwrap_or_default();
                check(&fusion, &part.id, &hits)?;
                lists.push(hits);
            }
            let lists: Vec<&[Hit]> = lists.iter().map(Vec::as_slice).collect();
            rankings.push(fusion.fused(&lists));
        }
        let last = n_ready == 0 || parts.iter().all(|part| part.is_over && part.waiting.is_empty());
        let n_candidates = parts.iter().filter_map(|part| part.n_candidates).min();
        let n_ready = u32::try_from(n_ready).unwrap_or(u32::MAX);
        let response = Response::Rankings { first_query, rankings, n_candidates, last };
        asked.send(ReplyEvent::Reply(response));
        if last {
            return Ok(());
        }
        first_query += n_ready;
        pause().await;
    }
}

impl Part {
    /// Waits until a ranking waits, or there are no more.
    async fn fill(&mut self, asked: &Asked) -> Result<(), Ended> {
        while self.waiting.is_empty() && !self.is_over {
            match self.replies.next().await? {
                Some(ReplyEvent::Reply(Response::Rankings {
                    rankings,
                    n_candidates,
                    last,
                    ..
                })) => {
                    self.waiting.extend(rankings);
                    self.n_candidates = n_candidates;
                    self.is_over = last;
                }
                Some(ReplyEvent::Reply(response)) => return Err(unexpected(&response)),
                Some(event) => asked.send(event),
                None => self.is_over = true,
            }
        }
        Ok(())
    }
}
