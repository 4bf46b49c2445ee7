//! Every order of some rows: the brute force behind what is expected of a random one.

pub(crate) fn permutations(rows: &[u32]) -> Vec<Vec<u32>> {
    let [first, rest @ ..] = rows else { return vec![Vec::new()] };
    let mut all = Vec::new();
    for shorter in permutations(rest) {
        for place in 0..=shorter.len() {
            let mut longer = shorter.clone();
            longer.insert(place, *first);
            all.push(longer);
        }
    }
    all
}
