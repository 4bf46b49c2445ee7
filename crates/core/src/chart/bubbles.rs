//! Coinciding points as one bubble with a count.

#[derive(Debug, Clone, PartialEq)]
pub struct Bubble {
    /// In data units.
    pub at: (f64, f64),
    /// Indices of the points, ascending.
    pub members: Vec<usize>,
}

impl Bubble {
    /// The area grows with the number of members: from `least` for one to `most` for `n_largest`.
    pub fn radius(&self, n_largest: usize, (least, most): (f64, f64)) -> f64 {
        let (n, largest) = (self.members.len() as f64, n_largest.max(2) as f64);
        let share = (n - 1.0) / (largest - 1.0);
        (least * least + share * (most * most - least * least)).max(0.0).sqrt()
    }
}

/// Ordered by x, then by y. Points that are not finite are left out.
pub fn bubbles(points: &[(f64, f64)]) -> Vec<Bubble> {
    let mut ordered: Vec<(usize, (f64, f64))> = points
        .iter()
        .enumerate()
        .filter(|(_, (x, y))| x.is_finite() && y.is_finite())
        // Adding 0 turns −0 into 0.
        .map(|(index, (x, y))| (index, (x + 0.0, y + 0.0)))
        .collect();
    ordered.sort_by(|(i, a), (j, b)| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)).then(i.cmp(j)));
    ordered
        .chunk_by(|(_, a), (_, b)| a == b)
        .filter_map(|equal| {
            let (_, at) = *equal.first()?;
            Some(Bubble { at, members: equal.iter().map(|(index, _)| *index).collect() })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_finite_point_is_in_one_bubble() {
        let points = [(1.0, 0.0), (0.0, 1.0), (1.0, -0.0), (f64::NAN, 0.0), (0.0, 0.5)];
        let found = bubbles(&points);
        let members: Vec<_> =
            found.iter().map(|bubble| (bubble.at, bubble.members.clone())).collect();
        assert_eq!(
            members,
            [((0.0, 0.5), vec![4]), ((0.0, 1.0), vec![1]), ((1.0, 0.0), vec![0, 2])]
        );
    }

    #[test]
    fn areas_grow_with_the_count() {
        let bubble = |n: usize| Bubble { at: (0.0, 0.0), members: (0..n).collect() };
        assert_eq!(bubble(1).radius(5, (1.0, 3.0)), 1.0);
        assert_eq!(bubble(5).radius(5, (1.0, 3.0)), 3.0);
        // Half way between the areas 1 and 9.
        assert!((bubble(3).radius(5, (1.0, 3.0)) - 5f64.sqrt()).abs() < 1e-12);
        assert_eq!(bubble(1).radius(1, (1.0, 3.0)), 1.0);
    }
}
