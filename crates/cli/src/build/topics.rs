//! `[[topics]]` and `content_tags` of a recipe.

use super::recipe::{BuildRecipe, TopicSource};
use crate::terminal::reporter;
use anyhow::{Result, bail};
use rankscope_core::benchmark::{Image, Query, Topic, Topics};
use std::collections::HashSet;

pub(super) fn of_recipe(
    recipe: &BuildRecipe,
    queries: &[Query],
    images: &[Image],
) -> Result<Option<Topics>> {
    if recipe.topics.is_empty() && recipe.content_tags.is_empty() {
        return Ok(None);
    }
    let ids: HashSet<&str> = queries.iter().map(|query| query.id.as_str()).collect();
    let used: HashSet<String> =
        images.iter().flat_map(|image| &image.tags).map(|tag| tag.to_lowercase()).collect();
    let (topics, missing): (Vec<&TopicSource>, Vec<&TopicSource>) =
        recipe.topics.iter().partition(|topic| ids.contains(topic.query.as_str()));
    if !missing.is_empty() {
        // Fewer annotations than were published are no mistake.
        let names: Vec<&str> = missing.iter().map(|topic| topic.query.as_str()).collect();
        reporter::warn(format_args!(
            "[[topics]]: {} left out, since no query has this id",
            names.join(", ")
        ));
    }
    let mut listed = HashSet::new();
    for topic in &topics {
        if !listed.insert(topic.query.as_str()) {
            bail!("[[topics]]: {} is listed twice", topic.query);
        }
        if !topic.tags.is_empty()
            && !topic.tags.iter().any(|tag| used.contains(&tag.to_lowercase()))
        {
            reporter::warn(format_args!(
                "topic {}: no picture has one of its tags, {}",
                topic.query,
                topic.tags.join(", ")
            ));
        }
    }
    let topic =
        |topic: &TopicSource| Topic { query: topic.query.clone(), tags: topic.tags.clone() };
    Ok(Some(Topics {
        topics: topics.into_iter().map(topic).collect(),
        content_tags: recipe.content_tags.clone(),
    }))
}
