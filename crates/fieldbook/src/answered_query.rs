//! Queries of the benchmark, each with the rule that decides which scenes are relevant.

use std::collections::BTreeMap;

use super::{
    ClaimedCaption, Predicate, Scene,
    questions::{Family, Question, is_held_out, questions},
    splitmix::SplitMix64,
};
use rankscope_core::benchmark::Query;

/// What decides which scenes are relevant to a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    Question(&'static Question),
    /// The claims of a caption: every scene of which all of them hold is relevant.
    Caption {
        /// The row of the scene that it was written for.
        row: usize,
        claims: Vec<Predicate>,
    },
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnsweredQuery {
    pub query: Query,
    pub answer: Answer,
}

impl AnsweredQuery {
    /// The grade of a scene: 2 if it answers the query, 1 if it answers part of it, 0 otherwise.
    pub fn grade(&self, scene: &Scene) -> i32 {
        match &self.answer {
            Answer::Question(question) => question.grade(scene),
            Answer::Caption { claims, .. } => {
                if claims.iter().all(|claim| claim.holds(scene)) {
                    2
                } else {
                    0
                }
            }
        }
    }
}

/// The questions as queries. Ids are made of the family and the position in it; one query in
/// four is for validation, drawn within each category.
pub(super) fn question_queries() -> Vec<AnsweredQuery> {
    let mut n_of_kind: BTreeMap<(Family, Option<super::Category>), u32> = BTreeMap::new();
    let mut n_of_family: BTreeMap<Family, u32> = BTreeMap::new();
    questions()
        .map(|question| {
            let place = n_of_family.entry(question.family).or_default();
            *place += 1;
            let of_kind = n_of_kind.entry((question.family, question.category)).or_default();
            *of_kind += 1;
            let is_val = is_val(question.category, *of_kind);
            let id = format!("{}-{place:03}", prefix(question.family));
            AnsweredQuery {
                query: Query {
                    id,
                    text: question.text.to_owned(),
                    split: split(is_val).to_owned(),
                    facets: facets(question),
                },
                answer: Answer::Question(question),
            }
        })
        .collect()
}

/// Whether a query is for validation: one of every four of a kind, at a random position.
fn is_val(category: Option<super::Category>, place: u32) -> bool {
    let kind = category.map_or(0, |category| category as u64 + 1);
    let block = place.saturating_sub(1) / 4;
    let mut stream = SplitMix64::of_pair(0x5911_7000 ^ kind, u64::from(block));
    stream.below(4) == place.saturating_sub(1) % 4
}

fn split(is_val: bool) -> &'static str {
    if is_val { "val" } else { "test" }
}

fn prefix(family: Family) -> &'static str {
    match family {
        Family::Inquire => "q",
        Family::Conceptual => "c",
        Family::Descriptive => "d",
        Family::Topic => "t",
    }
}

fn facets(question: &Question) -> BTreeMap<String, String> {
    let yes_no = |is: bool| if is { "yes" } else { "no" }.to_owned();
    let mut facets = BTreeMap::from([
        ("family".to_owned(), question.family.words().to_owned()),
        ("held_out".to_owned(), yes_no(question.is_held_out)),
    ]);
    if matches!(question.family, Family::Conceptual | Family::Descriptive) {
        facets.insert("kind".to_owned(), question.family.words().to_owned());
    }
    if let Some(category) = question.category {
        facets.insert("supercategory".to_owned(), category.supercategory().words().to_owned());
        facets.insert("category".to_owned(), category.words().to_owned());
        facets.insert("scientific".to_owned(), yes_no(question.is_scientific));
    }
    if let Some(group) = question.iconic_group {
        facets.insert("iconic_group".to_owned(), group.words().to_owned());
    }
    facets
}

pub(super) fn caption_query(
    id: String,
    row: usize,
    scene: &Scene,
    caption: ClaimedCaption,
    is_val: bool,
) -> AnsweredQuery {
    let held_out = if is_held_out(scene) { "yes" } else { "no" };
    let facets = [("family", "caption"), ("held_out", held_out)];
    AnsweredQuery {
        query: Query {
            id,
            text: caption.text,
            split: split(is_val).to_owned(),
            facets: facets.map(|(name, value)| (name.to_owned(), value.to_owned())).into(),
        },
        answer: Answer::Caption { row, claims: caption.claims },
    }
}
