//! Attention among the tokens of one text.

use super::{
    float_panels::FloatPanels,
    functions::exp,
    lanes::F32x4,
    panel::{WIDTH, put_eight},
    tiles::FloatTiles,
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attention {
    /// Must divide the length of a token's vector.
    pub n_heads: usize,
    /// Whether a token attends only to itself and those before it.
    pub is_causal: bool,
}

/// What the distance between two tokens adds to their score, before the softmax.
#[derive(Debug)]
pub struct Distances {
    /// For each head, from the farthest before to the farthest after.
    values: Vec<f32>,
    n_heads: usize,
    /// Tokens of the longest text.
    most: usize,
}

impl Distances {
    /// From a function of head and distance, for texts of up to `most` tokens.
    pub fn new(n_heads: usize, most: usize, of: impl Fn(usize, isize) -> f32) -> Self {
        let furthest = most.saturating_sub(1).cast_signed();
        let heads = 0..n_heads;
        let values = heads.flat_map(|head| (-furthest..=furthest).map(move |by| (head, by)));
        Self { values: values.map(|(head, by)| of(head, by)).collect(), n_heads, most }
    }

    pub fn bytes(&self) -> usize {
        size_of_val(&*self.values)
    }

    /// What a head adds to the scores of a token for all tokens.
    fn of(&self, head: usize, token: usize) -> &[f32] {
        let per_head = self.values.len() / self.n_heads.max(1);
        let start = head * per_head + (self.most - 1).saturating_sub(token);
        self.values.get(start..(head + 1) * per_head).unwrap_or_default()
    }
}

/// softmax(Q Kᵀ / √d) V for each head (Vaswani et al., "Attention Is All You Need", 2017). `qkv`
/// `[tokens, 3 · hidden]` holds each token's query, key and value; `out` is `[tokens, hidden]`.
pub fn attend(attention: Attention, qkv: &[f32], out: &mut [f32], hidden: usize) {
    attend_by(attention, None, qkv, out, hidden);
}

/// [`attend`] with distances: softmax(Q Kᵀ / √d + D) V.
pub fn attend_by(
    attention: Attention,
    distances: Option<&Distances>,
    qkv: &[f32],
    out: &mut [f32],
    hidden: usize,
) {
    let Attention { n_heads, is_causal } = attention;
    let n_tokens = out.len() / hidden;
    let (per_head, stride) = (hidden / n_heads, 3 * hidden);
    let scale = 1.0 / (per_head as f32).sqrt();
    let padded = n_tokens.next_multiple_of(WIDTH);
    let mut weights = vec![0.0f32; n_tokens * padded];
    let (mut left, mut right) = (FloatTiles::default(), FloatPanels::default());
    for (head, first) in (0..hidden).step_by(per_head).enumerate() {
        let (key, value) = (first + hidden, first + 2 * hidden);
        left.fill(&qkv[first..], (n_tokens, per_head, stride));
        right.fill_with_columns(&qkv[key..], (n_tokens, per_head, stride));
        right.multiply(&left, |row, panel, logits| {
            put_eight(&mut weights[row * padded..(row + 1) * padded], panel, logits);
        });
        for (token, row) in weights.chunks_mut(padded).enumerate() {
            if let Some(distances) = distances {
                // The softmax scales them again.
                let added = distances.of(head, token).iter().map(|value| value / scale);
                row.iter_mut().take(n_tokens).zip(added).for_each(|(score, value)| *score += value);
            }
            softmax(row, if is_causal { token + 1 } else { n_tokens }, scale);
        }
        left.fill(&weights, (n_tokens, n_tokens, padded));
        right.fill_with_rows(&qkv[value..], (n_tokens, per_head, stride));
        right.multiply(&left, |row, panel, values| {
            let at = row * hidden + first;
            put_eight(&mut out[at..at + right.n_out()], panel, values);
        });
    }
}

/// Softmax over the first `n` values of a row, each times `scale`; the others become 0. The row's
/// length is a multiple of 8.
fn softmax(row: &mut [f32], n: usize, scale: f32) {
    row[n..].fill(f32::NEG_INFINITY);
    let (fours, _) = row[..n.next_multiple_of(4)].as_chunks_mut::<4>();
    let least = F32x4::splat(f32::NEG_INFINITY);
    let largest = fours.iter().fold(least, |largest, four| F32x4::new(*four).at_least(largest));
    let largest = largest.values().into_iter().fold(f32::NEG_INFINITY, f32::max);
    let (largest, scale) = (F32x4::splat(largest), F32x4::splat(scale));
    let mut sums = F32x4::splat(0.0);
    for four in fours.iter_mut() {
        let shares = exp((F32x4::new(*four) - largest) * scale);
        sums = sums + shares;
        *four = shares.values();
    }
    let [a, b, c, d] = sums.values();
    let share = F32x4::splat(1.0 / (a + b + c + d));
    for four in fours {
        *four = (F32x4::new(*four) * share).values();
    }
    row[n..].fill(0.0);
}
