//! `trec:nDCG@k`: discounted cumulative gain over that of an ideal list.
//!
//! DCG = Σ_{r ≤ k} g_r / log2(r + 1) with the grade itself as gain; negative grades gain
//! nothing. The ideal list holds all judged images by grade, cut at k.
//! Source: Järvelin & Kekäläinen 2002 as in `trec_eval`, `m_ndcg_cut.c`.

use super::JudgedList;

/// The value for one query; the caller has made sure that R > 0.
pub(super) fn value(list: &JudgedList, k: usize) -> f64 {
    let gained = list.grades().iter().take(k).map(|grade| grade.unwrap_or(0).max(0));
    dcg(gained) / dcg(list.ideal().iter().take(k).copied())
}

fn dcg(gains: impl Iterator<Item = i32>) -> f64 {
    (2u32..).zip(gains).map(|(rank_plus_1, g)| f64::from(g) / f64::from(rank_plus_1).log2()).sum()
}
