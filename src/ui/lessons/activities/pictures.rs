//! The five lists of ECCV Caption's user study, and pictures of the benchmark to fill them.

use crate::message;
use crate::ui::components::picture_of;
use crate::ui::language::Message;
pub(super) use crate::ui::state::votes::LETTERS;
use leptos::prelude::*;
use rankscope_core::analysis::Dataset;
use rankscope_core::benchmark::Judgements;
use rankscope_core::metrics::{JudgedList, Measure};
use rankscope_core::ranking::Hit;

/// The length of a list, and the number of relevant pictures.
pub(super) const N_PLACES: usize = 8;
pub(super) const WORDS: [Message; 5] = [
    message!("only the first is wrong"),
    message!("only the first is right"),
    message!("the first five are wrong"),
    message!("only the fifth is right"),
    message!("all are wrong"),
];
/// Which ranks are right.
pub(super) const LISTS: [[bool; N_PLACES]; 5] = {
    const R: bool = true;
    const W: bool = false;
    [
        [W, R, R, R, R, R, R, R],
        [R, W, W, W, W, W, W, W],
        [W, W, W, W, W, R, R, R],
        [W, W, W, W, R, W, W, W],
        [W, W, W, W, W, W, W, W],
    ]
};
/// The published strengths, which add up to 100: Chun et al., ECCV 2022, section 4.1.
pub(super) const PRINTED: [f64; 5] = [70.85, 10.66, 13.15, 4.89, 0.44];
/// What the study compares with the preferences.
pub(super) const MEASURES: [&str; 3] = ["eccv:R@1", "eccv:R@5", "eccv:mAP@R"];

/// Voters recognise the relevant pictures of these at a glance.
pub(in crate::ui::lessons) const VOTE_QUERIES: &[&str] =
    &["d-018", "d-011", "d-014", "d-025", "d-026", "d-029", "d-017"];

pub(super) fn values(measure: &str) -> Vec<f64> {
    let Ok(measure) = measure.parse::<Measure>() else { return Vec::new() };
    let of = |list: &[bool; N_PLACES]| {
        let hits: Vec<Hit> = (0u16..8)
            .map(|place| Hit { row_in_corpus: place.into(), score: -f32::from(place) })
            .collect();
        let right = (0u32..).zip(list).filter(|(_, is)| **is).map(|(row, _)| row);
        let n_elsewhere = list.iter().filter(|is| !**is).count();
        let grades = right.chain((100u32..).take(n_elsewhere)).map(|row| (row, 1));
        measure.value(&JudgedList::as_given(&hits, &Judgements::new(grades)))
    };
    LISTS.iter().map(|list| of(list).unwrap_or(f64::NAN)).collect()
}

/// The pictures of a list: relevant where the list is right, others where it is wrong. A picture has
/// the same rank in every list. `None` if the benchmark has too few pictures.
pub(super) fn rows(dataset: &Dataset, query: &str, list: usize) -> Option<Vec<u32>> {
    let query_row = *dataset.query_row_from_id.get(query)?;
    let default = dataset.manifest.relevance.iter().position(|definition| definition.default);
    let judged = dataset.relevance.get(default?)?.of_query(query_row)?;
    let best = judged.as_slice().iter().map(|(_, grade)| *grade).max()?;
    let right = judged.as_slice().iter().filter(|(_, grade)| *grade == best && best >= 1);
    let right: Vec<u32> = right.map(|(row, _)| *row).take(N_PLACES).collect();
    // Spread over the corpus, and not relevant by any definition.
    let is_wrong = |row: &u32| {
        let grades = dataset.relevance.iter().filter_map(|r| r.of_query(query_row)?.grade(*row));
        grades.max().unwrap_or(0) < 1
    };
    let n_images = u32::try_from(dataset.n_images()).ok()?;
    let step = (n_images / 40).max(1);
    let start = 7 + 3 * query_row;
    let spread = (0..40).map(|index| (start + index * step) % n_images.max(1));
    let wrong: Vec<u32> = spread.filter(is_wrong).take(N_PLACES).collect();
    let row =
        |(at, is_right): (usize, &bool)| if *is_right { &right } else { &wrong }.get(at).copied();
    LISTS.get(list)?.iter().enumerate().map(row).collect()
}

pub(super) fn picture_list(dataset: &Dataset, rows: &[u32], name: String) -> AnyView {
    let item = |row: &u32| {
        let image = dataset.image(*row)?;
        let picture = picture_of(&image, &dataset.base_url, image.caption.clone());
        Some(view! { <li>{picture}</li> })
    };
    let items: Vec<_> = rows.iter().filter_map(item).collect();
    view! { <ol class="vote-pictures" aria-label=name>{items}</ol> }.into_any()
}
