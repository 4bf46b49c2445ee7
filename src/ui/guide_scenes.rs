//! Fieldbook's guide engines: texts read, scenes chosen, guides drawn. All of it is in the part with the
//! drawings.
#![allow(unsafe_code, reason = "the world's code is in a separate part, called across the split")]

use crate::messages::{Failure, Picture};
use crate::ui::task::pause;
use rankscope_fieldbook::{
    Engine, GuideMaker, SceneGuide, Understanding, Wanted,
    drawing::{draw, pixels_from_display_list, svg_from_display_list},
};
use std::cell::RefCell;
use std::sync::Arc;
use wasm_split_helpers::{SplitLoaderError, wasm_split};

/// Scenes that are generated at a time; the page responds in between.
const N_AT_A_TIME: u64 = 2_000;

thread_local! {
    /// The scenes to choose from, with their seed: generating them takes longer than choosing.
    static MAKER: RefCell<Option<(u64, GuideMaker)>> = const { RefCell::new(None) };
}

/// What was understood of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::ui) struct ReadText {
    /// In English, statement by statement.
    pub(in crate::ui) statements: Vec<String>,
    /// The words that were not understood.
    pub(in crate::ui) unknown: Vec<String>,
}

/// A guide's pixels, and the same as a data URL.
pub(in crate::ui) struct DrawnGuide {
    pub(in crate::ui) pixels: Picture,
    pub(in crate::ui) url: String,
}

/// Reads a text.
///
/// # Errors
/// The code that knows the world could not be fetched.
pub(in crate::ui) async fn read_text(text: String) -> Result<ReadText, Failure> {
    read(text).await.map_err(|_| not_loaded())
}

/// Chooses up to `n` scenes of an engine for a text.
///
/// # Errors
/// As [`read_text`].
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

/// Draws a guide with so many pixels a side.
///
/// # Errors
/// As [`read_text`].
pub(in crate::ui) async fn drawn(guide: SceneGuide, side: u32) -> Result<DrawnGuide, Failure> {
    let (pixels, svg) = pictured(guide, side).await.map_err(|_| not_loaded())?;
    let url = format!("data:image/svg+xml,{}", String::from(js_sys::encode_uri_component(&svg)));
    Ok(DrawnGuide { pixels, url })
}

#[wasm_split(drawing, fallible)]
fn read(text: String) -> Result<ReadText, SplitLoaderError> {
    let Understanding { reading, unknown } = Understanding::of_phrases(&text);
    let statements = reading.clauses().iter().map(rankscope_fieldbook::Clause::words).collect();
    Ok(ReadText { statements, unknown })
}

/// Generates some of the scenes of a seed; whether all are there.
#[wasm_split(drawing, fallible)]
fn grown(seed: u64) -> Result<bool, SplitLoaderError> {
    Ok(MAKER.with_borrow_mut(|maker| {
        if maker.as_ref().is_none_or(|(of, _)| *of != seed) {
            *maker = Some((seed, GuideMaker::growing(seed)));
        }
        maker.as_mut().is_none_or(|(_, maker)| maker.grow(N_AT_A_TIME))
    }))
}

#[wasm_split(drawing, fallible)]
fn chosen(
    text: String,
    engine: Engine,
    n: usize,
    seed: u64,
) -> Result<Vec<SceneGuide>, SplitLoaderError> {
    let wanted = Wanted::of_reading(&Understanding::of_phrases(&text).reading);
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
    let rgba = rgb.chunks(3).flat_map(|pixel| pixel.iter().copied().chain([255])).collect();
    let pixels = Picture { width: side, height: side, rgba: Arc::new(rgba) };
    Ok((pixels, svg_from_display_list(&list, "g")))
}

fn not_loaded() -> Failure {
    Failure {
        title: "Guides cannot be drawn".into(),
        detail: "A file of the page did not arrive: the network may be down.".into(),
        advice: "Try again. If that fails, reload the page.".into(),
    }
}
