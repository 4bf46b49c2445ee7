//! The plotting area of a chart, in units of its view box, and the datum under a pointer or selected by a key.

use super::LinearScale;

/// With margins for the axes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Frame {
    /// Of the view box.
    pub width: f64,
    pub height: f64,
    /// Edges of the plotting area.
    pub left: f64,
    pub right: f64,
    pub top: f64,
    pub bottom: f64,
    x: LinearScale,
    y: LinearScale,
}

impl Frame {
    /// A view box of 480 × 280 that shows `x` from left to right and `y` from bottom to top.
    pub fn new(x: (f64, f64), y: (f64, f64)) -> Self {
        Self::sized((480.0, 280.0), x, y)
    }

    /// With the same margins.
    pub fn sized((width, height): (f64, f64), x: (f64, f64), y: (f64, f64)) -> Self {
        let (left, right, top, bottom) = (46.0, width - 14.0, 28.0, height - 42.0);
        Self {
            width,
            height,
            left,
            right,
            top,
            bottom,
            x: LinearScale::new(x, (left, right)),
            y: LinearScale::new(y, (bottom, top)),
        }
    }

    /// The same values in a view box of another width, with `room` for names at the right of the plotting area. The
    /// height follows the width, but a narrow chart stays legible and a wide one does not fill the window.
    #[must_use]
    pub fn fitted(&self, width: f64, room: f64) -> Self {
        let height = (self.height * width / self.width).clamp(self.height * 0.8, self.height * 1.3);
        let mut frame = Self::sized((width, height), self.x.domain(), self.y.domain());
        frame.right -= room;
        frame.x = LinearScale::new(self.x.domain(), (frame.left, frame.right));
        frame
    }

    pub fn x(&self, value: f64) -> f64 {
        self.x.at(value)
    }

    pub fn y(&self, value: f64) -> f64 {
        self.y.at(value)
    }

    pub fn points(&self, data: &[(f64, f64)]) -> Vec<(f64, f64)> {
        data.iter().map(|(x, y)| (self.x(*x), self.y(*y))).collect()
    }

    /// The index of the value nearest to a pointer at `share` (0 … 1) of the view box's width.
    pub fn nearest(&self, share: f64, xs: &[f64]) -> Option<usize> {
        let pointer = self.x.value_at(share * self.width);
        let distance =
            |index: &usize| xs.get(*index).map_or(f64::INFINITY, |x| (x - pointer).abs());
        (0..xs.len()).min_by(|a, b| distance(a).total_cmp(&distance(b)))
    }

    /// The index of the point nearest to a pointer at `share` (0 … 1) of the view box's width and height.
    pub fn nearest_point(&self, share: (f64, f64), points: &[(f64, f64)]) -> Option<usize> {
        let pointer = (share.0 * self.width, share.1 * self.height);
        let distance = |index: &usize| {
            points.get(*index).map_or(f64::INFINITY, |(x, y)| {
                let (right, down) = (self.x(*x) - pointer.0, self.y(*y) - pointer.1);
                right * right + down * down
            })
        };
        (0..points.len()).min_by(|a, b| distance(a).total_cmp(&distance(b)))
    }
}

/// The step of Page Up and Page Down.
const PAGE: usize = 10;

/// The datum that `key`, a `KeyboardEvent.key`, selects out of `n` from left to right, given the current one,
/// `now`; `None` without data or for any other key.
pub fn datum_by_key(key: &str, now: Option<usize>, n: usize) -> Option<usize> {
    let last = n.checked_sub(1)?;
    let forward = |by: usize| now.map_or(0, |index| (index + by).min(last));
    let back = |by: usize| now.unwrap_or(0).saturating_sub(by);
    match key {
        "ArrowRight" | "ArrowUp" => Some(forward(1)),
        "ArrowLeft" | "ArrowDown" => Some(back(1)),
        "PageUp" => Some(forward(PAGE)),
        "PageDown" => Some(back(PAGE)),
        "Home" => Some(0),
        "End" => Some(last),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn higher_values_lie_higher() {
        let frame = Frame::new((0.0, 1.0), (0.0, 1.0));
        assert_eq!(
            frame.points(&[(0.0, 0.0), (1.0, 1.0)]),
            [(frame.left, frame.bottom), (frame.right, frame.top)]
        );
    }

    #[test]
    fn a_fitted_frame_keeps_its_values_and_its_margins() {
        let (frame, shown) = (Frame::new((1.0, 3.0), (0.0, 1.0)), (0.25, 0.75));
        for (width, height, room) in
            [(480.0, 280.0, 0.0), (600.0, 350.0, 90.0), (200.0, 224.0, 0.0), (2000.0, 364.0, 0.0)]
        {
            let fitted = frame.fitted(width, room);
            assert_eq!((fitted.width, fitted.height), (width, height));
            assert_eq!(fitted.x(1.0), frame.left);
            assert_eq!(fitted.x(3.0), width - (480.0 - frame.right) - room);
            assert_eq!(fitted.y(0.0), height - (280.0 - frame.bottom));
            assert_eq!(fitted.y(1.0), frame.top);
            assert!(fitted.y(shown.0) > fitted.y(shown.1));
        }
    }

    #[test]
    fn a_pointer_means_the_nearest_point() {
        let frame = Frame::new((1.0, 3.0), (0.0, 1.0));
        let xs = [1.0, 2.0, 3.0];
        assert_eq!(frame.nearest(0.0, &xs), Some(0));
        assert_eq!(frame.nearest(frame.x(2.1) / frame.width, &xs), Some(1));
        assert_eq!(frame.nearest(2.0, &xs), Some(2));
        assert_eq!(frame.nearest(0.5, &[]), None);
    }

    #[test]
    fn a_pointer_in_the_plane_means_the_nearest_point() {
        let frame = Frame::sized((400.0, 400.0), (0.0, 1.0), (0.0, 1.0));
        let points = [(0.0, 0.0), (0.0, 1.0), (1.0, 0.5)];
        let share = |x: f64, y: f64| (frame.x(x) / 400.0, frame.y(y) / 400.0);
        assert_eq!(frame.nearest_point(share(0.1, 0.2), &points), Some(0));
        assert_eq!(frame.nearest_point(share(0.1, 0.8), &points), Some(1));
        assert_eq!(frame.nearest_point(share(0.9, 0.9), &points), Some(2));
        assert_eq!(frame.nearest_point((0.5, 0.5), &[]), None);
    }

    #[test]
    fn arrows_stay_inside() {
        assert_eq!(datum_by_key("ArrowRight", None, 3), Some(0));
        assert_eq!(datum_by_key("ArrowRight", Some(2), 3), Some(2));
        assert_eq!(datum_by_key("ArrowLeft", None, 3), Some(0));
        assert_eq!(datum_by_key("ArrowDown", Some(2), 3), Some(1));
        assert_eq!(datum_by_key("PageUp", Some(1), 30), Some(11));
        assert_eq!(datum_by_key("PageDown", Some(1), 30), Some(0));
    }

    #[test]
    fn home_and_end_are_the_ends_and_other_keys_nothing() {
        assert_eq!(datum_by_key("Home", Some(2), 3), Some(0));
        assert_eq!(datum_by_key("End", None, 3), Some(2));
        assert_eq!(datum_by_key("a", Some(1), 3), None);
        assert_eq!(datum_by_key("End", None, 0), None);
    }
}
