//! Shards: vectors `[rows, dim]` in a safetensors file, as float16, float32 or int8 codes.

use super::{
    f32_from_half,
    finite::{first_special_half, first_special_single},
};
use crate::limits::MAX_DIM;
use crate::{FormatError, Place};
use half::f16;
use safetensors::{
    Dtype, SafeTensors,
    tensor::{Metadata, TensorInfo, TensorView},
};
use std::ops::Range;

const VECTORS: &str = "vectors";
/// Tensors of an int8 shard: codes `[rows, dim]` and scales `[rows]`.
const CODES: &str = "codes";
const SCALES: &str = "scales";
/// The largest code; −128 is never written, which keeps codes symmetric.
const LARGEST_CODE: f32 = 127.0;
/// The largest magnitude of a code that a shard of another program may have.
const LARGEST_MAGNITUDE: f32 = 128.0;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ShardDtype {
    /// IEEE half precision, 2 bytes.
    #[default]
    F16,
    /// IEEE single precision, 4 bytes.
    F32,
    /// A signed byte times the row's scale, which is the row's largest magnitude / 127: 1 byte per
    /// value and 4 per row.
    I8,
}

impl ShardDtype {
    /// Of one value.
    pub fn bytes(self) -> usize {
        match self {
            Self::F16 => 2,
            Self::F32 => 4,
            Self::I8 => 1,
        }
    }
}

/// The values of vectors `[rows, dim]` as stored, little-endian.
#[derive(Debug, Clone, Copy)]
pub enum Stored<'a> {
    F16(&'a [[u8; 2]]),
    F32(&'a [[u8; 4]]),
    I8 {
        /// Signed, `[rows, dim]`.
        codes: &'a [u8],
        /// `[rows]`.
        scales: &'a [f32],
    },
}

/// Vectors `[rows, dim]` as stored, row by row, little-endian.
#[derive(Debug, Clone, PartialEq)]
pub struct Vectors {
    dim: usize,
    dtype: ShardDtype,
    bytes: Vec<u8>,
    /// By row if the type is int8, else empty.
    scales: Vec<f32>,
}

impl Vectors {
    pub fn new(dim: usize, dtype: ShardDtype) -> Self {
        Self { dim, dtype, bytes: Vec::new(), scales: Vec::new() }
    }

    /// Rounds `dim` values to the shard's type and appends them as a row.
    pub fn push(&mut self, row: impl IntoIterator<Item = f32>) {
        let row = row.into_iter().take(self.dim);
        match self.dtype {
            ShardDtype::F16 => self.bytes.extend(row.flat_map(|v| f16::from_f32(v).to_le_bytes())),
            ShardDtype::F32 => self.bytes.extend(row.flat_map(f32::to_le_bytes)),
            ShardDtype::I8 => self.push_codes(&row.collect::<Vec<f32>>()),
        }
    }

    fn push_codes(&mut self, row: &[f32]) {
        let largest = row.iter().fold(0.0f32, |largest, value| largest.max(value.abs()));
        let scale = largest / LARGEST_CODE;
        let code = |value: &f32| {
            let code = if scale > 0.0 { value / scale } else { 0.0 };
            #[expect(clippy::cast_possible_truncation, reason = "rounded and within the codes")]
            let code = code.round().clamp(-LARGEST_CODE, LARGEST_CODE) as i8;
            code.cast_unsigned()
        };
        self.bytes.extend(row.iter().map(code));
        self.scales.push(scale);
    }

    /// Appends a row of another shard of the same dim and type, as stored; nothing beyond its last
    /// row.
    pub(super) fn push_stored(&mut self, other: &Self, row: usize) {
        let width = self.dim * self.dtype.bytes();
        if let Some(bytes) = other.bytes.get(row * width..(row + 1) * width) {
            self.bytes.extend_from_slice(bytes);
            self.scales.extend(other.scales.get(row));
        }
    }

    /// Appends the rows of another shard, of the same dim and type.
    pub fn append(&mut self, file: &str, other: &Self) -> Result<(), FormatError> {
        if (other.dim, other.dtype) != (self.dim, self.dtype) {
            let reason = format!(
                "its vectors are {:?} of dim {}, but the shards before it have {:?} of dim {}",
                other.dtype, other.dim, self.dtype, self.dim
            );
            return Err(FormatError::new(file, Place::File, reason));
        }
        self.bytes.extend_from_slice(&other.bytes);
        self.scales.extend_from_slice(&other.scales);
        Ok(())
    }

    /// The rows of a range, as stored; fewer where it ends beyond the last row.
    #[must_use]
    pub fn rows_as_stored(&self, rows: Range<usize>) -> Self {
        let mut some = Self::new(self.dim, self.dtype);
        rows.for_each(|row| some.push_stored(self, row));
        some
    }

    pub fn n_rows(&self) -> usize {
        self.bytes.len() / (self.dim * self.dtype.bytes())
    }

    pub fn dim(&self) -> usize {
        self.dim
    }

    /// Of all values and scales.
    pub fn bytes(&self) -> usize {
        self.bytes.len() + 4 * self.scales.len()
    }

    pub fn dtype(&self) -> ShardDtype {
        self.dtype
    }

    /// The values of a row as float32; empty beyond the last row.
    pub fn row(&self, row: usize) -> impl Iterator<Item = f32> {
        let width = self.dim * self.dtype.bytes();
        let bytes = self.bytes.get(row * width..(row + 1) * width).unwrap_or_default();
        // Two of the three are empty; the chain gives one iterator type without allocation.
        let none = &[][..];
        let (halves, singles, codes) = match self.dtype {
            ShardDtype::F16 => (bytes, none, none),
            ShardDtype::F32 => (none, bytes, none),
            ShardDtype::I8 => (none, none, bytes),
        };
        let scale = self.scales.get(row).copied().unwrap_or_default();
        let halves = halves.as_chunks::<2>().0.iter().map(|b| f16::from_le_bytes(*b).to_f32());
        let singles = singles.as_chunks::<4>().0.iter().map(|b| f32::from_le_bytes(*b));
        let codes = codes.iter().map(move |code| f32::from(code.cast_signed()) * scale);
        halves.chain(singles).chain(codes)
    }

    pub fn stored(&self) -> Stored<'_> {
        match self.dtype {
            ShardDtype::F16 => Stored::F16(self.bytes.as_chunks().0),
            ShardDtype::F32 => Stored::F32(self.bytes.as_chunks().0),
            ShardDtype::I8 => Stored::I8 { codes: &self.bytes, scales: &self.scales },
        }
    }

    /// Writes the values of a row to `values` `[dim]`, faster than [`Self::row`]; writes nothing
    /// beyond the last row. Inlined, so that it is compiled for the instruction set of the calling
    /// loop.
    #[inline(always)]
    pub fn read_row(&self, row: usize, values: &mut [f32]) {
        let range = row * self.dim..(row + 1) * self.dim;
        match self.stored() {
            Stored::F16(all) => {
                for (value, half) in values.iter_mut().zip(all.get(range).unwrap_or_default()) {
                    *value = f32_from_half(u16::from_le_bytes(*half));
                }
            }
            Stored::F32(all) => {
                for (value, bytes) in values.iter_mut().zip(all.get(range).unwrap_or_default()) {
                    *value = f32::from_le_bytes(*bytes);
                }
            }
            Stored::I8 { codes, scales } => {
                let scale = scales.get(row).copied().unwrap_or_default();
                for (value, code) in values.iter_mut().zip(codes.get(range).unwrap_or_default()) {
                    *value = f32::from(code.cast_signed()) * scale;
                }
            }
        }
    }

    /// Refuses values that are NaN or infinite, by row of the file, of which `first_row` is the
    /// first here. Scales were checked when they were read.
    pub(super) fn check_finite(&self, file: &str, first_row: usize) -> Result<(), FormatError> {
        let found = match self.stored() {
            Stored::F16(values) => first_special_half(values),
            Stored::F32(values) => first_special_single(values),
            Stored::I8 { .. } => None,
        };
        let Some(place) = found else { return Ok(()) };
        let (row, column) = (place / self.dim, place % self.dim);
        let value = self.row(row).nth(column).unwrap_or(f32::NAN);
        let reason = format!(
            "value {column} is {value}: encode this row again, and build the benchmark again"
        );
        Err(FormatError::new(file, Place::Row(first_row + row), reason))
    }

    /// `[rows × dim]`.
    pub fn to_f32(&self) -> Vec<f32> {
        let mut all = vec![0.0; self.n_rows() * self.dim];
        for (row, values) in all.chunks_exact_mut(self.dim).enumerate() {
            self.read_row(row, values);
        }
        all
    }
}

pub fn shard_from_rows(file: &str, vectors: &Vectors) -> Result<Vec<u8>, FormatError> {
    let failed = |e: safetensors::SafeTensorError| {
        FormatError::new(file, Place::File, "cannot be written as safetensors").because(e)
    };
    let (name, dtype) = match vectors.dtype {
        ShardDtype::F16 => (VECTORS, Dtype::F16),
        ShardDtype::F32 => (VECTORS, Dtype::F32),
        ShardDtype::I8 => (CODES, Dtype::I8),
    };
    let shape = vec![vectors.n_rows(), vectors.dim];
    let values = TensorView::new(dtype, shape, &vectors.bytes).map_err(failed)?;
    let scales: Vec<u8> = vectors.scales.iter().flat_map(|scale| scale.to_le_bytes()).collect();
    let mut tensors = vec![(name, values)];
    if vectors.dtype == ShardDtype::I8 {
        let shape = vec![vectors.n_rows()];
        tensors.push((SCALES, TensorView::new(Dtype::F32, shape, &scales).map_err(failed)?));
    }
    safetensors::serialize(tensors, None).map_err(failed)
}

/// # Errors
/// Not safetensors; or neither a tensor `vectors` `[rows, dim]` of float16 or float32, nor `codes`
/// `[rows, dim]` of int8 with `scales` `[rows]` of float32 that are finite and not negative; more
/// than [`MAX_DIM`] values a row; or a value that is NaN or infinite, by row.
pub fn vectors_from_shard(file: &str, bytes: &[u8]) -> Result<Vectors, FormatError> {
    let wrong = |reason: String| FormatError::new(file, Place::File, reason);
    let (header, metadata) = SafeTensors::read_metadata(bytes)
        .map_err(|e| wrong(format!("not a safetensors file: {e}")).because(e))?;
    let data = bytes.get(LENGTH_BYTES + header..).unwrap_or_default();
    let layout = ShardLayout::new(file, &metadata)?;
    let values = data.get(layout.values.clone()).unwrap_or_default().to_vec();
    let scales = layout.scales.as_ref().and_then(|range| data.get(range.clone()));
    let scales = scales_from_bytes(file, scales.unwrap_or_default())?;
    let vectors = layout.vectors(values, scales);
    vectors.check_finite(file, 0)?;
    Ok(vectors)
}

/// Bytes before the header, which give its length.
pub(super) const LENGTH_BYTES: usize = 8;

/// Where a shard's values are, as byte ranges from the end of its header.
#[derive(Debug, Clone)]
pub(super) struct ShardLayout {
    pub(super) dtype: ShardDtype,
    pub(super) n_rows: usize,
    pub(super) dim: usize,
    pub(super) values: Range<usize>,
    /// Only for int8.
    pub(super) scales: Option<Range<usize>>,
}

impl ShardLayout {
    pub(super) fn new(file: &str, metadata: &Metadata) -> Result<Self, FormatError> {
        let wrong = |reason: String| FormatError::new(file, Place::File, reason);
        let (name, info) = match (metadata.info(CODES), metadata.info(VECTORS)) {
            (Some(codes), _) => (CODES, codes),
            (None, Some(vectors)) => (VECTORS, vectors),
            (None, None) => {
                let names = metadata.offset_keys();
                let reason = format!("it has no tensor {VECTORS:?} or {CODES:?}, only {names:?}");
                return Err(wrong(reason));
            }
        };
        let &[n_rows, dim] = &info.shape[..] else {
            let shape = &info.shape;
            return Err(wrong(format!("{name:?} has shape {shape:?}, and [rows, dim] is needed")));
        };
        if dim == 0 || dim > MAX_DIM {
            return Err(wrong(format!("{name:?} has dim {dim}, and 1 to {MAX_DIM} are possible")));
        }
        let dtype = match (name, info.dtype) {
            (VECTORS, Dtype::F16) => ShardDtype::F16,
            (VECTORS, Dtype::F32) => ShardDtype::F32,
            (CODES, Dtype::I8) => ShardDtype::I8,
            (VECTORS, other) => {
                return Err(wrong(format!("{VECTORS:?} is {other:?}, and F16 or F32 is needed")));
            }
            (_, other) => return Err(wrong(format!("{CODES:?} is {other:?}, and I8 is needed"))),
        };
        let range = |info: &TensorInfo| info.data_offsets.0..info.data_offsets.1;
        let scales = match (dtype, metadata.info(SCALES)) {
            (ShardDtype::I8, None) => {
                return Err(wrong(format!("it has {CODES:?} and no {SCALES:?}")));
            }
            (ShardDtype::I8, Some(info)) if info.dtype != Dtype::F32 || info.shape != [n_rows] => {
                let TensorInfo { dtype, shape, .. } = info;
                return Err(wrong(format!(
                    "{SCALES:?} is {dtype:?} {shape:?}, and F32 [{n_rows}] is needed"
                )));
            }
            (ShardDtype::I8, Some(info)) => Some(range(info)),
            _ => None,
        };
        Ok(Self { dtype, n_rows, dim, values: range(info), scales })
    }

    /// From the values and scales of some rows.
    pub(super) fn vectors(&self, values: Vec<u8>, scales: Vec<f32>) -> Vectors {
        Vectors { dim: self.dim, dtype: self.dtype, bytes: values, scales }
    }
}

pub(super) fn scales_from_bytes(file: &str, bytes: &[u8]) -> Result<Vec<f32>, FormatError> {
    let scales: Vec<f32> =
        bytes.as_chunks::<4>().0.iter().map(|b| f32::from_le_bytes(*b)).collect();
    // The largest code times the scale must be finite too.
    let is_valid = |scale: &f32| (scale * LARGEST_MAGNITUDE).is_finite() && *scale >= 0.0;
    match scales.iter().position(|scale| !is_valid(scale)) {
        None => Ok(scales),
        Some(row) => {
            let scale = scales.get(row).copied().unwrap_or_default();
            Err(FormatError::new(file, Place::Row(row), format!("its scale is {scale}")))
        }
    }
}
