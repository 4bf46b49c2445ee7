//! The curves of the systems side by side, below the first one's, and their values at a rank.

use crate::ui::state::Session;
use crate::ui::state::lineup::LaneState;
use crate::ui::state::shown::{Judged, Shown};
use leptos::prelude::*;
use rankscope_core::chart::line_path;
use std::sync::Arc;

/// The other systems' answers that have come and are judged.
pub(super) fn judged_lanes(session: Session) -> Vec<Arc<Shown>> {
    session.lineup.lanes.with(|lanes| {
        let answers = lanes.iter().filter_map(|lane| match &lane.state {
            LaneState::Shown(shown) => Some(shown.clone()),
            _ => None,
        });
        answers.filter(|shown| shown.judged.is_some()).collect()
    })
}

/// A system's title; empty where there is none.
pub(super) fn title_of(shown: &Shown) -> String {
    shown.choice.system.as_ref().map(|system| system.title.clone()).unwrap_or_default()
}

/// A line for each other system. `places` gives a curve's points in the units of the view box.
pub(super) fn lane_curves(
    session: Session,
    places: impl Fn(&Judged) -> Vec<(f64, f64)> + Copy + Send + 'static,
) -> impl IntoView {
    move || {
        let path = |shown: Arc<Shown>| {
            let path = line_path(&places(shown.judged.as_ref()?));
            let id = shown.choice.system.as_ref()?.id.clone();
            let is_pointed =
                move || session.lineup.pointed_system.with(|own| own.as_ref() == Some(&id));
            Some(
                view! { <path class="curve curve-lane" class:highlighted=is_pointed d=path></path> },
            )
        };
        judged_lanes(session).into_iter().filter_map(path).collect_view()
    }
}

/// The other systems by name, each with its precision at the rank that is pointed at. Pointing
/// at a name brings out its curve.
pub(super) fn lane_legend(session: Session, of_first: &[f64]) -> impl IntoView {
    let of_first = of_first.to_vec();
    let first = move || {
        session.search.choice.with(|choice| {
            let system = choice.as_ref().and_then(|choice| choice.system.as_ref());
            system.map(|system| system.title.clone()).unwrap_or_default()
        })
    };
    move || {
        let lanes = judged_lanes(session);
        if lanes.is_empty() {
            return None;
        }
        let value = |precision: Vec<f64>| {
            move || {
                let rank = session.highlight.get()?;
                let value = precision.get(rank.checked_sub(1)?)?;
                Some(format!("{value:.3}"))
            }
        };
        let item = |shown: Arc<Shown>| {
            let system = shown.choice.system.as_ref()?;
            let (id, title) = (system.id.clone(), system.title.clone());
            let precision = shown.judged.as_ref()?.precision.clone();
            let own = id.clone();
            let is_pointed =
                move || session.lineup.pointed_system.with(|own| own.as_ref() == Some(&id));
            Some(view! {
                <li
                    class:highlighted=is_pointed
                    on:pointerenter=move |_| session.lineup.pointed_system.set(Some(own.clone()))
                    on:pointerleave=move |_| session.lineup.pointed_system.set(None)
                >
                    <span class="key-line key-line-lane"></span>
                    {title}
                    <span class="legend-value">{value(precision)}</span>
                </li>
            })
        };
        let items = lanes.into_iter().filter_map(item).collect_view();
        let view = view! {
            <ul class="legend" aria-label="Curves, and precision at the rank pointed at">
                <li>
                    <span class="key-line"></span>
                    {first}
                    <span class="legend-value">{value(of_first.clone())}</span>
                </li>
                {items}
            </ul>
        };
        Some(view)
    }
}
