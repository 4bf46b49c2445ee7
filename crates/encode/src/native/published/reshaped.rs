//! Weights renamed and reshaped, so that a pack has one way to hold each layer.

use crate::{
    error::EncodeError,
    kernels::Values,
    weights::{Weight, Weights},
};

impl Weights {
    pub(super) fn renamed(self, name: impl Fn(&str) -> String) -> Self {
        let by_name = self.by_name.into_iter().map(|(old, weight)| (name(&old), weight)).collect();
        Self { by_name }
    }

    pub(super) fn put(&mut self, name: &str, shape: &[usize], values: Vec<f32>) {
        let weight = Weight { shape: shape.to_vec(), values: Values::F32(values) };
        self.by_name.insert(name.to_owned(), weight);
    }

    /// Drops the first rows of a matrix `[n_rows, row_len]`.
    pub(super) fn cut_first_rows(
        &mut self,
        name: &str,
        [n_rows, row_len]: [usize; 2],
        n_cut: usize,
    ) -> Result<(), EncodeError> {
        let kept = self.take(name, &[n_rows, row_len])?.split_off(n_cut * row_len);
        self.put(name, &[n_rows - n_cut, row_len], kept);
        Ok(())
    }

    /// Transposes a matrix `[n_rows, n_columns]`.
    pub(super) fn transpose(
        &mut self,
        name: &str,
        [n_rows, n_columns]: [usize; 2],
    ) -> Result<(), EncodeError> {
        let stored = self.take(name, &[n_rows, n_columns])?;
        let columns = 0..n_columns;
        let values = columns.flat_map(|at| stored.iter().skip(at).step_by(n_columns)).copied();
        let values = values.collect();
        self.put(name, &[n_columns, n_rows], values);
        Ok(())
    }

    /// Cuts a weight by rows into equal parts, one for each name.
    pub(super) fn split(
        &mut self,
        name: &str,
        shape: &[usize],
        parts: &[String],
    ) -> Result<(), EncodeError> {
        let stored = self.take(name, shape)?;
        let mut part_shape = shape.to_vec();
        if let Some(n_rows) = part_shape.first_mut() {
            *n_rows /= parts.len().max(1);
        }
        let len = part_shape.iter().product::<usize>();
        for (part, values) in parts.iter().zip(stored.chunks(len.max(1))) {
            self.put(part, &part_shape, values.to_vec());
        }
        Ok(())
    }
}
