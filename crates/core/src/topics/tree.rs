//! Topics as a tree: "bird" is part of "animal" if every picture of the one shows the other.

use super::JudgedTopics;

/// A topic's place in the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TopicNode {
    /// Its index among the judged topics.
    pub index: usize,
    /// 0 for a topic that is part of no other.
    pub depth: usize,
    /// How many pictures show it.
    pub n_pictures: usize,
}

/// The topics, each before those that are part of it. A topic is part of the smallest whose pictures
/// contain all of its own; of two with the same pictures, the later is part of the earlier.
#[must_use]
pub fn topic_tree(judged: &JudgedTopics) -> Vec<TopicNode> {
    let rows: Vec<Vec<u32>> = judged.topics.iter().map(|topic| topic.rows(|_| true)).collect();
    let is_part = |one: usize, of: usize| {
        let (Some(own), Some(other)) = (rows.get(one), rows.get(of)) else { return false };
        let is_larger = other.len() > own.len() || (other.len() == own.len() && of < one);
        is_larger && own.iter().all(|row| other.binary_search(row).is_ok())
    };
    let size = |index: &usize| rows.get(*index).map_or(0, Vec::len);
    let parents: Vec<Option<usize>> = (0..rows.len())
        .map(|one| (0..rows.len()).filter(|of| is_part(one, *of)).min_by_key(size))
        .collect();
    let mut nodes = Vec::new();
    // The last comes off first, so each list is turned round.
    let mut open: Vec<(usize, usize)> = children(&parents, None).map(|index| (index, 0)).collect();
    while let Some((index, depth)) = open.pop() {
        nodes.push(TopicNode { index, depth, n_pictures: size(&index) });
        open.extend(children(&parents, Some(index)).map(|child| (child, depth + 1)));
    }
    nodes
}

/// The topics with a parent, the last first.
fn children(parents: &[Option<usize>], of: Option<usize>) -> impl Iterator<Item = usize> {
    parents.iter().enumerate().rev().filter(move |(_, own)| **own == of).map(|(index, _)| index)
}
