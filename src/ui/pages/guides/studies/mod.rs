//! Studies below the query, one at a time: kept queries, hardness, and what guides are worth.

mod ablations;
mod ballot;
mod earlier;
mod hardness;
mod pairing;
mod published;
mod spread;

use super::view::View;
use crate::ui::components::{cancellable, progress_or, said, task_failed};
use crate::ui::state::address::Address;
use crate::ui::task::{Task, TaskState};
use leptos::prelude::*;
use rankscope_core::statistics::{Resampling, mean_interval};
use rankscope_core::views::Page;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Study {
    Earlier,
    Hardness,
    Ablations,
    Spread,
    Pairing,
    Ballot,
    Published,
}

impl Study {
    const ALL: [Self; 7] = [
        Self::Earlier,
        Self::Hardness,
        Self::Ablations,
        Self::Spread,
        Self::Pairing,
        Self::Ballot,
        Self::Published,
    ];

    fn name(self) -> &'static str {
        self.words().0
    }

    /// The name in the address, and the title.
    fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Earlier => ("earlier", "Earlier queries"),
            Self::Hardness => ("hardness", "How hard is it?"),
            Self::Ablations => ("ablations", "Ablations"),
            Self::Spread => ("spread", "Spread"),
            Self::Pairing => ("pairing", "Pairing"),
            Self::Ballot => ("ballot", "Blind ballot"),
            Self::Published => ("published", "Needle’s figures"),
        }
    }

    /// Whether it draws guides, which not every benchmark can.
    fn draws(self) -> bool {
        matches!(self, Self::Ablations | Self::Spread | Self::Pairing)
    }
}

/// Whether the blind ballot is open; tracked.
pub(super) fn is_blind(address: Address) -> bool {
    address.state.with(|state| state.study.as_deref() == Some(Study::Ballot.name()))
}

pub(super) fn studies(view: View) -> AnyView {
    let address = view.session.address;
    let draws = Memo::new(move |_| view.plan.with(|plan| !plan.offered.is_empty()));
    let open = Memo::new(move |_| {
        let name = address.state.with(|state| state.study.clone())?;
        let named = Study::ALL.into_iter().find(|study| study.name() == name);
        named.filter(|study| draws.get() || !study.draws())
    });
    let link = move |study: Study| {
        let is_open = move || open.get() == Some(study);
        let href = move || {
            address.state.with(|state| {
                let mut state = state.clone();
                state.study = (!is_open()).then(|| study.name().to_string());
                address.href_of(Page::Guides, &state)
            })
        };
        let current = move || is_open().then_some("true");
        view! { <li><a href=href aria-current=current>{study.words().1}</a></li> }
    };
    let links = move || {
        let shown = Study::ALL.into_iter().filter(|study| draws.get() || !study.draws());
        shown.map(link).collect_view()
    };
    let body = move || {
        Some(match open.get()? {
            Study::Earlier => earlier::earlier(view),
            Study::Hardness => hardness::hardness(view),
            Study::Ablations => ablations::ablations(view),
            Study::Spread => spread::spread(view),
            Study::Pairing => pairing::pairing(view),
            Study::Ballot => ballot::ballot(view),
            Study::Published => published::published(view),
        })
    };
    view! {
        <section class="guide-studies" data-block="study" aria-labelledby="studies-title">
            <h2 id="studies-title">"What guides are worth"</h2>
            <nav class="tabs" aria-label="Studies"><ul>{links}</ul></nav>
            {body}
        </section>
    }
    .into_any()
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct MeanOf {
    mean: f64,
    n: usize,
    /// 95%, bootstrapped over queries.
    interval: Option<(f64, f64)>,
}

/// The mean of the values that are defined; `None` without one.
fn mean_of(values: impl IntoIterator<Item = Option<f64>>) -> Option<MeanOf> {
    let values: Vec<f64> = values.into_iter().flatten().collect();
    let n = values.len();
    let interval = mean_interval(&values, &Resampling::default()).ok();
    (n > 0).then(|| MeanOf {
        mean: values.iter().sum::<f64>() / n as f64,
        n,
        interval: interval.map(|i| (i.low, i.high)),
    })
}

/// The progress of a study, or why it stopped; `cancelled` says what remains.
fn status<T: Clone + Send + Sync + 'static>(
    task: Task<T>,
    doing: &'static str,
    cancelled: &'static str,
) -> AnyView {
    let line = move || match task.get() {
        TaskState::Running { progress, .. } => {
            Some(cancellable(task, progress_or(doing, progress.as_ref(), "Starting …")))
        }
        TaskState::Failed { failure, .. } => Some(task_failed(task, &failure)),
        TaskState::Cancelled { .. } => Some(said(cancelled)),
        TaskState::Idle | TaskState::Done(_) => None,
    };
    view! { <div class="status-area">{line}</div> }.into_any()
}
