//! Labels next to points, placed where they hide nothing.

use super::Frame;

/// In units of the view box.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Labelled {
    pub at: (f64, f64),
    pub radius: f64,
    /// Of the label; 0 for none.
    pub width: f64,
}

/// The part of a label at its x, as in `text-anchor`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

impl Anchor {
    pub fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Middle => "middle",
            Self::End => "end",
        }
    }

    fn left(self, x: f64, width: f64) -> f64 {
        match self {
            Self::Start => x,
            Self::Middle => x - width / 2.0,
            Self::End => x - width,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlacedLabel {
    /// Of the end or middle that `anchor` names.
    pub x: f64,
    /// The middle of its height.
    pub y: f64,
    pub anchor: Anchor,
}

/// Between a disc and its label.
const GAP: f64 = 4.0;

/// Left, top, right, bottom.
type Box4 = (f64, f64, f64, f64);

/// Places labels of this height within the plotting area and clear of the discs and other labels; `None` if a
/// label has no such place, or its disc no label. `order` has indices into `discs`, each at most once: the
/// first choose first.
pub fn placed_labels(
    frame: &Frame,
    discs: &[Labelled],
    order: &[usize],
    height: f64,
) -> Vec<Option<PlacedLabel>> {
    let mut placed: Vec<Option<PlacedLabel>> = vec![None; discs.len()];
    let mut taken: Vec<Box4> = Vec::new();
    for index in order {
        let (Some(disc), Some(slot)) = (discs.get(*index), placed.get_mut(*index)) else {
            continue;
        };
        if disc.width <= 0.0 {
            continue;
        }
        let is_free = |place: &PlacedLabel| {
            let area = area_of(place, disc.width, height);
            is_inside(frame, area)
                && !taken.iter().any(|other| overlap(area, *other))
                && !discs.iter().any(|other| touches(area, other))
        };
        if let Some(place) = candidates(disc, height).into_iter().find(is_free) {
            taken.push(area_of(&place, disc.width, height));
            *slot = Some(place);
        }
    }
    placed
}

/// Best first: to the right or left of the disc, above or below it, or at a corner.
fn candidates(disc: &Labelled, height: f64) -> [PlacedLabel; 8] {
    let ((x, y), away) = (disc.at, disc.radius + GAP);
    let (up, corner) = (disc.radius + height / 2.0 + 1.0, 0.7 * disc.radius + GAP / 2.0);
    let place = |x, y, anchor| PlacedLabel { x, y, anchor };
    [
        place(x + away, y, Anchor::Start),
        place(x - away, y, Anchor::End),
        place(x, y - up, Anchor::Middle),
        place(x, y + up, Anchor::Middle),
        place(x + corner, y - up, Anchor::Start),
        place(x - corner, y - up, Anchor::End),
        place(x + corner, y + up, Anchor::Start),
        place(x - corner, y + up, Anchor::End),
    ]
}

fn area_of(place: &PlacedLabel, width: f64, height: f64) -> Box4 {
    let left = place.anchor.left(place.x, width);
    (left, place.y - height / 2.0, left + width, place.y + height / 2.0)
}

fn is_inside(frame: &Frame, (left, top, right, bottom): Box4) -> bool {
    left >= frame.left && right <= frame.right && top >= frame.top && bottom <= frame.bottom
}

fn overlap(a: Box4, b: Box4) -> bool {
    a.0 < b.2 && b.0 < a.2 && a.1 < b.3 && b.1 < a.3
}

fn touches((left, top, right, bottom): Box4, disc: &Labelled) -> bool {
    let (x, y) = disc.at;
    let (near_x, near_y) = (x.clamp(left, right), y.clamp(top, bottom));
    (x - near_x).hypot(y - near_y) < disc.radius
}

/// Heights of names at the ends of lines: at least `apart` from each other and within `top … bottom` as far as
/// they fit, each as near to the given one as the others allow.
pub fn kept_apart(heights: &[f64], apart: f64, (top, bottom): (f64, f64)) -> Vec<f64> {
    let mut order: Vec<usize> = (0..heights.len()).collect();
    let height = |index: usize| heights.get(index).copied().unwrap_or(top);
    order.sort_by(|a, b| height(*a).total_cmp(&height(*b)));
    // Down from the first, then up from the last.
    let mut placed: Vec<f64> = Vec::new();
    for index in &order {
        let least = placed.last().map_or(top, |above| above + apart);
        placed.push(height(*index).max(least));
    }
    let mut most = bottom;
    for height in placed.iter_mut().rev() {
        *height = height.min(most).max(top);
        most = *height - apart;
    }
    let mut all = vec![top; heights.len()];
    for (index, height) in order.into_iter().zip(placed) {
        if let Some(slot) = all.get_mut(index) {
            *slot = height;
        }
    }
    all
}

/// Positions from the top, from 0, in a column of a bump plot: the greatest value first, ties in the order given,
/// NaN last. Every position is taken once, so that labels do not overlap.
pub fn places_from_top(values: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    let value = |index: &usize| values.get(*index).copied().filter(|value| !value.is_nan());
    order.sort_by(|a, b| match (value(a), value(b)) {
        (Some(a), Some(b)) => b.total_cmp(&a),
        (a, b) => b.is_some().cmp(&a.is_some()),
    });
    let mut places = vec![0; values.len()];
    for (place, index) in order.into_iter().enumerate() {
        if let Some(slot) = places.get_mut(index) {
            *slot = place;
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame() -> Frame {
        Frame::sized((480.0, 400.0), (0.0, 1.0), (0.0, 1.0))
    }

    fn disc(x: f64, y: f64) -> Labelled {
        Labelled { at: (x, y), radius: 4.0, width: 60.0 }
    }

    fn areas(discs: &[Labelled], placed: &[Option<PlacedLabel>]) -> Vec<Box4> {
        let label = |(disc, place): (&Labelled, &Option<PlacedLabel>)| {
            place.map(|place| area_of(&place, disc.width, 13.0))
        };
        discs.iter().zip(placed).filter_map(label).collect()
    }

    #[test]
    fn a_label_alone_stands_to_the_right() {
        let placed = placed_labels(&frame(), &[disc(200.0, 200.0)], &[0], 13.0);
        assert_eq!(placed, [Some(PlacedLabel { x: 208.0, y: 200.0, anchor: Anchor::Start })]);
    }

    #[test]
    fn a_label_at_the_edge_stands_inside() {
        let frame = frame();
        let placed = placed_labels(&frame, &[disc(frame.right - 5.0, 200.0)], &[0], 13.0);
        assert_eq!(placed[0].map(|place| place.anchor), Some(Anchor::End));
    }

    #[test]
    fn no_label_hides_a_disc_or_a_label() {
        let frame = frame();
        // A grid that is too dense for all labels.
        let discs: Vec<Labelled> = (0..120)
            .map(|n| disc(60.0 + 33.0 * f64::from(n % 12), 40.0 + 30.0 * f64::from(n / 12)))
            .collect();
        let order: Vec<usize> = (0..discs.len()).rev().collect();
        let placed = placed_labels(&frame, &discs, &order, 13.0);
        let areas = areas(&discs, &placed);
        assert!(areas.len() > 20 && areas.len() < discs.len());
        for (index, area) in areas.iter().enumerate() {
            assert!(is_inside(&frame, *area));
            assert!(!discs.iter().any(|disc| touches(*area, disc)));
            assert!(!areas[index + 1..].iter().any(|other| overlap(*area, *other)));
        }
    }

    #[test]
    fn the_first_in_order_has_the_better_place() {
        let discs = [disc(200.0, 200.0), disc(200.0, 200.0)];
        let placed = placed_labels(&frame(), &discs, &[1, 0], 13.0);
        assert_eq!(placed[1].map(|place| place.anchor), Some(Anchor::Start));
        assert_eq!(placed[0].map(|place| place.anchor), Some(Anchor::End));
        assert_eq!(placed_labels(&frame(), &discs, &[], 13.0), [None, None]);
    }

    #[test]
    fn heights_are_kept_apart_and_within_their_limits() {
        assert_eq!(kept_apart(&[50.0, 10.0], 13.0, (0.0, 100.0)), [50.0, 10.0]);
        assert_eq!(kept_apart(&[20.0, 20.0, 21.0], 13.0, (0.0, 100.0)), [20.0, 33.0, 46.0]);
        assert_eq!(kept_apart(&[99.0, 98.0, 40.0], 13.0, (0.0, 100.0)), [100.0, 87.0, 40.0]);
        assert_eq!(kept_apart(&[5.0; 3], 13.0, (0.0, 20.0)), [0.0, 7.0, 20.0]);
        assert!(kept_apart(&[], 13.0, (0.0, 20.0)).is_empty());
    }

    #[test]
    fn the_greatest_is_on_top_and_every_place_is_taken_once() {
        assert_eq!(places_from_top(&[0.2, 0.9, 0.5]), [2, 0, 1]);
        assert_eq!(places_from_top(&[0.5, f64::NAN, 0.5, 0.7]), [1, 3, 2, 0]);
        assert_eq!(places_from_top(&[]), Vec::<usize>::new());
    }
}
