//! Metadata of the pictures, on the Benchmark page: where they were taken, EXIF as in MIRFLICKR's Table 2,
//! creators, licences and dates.

use crate::ui::components::table::{Cell, Column, DataTable, Saving};
use crate::ui::components::{
    Relevant, block, cancellable, place_map, progress_or, relevant_histogram, task_failed,
};
use crate::ui::state::Session;
use crate::ui::state::address::Address;
use crate::ui::state::view::ViewState;
use crate::ui::task::{Ended, Task, TaskState};
use leptos::prelude::*;
use rankscope_core::analysis::{
    CarriedBy, CarriedStatistics, ExifLine, FIELD_DEGREES, PlaceField, words,
};
use rankscope_core::benchmark::Licence;
use rankscope_core::views::Page;
use std::rc::Rc;
use std::sync::Arc;

/// Thousands of rows would be slow.
const MOST_LINES: usize = 1_000;

/// Nothing for a benchmark without metadata.
pub(super) fn carried(session: Session) -> AnyView {
    let is_offered = Memo::new(move |_| {
        session.dataset().is_some_and(|dataset| dataset.own.field_files().next().is_some())
    });
    let task: Task<Arc<CarriedStatistics>> = Task::new();
    let count = move || {
        let Some(dataset) = session.dataset() else { return };
        task.start(move |run| {
            let dataset = dataset.clone();
            async move {
                let show = Rc::new(move |progress| run.progress(progress));
                let files = session.carried.all(&dataset, show).await.map_err(Ended::Failed)?;
                let (images, n_images) = (dataset.images(), dataset.n_images());
                let by = CarriedBy { images, n_images, files: &files };
                Ok(Arc::new(CarriedStatistics::new(by)))
            }
        });
    };
    // The files of large benchmarks are large: they are fetched when they are asked for.
    let body = move || match task.get() {
        TaskState::Done(all) => statistics(session.address, &all),
        TaskState::Failed { failure, .. } => task_failed(task, &failure),
        TaskState::Running { progress, .. } => {
            let (label, waiting) =
                ("Reading what the pictures carry", "Reading what the pictures carry …");
            cancellable(task, progress_or(label, progress.as_ref(), waiting))
        }
        _ => {
            let count = move |_| count();
            view! { <button type="button" on:click=count>"Count what they carry"</button> }
                .into_any()
        }
    };
    let section = move || block("carried", "carried-title", "What the pictures carry", body);
    (move || is_offered.get().then(section)).into_any()
}

fn statistics(address: Address, all: &CarriedStatistics) -> AnyView {
    let n_images = all.n_images;
    let known = |n: usize| format!("{} ({})", words::count(n), percent(n, n_images));
    let creators = all.creators.first().map(|(_, most)| {
        format!(
            "{}: {} with a single picture, and at most {} of one.",
            words::counted(all.creators.len(), "creator", "creators"),
            words::count(all.creators.iter().filter(|(_, n)| *n == 1).count()),
            words::counted(*most, "picture", "pictures"),
        )
    });
    let not_understood = (!all.not_understood.is_empty()).then(|| {
        let values = all.not_understood.iter().map(|values| {
            format!("{} ({}, such as “{}”)", values.field, words::count(values.n), values.example)
        });
        let values = values.collect::<Vec<_>>().join("; ");
        format!("Values that are not understood, and left out: {values}.")
    });
    let counts: Vec<usize> = all.creators.iter().map(|(_, n)| *n).collect();
    let chart = (!counts.is_empty()).then(|| {
        relevant_histogram(
            Relevant::PicturesOfCreators,
            &counts,
            Vec::new(),
            "All creators.".to_string(),
        )
    });
    let summary = [
        ("with a creator", all.creators.iter().map(|(_, n)| n).sum()),
        ("with a licence", all.licences.iter().map(|(_, n)| n).sum()),
        ("with a date", all.years.iter().map(|(_, n)| n).sum()),
        ("with a place", all.n_placed),
        ("with a title", all.n_titled),
    ];
    let summary = summary.map(|(what, n)| format!("{} {what}", known(n))).join(", ");
    let of = words::counted(n_images, "picture", "pictures");
    view! {
        <p class="prose">{format!("{of}: {summary}.")}</p>
        {not_understood.map(|words| view! { <p class="prose">{words}</p> })}
        {places(address, all)}
        {exif_table(&all.exif, n_images)}
        <div class="carried-tables">
            <div>
                {creator_table(&all.creators, n_images)}
                {creators.map(|words| view! { <p class="prose">{words}</p> })} {chart}
            </div>
            <div>
                {licence_table(&all.licences, n_images)} {year_table(&all.years, n_images)}
            </div>
        </div>
    }
    .into_any()
}

/// A map of the places. A field leads to Explore with its pictures alone.
fn places(address: Address, all: &CarriedStatistics) -> Option<AnyView> {
    let fields = all.places.clone();
    if fields.is_empty() {
        return None;
    }
    let href = move |field: &PlaceField| {
        let words = field.words();
        address.href_with(Page::Explore, move |state| state.carries = Some(words.clone()))
    };
    let (for_choice, n) = (fields.clone(), all.n_placed);
    let choose = Callback::new(move |place: usize| {
        let Some(field) = for_choice.get(place) else { return };
        let state = ViewState { carries: Some(field.words()), ..address.state.get_untracked() };
        address.visit(Page::Explore, &state);
    });
    let columns = vec![
        Column::text("Field", |field: &PlaceField| field.title())
            .view(move |field| {
                let field = *field;
                Cell::new(view! { <a href=move || href(&field)>{field.title()}</a> })
            })
            .heads_row(),
        Column::number("Pictures", |field: &PlaceField| field.n),
    ];
    let mut by_count = fields.clone();
    by_count.sort_by_key(|field| std::cmp::Reverse(field.n));
    let table = DataTable::new("Data for where the pictures were taken", columns, by_count).tall();
    let description = format!(
        "{} with a place, in fields of {FIELD_DEGREES} degrees; the darker, the more. The outline of \
         the land is drawn by hand and only roughly right. ",
        words::counted(n, "picture", "pictures"),
    );
    let map = place_map("Where the pictures were taken", &fields)
        .description(description)
        .choose(Some(choose))
        .hint("Point at or tap a field, or focus the map and use the arrow keys. Enter searches among its pictures.")
        .tables(table.view());
    Some(map.view())
}

fn exif_table(lines: &[ExifLine], n_images: usize) -> Option<AnyView> {
    if lines.is_empty() {
        return None;
    }
    let columns = vec![
        Column::text("EXIF field", |field: &ExifLine| field.name.clone()).heads_row(),
        Column::number("Pictures", |field: &ExifLine| field.n),
        Column::text("Share", move |field: &ExifLine| percent(field.n, n_images)),
        Column::number("Different values", |field: &ExifLine| field.n_values),
        Column::text("Most frequent", |field: &ExifLine| field.commonest.clone()),
        Column::number("Pictures with it", |field: &ExifLine| field.n_commonest),
    ];
    let lines = lines.to_vec();
    let table = DataTable::new("EXIF fields of the pictures", columns, lines);
    Some(titled("EXIF fields", table.saving(Saving::Above).view()))
}

fn creator_table(creators: &[(String, usize)], n_images: usize) -> Option<AnyView> {
    if creators.is_empty() {
        return None;
    }
    let n_left = creators.len().saturating_sub(MOST_LINES);
    let note = (n_left > 0).then(|| {
        let words = format!(
            "The {MOST_LINES} creators with the most pictures; {} more have fewer or as many.",
            words::count(n_left)
        );
        view! { <p class="prose">{words}</p> }
    });
    let lines = creators.iter().take(MOST_LINES).cloned().collect();
    Some((counted_table("Creators of the pictures", "Creator", lines, n_images), note).into_any())
}

fn licence_table(licences: &[(Licence, usize)], n_images: usize) -> Option<AnyView> {
    let lines: Vec<_> = licences.iter().map(|(licence, n)| (licence.name.clone(), *n)).collect();
    (!lines.is_empty())
        .then(|| counted_table("Licences of the pictures", "Licence", lines, n_images))
}

fn year_table(years: &[(u16, usize)], n_images: usize) -> Option<AnyView> {
    let lines: Vec<_> = years.iter().map(|(year, n)| (year.to_string(), *n)).collect();
    (!lines.is_empty())
        .then(|| counted_table("Years in which the pictures were taken", "Year", lines, n_images))
}

fn counted_table(
    title: &'static str,
    what: &'static str,
    lines: Vec<(String, usize)>,
    n_images: usize,
) -> AnyView {
    let columns = vec![
        Column::text(what, |(name, _): &(String, usize)| name.clone()).heads_row(),
        Column::number("Pictures", |(_, n): &(String, usize)| *n),
        Column::text("Share", move |(_, n): &(String, usize)| percent(*n, n_images)),
    ];
    titled(title, DataTable::new(title, columns, lines).tall().saving(Saving::Above).view())
}

fn titled(title: &'static str, table: AnyView) -> AnyView {
    view! { <h3>{title}</h3> {table} }.into_any()
}

/// `12.3 %`.
fn percent(n: usize, of: usize) -> String {
    let share = 100.0 * n as f64 / of.max(1) as f64;
    // Never broken between the two.
    format!("{share:.1}\u{a0}%")
}
