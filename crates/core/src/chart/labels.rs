//! Labels beside points, moved so that they do not overlap.

/// The preferred position of a label.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Label {
    /// Its left end.
    pub left: f64,
    /// Its width.
    pub width: f64,
    /// The middle of its height.
    pub y: f64,
}

/// The middles of the labels' heights after moving labels that would overlap: from top to bottom,
/// each moves down as little as those above it require.
#[must_use]
pub fn spread_labels(labels: &[Label], height: f64) -> Vec<f64> {
    // A label without width takes no space.
    let has_width = |index: &usize| labels.get(*index).is_some_and(|label| label.width > 0.0);
    let mut order: Vec<usize> = (0..labels.len()).filter(has_width).collect();
    let y = |index: &usize| labels.get(*index).map_or(0.0, |label| label.y);
    order.sort_by(|a, b| y(a).total_cmp(&y(b)));
    let mut placed: Vec<(Label, usize)> = Vec::new();
    for index in order {
        let Some(mut label) = labels.get(index).copied() else { continue };
        // Sorted from top to bottom, so that one pass suffices.
        placed.sort_by(|a, b| a.0.y.total_cmp(&b.0.y));
        for (other, _) in &placed {
            let is_beside =
                label.left < other.left + other.width && other.left < label.left + label.width;
            if is_beside && (label.y - other.y).abs() < height {
                label.y = other.y + height;
            }
        }
        placed.push((label, index));
    }
    let mut ys: Vec<f64> = labels.iter().map(|label| label.y).collect();
    for (label, index) in placed {
        if let Some(slot) = ys.get_mut(index) {
            *slot = label.y;
        }
    }
    ys
}

#[cfg(test)]
mod tests {
    use super::*;

    fn label(left: f64, y: f64) -> Label {
        Label { left, width: 50.0, y }
    }

    #[test]
    fn labels_apart_stay_where_they_are() {
        let labels = [label(0.0, 10.0), label(0.0, 40.0), label(60.0, 12.0)];
        assert_eq!(spread_labels(&labels, 12.0), [10.0, 40.0, 12.0]);
    }

    #[test]
    fn labels_in_one_place_line_up() {
        let labels = [label(0.0, 10.0), label(10.0, 10.0), label(5.0, 15.0)];
        assert_eq!(spread_labels(&labels, 12.0), [10.0, 22.0, 34.0]);
    }
}
