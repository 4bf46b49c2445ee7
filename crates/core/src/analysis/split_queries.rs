//! The queries on which two measures choose different winners of two systems.

use super::{OnQuery, SystemValues};

/// A query on which the better system by one measure is the worse by the other.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SplitQuery {
    /// Its row.
    pub query_row: u32,
    /// First system − second under the first measure, and under the second.
    pub differences: [f64; 2],
}

/// The queries of two systems under two measures.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SplitQueries {
    /// Those with different winners, the clearest first.
    pub split: Vec<SplitQuery>,
    /// On how many queries both measures have a value of both systems.
    pub n: usize,
}

impl SplitQueries {
    /// Of the systems `a` and `b` under two columns of the board.
    pub fn new(a: &SystemValues, b: &SystemValues, columns: [usize; 2]) -> Self {
        let lengths = columns.map(|column| a.values.get(column).map_or(0, Vec::len));
        let rows = (0u32..).take(lengths[0].max(lengths[1]));
        let on_both = rows.filter_map(|query_row| {
            let [x, y] = columns.map(|column| OnQuery::new(a, b, column, query_row));
            Some(SplitQuery { query_row, differences: [x?.difference(), y?.difference()] })
        });
        let (mut split, mut n) = (Vec::new(), 0);
        for query in on_both {
            n += 1;
            if query.strength() < 0.0 {
                split.push(query);
            }
        }
        split.sort_by(|one, other| one.strength().total_cmp(&other.strength()));
        Self { split, n }
    }
}

impl SplitQuery {
    /// The product of both differences: below zero if the winners differ, far below if both measures
    /// clearly separate the systems.
    fn strength(&self) -> f64 {
        self.differences[0] * self.differences[1]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn system(values: [&[Option<f64>]; 2]) -> SystemValues {
        SystemValues { values: values.map(<[_]>::to_vec).to_vec(), ..SystemValues::default() }
    }

    #[test]
    fn winners_differ_where_the_differences_have_opposite_signs() {
        let some = |values: [f64; 4]| values.map(Some);
        let a = system([&some([0.5, 0.1, 0.9, 0.5]), &some([0.2, 0.9, 0.8, 0.1])]);
        let mut last = some([0.4, 0.2, 0.1, 0.5]);
        let b = system([&last, &some([0.4, 0.1, 0.1, 0.9])]);
        let found = SplitQueries::new(&a, &b, [0, 1]);
        let rows: Vec<u32> = found.split.iter().map(|query| query.query_row).collect();
        // −0.1 · 0.8 is further below zero than 0.1 · −0.2; a tie has no winner.
        assert_eq!((rows, found.n), (vec![1, 0], 4));
        last[1] = None;
        let b = system([&last, &some([0.4, 0.1, 0.1, 0.9])]);
        assert_eq!(SplitQueries::new(&a, &b, [0, 1]).n, 3);
    }
}
