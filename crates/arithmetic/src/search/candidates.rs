//! The rows that can still be among the first k of a query, by lower and upper bounds of their
//! scores.

use super::{RowMask, kth::Numbers, lanes::Lanes};
use crate::ranking::Hit;
use crate::simd::Kernel;

/// Rows kept beyond 2 k before the floor is raised.
const SPARE: usize = 448;

#[derive(Debug, Clone, Copy)]
struct Candidate {
    row: u32,
    low: f32,
    high: f32,
}

impl Candidate {
    #[inline(always)]
    fn new(row: u32, estimate: f32, reach: f32) -> Self {
        let (low, high) = (estimate - reach, estimate + reach);
        let low = if low.is_nan() { f32::NEG_INFINITY } else { low };
        Self { row, low, high }
    }

    /// Whether its score may be at least `floor`; a row without a known bound may.
    #[inline(always)]
    fn reaches(&self, floor: f32) -> bool {
        self.high >= floor || self.high.is_nan()
    }
}

/// The rows that can still be among the first k of a query.
pub(super) struct Candidates {
    k: usize,
    length: f32,
    /// At least `k` of the rows so far have a score that is no lower.
    floor: f32,
    rows: Vec<Candidate>,
    /// Whether rows came since the floor was raised.
    is_raised: bool,
    /// With more rows than this, the floor is raised.
    capacity: usize,
}

impl Candidates {
    /// None yet, for the first `k` of a query of this length.
    pub(super) fn new(k: usize, length: f32) -> Self {
        let capacity = k.saturating_mul(2).saturating_add(SPARE);
        // No row reaches the floor of a query for 0 hits.
        let floor = if k == 0 { f32::INFINITY } else { f32::NEG_INFINITY };
        Self { k, length, floor, rows: Vec::new(), is_raised: true, capacity }
    }

    pub(super) fn is_none_asked(&self) -> bool {
        self.k == 0
    }

    pub(super) fn k(&self) -> usize {
        self.k
    }

    /// The candidates among rows given as `(row, estimate)`; `radii` has the error bound of every
    /// row of the corpus.
    pub(super) fn among(mut self, proposed: &[(u32, f32)], radii: &[f32]) -> Self {
        let length = self.length;
        self.rows.extend(proposed.iter().map(|(row, estimate)| {
            let radius = radii.get(*row as usize).copied().unwrap_or(f32::INFINITY);
            Candidate::new(*row, *estimate, length * radius)
        }));
        self.is_raised = false;
        // Rows proposed twice count once.
        self.rows.sort_unstable_by_key(|one| one.row);
        self.rows.dedup_by_key(|one| one.row);
        self.raise_floor();
        self
    }

    /// Raises the floor to the k-th highest lower bound and drops the rows below it.
    #[inline(always)]
    pub(super) fn raise_floor(&mut self) {
        if self.is_raised || self.k == 0 || self.rows.len() <= self.k {
            return;
        }
        self.is_raised = true;
        let (fours, rest) = self.rows.as_chunks::<4>();
        let four = |rows: &[Candidate; 4]| Lanes::of(rows.each_ref().map(|one| one.low));
        let fours = fours.iter().map(four).collect();
        let lows = Numbers { fours, rest: rest.iter().map(|one| one.low).collect() };
        if let Some(kth) = lows.kth_highest(self.k) {
            self.floor = self.floor.max(kth);
            self.rows.retain(|one| one.reaches(self.floor));
        }
    }

    /// The rows with the `k` highest lower bounds and all ties with the last of them; all rows if
    /// the others are at most `few`. In corpus order, which reads memory in order. The floor must
    /// have been raised.
    pub(super) fn first_rows(&self, few: usize) -> Vec<u32> {
        let has_few_others = self.rows.len() <= self.k.saturating_add(few);
        let floor = if has_few_others { f32::NEG_INFINITY } else { self.floor };
        self.rows.iter().filter(|one| one.low >= floor).map(|one| one.row).collect()
    }

    /// The other rows that can outrank the last of the `k` best of `first`, the hits of
    /// [`Self::first_rows`].
    pub(super) fn other_rows(&self, first: &[Hit]) -> Vec<u32> {
        if first.len() == self.rows.len() {
            return Vec::new();
        }
        let known = |hit: &Hit| if hit.score.is_nan() { f32::NEG_INFINITY } else { hit.score };
        let floor = first.iter().map(known).fold(f32::INFINITY, f32::min);
        let others = self.rows.iter().filter(|one| one.low < self.floor && one.reaches(floor));
        others.map(|one| one.row).collect()
    }
}

/// The rows of a panel, to be added to a query's candidates.
pub(super) struct Panel<'a> {
    pub(super) kept: &'a mut Candidates,
    /// The first row.
    pub(super) first: usize,
    pub(super) estimates: &'a [f32],
    /// The error bounds of the estimates, for a query of length 1.
    pub(super) radii: &'a [f32],
    pub(super) mask: Option<&'a RowMask>,
}

impl Kernel for Panel<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { kept, first, estimates, radii, mask } = self;
        if kept.k == 0 {
            return;
        }
        let is_first = kept.rows.is_empty() && mask.is_none();
        if is_first && estimates.len() > kept.k {
            let lows = lows(estimates, radii, kept.length);
            kept.floor = lows.kth_highest(kept.k).unwrap_or(kept.floor);
        }
        let n_before = kept.rows.len();
        let length = kept.length;
        let places = reaching(kept.floor, estimates, radii, length);
        let candidate = |place: &u32| {
            let row = first + *place as usize;
            let row_in_corpus = u32::try_from(row).ok()?;
            let estimate = estimates.get(*place as usize)?;
            let reach = length * radii.get(*place as usize)?;
            let is_asked = mask.is_none_or(|mask| mask.contains(row));
            is_asked.then(|| Candidate::new(row_in_corpus, *estimate, reach))
        };
        kept.rows.extend(places.iter().filter_map(candidate));
        // The floor of the first panel is that of all its rows.
        kept.is_raised = is_first || (kept.is_raised && kept.rows.len() == n_before);
        if kept.rows.len() > kept.capacity {
            kept.raise_floor();
            kept.capacity = kept.capacity.max(kept.rows.len() + kept.rows.len() / 2);
        }
    }
}

/// The lower bounds; −∞ where none is known.
#[inline(always)]
fn lows(estimates: &[f32], radii: &[f32], length: f32) -> Numbers {
    let low = |estimates: [f32; 4], radii: [f32; 4]| {
        let reach = Lanes::of(radii).times(Lanes::all(length));
        Lanes::of(estimates).minus(reach).known()
    };
    let ((estimates, rest), (radii, radii_of_rest)) = (estimates.as_chunks(), radii.as_chunks());
    let mut fours = Vec::with_capacity(estimates.len());
    for (estimates, radii) in estimates.iter().zip(radii) {
        fours.push(low(*estimates, *radii));
    }
    let last = low(filled(rest), filled(radii_of_rest)).values();
    Numbers { fours, rest: last.into_iter().take(rest.len()).collect() }
}

/// The places of the rows whose upper bound reaches the floor or is not known.
#[inline(always)]
fn reaching(floor: f32, estimates: &[f32], radii: &[f32], length: f32) -> Vec<u32> {
    let reaching = |estimates: [f32; 4], radii: [f32; 4]| {
        let reach = Lanes::of(radii).times(Lanes::all(length));
        Lanes::of(estimates).plus(reach).not_below(Lanes::all(floor))
    };
    let mut places = vec![0; estimates.len()];
    let mut n = 0;
    // Writes every place and counts those that reach, which takes no branch a row.
    let mut add = |first: u32, bits: u8, n_rows: u8| {
        for (place, bit) in (first..).zip(0..n_rows) {
            if let Some(next) = places.get_mut(n) {
                *next = place;
            }
            n += usize::from(bits >> bit & 1);
        }
    };
    let ((estimates, rest), (radii, radii_of_rest)) = (estimates.as_chunks(), radii.as_chunks());
    let mut first = 0;
    for (estimates, radii) in estimates.iter().zip(radii) {
        let bits = reaching(*estimates, *radii);
        if bits != 0 {
            add(first, bits, 4);
        }
        first += 4;
    }
    #[expect(clippy::cast_possible_truncation, reason = "up to three")]
    let n_rest = rest.len() as u8;
    add(first, reaching(filled(rest), filled(radii_of_rest)), n_rest);
    places.truncate(n);
    places
}

/// Up to four numbers, filled up with zeros.
fn filled(rest: &[f32]) -> [f32; 4] {
    std::array::from_fn(|i| rest.get(i).copied().unwrap_or_default())
}
