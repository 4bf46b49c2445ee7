use rustc_hash::FxHashMap;

/// What float32 loses of a run's scores: nearly always nothing.
///
/// Hits have float32 scores, as in `trec_eval`. scikit-learn, which INQUIRE calls, compares scores as written,
/// so its blocks of ties are smaller.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FinerScores {
    by_query: FxHashMap<u32, Steps>,
}

/// By row: how many higher scores equal this one as float32. Rows without such scores are left out.
pub(super) type Steps = FxHashMap<u32, u32>;

impl FinerScores {
    /// `hits` are rows and scores, in the order of the scores.
    pub fn note(&mut self, query_row: u32, hits: impl IntoIterator<Item = (u32, f64)>) {
        let mut last = None;
        let mut step = 0;
        for (row, score) in hits {
            step = match last.replace(score) {
                Some(above) if above == score => step,
                #[expect(clippy::cast_possible_truncation, reason = "to see what it loses")]
                Some(above) if above as f32 == score as f32 => step + 1,
                _ => 0,
            };
            if step > 0 {
                self.by_query.entry(query_row).or_default().insert(row, step);
            }
        }
    }

    pub(super) fn of_query(&self, query_row: u32) -> Option<&Steps> {
        self.by_query.get(&query_row)
    }
}
