//! Where the page's first part calls the code of derived systems, which it fetches first.
#![allow(unsafe_code, reason = "entry points are calls from one module into another")]

use super::answers::answer;
use crate::ui::engine_client::{Engine, Replies, ReplySender, replies};
use crate::ui::task::{Ended, Later, part_missing};
use futures_channel::oneshot;
use leptos::task::spawn_local;
use rankscope_core::analysis::{Dataset, is_derived};
use rankscope_messages::Request;
use std::sync::Arc;
use wasm_split_helpers::{SplitLoaderError, wasm_split};

/// The lists with the derived systems that `named` lists; the same ones if they have those already.
pub async fn with_derived(dataset: Arc<Dataset>, named: String) -> Arc<Dataset> {
    if load_deriving().await.is_err() {
        return dataset;
    }
    derived(dataset.clone(), named).await.unwrap_or(dataset)
}

/// The replies to a request that involves a derived system; `None` for any other request.
pub fn answer_derived(engine: Engine, dataset: Arc<Dataset>, request: &Request) -> Option<Replies> {
    let reranker = match request {
        Request::Search { rerank: Some(reranker), .. } => is_derived(&reranker.system),
        _ => false,
    };
    if !reranker && !request.system().is_some_and(is_derived) {
        return None;
    }
    let (alive, is_gone) = oneshot::channel();
    let (sender, replies) = replies(move || drop(alive));
    let request = request.clone();
    spawn_local(async move {
        if load_answers().await.is_ok()
            && let Ok(work) = answers(engine, dataset, request, sender.clone(), is_gone).await
        {
            return work.await;
        }
        // Ignored if the receiver is gone.
        let _ =
            sender.unbounded_send(Err(Ended::Failed(part_missing("Systems cannot be combined"))));
    });
    Some(replies)
}

#[wasm_split(results, preload(load_deriving), fallible)]
fn derived(dataset: Arc<Dataset>, named: String) -> Result<Arc<Dataset>, SplitLoaderError> {
    Ok(if dataset.has_derived(&named) { dataset } else { Arc::new(dataset.with_derived(&named)) })
}

#[wasm_split(results, preload(load_answers), fallible)]
fn answers(
    engine: Engine,
    dataset: Arc<Dataset>,
    request: Request,
    sender: ReplySender,
    is_gone: oneshot::Receiver<()>,
) -> Result<Later<()>, SplitLoaderError> {
    Ok(Box::pin(answer(engine, dataset, request, sender, is_gone)))
}
