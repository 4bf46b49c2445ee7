use crate::ui::components::{LargerView, WhyCard};
use crate::ui::pages::choices::system_title;
use crate::ui::state::Session;
use crate::ui::state::explanations::explanations;
use crate::ui::state::guides::{Fused, Guides, Plan, Wanted, apart, embedders_of, topic_of};
use crate::ui::state::image_votes::votes_behind;
use crate::ui::state::view::Asked;
use leptos::prelude::*;
use rankscope_core::analysis::Dataset;
use rankscope_guide::{GuideChoice, Outliers};
use std::sync::Arc;

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Query {
    pub(super) text: String,
    /// The row of a stored query.
    pub(super) stored: Option<u32>,
}

#[derive(Clone, Copy)]
pub(super) struct View {
    pub(super) session: Session,
    pub(super) guides: Guides,
    pub(super) dataset: StoredValue<Arc<Dataset>>,
    pub(super) asked: Memo<Option<Query>>,
    /// Systems that can compare guides, best first.
    pub(super) known: Memo<Vec<String>>,
    pub(super) plan: Memo<Plan>,
    /// Whether the stored values, which order the systems, have been looked up.
    pub(super) is_in_order: Memo<bool>,
    pub(super) unread: Memo<Vec<String>>,
    /// The topic whose weights count.
    pub(super) topic: Memo<String>,
    /// By embedder of the plan.
    pub(super) weights: Memo<Vec<f64>>,
    pub(super) outliers: Memo<Option<Outliers>>,
    pub(super) fused: Memo<Option<Fused>>,
    pub(super) larger: LargerView,
    pub(super) why: WhyCard,
    /// The place of the definition of relevance.
    pub(super) definition: Memo<usize>,
}

impl View {
    pub(super) fn new(session: Session, dataset: &Arc<Dataset>) -> Self {
        let guides = session.guides;
        let address = session.address;
        let n_images = dataset.n_images();
        let stored = StoredValue::new(dataset.clone());
        let asked = Memo::new(move |_| match address.state.with(|state| state.asked.clone())? {
            Asked::Words(text) => Some(Query { text, stored: None }),
            Asked::Stored(id) => stored.with_value(|dataset| {
                let row = dataset.query_row_from_id.get(&id).copied()?;
                let query = dataset.queries.get(row as usize)?;
                Some(Query { text: query.text.clone(), stored: Some(row) })
            }),
            Asked::Image(_) | Asked::Picture(_) => None,
        });
        // Guides begin when the systems are in their order: an ablation takes the first of them.
        let is_in_order = Memo::new(move |_| {
            stored.with_value(|dataset| session.board.stored.are_looked_up(dataset))
        });
        let known = Memo::new(move |_| {
            let values = |id: &str| session.board.stored.of(id).filter(|_| is_in_order.get());
            stored.with_value(|dataset| embedders_of(dataset, values))
        });
        let parsed = Memo::new(move |_| {
            let text = address.state.with(|state| state.guides.clone().unwrap_or_default());
            GuideChoice::parse(&text)
        });
        let plan = Memo::new(move |_| {
            let choice = parsed.with(|(choice, _)| choice.clone());
            let is_stored =
                asked.with(|asked| asked.as_ref().is_some_and(|asked| asked.stored.is_some()));
            let makers = stored.with_value(|dataset| Plan::makers(dataset, is_stored));
            Plan::new(choice, known.get(), makers, n_images)
        });
        let topic = Memo::new(move |_| {
            let row = asked.with(|asked| asked.as_ref().and_then(|asked| asked.stored));
            let near = guides.near_queries;
            plan.with(|plan| {
                near.with(|near| {
                    stored.with_value(|dataset| topic_of(dataset, &plan.choice, row, near))
                })
            })
        });
        let weights = Memo::new(move |_| {
            let embedders = plan.with(|plan| plan.embedders.clone());
            topic.with(|topic| guides.trusted.weights(topic, &embedders))
        });
        let outliers = Memo::new(move |_| {
            plan.with(|plan| weights.with(|weights| apart(guides, plan, weights)))
        });
        let fused = Memo::new(move |_| {
            plan.with(|plan| {
                weights.with(|weights| {
                    outliers.with(|apart| guides.fused(plan, weights, apart.as_ref(), n_images))
                })
            })
        });
        let definition = Memo::new(move |_| {
            let choice = session.search.outline;
            choice.with(|choice| choice.as_ref().map_or(0, |choice| choice.definition))
        });
        let is_all_judged = Signal::derive(move || session.dataset().is_some());
        Self {
            session,
            guides,
            dataset: stored,
            asked,
            known,
            plan,
            is_in_order,
            unread: Memo::new(move |_| parsed.with(|(_, unread)| unread.clone())),
            topic,
            weights,
            outliers,
            fused,
            larger: LargerView::closed(),
            why: WhyCard::new(votes_behind(session).loaded, explanations(session), is_all_judged),
            definition,
        }
    }

    /// Makes and compares guides whenever the query, the plan or the visitor's guides change.
    pub(super) fn work(self) {
        let View { session, guides, dataset, asked, plan, known, is_in_order, .. } = self;
        let for_start = dataset.get_value();
        // The stored values put the systems in order.
        Effect::new(move |_| untrack(|| session.board.want(&for_start, &[])));
        Effect::new(move |_| {
            let own = dataset.with_value(|dataset| dataset.own.clone());
            if is_in_order.get() {
                known.with(|known| guides.trusted.open(&own, known));
            }
        });
        dataset.with_value(|dataset| {
            guides.kept.open(&dataset.own);
            guides.ballot.open(&dataset.own.id);
        });
        Effect::new(move |_| {
            guides.added.track();
            if !is_in_order.get() {
                return;
            }
            let plan = plan.get();
            let Some(Query { text, stored }) = asked.get() else { return guides.forget() };
            let wanted = dataset.with_value(|dataset| Wanted::new(dataset, text, stored, plan));
            let dataset = dataset.get_value();
            untrack(|| guides.want(&wanted, &dataset));
        });
    }

    pub(super) fn title(self, id: &str) -> String {
        self.dataset.with_value(|dataset| system_title(dataset, id))
    }

    pub(super) fn change(self, change: impl FnOnce(&mut GuideChoice)) {
        let mut choice = self.plan.with_untracked(|plan| plan.choice.clone());
        change(&mut choice);
        let text = (choice != GuideChoice::default()).then(|| choice.to_string());
        self.session.address.change(|state| state.guides = text);
    }
}
