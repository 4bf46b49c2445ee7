//! Fieldbook's guide engines: reads texts, chooses scenes, draws guides. All of it is in the part
//! with the drawings; functions here fail only if that part does not arrive.
#![allow(unsafe_code, reason = "the world's code is in a separate part, called across the split")]

use crate::ui::task::{part_missing, pause};
use rankscope_fieldbook::{
    Engine, GALLERY_SEED, GuideMaker, Pairing, SceneGuide, Understanding, Wanted,
    drawing::{PIXELS, Style, draw, pixels_from_display_list, svg_from_display_list},
    pairings,
};
use rankscope_messages::{Failure, Picture};
use std::cell::RefCell;
use std::ops::Range;
use std::sync::Arc;
use wasm_split_helpers::{SplitLoaderError, wasm_split};

/// Scenes that are generated at a time; the page responds in between.
const N_AT_A_TIME: u64 = 2_000;
/// Groups of pictures and captions that are made at a time.
const N_GROUPS_AT_A_TIME: usize = 50;
/// Rows of the gallery whose captions are read at a time.
const N_ROWS_AT_A_TIME: u64 = 500;

thread_local! {
    /// The scenes to choose from, with their seed: generating them takes longer than choosing.
    static MAKER: RefCell<Option<(u64, GuideMaker)>> = const { RefCell::new(None) };
    static GROUPS: RefCell<Vec<Pairing>> = const { RefCell::new(Vec::new()) };
    /// What decides the relevance of a stored query, by its text: for Oracle alone.
    static ANSWER: RefCell<Option<(String, Wanted)>> = const { RefCell::new(None) };
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::ui) struct ReadText {
    pub(in crate::ui) statements: Vec<String>,
    pub(in crate::ui) unknown: Vec<String>,
}

/// One of four pictures that differ in one fact, with its caption.
pub(in crate::ui) struct Paired {
    pub(in crate::ui) caption: String,
    pub(in crate::ui) picture: Picture,
}

/// A guide's pixels, and the same as a data URL.
pub(in crate::ui) struct DrawnGuide {
    pub(in crate::ui) pixels: Picture,
    pub(in crate::ui) url: String,
}

pub(in crate::ui) async fn read_text(text: String) -> Result<ReadText, Failure> {
    read(text).await.map_err(|_| not_loaded())
}

/// Finds what decides the relevance of a stored query of Fieldbook with `n_images`, so that Oracle
/// can choose scenes for it. Returns whether it is known.
pub(in crate::ui) async fn answer(text: String, n_images: usize) -> Result<bool, Failure> {
    let n_rows = n_images as u64;
    // Questions are in the code; a caption is looked for among those of the gallery.
    let mut rows = 0..0;
    loop {
        if answered(text.clone(), rows.clone()).await.map_err(|_| not_loaded())? {
            return Ok(true);
        }
        if rows.end >= n_rows {
            return Ok(false);
        }
        rows = rows.end..n_rows.min(rows.end + N_ROWS_AT_A_TIME);
        pause().await;
    }
}

/// Up to `n` scenes of an engine for a text; none for Oracle unless [`answer`] found it.
pub(in crate::ui) async fn scenes(
    text: String,
    engine: Engine,
    n: usize,
    seed: u64,
) -> Result<Vec<SceneGuide>, Failure> {
    while !grown(seed).await.map_err(|_| not_loaded())? {
        pause().await;
    }
    chosen(text, engine, n, seed).await.map_err(|_| not_loaded())
}

pub(in crate::ui) async fn drawn(guide: SceneGuide, side: u32) -> Result<DrawnGuide, Failure> {
    let (pixels, svg) = pictured(guide, side).await.map_err(|_| not_loaded())?;
    let url = format!("data:image/svg+xml,{}", String::from(js_sys::encode_uri_component(&svg)));
    Ok(DrawnGuide { pixels, url })
}

/// The group of four at a place, drawn as in the gallery; `None` after the last.
pub(in crate::ui) async fn paired(place: usize) -> Result<Option<Vec<Paired>>, Failure> {
    pause().await;
    group(place).await.map_err(|_| not_loaded())
}

#[wasm_split(drawing, fallible)]
fn group(place: usize) -> Result<Option<Vec<Paired>>, SplitLoaderError> {
    Ok(GROUPS.with_borrow_mut(|groups| {
        if groups.len() <= place {
            *groups = pairings(place + N_GROUPS_AT_A_TIME);
        }
        let paired = |(scene, caption): &(rankscope_fieldbook::Scene, String)| {
            let rgb = pixels_from_display_list(&draw(scene, Style::Plate), PIXELS);
            Paired { caption: caption.clone(), picture: picture_of(&rgb, PIXELS) }
        };
        groups.get(place).map(|group| group.scenes.iter().map(paired).collect())
    }))
}

#[wasm_split(drawing, fallible)]
fn read(text: String) -> Result<ReadText, SplitLoaderError> {
    let Understanding { reading, unknown } = Understanding::of_phrases(&text);
    let statements = reading.clauses().iter().map(rankscope_fieldbook::Clause::words).collect();
    Ok(ReadText { statements, unknown })
}

/// Generates some of the scenes of a seed. Returns whether all are generated.
#[wasm_split(drawing, fallible)]
fn grown(seed: u64) -> Result<bool, SplitLoaderError> {
    Ok(MAKER.with_borrow_mut(|maker| {
        if maker.as_ref().is_none_or(|(of, _)| *of != seed) {
            *maker = Some((seed, GuideMaker::growing(seed)));
        }
        maker.as_mut().is_none_or(|(_, maker)| maker.grow(N_AT_A_TIME))
    }))
}

/// Whether the answer is a question's, or that of a caption of these rows.
#[wasm_split(drawing, fallible)]
fn answered(text: String, rows: Range<u64>) -> Result<bool, SplitLoaderError> {
    Ok(ANSWER.with_borrow_mut(|answer| {
        if answer.as_ref().is_some_and(|(of, _)| *of == text) {
            return true;
        }
        let wanted = match rows.is_empty() {
            true => Wanted::of_question(&text),
            false => Wanted::of_caption(&text, GALLERY_SEED, rows),
        };
        let is_found = wanted.is_some();
        *answer = wanted.map(|wanted| (text, wanted));
        is_found
    }))
}

#[wasm_split(drawing, fallible)]
fn chosen(
    text: String,
    engine: Engine,
    n: usize,
    seed: u64,
) -> Result<Vec<SceneGuide>, SplitLoaderError> {
    let wanted = match engine {
        Engine::Oracle => ANSWER.with_borrow(|answer| {
            let own = answer.as_ref().filter(|(of, _)| *of == text);
            own.map(|(_, wanted)| wanted.clone())
        }),
        _ => Some(Wanted::of_reading(&Understanding::of_phrases(&text).reading)),
    };
    let Some(wanted) = wanted else { return Ok(Vec::new()) };
    Ok(MAKER.with_borrow(|maker| {
        // Another visit to the page may have begun with other scenes.
        let own = maker.as_ref().filter(|(of, _)| *of == seed);
        own.map(|(_, maker)| maker.guides(engine, &text, &wanted, n)).unwrap_or_default()
    }))
}

#[wasm_split(drawing, fallible)]
fn pictured(guide: SceneGuide, side: u32) -> Result<(Picture, String), SplitLoaderError> {
    let list = draw(&guide.scene.scene(), guide.style);
    let rgb = pixels_from_display_list(&list, side);
    Ok((picture_of(&rgb, side), svg_from_display_list(&list, "g")))
}

fn picture_of(rgb: &[u8], side: u32) -> Picture {
    let rgba = rgb.chunks(3).flat_map(|pixel| pixel.iter().copied().chain([255])).collect();
    Picture { width: side, height: side, rgba: Arc::new(rgba) }
}

fn not_loaded() -> Failure {
    part_missing("Guides cannot be drawn")
}
