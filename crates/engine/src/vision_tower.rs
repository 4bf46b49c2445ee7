//! A vision tower in memory: encodes a visitor's picture in steps, so that other requests get
//! through and a cancelled one ends soon.

use super::{context::Context, error::EngineError};
use rankscope_encode::{PictureTower, Rgba, pixels_for_tower};
use rankscope_messages::{Picture, ProgressUnit};
use std::cell::RefCell;

pub(super) struct VisionTower {
    tower: PictureTower,
    /// The last picture and its vector: a search with another filter or length asks again.
    last: RefCell<Option<(Picture, Vec<f32>)>>,
}

impl VisionTower {
    pub(super) fn new(tower: PictureTower) -> Self {
        Self { tower, last: RefCell::default() }
    }

    pub(super) fn tower(&self) -> &PictureTower {
        &self.tower
    }

    /// The vector `[dim]` of a picture, and whether it was cached.
    pub(super) async fn encode(
        &self,
        picture: &Picture,
        context: &Context,
    ) -> Result<(Vec<f32>, bool), EngineError> {
        if let Some((last, vector)) = &*self.last.borrow()
            && last == picture
        {
            return Ok((vector.clone(), true));
        }
        context.yield_now().await?;
        let (size, resizing) = (self.tower.image_size(), self.tower.resizing());
        let pixels = pixels_for_tower(rgba_of(picture), size, resizing)?;
        let mut pass = self.tower.begin(&pixels)?;
        let n_steps = pass.n_steps() as u64;
        let mut n_done = 0;
        let vector = loop {
            context.progress("the picture", n_done, n_steps, ProgressUnit::Layers);
            context.yield_now().await?;
            if let Some(vector) = pass.step().await? {
                break vector;
            }
            n_done += 1;
        };
        self.last.replace(Some((picture.clone(), vector.clone())));
        Ok((vector, false))
    }
}

/// A picture's pixels, as encoders take them.
pub(super) fn rgba_of(picture: &Picture) -> Rgba<'_> {
    Rgba { width: picture.width as usize, height: picture.height as usize, bytes: &picture.rgba }
}
