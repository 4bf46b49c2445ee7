//! All that is known of a picture: its *About*.

use super::facet_pickers::capitalised;
use super::opened::Opened;
use crate::ui::components::failure::notice;
use crate::ui::state::address::resolved;
use crate::ui::state::carried_files::CarriedFiles;
use leptos::prelude::*;
use rankscope_core::analysis::Dataset;
use rankscope_core::benchmark::{Carried, FieldsFile, Image, Licence, is_address};
use rankscope_messages::Failure;
use std::sync::Arc;

const NOT_STATED: &str = "not stated";

#[derive(Clone)]
enum Fetched {
    /// Not requested yet, or in progress.
    Waiting,
    There(Arc<FieldsFile>),
    Failed(Failure),
}

pub(super) fn properties(image: &Image) -> AnyView {
    let line = |(name, value): (&String, &String)| {
        view! {
            <dt>{capitalised(name)}</dt>
            <dd>{value.clone()}</dd>
        }
    };
    image.facets.iter().map(line).collect_view().into_any()
}

/// The details of a result. Its fields are fetched when they are first opened.
pub(super) fn about_picture(
    files: CarriedFiles,
    dataset: &Arc<Dataset>,
    (rank, row_in_corpus): (usize, u32),
    image: &Image,
    elsewhere: Signal<Vec<String>>,
    actions: AnyView,
) -> AnyView {
    let opened = Opened::of(&image.id);
    let place = CarriedFiles::place(dataset, row_in_corpus);
    let fetched = RwSignal::new(Fetched::Waiting);
    let is_begun = StoredValue::new(false);
    let own = dataset.clone();
    let fetch = move || {
        let Some(place) = place else { return };
        if is_begun.get_value() {
            return;
        }
        is_begun.set_value(true);
        let own = own.clone();
        leptos::task::spawn_local(async move {
            let now = match files.file(&own, place).await {
                Ok(file) => Fetched::There(file),
                Err(failure) => Fetched::Failed(failure),
            };
            // The signals are gone if the visitor has navigated away.
            let _ = is_begun.try_set_value(matches!(now, Fetched::There(_)));
            let _ = fetched.try_set(now);
        });
    };
    opened.when_open(fetch);
    let original = original(image, &dataset.base_url);
    let (own, has_file) = (image.clone(), place.is_some());
    let carried = move || match fetched.get() {
        _ if !has_file => lines_of(None, &own),
        Fetched::Waiting => view! { <dt>"Creator, licence"</dt><dd>"Reading …"</dd> }.into_any(),
        Fetched::There(file) => lines_of(file.of(row_in_corpus).as_ref(), &own),
        Fetched::Failed(failure) => view! {
            {lines_of(None, &own)}
            <dt>"More"</dt>
            <dd>{notice(format!("{} {}", failure.title, failure.advice))}</dd>
        }
        .into_any(),
    };
    view! {
        <details class="credit" node_ref=opened.element on:toggle=move |_| opened.follow()>
            <summary>
                "About" <span class="visually-hidden">{format!(" result {rank}")}</span>
            </summary>
            <dl>
                {line("Image", image.id.clone())} {original} {carried}
                {line("Tags", image.tags.join(", "))} {properties(image)}
                {move || line("Relevant under", elsewhere.with(|all| all.join(", ")))}
            </dl>
            {actions}
        </details>
    }
    .into_any()
}

/// A link to the full picture, or the path of its file, if what is shown is a small copy.
fn original(image: &Image, base_url: &str) -> Option<AnyView> {
    let original = image.original.clone()?;
    if !is_address(&original) {
        return line("Original", original);
    }
    let url = resolved(&original, base_url);
    let view = view! {
        <dt>"Original"</dt>
        <dd>
            <a href=url rel="noopener noreferrer">
                {original}
            </a>
        </dd>
    };
    Some(view.into_any())
}

/// Creator and licence always; the rest where the picture has it.
fn lines_of(carried: Option<&Carried<'_>>, image: &Image) -> AnyView {
    let own = |of: fn(&Carried<'_>) -> Option<String>| carried.and_then(of).unwrap_or_default();
    let creator = carried.and_then(|own| own.creator).unwrap_or(NOT_STATED).to_owned();
    let of_list = || (!image.license.is_empty()).then(|| Licence::from_text(&image.license));
    let licence = carried.and_then(|own| own.licence.cloned()).or_else(of_list);
    let exif = carried.map(|own| own.exif.clone()).unwrap_or_default();
    let exif = exif.into_iter().map(|(name, value)| {
        view! {
            <dt>{name.to_owned()}</dt>
            <dd>{value.to_owned()}</dd>
        }
    });
    let exif = exif.collect_view();
    view! {
        {line("Title", own(|own| own.title.map(str::to_owned)))} {line("Creator", creator)}
        <dt>"Licence"</dt>
        <dd>{licence_words(licence)}</dd>
        {line("Credit", image.attribution.clone())}
        {line("Taken", own(|own| own.taken.map(|taken| taken.to_string())))}
        {line("Place", own(|own| own.place.map(place_words)))} {exif}
    }
    .into_any()
}

fn licence_words(licence: Option<Licence>) -> AnyView {
    match licence {
        None => NOT_STATED.into_any(),
        Some(Licence { name, url: None, .. }) => name.into_any(),
        Some(Licence { name, url: Some(url), .. }) => view! {
            <a href=url rel="license noreferrer">
                {name}
            </a>
        }
        .into_any(),
    }
}

/// `48.52° S, 123.10° W`.
fn place_words((lat, lon): (f64, f64)) -> String {
    let degrees = |value: f64, positive: char, negative: char| {
        let side = if value < 0.0 { negative } else { positive };
        format!("{}° {side}", value.abs())
    };
    format!("{}, {}", degrees(lat, 'N', 'S'), degrees(lon, 'E', 'W'))
}

fn line(term: &'static str, words: String) -> Option<AnyView> {
    if words.is_empty() {
        return None;
    }
    let view = view! {
        <dt>{term}</dt>
        <dd>{words}</dd>
    };
    Some(view.into_any())
}
