//! Weights as the kernels read them: `[in / v, out / 4, v, 4]`, with v = 1 for float32, 2 for
//! float16 and 4 for int8. Four words hold four outputs of v inputs. Those of the same inputs are
//! adjacent, as are the threads that read them. Inputs and outputs are padded with 0 to a multiple
//! of 4.

use crate::sizes::INPUTS_PER_SCALE;

pub(super) fn packed_shape(per_word: usize, n_in: usize, n_out: usize) -> [usize; 4] {
    [n_in.next_multiple_of(4) / per_word, n_out.div_ceil(4), per_word, 4]
}

/// From `[out, in]`, as linear layers are stored.
pub(super) fn packed<T: Copy + Default>(values: &[T], per_word: usize, n_in: usize) -> Vec<T> {
    let n_out = values.len() / n_in.max(1);
    let [n_in_groups, n_out_quads, ..] = packed_shape(per_word, n_in, n_out);
    let mut packed = vec![T::default(); n_in_groups * n_out_quads * per_word * 4];
    for (output, inputs) in values.chunks_exact(n_in.max(1)).enumerate() {
        for (input, value) in inputs.iter().enumerate() {
            let quad = input / per_word * n_out_quads + output / 4;
            let at = (quad * per_word + input % per_word) * 4 + output % 4;
            if let Some(place) = packed.get_mut(at) {
                *place = *value;
            }
        }
    }
    packed
}

/// Scales `[out, groups]` → `[groups, out]`, the outputs padded to a multiple of 4.
pub(super) fn scales_by_group(scales: &[f32], n_in: usize, n_out: usize) -> (Vec<f32>, [usize; 2]) {
    let shape = [n_in.div_ceil(INPUTS_PER_SCALE), n_out.next_multiple_of(4)];
    let [n_groups, width] = shape;
    let mut by_group = vec![0.0; n_groups * width];
    for (output, scales) in scales.chunks(n_groups.max(1)).enumerate() {
        let places = by_group.iter_mut().skip(output).step_by(width);
        places.zip(scales).for_each(|(place, scale)| *place = *scale);
    }
    (by_group, shape)
}
