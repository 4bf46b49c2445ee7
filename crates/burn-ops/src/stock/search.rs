//! Estimates of scores, and the rows that a search keeps.

use super::{dims, reshaped, sliced, slices};
use crate::inputs::{Queries, RowFilter, Scored};
use crate::sizes::{CodesShape, ROWS, Selection, THREADS};
use burn::backend::{
    Backend, TensorMetadata, get_or_init_device_settings,
    tensor::{BoolTensor, FloatTensor, IntTensor},
};
use burn::tensor::{BoolDType, FloatDType, IntDType};

pub(crate) fn score_codes<B: Backend>(
    codes: IntTensor<B>,
    rows: FloatTensor<B>,
    queries: Queries<B>,
    scored: Scored<B>,
    filter: RowFilter<B>,
    shape: CodesShape,
) -> Scored<B> {
    let Queries { values, norms } = queries;
    let [n_blocks, n_words, ..]: [usize; 5] = dims(&codes);
    let [n_queries, _, n_threads] = dims(&scored.estimates);
    let [n_groups, dim, per_group] = dims(&values);
    let values = reshaped::<B>(B::float_swap_dims(values, 1, 2), [n_groups * per_group, dim]);
    // [rows of a thread, blocks, threads, words, 4] → [values, slots of these blocks]
    let codes = B::int_permute(codes, &[2, 0, 3, 1, 4]);
    let n_part_threads = n_blocks * THREADS;
    let codes = B::int_reshape(codes, [ROWS * n_part_threads, 4 * n_words].into());
    let codes = B::float_transpose(B::int_into_float(codes, FloatDType::F32));
    let sums = reshaped::<B>(B::float_matmul(values, codes), [n_queries, ROWS, n_part_threads]);
    let threads = shape.first_block * THREADS..shape.first_block * THREADS + n_part_threads;
    let of_part = |tensor: FloatTensor<B>| sliced::<B>(tensor, &[0..1, 0..ROWS, threads.clone()]);
    let radii = sliced::<B>(rows.clone(), &[1..2, 0..ROWS, 0..n_threads]);
    let estimates = B::float_mul(sums, of_part(sliced::<B>(rows, &[0..1, 0..ROWS, 0..n_threads])));
    let margins = B::float_mul(reshaped::<B>(norms, [n_queries, 1, 1]), of_part(radii.clone()));
    let lower = B::float_sub(estimates.clone(), margins);
    let hidden = B::bool_not(allowed::<B>(radii, filter));
    let hidden = B::bool_slice(hidden, &slices(&[0..1, 0..ROWS, threads.clone()]));
    let hidden = B::bool_expand(hidden, [n_queries, ROWS, n_part_threads].into());
    let lower = B::float_mask_fill(lower, hidden, f32::MIN.into());
    let best = reshaped::<B>(B::float_max_dim(lower, 1), [n_queries, n_part_threads]);
    let of_estimates = slices(&[0..n_queries, 0..ROWS, threads.clone()]);
    let of_bounds = slices(&[0..n_queries, threads]);
    Scored {
        estimates: B::float_slice_assign(scored.estimates, &of_estimates, estimates),
        bounds: B::float_slice_assign(scored.bounds, &of_bounds, best),
    }
}

/// Whether rows may be found, by their error bounds `[1, 8, threads]`.
fn allowed<B: Backend>(radii: FloatTensor<B>, filter: RowFilter<B>) -> BoolTensor<B> {
    let shape = radii.shape();
    let bool_dtype = bool_dtype::<B>(&radii);
    let known = B::float_greater_equal_elem(radii, 0f32.into(), bool_dtype);
    match filter {
        RowFilter::All => known,
        RowFilter::Bits(words) => {
            let [n_words] = dims(&words);
            let bits = [n_words, 32];
            let places = B::int_arange(0..32, &words.device(), IntDType::U32);
            let places = B::int_expand(B::int_reshape(places, [1usize, 32].into()), bits.into());
            let words = B::int_expand(B::int_reshape(words, [n_words, 1].into()), bits.into());
            let bits = B::bitwise_and_scalar(B::bitwise_right_shift(words, places), 1u32.into());
            let chosen = B::int_equal_elem(B::int_reshape(bits, shape), 1u32.into(), bool_dtype);
            B::bool_and(known, chosen)
        }
    }
}

pub(crate) fn kept_rows<B: Backend>(
    scored: Scored<B>,
    rows: FloatTensor<B>,
    norms: FloatTensor<B>,
    filter: RowFilter<B>,
    selection: Selection,
) -> IntTensor<B> {
    let [_, _, n_threads] = dims(&scored.estimates);
    let Selection { n_queries, k, capacity } = selection;
    let wanted = 0..n_queries;
    let estimates = sliced::<B>(scored.estimates, std::slice::from_ref(&wanted));
    let bounds = sliced::<B>(scored.bounds, std::slice::from_ref(&wanted));
    let norms = sliced::<B>(norms, &[wanted]);
    let n_slots = ROWS * n_threads;
    let bool_dtype = bool_dtype::<B>(&rows);
    let radii = sliced::<B>(rows, &[1..2, 0..ROWS, 0..n_threads]);
    let margins = B::float_mul(reshaped::<B>(norms, [n_queries, 1, 1]), radii.clone());
    let upper = B::float_add(estimates, margins);
    let hidden = B::bool_not(allowed::<B>(radii, filter));
    let hidden = B::bool_expand(hidden, [n_queries, ROWS, n_threads].into());
    let upper = B::float_mask_fill(upper, hidden, f32::MIN.into());
    let upper = reshaped::<B>(upper, [n_queries, n_slots]);
    let highest = B::float_topk(bounds, 1, k);
    // A row that must not be found never reaches it.
    let threshold = B::float_clamp_min(B::float_min_dim(highest, 1), f32::MIN.next_up().into());
    let (upper, order) = B::float_sort_with_indices(upper, 1, true, IntDType::I64);
    let reaches = B::float_greater_equal(
        upper,
        B::float_expand(threshold, [n_queries, n_slots].into()),
        bool_dtype,
    );
    let n_kept = B::int_sum_dim(B::bool_into_int(reaches, IntDType::I64), 1);
    let first = slices(&[0..n_queries, 0..capacity]);
    let listed = B::int_cat(vec![n_kept, B::int_slice(order, &first)], 1);
    B::int_cast(listed, IntDType::U32)
}

pub(crate) fn estimates_of_kept<B: Backend>(
    estimates: FloatTensor<B>,
    kept: IntTensor<B>,
) -> FloatTensor<B> {
    let [_, _, n_threads] = dims(&estimates);
    let [n_queries, width] = dims(&kept);
    let rows = B::int_slice(kept, &slices(&[0..n_queries, 1..width]));
    let wanted = 0..n_queries;
    let estimates = sliced::<B>(estimates, &[wanted]);
    B::float_gather(1, reshaped::<B>(estimates, [n_queries, ROWS * n_threads]), rows)
}

fn bool_dtype<B: Backend>(tensor: &FloatTensor<B>) -> BoolDType {
    get_or_init_device_settings::<B>(&tensor.device()).bool_dtype
}
