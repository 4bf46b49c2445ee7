//! Answers to requests about runs, which the page gives itself.
#![allow(unsafe_code, reason = "the answers are in a separate part, called across modules")]

use super::client::Engine;
use super::stages::staged;
use crate::ui::imports::{Answers, RunSource};
use crate::ui::task::{Ended, Later};
use gloo::timers::future::TimeoutFuture;
use rankscope_core::analysis::Dataset;
use rankscope_messages::{Failure, Progress, ProgressUnit, Request, RequestId};
use std::sync::Arc;
use wasm_split_helpers::{SplitLoaderError, wasm_split};

impl Engine {
    /// Replies to a request in which a system is a run of these lists.
    pub(super) async fn reply_by_runs(self, id: RequestId, request: Request, of: Arc<Dataset>) {
        let replied = async {
            load_runs().await?;
            by_runs(self, id, request, of).await
        };
        match replied.await {
            Ok(replying) => replying.await,
            Err(_) => self.end(id, Ended::Failed(not_loaded())),
        }
    }
}

/// In the part with the results, which show them.
#[wasm_split(results, preload(load_runs), fallible)]
fn by_runs(
    engine: Engine,
    id: RequestId,
    request: Request,
    dataset: Arc<Dataset>,
) -> Result<Later<()>, SplitLoaderError> {
    Ok(Box::pin(async move {
        if request.reranker().is_none() {
            return replied(engine, id, request, dataset).await;
        }
        match staged(engine, id, request).await {
            Ok(response) => engine.reply(id, response),
            Err(ended) => engine.end(id, ended),
        }
    }))
}

/// Replies from one run, yielding after every reply.
async fn replied(engine: Engine, id: RequestId, request: Request, dataset: Arc<Dataset>) {
    let Some(run) = request.system().map(|run| RunSource::new(dataset, run)) else { return };
    let mut on_progress = |what: &str, done, total| {
        let (what, unit) = (what.to_string(), ProgressUnit::Bytes);
        engine.progress(id, Progress { what, done, total, unit });
    };
    let rankings = match run.rankings(&|| !engine.is_pending(id), &mut on_progress).await {
        Ok(rankings) => rankings,
        Err(ended) => return engine.end(id, ended),
    };
    for answer in Answers::new(request, rankings) {
        if !engine.is_pending(id) {
            return;
        }
        match answer {
            Ok(response) => engine.reply(id, response),
            Err(failure) => engine.end(id, Ended::Failed(failure)),
        }
        TimeoutFuture::new(0).await;
    }
}

fn not_loaded() -> Failure {
    Failure {
        title: "A part of the page could not be loaded".into(),
        detail: "A file of the page did not arrive: the network may be down.".into(),
        advice: "Try again. If that fails, reload the page.".into(),
    }
}
