//! Weights of a linear layer on the device, in the type of their pack.
//!
//! They are laid out in blocks of four inputs by four outputs. A block holds, input by input, its
//! four outputs side by side: four vectors of four words as float32, two as float16, one as int8. The
//! blocks of equal inputs lie side by side, vector by vector, as do the threads that read them.
//! Inputs and outputs beyond the last are 0.

use crate::kernels::{Codes, GROUP, Values};

/// The type of a weight on the device.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Storage {
    F32,
    F16,
    /// Eight bits, and a scale for every [`GROUP`] inputs of an output.
    I8,
}

/// A matrix `[n_in, n_out]` and its scales.
pub(super) struct PackedWeights {
    pub(super) storage: Storage,
    pub(super) words: Vec<u32>,
    /// For int8 `[groups, outputs]`, else empty. Each is what 127 stands for, since a GPU unpacks
    /// 127 as 1.
    pub(super) scales: Vec<f32>,
}

/// How many groups of four hold `n` inputs or outputs.
pub(super) fn quads(n: usize) -> usize {
    n.div_ceil(4)
}

impl PackedWeights {
    /// From the weights `[n_out, n_in]`, as linear layers are stored.
    pub(super) fn new(weights: &Values, n_in: usize) -> Self {
        let n_out = weights.len() / n_in.max(1);
        let size = (n_in, n_out);
        match weights {
            Values::F32(values) => Self {
                storage: Storage::F32,
                words: words(values, size, |input| input.map(f32::to_bits)),
                scales: Vec::new(),
            },
            Values::F16(values) => Self {
                storage: Storage::F16,
                words: words(values, size, |input| {
                    let [a, b, c, d] = input.map(|half| u32::from(half.to_bits()));
                    [a | b << 16, c | d << 16]
                }),
                scales: Vec::new(),
            },
            Values::I8(Codes { codes, scales, .. }) => Self {
                storage: Storage::I8,
                words: words(codes, size, |input| {
                    [u32::from_le_bytes(input.map(i8::cast_unsigned))]
                }),
                scales: scales_by_group(scales, size),
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
    let (n_in_quads, n_out_quads) = (quads(n_in), quads(n_out));
    let mut words = vec![0; n_in_quads * N * n_out_quads * 4];
    for (out_quad, outputs) in values.chunks(4 * n_in.max(1)).enumerate() {
        for input in 0..n_in {
            let value = |output: usize| outputs.get(output * n_in + input).copied();
            let of_input = word(std::array::from_fn(|output| value(output).unwrap_or_default()));
            let at_in_block = N * (input % 4);
            let vector = input / 4 * N + at_in_block / 4;
            let at = (vector * n_out_quads + out_quad) * 4 + at_in_block % 4;
            let places = words.iter_mut().skip(at);
            places.zip(of_input).for_each(|(place, word)| *place = word);
        }
    }
    words
}

/// Scales `[n_out, groups]` → `[groups, outputs]`, the last four outputs filled up.
fn scales_by_group(scales: &[f32], (n_in, n_out): (usize, usize)) -> Vec<f32> {
    let (n_groups, width) = (n_in.div_ceil(GROUP), 4 * quads(n_out));
    let mut by_group = vec![0.0; n_groups * width];
    for (output, scales) in scales.chunks(n_groups.max(1)).enumerate() {
        let places = by_group.iter_mut().skip(output).step_by(width);
        places.zip(scales).for_each(|(place, scale)| *place = 127.0 * scale);
    }
    by_group
}

impl Storage {
    /// Its name in the kernel's template.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::F32 => "f32",
            Self::F16 => "f16",
            Self::I8 => "i8",
        }
    }

    /// Input quads that share their scales; all of them where there are no scales.
    pub(super) fn quads_per_group(self, n_in_quads: usize) -> usize {
        if self == Self::I8 { GROUP / 4 } else { n_in_quads.max(1) }
    }

    /// Four words in WGSL.
    pub(super) fn element(self) -> &'static str {
        if self == Self::F32 { "vec4<f32>" } else { "vec4<u32>" }
    }
}
