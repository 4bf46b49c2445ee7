//! Curves and measures next to the results, or why there are none.

use super::own_picture::{can_see, picture_side};
use super::own_words::Judges;
use super::score_strip::score_strip;
use crate::ui::components::{
    Curves, alone, judged_lanes, lane_ids, lanes_table, measures_table, notice, picture_panel,
    precision_chart, recall_chart,
};
use crate::ui::pages::measures::{measures_note, measures_picker};
use crate::ui::state::Session;
use crate::ui::state::address::Address;
use crate::ui::state::choice::Question;
use crate::ui::state::shown::{Judged, Shown};
use leptos::prelude::*;
use rankscope_core::analysis::words;
use rankscope_core::views::Page;
use std::sync::Arc;

pub(super) fn figures(session: Session, judges: Judges, shown: &Shown) -> AnyView {
    let Some(judged) = &shown.judged else {
        if let Question::Image(row, image) = &shown.choice.question {
            let pictures = can_see(&shown.choice.dataset).then_some(session.own_pictures);
            return picture_panel(session.engine, session.address, pictures, shown, (*row, image));
        }
        if let Question::Picture(picture) = &shown.choice.question {
            return picture_side(picture);
        }
        return alone("curve recall measures", move || judges.unjudged_words());
    };
    judged_figures(session, shown, judged)
}

pub(super) fn judged_figures(session: Session, shown: &Shown, judged: &Judged) -> AnyView {
    let curves = curves(session);
    let (title, counts_as) = shown.choice.judged_as();
    let n_relevant = judged.list.n_relevant();
    let is_reversed = shown.choice.dataset.is_reversed();
    let (image_is, images_are) = match is_reversed {
        false => ("image is", "images are"),
        true => ("text is", "texts are"),
    };
    let n_hits = shown.hits.len();
    let before = shown.original.as_ref().map(|original| &original.judged);
    let charts = if n_relevant == 0 {
        let reason = match shown.n_relevant_outside() {
            Some(1..) => {
                "The picture filter excludes every image that is relevant to this query under \
                 this definition"
            }
            _ if is_reversed => "No text is relevant to this image under this definition",
            _ => "No image is relevant to this query under this definition",
        };
        let words = format!(
            "{reason}, so no ranking is better than another: there are no curves, and every \
             measure is n/a."
        );
        let elsewhere = judged_elsewhere(session.address, shown);
        alone("curve recall", view! { {notice(words)} {elsewhere} })
    } else {
        view! {
            {alone("curve", precision_chart(curves, judged, before))}
            {alone("recall", recall_chart(curves, judged, before))}
        }
        .into_any()
    };
    let among = shown.choice.among.as_ref().map(|filter| format!(" among {}", filter.share()));
    let outside = shown.n_relevant_outside().filter(|n| *n > 0).map(|n| {
        let images = words::counted(n, "relevant image is", "relevant images are");
        format!(" {images} filtered out and {} not count.", if n == 1 { "does" } else { "do" })
    });
    view! {
        <div class="figures">
            {(n_relevant > 0).then(|| score_strip(session, shown, judged))}
            <p class="prose judged-by" data-block="curve recall measures">
                <strong>{title}</strong> ": " {counts_as} " "
                {words::counted(n_relevant, image_is, images_are)}
                " relevant" {among} "; curves and measures use the first "
                {words::counted(n_hits, "result", "results")} "." {outside}
            </p>
            {charts}
            {move || lanes_table(session.address, session.shown.get(), &curves.others.get())}
        </div>
    }
    .into_any()
}

/// The picker stays as it is while the values change.
pub(super) fn measures(session: Session, shown: Signal<Option<Arc<Shown>>>) -> AnyView {
    let is_judged =
        Memo::new(move |_| shown.with(|s| s.as_ref().is_some_and(|s| s.judged.is_some())));
    let table = move || {
        let shown = shown.get()?;
        let judged = shown.judged.as_ref()?;
        Some(measures_table(session.address, &shown, judged))
    };
    let heading = move || {
        is_judged.get().then(|| {
            view! {
                <div class="measure-heading">
                    <h2 class="figure-title">"Measures"</h2>
                    {measures_picker(session)}
                </div>
                {measures_note(session)}
            }
        })
    };
    view! {
        <div class="figures" data-block="measures">
            {heading} {table}
        </div>
    }
    .into_any()
}

fn curves(session: Session) -> Curves {
    let first = Signal::derive(move || {
        session.search.choice.with(|choice| {
            let system = choice.as_ref().and_then(|choice| choice.system.as_ref());
            system.map(|system| system.title.clone()).unwrap_or_default()
        })
    });
    let lanes = session.compared.lanes;
    Curves {
        first,
        others: Signal::derive(move || lanes.with(|lanes| judged_lanes(lanes))),
        ids: Memo::new(move |_| lanes.with(|lanes| lane_ids(lanes))).into(),
        highlight: session.highlight,
        pointed_system: session.compared.pointed_system,
    }
}

fn judged_elsewhere(address: Address, shown: &Shown) -> Option<AnyView> {
    let (row, dataset) = (shown.choice.stored_row()?, &shown.choice.dataset);
    let others = dataset.definitions_with_relevant(row).filter_map(|place| {
        let definition = dataset.manifest.relevance.get(place)?;
        let n = dataset.relevance.get(place)?.n_relevant(row);
        let id = definition.id.clone();
        let href = move || {
            let id = id.clone();
            address.href_with(Page::Explore, |state| state.relevance = Some(id))
        };
        let relevant = words::counted(n, "relevant image", "relevant images");
        Some(view! {
            <li>
                <a href=href>{definition.title.clone()}</a>
                {format!(": {relevant}")}
            </li>
        })
    });
    let others: Vec<_> = others.collect();
    if others.is_empty() {
        return None;
    }
    let view = view! {
        <div class="judged-elsewhere">
            <p class="prose">"Other definitions have relevant images for this query:"</p>
            <ul>{others}</ul>
        </div>
    };
    Some(view.into_any())
}
