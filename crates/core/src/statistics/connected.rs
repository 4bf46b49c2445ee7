//! Which items can be compared, directly or through others.

/// The strongly connected components of the graph with an arrow from i to j where
/// `points_to(i, j)`: within one, every item is reachable from every other. Ordered by their
/// first item, items ascending.
pub(super) fn components(n: usize, points_to: impl Fn(usize, usize) -> bool) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut is_placed = vec![false; n];
    for start in 0..n {
        if is_placed[start] {
            continue;
        }
        let forwards = reachable(n, start, &points_to);
        let backwards = reachable(n, start, |i, j| points_to(j, i));
        let group: Vec<usize> = (0..n).filter(|i| forwards[*i] && backwards[*i]).collect();
        group.iter().for_each(|item| is_placed[*item] = true);
        groups.push(group);
    }
    groups
}

/// Which items are reachable from one, itself included.
fn reachable(n: usize, start: usize, points_to: impl Fn(usize, usize) -> bool) -> Vec<bool> {
    let mut is_reached = vec![false; n];
    let mut open = vec![start];
    while let Some(item) = open.pop() {
        if !std::mem::replace(&mut is_reached[item], true) {
            open.extend((0..n).filter(|next| !is_reached[*next] && points_to(item, *next)));
        }
    }
    is_reached
}
