//! The other systems' curves, drawn under the first system's, and their values at a rank.

use crate::ui::state::compared_systems::Lane;
use crate::ui::state::shown::{Judged, Shown};
use leptos::prelude::*;
use rankscope_core::analysis::{was_imported, words};
use rankscope_core::chart::{Frame, Labelled, PlacedLabel, kept_apart, line_path, placed_labels};
use std::sync::Arc;

#[derive(Clone, Copy)]
pub struct Curves {
    pub first: Signal<String>,
    pub others: Signal<Vec<Arc<Shown>>>,
    /// The other systems, arrived or not: an index is a colour.
    pub ids: Signal<Vec<String>>,
    pub highlight: RwSignal<Option<usize>>,
    pub pointed_system: RwSignal<Option<String>>,
}

pub fn judged_lanes(lanes: &[Lane]) -> Vec<Arc<Shown>> {
    let shown = lanes.iter().filter_map(Lane::shown);
    shown.filter(|shown| shown.judged.is_some()).cloned().collect()
}

/// Empty without a system.
pub fn title_of(shown: &Shown) -> String {
    shown.choice.system.as_ref().map(|system| system.title.clone()).unwrap_or_default()
}

/// The height of a name at a line's end and the approximate width of its characters, in view box units.
const LINE: f64 = 13.0;
const CHARACTER: f64 = 7.0;
/// The longest name at a line's end; the legend has it whole.
const MOST_CHARACTERS: usize = 18;

/// A list's line before the visitor's changes; nothing without points.
pub(super) fn ghost_path(points: &[(f64, f64)]) -> Option<AnyView> {
    let path = line_path(points);
    (!points.is_empty())
        .then(|| view! { <path class="curve curve-ghost" d=path></path> }.into_any())
}

pub(super) fn ghost_words() -> AnyView {
    view! { " " <span class="key key-ghost">"Grey"</span> ": before your changes." }.into_any()
}

const N_COLOURS: usize = 6;

const MAIN: &str = "lane-0";

/// The class of a lane's colour and dashes, by its place: 0 is the main system. The visitor's own have a
/// colour of theirs beside it.
pub fn lane_class(place: usize, id: &str) -> String {
    let own = if was_imported(id).is_some() { " lane-own" } else { "" };
    match place {
        0 => MAIN.into(),
        _ if place < N_COLOURS => format!("lane-{place}{own}"),
        _ => format!("lane-more{own}"),
    }
}

pub fn lane_ids(lanes: &[Lane]) -> Vec<String> {
    let systems = lanes.iter().filter_map(|lane| lane.choice.system.as_ref());
    systems.map(|system| system.id.clone()).collect()
}

struct End {
    at: (f64, f64),
    title: String,
    class: String,
}

/// The width of a name and the gap before it.
fn width_of(title: &str) -> f64 {
    6.0 + CHARACTER * title.chars().count().min(MOST_CHARACTERS) as f64
}

fn name_view(end: &End, (x, y): (f64, f64), anchor: &'static str) -> AnyView {
    let name = words::shortened(&end.title, MOST_CHARACTERS);
    view! {
        <text
            class=format!("point-label line-name {}", end.class)
            text-anchor=anchor
            x=format!("{x:.1}")
            y=format!("{:.1}", y + 4.0)
        >
            {name}
        </text>
    }
    .into_any()
}

impl Curves {
    fn class_of(self, id: &str) -> String {
        let place = self.ids.with(|ids| ids.iter().position(|own| own == id));
        lane_class(place.map_or(N_COLOURS, |place| place + 1), id)
    }

    /// `places` gives a curve's points in view box units.
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
        let is_pointing = move || self.pointed_system.with(Option::is_some);
        view! { <g class:pointing=is_pointing>{lines}</g> }.into_any()
    }

    /// Room at the right of a chart for the names of its lines; none for a single one.
    pub(super) fn room(self) -> Signal<f64> {
        Signal::derive(move || {
            let others = self.others.get();
            let names = others.iter().map(|shown| width_of(&title_of(shown)));
            let widest = names.fold(width_of(&self.first.get()), f64::max);
            if others.is_empty() { 0.0 } else { widest }
        })
    }

    /// The names of lines that end at the right edge, next to it and apart; none without room.
    pub(super) fn names_at_right(
        self,
        frame: Frame,
        first: Vec<(f64, f64)>,
        places: impl Fn(&Judged) -> Vec<(f64, f64)> + Copy + Send + 'static,
    ) -> AnyView {
        let names = move || {
            let ends = self.ends(first.last().copied(), places);
            let room = frame.width - frame.right;
            if ends.len() < 2 || ends.iter().any(|end| width_of(&end.title) > room) {
                return None;
            }
            let heights: Vec<f64> = ends.iter().map(|end| end.at.1).collect();
            let heights = kept_apart(&heights, LINE, (frame.top, frame.bottom));
            let name = |(end, y)| name_view(&end, (frame.right + 6.0, y), "start");
            Some(ends.into_iter().zip(heights).map(name).collect_view())
        };
        names.into_any()
    }

    /// The names of lines that end anywhere, each next to its end where it hides no other.
    pub(super) fn names_at_ends(
        self,
        frame: Frame,
        first: Vec<(f64, f64)>,
        places: impl Fn(&Judged) -> Vec<(f64, f64)> + Copy + Send + 'static,
    ) -> AnyView {
        let names = move || {
            let ends = self.ends(first.last().copied(), places);
            if ends.len() < 2 {
                return None;
            }
            let disc =
                |end: &End| Labelled { at: end.at, radius: 3.0, width: width_of(&end.title) };
            let discs: Vec<Labelled> = ends.iter().map(disc).collect();
            let order: Vec<usize> = (0..discs.len()).collect();
            let placed = placed_labels(&frame, &discs, &order, LINE);
            let name = |(end, place): (End, Option<PlacedLabel>)| {
                let place = place?;
                Some(name_view(&end, (place.x, place.y), place.anchor.name()))
            };
            Some(ends.into_iter().zip(placed).map(name).collect_view())
        };
        names.into_any()
    }

    /// Tracked.
    fn ends(
        self,
        first: Option<(f64, f64)>,
        places: impl Fn(&Judged) -> Vec<(f64, f64)>,
    ) -> Vec<End> {
        let own = first.map(|at| End { at, title: self.first.get(), class: MAIN.into() });
        let others = self.others.get().into_iter().filter_map(|shown| {
            let at = *places(shown.judged.as_ref()?).last()?;
            let class = self.class_of(&shown.choice.system.as_ref()?.id);
            Some(End { at, title: title_of(&shown), class })
        });
        own.into_iter().chain(others).collect()
    }

    fn is_pointed(self, id: String) -> impl Fn() -> bool + Send + Clone + 'static {
        move || self.pointed_system.with(|own| own.as_ref() == Some(&id))
    }

    /// Words of the first system's curve, which names it where there are others; tracked.
    pub(super) fn of_first(self, words: &str, end: &str) -> String {
        match self.others.with(Vec::is_empty) {
            true => format!("{words}{end}"),
            false => format!("{words} of {}{end}", self.first.get()),
        }
    }

    /// With each system's precision at the highlighted rank; empty without other systems.
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
                    <li class=MAIN>
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

    fn value(self, precision: Vec<f64>) -> impl IntoView {
        let value = move || {
            let rank = self.highlight.get()?;
            let value = precision.get(rank.checked_sub(1)?)?;
            Some(format!("{value:.3}"))
        };
        view! { <span class="legend-value">{value}</span> }
    }
}
