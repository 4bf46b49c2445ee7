//! The other systems' curves, drawn under the first system's, and their values at a rank.

use crate::ui::state::compared_systems::{Lane, LaneState};
use crate::ui::state::shown::{Judged, Shown};
use leptos::prelude::*;
use rankscope_core::chart::line_path;
use std::sync::Arc;

/// What the curves of a query share with its results. Cheap to copy.
#[derive(Clone, Copy)]
pub struct Curves {
    /// The title of the first system.
    pub first: Signal<String>,
    /// The other systems' results, as far as they have arrived and are judged.
    pub others: Signal<Vec<Arc<Shown>>>,
    /// The ids of the other systems, arrived or not: a place in them is a colour.
    pub ids: Signal<Vec<String>>,
    /// The highlighted rank, on a curve or in the results.
    pub highlight: RwSignal<Option<usize>>,
    /// The id of the highlighted system.
    pub pointed_system: RwSignal<Option<String>>,
}

/// The results among `lanes` that have arrived and are judged.
#[must_use]
pub fn judged_lanes(lanes: &[Lane]) -> Vec<Arc<Shown>> {
    let answers = lanes.iter().filter_map(|lane| match &lane.state {
        LaneState::Shown(shown) => Some(shown.clone()),
        _ => None,
    });
    answers.filter(|shown| shown.judged.is_some()).collect()
}

/// The title of the system that gave these results; empty if there is none.
pub(super) fn title_of(shown: &Shown) -> String {
    shown.choice.system.as_ref().map(|system| system.title.clone()).unwrap_or_default()
}

/// Colours of lanes; more systems than these are grey.
const N_COLOURS: usize = 6;

/// The class of a lane's colour and dashes, by its place: 0 is the main system.
pub(super) fn lane_class(place: usize) -> String {
    if place < N_COLOURS { format!("lane-{place}") } else { "lane-more".into() }
}

/// The ids of the systems of `lanes`.
#[must_use]
pub fn lane_ids(lanes: &[Lane]) -> Vec<String> {
    let systems = lanes.iter().filter_map(|lane| lane.choice.system.as_ref());
    systems.map(|system| system.id.clone()).collect()
}

impl Curves {
    /// The class of a system's colour.
    fn class_of(self, id: &str) -> String {
        let place = self.ids.with(|ids| ids.iter().position(|own| own == id));
        lane_class(place.map_or(N_COLOURS, |place| place + 1))
    }

    /// A curve for each other system. `places` gives its points in view box units.
    pub(super) fn lines(
        self,
        places: impl Fn(&Judged) -> Vec<(f64, f64)> + Copy + Send + 'static,
    ) -> AnyView {
        let lines = move || {
            let path = |shown: Arc<Shown>| {
                let path = line_path(&places(shown.judged.as_ref()?));
                let id = shown.choice.system.as_ref()?.id.clone();
                let class = format!("curve curve-lane {}", self.class_of(&id));
                let pointed = id.clone();
                let is_pointed = self.is_pointed(id);
                Some(view! {
                    <path
                        class=class
                        class:highlighted=is_pointed
                        d=path
                        on:pointerenter=move |_| self.pointed_system.set(Some(pointed.clone()))
                        on:pointerleave=move |_| self.pointed_system.set(None)
                    ></path>
                })
            };
            self.others.get().into_iter().filter_map(path).collect_view()
        };
        lines.into_any()
    }

    fn is_pointed(self, id: String) -> impl Fn() -> bool + Send + Clone + 'static {
        move || self.pointed_system.with(|own| own.as_ref() == Some(&id))
    }

    /// The systems' names, each with its precision at the highlighted rank. Pointing at a name
    /// highlights its curve. Empty without other systems.
    pub(super) fn legend(self, of_first: &[f64]) -> AnyView {
        let of_first = of_first.to_vec();
        let legend = move || {
            let others = self.others.get();
            if others.is_empty() {
                return None;
            }
            let items = others.iter().filter_map(|shown| self.legend_item(shown)).collect_view();
            let view = view! {
                <ul class="legend" aria-label="Curves, with precision at the highlighted rank">
                    <li class="lane-0">
                        <span class="key-line"></span>
                        {move || self.first.get()}
                        {self.value(of_first.clone())}
                    </li>
                    {items}
                </ul>
            };
            Some(view)
        };
        legend.into_any()
    }

    fn legend_item(self, shown: &Shown) -> Option<AnyView> {
        let system = shown.choice.system.as_ref()?;
        let (id, title) = (system.id.clone(), system.title.clone());
        let value = self.value(shown.judged.as_ref()?.precision.clone());
        let view = view! {
            <li
                class=self.class_of(&id)
                class:highlighted=self.is_pointed(id.clone())
                on:pointerenter=move |_| self.pointed_system.set(Some(id.clone()))
                on:pointerleave=move |_| self.pointed_system.set(None)
            >
                <span class="key-line"></span>
                {title}
                {value}
            </li>
        };
        Some(view.into_any())
    }

    /// The precision at the highlighted rank.
    fn value(self, precision: Vec<f64>) -> impl IntoView {
        let value = move || {
            let rank = self.highlight.get()?;
            let value = precision.get(rank.checked_sub(1)?)?;
            Some(format!("{value:.3}"))
        };
        view! { <span class="legend-value">{value}</span> }
    }
}
