//! The topic of a text that has none of its own (§C.1): that of the nearest text that has one.

use super::cache::cosine;

/// The topic of the known text with the largest cosine to a text's vector, the first of equally near
/// ones; `None` where nothing is known, or where there is no cosine.
pub fn nearest_topic<'a>(
    vector: &[f32],
    known: impl IntoIterator<Item = (Vec<f32>, &'a str)>,
) -> Option<&'a str> {
    let mut best: Option<(f64, &'a str)> = None;
    for (other, topic) in known {
        let Some(cosine) = cosine(vector, &other) else { continue };
        if best.is_none_or(|(highest, _)| cosine > highest) {
            best = Some((cosine, topic));
        }
    }
    best.map(|(_, topic)| topic)
}
