//! Fewer dimensions of a space.
//!
//! Both sides are projected in float64, divided by the length of what is left, and rounded to float32;
//! a vector of which nothing is left stays 0. Sources: Kusupati et al., "Matryoshka Representation
//! Learning", NeurIPS 2022, for the first dimensions.

use super::svd::Svd;
use crate::ridge::GramMatrix;
use crate::vectors::{ShardDtype, Vectors};

/// A map of vectors to fewer dimensions.
#[derive(Debug, Clone, PartialEq)]
pub struct Projection {
    dims: usize,
    /// `[dims][dim]`; `None` for the first dimensions.
    axes: Option<Vec<Vec<f64>>>,
}

impl Projection {
    /// To the first `dims` values.
    pub fn first(dims: usize) -> Self {
        Self { dims, axes: None }
    }

    /// To the directions in which the rows of a gallery vary most: the eigenvectors of their sample
    /// covariance. Neither side has the mean subtracted, so all components together give the cosines
    /// back. Their signs change no score.
    pub fn principal(gallery: &Vectors, dims: usize) -> Self {
        let mut sample = PrincipalSample::new(gallery.dim());
        let mut row = vec![0.0; gallery.dim()];
        for place in 0..gallery.n_rows() {
            gallery.read_row(place, &mut row);
            sample.add(&row);
        }
        sample.components(dims)
    }

    /// A vector `[dim]` projected.
    pub fn vector(&self, vector: &[f32]) -> Vec<f32> {
        let values: Vec<f64> = match &self.axes {
            None => vector.iter().take(self.dims).map(|value| f64::from(*value)).collect(),
            Some(axes) => {
                let along = |axis: &Vec<f64>| {
                    axis.iter().zip(vector).map(|(a, v)| a * f64::from(*v)).sum::<f64>()
                };
                axes.iter().map(along).collect()
            }
        };
        let length = values.iter().map(|value| value * value).sum::<f64>().sqrt();
        let length = if length > 0.0 { length } else { 1.0 };
        #[expect(clippy::cast_possible_truncation, reason = "vectors are float32")]
        let rounded = |value: f64| (value / length) as f32;
        values.into_iter().map(rounded).collect()
    }

    /// All rows `[rows, dim]` projected, as float32.
    pub fn gallery(&self, gallery: &Vectors) -> Vectors {
        let mut projected = Vectors::new(self.dims, ShardDtype::F32);
        let mut row = vec![0.0; gallery.dim()];
        for place in 0..gallery.n_rows() {
            gallery.read_row(place, &mut row);
            projected.push(self.vector(&row));
        }
        projected
    }
}

/// The rows of a gallery so far, for [`Projection::principal`] where other work goes on between rows.
pub struct PrincipalSample {
    dim: usize,
    gram: GramMatrix,
}

impl PrincipalSample {
    /// Of vectors of `dim` values, before any row.
    pub fn new(dim: usize) -> Self {
        Self { dim, gram: GramMatrix::new(dim) }
    }

    /// Adds a row `[dim]`.
    pub fn add(&mut self, row: &[f32]) {
        self.gram.add(row);
    }

    /// The map to the first `dims` principal components.
    pub fn components(self, dims: usize) -> Projection {
        let dim = self.dim;
        let (products, _) = self.gram.centred();
        // The lower triangle on both sides.
        let entry = |i: usize, j: usize| products.get(i.max(j) * dim + i.min(j)).copied();
        let column = |j: usize| (0..dim).map(|i| entry(i, j).unwrap_or(0.0)).collect();
        // Of a symmetric matrix without negative eigenvalues these are the eigenvectors.
        let mut axes = Svd::of_columns((0..dim).map(column).collect()).right;
        axes.truncate(dims);
        Projection { dims, axes: Some(axes) }
    }
}
