//! A panel: eight columns of the right-hand matrix of a product.

use super::lanes::F32x4;

pub(super) const WIDTH: usize = 8;

/// Calls `put` for each row of a tile's product, the first of which is row `first`.
#[inline(always)]
pub(super) fn put_rows<const ROWS: usize>(
    tile: [[F32x4; 2]; ROWS],
    first: usize,
    panel: usize,
    put: &mut impl FnMut(usize, usize, [F32x4; 2]),
) {
    for (row, values) in tile.into_iter().enumerate() {
        put(first + row, panel, values);
    }
}

#[inline(always)]
pub(super) fn put_eight(row: &mut [f32], panel: usize, values: [F32x4; 2]) {
    let row = &mut row[panel * WIDTH..];
    if let Some((eight, _)) = row.split_first_chunk_mut::<WIDTH>() {
        eight[..4].copy_from_slice(&values[0].values());
        eight[4..].copy_from_slice(&values[1].values());
    } else {
        let all = values.iter().flat_map(|half| half.values());
        row.iter_mut().zip(all).for_each(|(place, value)| *place = value);
    }
}
