//! Studies below the query, one at a time: kept queries, hardness, and what guides are worth.

mod ablations;
mod ballot;
mod earlier;
mod hardness;
mod intervals;
mod pairing;
mod published;
mod spread;
mod status;

use super::view::View;
use crate::ui::state::address::Address;
use leptos::prelude::*;
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
