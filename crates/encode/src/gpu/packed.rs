//! Weights of a linear layer on the device, in the type of their pack.
//!
//! In blocks of four inputs by four outputs. Of a block lie, input by input, its four outputs side
//! by side: four vectors of four words as float32, two as float16, one as int8. Blocks of equal
//! inputs lie side by side, vector by vector, and so do the units that read them. Inputs and
//! outputs beyond the last are 0.

use crate::kernels::{Codes, GROUP, Values};

/// What a weight is on the device.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kept {
    Float,
    Half,
    /// Eight bits, and a scale for every [`GROUP`] inputs of an output.
    Code,
}

/// A matrix `[n_in, n_out]` and its scales.
pub(super) struct Packed {
    pub(super) kept: Kept,
    pub(super) words: Vec<u32>,
    /// Codes have them, `[groups, outputs]`: what 127 stands for, since a GPU unpacks 127 as 1.
    pub(super) scales: Vec<f32>,
}

/// Outputs, or inputs, in fours.
pub(super) fn fours(n: usize) -> usize {
    n.div_ceil(4)
}

impl Packed {
    /// From the weights `[n_out, n_in]` as linear layers are stored.
    pub(super) fn new(weights: &Values, n_in: usize) -> Self {
        let n_out = weights.len() / n_in.max(1);
        let size = (n_in, n_out);
        match weights {
            Values::F32(values) => Self {
                kept: Kept::Float,
                words: words(values, size, |input| input.map(f32::to_bits)),
                scales: Vec::new(),
            },
            Values::F16(values) => Self {
                kept: Kept::Half,
                words: words(values, size, |input| {
                    let [a, b, c, d] = input.map(|half| u32::from(half.to_bits()));
                    [a | b << 16, c | d << 16]
                }),
                scales: Vec::new(),
            },
            Values::I8(Codes { codes, scales, .. }) => Self {
                kept: Kept::Code,
                words: words(codes, size, |input| {
                    [u32::from_le_bytes(input.map(i8::cast_unsigned))]
                }),
                scales: by_group(scales, size),
            },
        }
    }
}

/// `word` makes the `N` words of an input's four outputs; a block has four inputs, so `N` vectors.
fn words<T: Copy + Default, const N: usize>(
    values: &[T],
    (n_in, n_out): (usize, usize),
    word: impl Fn([T; 4]) -> [u32; N],
) -> Vec<u32> {
    let (n_blocks, n_quads) = (fours(n_in), fours(n_out));
    let mut words = vec![0; n_blocks * N * n_quads * 4];
    for (quad, outputs) in values.chunks(4 * n_in.max(1)).enumerate() {
        for input in 0..n_in {
            let value = |output: usize| outputs.get(output * n_in + input).copied();
            let of_input = word(std::array::from_fn(|output| value(output).unwrap_or_default()));
            let at_in_block = N * (input % 4);
            let vector = input / 4 * N + at_in_block / 4;
            let at = (vector * n_quads + quad) * 4 + at_in_block % 4;
            let places = words.iter_mut().skip(at);
            places.zip(of_input).for_each(|(place, word)| *place = word);
        }
    }
    words
}

/// Scales `[n_out, groups]` → `[groups, outputs]`, with those that fill up the last four.
fn by_group(scales: &[f32], (n_in, n_out): (usize, usize)) -> Vec<f32> {
    let (n_groups, width) = (n_in.div_ceil(GROUP), 4 * fours(n_out));
    let mut turned = vec![0.0; n_groups * width];
    for (output, scales) in scales.chunks(n_groups.max(1)).enumerate() {
        let places = turned.iter_mut().skip(output).step_by(width);
        places.zip(scales).for_each(|(place, scale)| *place = 127.0 * scale);
    }
    turned
}

impl Kept {
    /// Fours of inputs that share their scales, where there are so many in all.
    pub(super) fn fours_of_group(self, n_fours: usize) -> usize {
        if self == Self::Code { GROUP / 4 } else { n_fours.max(1) }
    }

    /// What four words are to WGSL.
    pub(super) fn vector(self) -> &'static str {
        if self == Self::Float { "vec4<f32>" } else { "vec4<u32>" }
    }

    /// WGSL before the blocks of a group `g`.
    pub(super) fn group(self) -> &'static str {
        if self == Self::Code { "let scales = values[(1u + g) * N_QUADS + quad];" } else { "" }
    }

    /// WGSL that reads block `four` of `quad`: `w0` to `w3` are the four outputs of its inputs. A
    /// device may take a float16 below 6.1e-5 as 0.
    pub(super) fn block(self) -> &'static str {
        match self {
            Self::Float => {
                "let at = 4u * four * N_QUADS + quad;
      let w0 = weights[at];
      let w1 = weights[at + N_QUADS];
      let w2 = weights[at + 2u * N_QUADS];
      let w3 = weights[at + 3u * N_QUADS];"
            }
            Self::Half => {
                "let at = 2u * four * N_QUADS + quad;
      let a = weights[at];
      let b = weights[at + N_QUADS];
      let w0 = vec4<f32>(unpack2x16float(a.x), unpack2x16float(a.y));
      let w1 = vec4<f32>(unpack2x16float(a.z), unpack2x16float(a.w));
      let w2 = vec4<f32>(unpack2x16float(b.x), unpack2x16float(b.y));
      let w3 = vec4<f32>(unpack2x16float(b.z), unpack2x16float(b.w));"
            }
            Self::Code => {
                "let codes = weights[four * N_QUADS + quad];
      let w0 = scales * unpack4x8snorm(codes.x);
      let w1 = scales * unpack4x8snorm(codes.y);
      let w2 = scales * unpack4x8snorm(codes.z);
      let w3 = scales * unpack4x8snorm(codes.w);"
            }
        }
    }
}
