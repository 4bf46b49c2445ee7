//! Whether the benchmark's model finds a query easy enough for its text alone (Needle, §C.4).

use super::{Guides, Wanted};
use crate::ui::dataset::load_complexity;
use crate::ui::engine_client::unexpected;
use crate::ui::task::Ended;
use leptos::prelude::*;
use rankscope_core::analysis::Dataset;
use rankscope_guide::{CheapList, Complexity, features};
use rankscope_messages::{Failure, Request, Response};
use std::sync::Arc;

#[derive(Clone, Copy, Default)]
pub(in crate::ui) struct Hardness {
    /// `None` if the benchmark has none.
    pub(in crate::ui) model: RwSignal<Option<Result<Arc<Complexity>, Failure>>>,
    /// The average precision that it predicts of the query's text.
    pub(in crate::ui) predicted: RwSignal<Option<f64>>,
    /// Whether the text alone answered, since the prediction reaches γ.
    pub(in crate::ui) is_at_once: RwSignal<bool>,
    /// Whether the visitor wants guides all the same.
    pub(in crate::ui) is_forced: RwSignal<bool>,
    base_url: StoredValue<Option<String>>,
}

impl Hardness {
    pub(super) fn forget(&self) {
        self.predicted.set(None);
        self.is_at_once.set(false);
        self.is_forced.set(false);
    }

    pub(super) async fn load(&self, dataset: &Dataset) {
        if self.base_url.with_value(|own| own.as_ref() == Some(&dataset.base_url)) {
            return;
        }
        self.base_url.set_value(Some(dataset.base_url.clone()));
        self.model.set(load_complexity(dataset).await.map(|model| model.map(Arc::new)).transpose());
    }
}

impl Guides {
    pub(in crate::ui) fn reload_hardness(&self, dataset: &Arc<Dataset>) {
        self.hardness.base_url.set_value(None);
        self.load_hardness(dataset);
    }

    /// The same without waiting; it needs no query.
    pub(in crate::ui) fn load_hardness(&self, dataset: &Arc<Dataset>) {
        let (hardness, dataset) = (self.hardness, dataset.clone());
        leptos::task::spawn_local(async move { hardness.load(&dataset).await });
    }

    /// Predicts how well the text answers; whether that is enough by the γ of the plan.
    pub(super) async fn is_easy(&self, wanted: &Wanted, dataset: &Dataset) -> Result<bool, Ended> {
        self.hardness.load(dataset).await;
        let model = self.hardness.model.get_untracked().and_then(Result::ok);
        let Some(model) = model else { return Ok(false) };
        if self.hardness.predicted.get_untracked().is_none() {
            let mut lists: Vec<CheapList<u32>> = Vec::new();
            for method in &model.methods {
                let (system, guide) = (method.clone(), wanted.query.clone());
                let request = Request::Guide { system, guide, k: model.top };
                let hits = match self.engine.ask(request).await {
                    Ok(Response::Guided { hits, .. }) => hits,
                    Ok(response) => return Err(unexpected(&response)),
                    // A method that cannot encode the text leaves the query to guides.
                    Err(Ended::Failed(_)) => return Ok(false),
                    Err(ended) => return Err(ended),
                };
                lists.push(CheapList::of(&hits));
            }
            self.hardness.predicted.set(model.predicted(&features(&lists, model.top)));
        }
        let is_enough = |gamma: f64| {
            self.hardness.predicted.with_untracked(|own| own.is_some_and(|own| own >= gamma))
        };
        Ok(wanted.plan.choice.gamma.is_some_and(is_enough))
    }
}
