//! `topics.json`: which queries are topics, which tags stand for them, and which tags are about
//! what a picture shows.

use super::{
    Fieldbook, TagKind,
    answered_query::Answer,
    questions::{Family, tags_of_topic},
};
use rankscope_core::benchmark::{ContentTag, Topic, Topics};
use std::collections::BTreeMap;

/// Content tags are listed if so many pictures have them, as in MIRFLICKR's third challenge.
const LEAST_PICTURES: u32 = 20;

impl Fieldbook {
    pub fn topics(&self) -> Topics {
        let topics = self.answered_queries().iter().filter_map(|answered| match &answered.answer {
            Answer::Question(question) if question.family == Family::Topic => Some(Topic {
                query: answered.query.id.clone(),
                tags: tags_of_topic(question.text).iter().map(|tag| (*tag).to_owned()).collect(),
            }),
            _ => None,
        });
        Topics { topics: topics.collect(), content_tags: self.content_tags() }
    }

    /// Tags that were given because they are true of a picture; the most frequent first, equally
    /// frequent ones by name.
    fn content_tags(&self) -> Vec<ContentTag> {
        let mut n_pictures: BTreeMap<String, u32> = BTreeMap::new();
        for row in 0..self.scenes().len() {
            for (tag, kind) in self.upload(row).tags {
                if kind == TagKind::True {
                    *n_pictures.entry(tag).or_default() += 1;
                }
            }
        }
        let mut frequent: Vec<(String, u32)> =
            n_pictures.into_iter().filter(|(_, n)| *n >= LEAST_PICTURES).collect();
        // Stable, and the map is in order.
        frequent.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
        frequent.into_iter().map(|(tag, _)| ContentTag::One(tag)).collect()
    }
}
