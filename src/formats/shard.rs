//! Shards: vectors `[rows, dim]` in a safetensors file, as float16 or float32.

use super::{FormatError, Place};
use half::f16;
use safetensors::{Dtype, SafeTensors, tensor::TensorView};

/// The name of the tensor that holds a shard's vectors.
const VECTORS: &str = "vectors";

/// How a shard's values are kept.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ShardDtype {
    /// IEEE half precision, 2 bytes.
    #[default]
    F16,
    /// IEEE single precision, 4 bytes.
    F32,
}

impl ShardDtype {
    /// Bytes of one value.
    #[must_use]
    pub fn bytes(self) -> usize {
        match self {
            Self::F16 => 2,
            Self::F32 => 4,
        }
    }
}

/// Vectors `[rows, dim]` as they are kept, row after row, little-endian.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vectors {
    dim: usize,
    dtype: ShardDtype,
    bytes: Vec<u8>,
}

impl Vectors {
    /// No rows yet.
    #[must_use]
    pub fn new(dim: usize, dtype: ShardDtype) -> Self {
        Self { dim, dtype, bytes: Vec::new() }
    }

    /// Rounds values to the shard's type and appends them as a row; `row` has `dim` values.
    pub fn push(&mut self, row: impl IntoIterator<Item = f32>) {
        for value in row.into_iter().take(self.dim) {
            match self.dtype {
                ShardDtype::F16 => self.bytes.extend(f16::from_f32(value).to_le_bytes()),
                ShardDtype::F32 => self.bytes.extend(value.to_le_bytes()),
            }
        }
    }

    /// Appends the rows of another shard of the same system.
    ///
    /// # Errors
    /// It has another dim or type.
    pub fn append(&mut self, file: &str, other: &Self) -> Result<(), FormatError> {
        if (other.dim, other.dtype) != (self.dim, self.dtype) {
            let reason = format!(
                "its vectors are {:?} of dim {}, and those before it {:?} of dim {}",
                other.dtype, other.dim, self.dtype, self.dim
            );
            return Err(FormatError::new(file, Place::File, reason));
        }
        self.bytes.extend_from_slice(&other.bytes);
        Ok(())
    }

    /// Number of vectors.
    #[must_use]
    pub fn n_rows(&self) -> usize {
        self.bytes.len() / (self.dim * self.dtype.bytes())
    }

    /// Values in a vector.
    #[must_use]
    pub fn dim(&self) -> usize {
        self.dim
    }

    /// How the values are kept.
    #[must_use]
    pub fn dtype(&self) -> ShardDtype {
        self.dtype
    }

    /// The values of a row, widened to float32; nothing beyond the last row.
    pub fn row(&self, row: usize) -> impl Iterator<Item = f32> {
        let width = self.dim * self.dtype.bytes();
        let bytes = self.bytes.get(row * width..(row + 1) * width).unwrap_or_default();
        // One of the two is empty; chaining keeps a single, allocation-free type.
        let (halves, singles) = match self.dtype {
            ShardDtype::F16 => (bytes, &[][..]),
            ShardDtype::F32 => (&[][..], bytes),
        };
        let halves = halves.as_chunks::<2>().0.iter().map(|b| f16::from_le_bytes(*b).to_f32());
        halves.chain(singles.as_chunks::<4>().0.iter().map(|b| f32::from_le_bytes(*b)))
    }

    /// All values `[rows × dim]`, widened to float32.
    #[must_use]
    pub fn to_f32(&self) -> Vec<f32> {
        (0..self.n_rows()).flat_map(|row| self.row(row)).collect()
    }
}

/// Writes a shard.
///
/// # Errors
/// What the safetensors writer refuses.
pub fn shard_from_rows(file: &str, vectors: &Vectors) -> Result<Vec<u8>, FormatError> {
    let dtype = match vectors.dtype {
        ShardDtype::F16 => Dtype::F16,
        ShardDtype::F32 => Dtype::F32,
    };
    let failed = |e: safetensors::SafeTensorError| {
        FormatError::new(file, Place::File, "cannot be written as safetensors").because(e)
    };
    let shape = vec![vectors.n_rows(), vectors.dim];
    let view = TensorView::new(dtype, shape, &vectors.bytes).map_err(failed)?;
    safetensors::serialize([(VECTORS, view)], None).map_err(failed)
}

/// Reads a shard.
///
/// # Errors
/// Not safetensors, no tensor `vectors` of shape `[rows, dim]`, or another type than
/// float16 and float32.
pub fn vectors_from_shard(file: &str, bytes: &[u8]) -> Result<Vectors, FormatError> {
    let wrong = |reason: String| FormatError::new(file, Place::File, reason);
    let tensors = SafeTensors::deserialize(bytes)
        .map_err(|e| wrong(format!("not a safetensors file: {e}")).because(e))?;
    let view = tensors.tensor(VECTORS).map_err(|e| {
        wrong(format!("it has no tensor {VECTORS:?}, only {:?}", tensors.names())).because(e)
    })?;
    let &[_, dim] = view.shape() else {
        return Err(wrong(format!(
            "{VECTORS:?} has shape {:?}, and [rows, dim] is needed",
            view.shape()
        )));
    };
    let dtype = match view.dtype() {
        Dtype::F16 => ShardDtype::F16,
        Dtype::F32 => ShardDtype::F32,
        other => return Err(wrong(format!("{VECTORS:?} is {other:?}, and F16 or F32 is needed"))),
    };
    if dim == 0 {
        return Err(wrong(format!("{VECTORS:?} has dim 0")));
    }
    Ok(Vectors { dim, dtype, bytes: view.data().to_vec() })
}
