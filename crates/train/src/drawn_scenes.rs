//! Fieldbook's scenes as training data: drawn in memory, with captions made on demand.

use crate::{
    parallel::{in_parallel, n_cores},
    world::{CaptionKind, World},
};
use rankscope_fieldbook::{
    SceneId, TRAINING_SEED, captions,
    drawing::{PIXELS, Style, draw, pixels_from_display_list},
    is_held_out, noisy_captions, upload,
};
use std::{borrow::Cow, sync::Mutex};

const IMAGE_SIZE: usize = PIXELS as usize;
const IMAGE_BYTES: usize = 3 * IMAGE_SIZE * IMAGE_SIZE;
/// Drawn by one core at a time.
const IMAGES_AT_ONCE: usize = 256;
const UNTAGGED: &str = "untagged";
/// Scenes that a swapped caption may come from.
const N_SWAPPED: u64 = 100_000;

/// The pixels of scenes, bytes `[n, 96, 96, 3]`, drawn on all cores. Calls `report` with the number
/// of scenes done.
fn pixels_of(ids: &[SceneId], report: impl Fn(usize) + Sync) -> Vec<u8> {
    let n_done = Mutex::new(0);
    let parts =
        in_parallel(ids.chunks(IMAGES_AT_ONCE).collect(), n_cores(), |part: &[SceneId]| {
            let mut pixels = Vec::with_capacity(part.len() * IMAGE_BYTES);
            for id in part {
                let drawing = draw(&id.scene(), Style::Plate);
                pixels.extend(pixels_from_display_list(&drawing, PIXELS));
            }
            if let Ok(mut n_done) = n_done.lock() {
                *n_done += part.len();
                report(*n_done);
            }
            pixels
        });
    parts.concat()
}

/// Scenes with their pixels, 28 KB each.
pub struct DrawnScenes {
    ids: Vec<SceneId>,
    pixels: Vec<u8>,
}

impl DrawnScenes {
    /// Memory for `n` scenes.
    pub fn bytes(n: usize) -> u64 {
        // Drawn in parts, which are then joined.
        2 * n as u64 * IMAGE_BYTES as u64
    }

    /// The first `n` scenes for training, without held-out compositions.
    pub fn for_training(n: usize, report: impl Fn(usize) + Sync) -> Self {
        let of_seed = (0u64..).map(|index| SceneId { seed: TRAINING_SEED, index });
        let ids = of_seed.filter(|id| !is_held_out(&id.scene())).take(n).collect();
        Self::drawn(ids, report)
    }

    /// The first `n` scenes of a seed, as in a gallery.
    pub fn gallery(seed: u64, n: usize, report: impl Fn(usize) + Sync) -> Self {
        Self::drawn((0u64..).take(n).map(|index| SceneId { seed, index }).collect(), report)
    }

    fn drawn(ids: Vec<SceneId>, report: impl Fn(usize) + Sync) -> Self {
        let pixels = pixels_of(&ids, report);
        Self { ids, pixels }
    }

    fn pixels(&self, row: usize) -> Cow<'_, [u8]> {
        let bytes = self.pixels.get(row * IMAGE_BYTES..(row + 1) * IMAGE_BYTES);
        Cow::Borrowed(bytes.unwrap_or_default())
    }

    fn texts(&self, row: usize, kind: CaptionKind) -> Vec<String> {
        let Some(&id) = self.ids.get(row) else { return Vec::new() };
        match kind {
            CaptionKind::Clean => captions(&id.scene(), id.seed).into(),
            CaptionKind::Noisy => {
                noisy_captions(id.seed, id.index, N_SWAPPED).map(|caption| caption.text).into()
            }
            CaptionKind::Tags => {
                let tags: Vec<String> = upload(id).tags.into_iter().map(|(tag, _)| tag).collect();
                if tags.is_empty() { vec![UNTAGGED.to_owned()] } else { tags }
            }
        }
    }
}

impl World for DrawnScenes {
    fn len(&self) -> usize {
        self.ids.len()
    }

    fn image_size(&self) -> usize {
        IMAGE_SIZE
    }

    fn image(&self, row: usize) -> Cow<'_, [u8]> {
        self.pixels(row)
    }

    fn n_captions(&self, row: usize, kind: CaptionKind) -> usize {
        self.texts(row, kind).len()
    }

    fn caption(&self, row: usize, which: usize, kind: CaptionKind) -> Cow<'_, str> {
        Cow::Owned(self.texts(row, kind).into_iter().nth(which).unwrap_or_default())
    }
}
