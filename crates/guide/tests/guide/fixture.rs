//! The values of `tests/fixtures/guide.json`, which `guide.py` beside it makes with numpy and
//! scikit-learn.

use serde::Deserialize;

type Rows = Vec<Vec<f64>>;
type Lists = Vec<Vec<Vec<u32>>>;

/// The cases of each kind, as `guide.py` says.
#[derive(Deserialize)]
#[allow(clippy::type_complexity, reason = "the file has rows without names")]
pub(crate) struct Fixture {
    pub(crate) fusion: Vec<(usize, Vec<f64>, Lists, Vec<u32>, Vec<f64>)>,
    pub(crate) trust: Vec<(usize, f64, Vec<f64>, Lists, Vec<u32>, Vec<f64>)>,
    pub(crate) distance: Vec<(Vec<Vec<f32>>, Vec<f64>)>,
    pub(crate) lof: Vec<(usize, Rows, Vec<f64>)>,
    pub(crate) lof_cosine: Vec<(usize, Vec<Vec<f32>>, Vec<f64>)>,
    pub(crate) pca_lof: Vec<(usize, Rows, Vec<f64>)>,
    pub(crate) features: Vec<(usize, Rows, Vec<Vec<u32>>, Vec<f64>)>,
    pub(crate) regression: Vec<(Rows, Vec<f64>, f64, Vec<f64>, f64, f64)>,
    pub(crate) slope: Vec<(Vec<(f64, f64)>, f64)>,
    pub(crate) bm25: Vec<(Vec<Vec<u32>>, Vec<u32>, Vec<f64>)>,
}

pub(crate) fn fixture() -> Fixture {
    serde_json::from_str(include_str!("../../../../tests/fixtures/guide.json")).unwrap()
}

/// Equal to 10⁻⁹, relative where values are large.
#[track_caller]
pub(crate) fn assert_close(ours: &[f64], theirs: &[f64]) {
    assert_eq!(ours.len(), theirs.len());
    for (ours, theirs) in ours.iter().zip(theirs) {
        let error = (ours - theirs).abs();
        assert!(error <= 1e-9 * theirs.abs().max(1.0), "{ours}, not {theirs}");
    }
}
