//! The benchmark's tags and topics: the paper's Tables 1 and 3.

use super::view::View;
use crate::ui::components::more_rows;
use crate::ui::components::table::{Cell, Column, DataTable, RowView, Rows, Saving};
use leptos::prelude::*;
use rankscope_core::analysis::words;
use rankscope_core::benchmark::ContentTag;
use rankscope_core::topics::{JudgedTopics, TopicNode, topic_tree};

/// Tags shown at first, and added at a time, as in the paper's Table 1.
const N_ROWS: usize = 30;

pub(super) fn statistics(view: View) -> AnyView {
    view! {
        <section data-block="tags" aria-label="Tags and topics of the benchmark">
            {tag_table(view)} {tree_table(view)}
        </section>
    }
    .into_any()
}

#[derive(Clone)]
struct Tag {
    name: String,
    n_pictures: u32,
    share: f64,
    is_content: bool,
}

fn tag_table(view: View) -> Option<AnyView> {
    let (tags, is_sorted) = view.lists.with_value(|lists| {
        let content = lists.topics.as_ref().map_or(&[][..], |topics| &topics.content_tags);
        let content = content.iter().flat_map(ContentTag::words);
        let content: Vec<u32> = content.filter_map(|tag| lists.tags.find(tag)).collect();
        let n_images = u32::try_from(lists.tags.n_rows()).unwrap_or(u32::MAX);
        let tag = |tag: u32| {
            let n_pictures = lists.tags.n_pictures(tag);
            let share = f64::from(n_pictures) / f64::from(n_images.max(1));
            let name = lists.tags.name(tag).to_string();
            Tag { name, n_pictures, share, is_content: content.contains(&tag) }
        };
        let tags: Vec<Tag> = lists.tags.frequent(1).into_iter().map(tag).collect();
        (tags, !content.is_empty())
    });
    if tags.is_empty() {
        return None;
    }
    let words = format!(
        "{} in {}. The most frequent first.",
        words::counted(tags.len(), "different tag", "different tags"),
        words::counted(view.lists.with_value(|l| l.tags.n_rows()), "picture", "pictures"),
    );
    let n_shown = RwSignal::new(N_ROWS);
    let n = tags.len();
    let all = StoredValue::new(tags.clone());
    let shown = move || all.with_value(|all| all.iter().take(n_shown.get()).cloned().collect());
    let mut columns = vec![
        Column::text("Tag", |tag: &Tag| tag.name.clone()).heads_row(),
        Column::number("Pictures", |tag: &Tag| tag.n_pictures as usize),
        Column::number("Share", |tag: &Tag| tag.share)
            .view(|tag| Cell::new(format!("{:.1}%", 100.0 * tag.share)).exact(Some(tag.share))),
    ];
    if is_sorted {
        let kind = |tag: &Tag| if tag.is_content { "content" } else { "other" };
        columns.push(
            Column::text("Kind", kind)
                .hint("Content tags say what a picture shows, others how or by whom it was made."),
        );
    }
    let table = DataTable::new("Tag frequencies", columns, Rows::reactive(shown))
        .saved_rows(tags)
        .row(|tag: &Tag| RowView::default().data("data-tag", tag.name.clone()))
        .more(more_rows(n_shown, N_ROWS, move || n))
        .saving(Saving::Below);
    let view = view! {
        <h2>"Tag frequencies"</h2>
        <p class="prose">{words}</p>
        {table.view()}
    };
    Some(view.into_any())
}

/// A topic of the tree, with its number of pictures under each sense.
#[derive(Clone)]
struct Node {
    id: String,
    title: String,
    depth: usize,
    tags: String,
    n_pictures: Vec<Option<usize>>,
}

fn tree_table(view: View) -> Option<AnyView> {
    let nodes = view.lists.with_value(|lists| {
        let first = lists.judged.first()?;
        let topics = lists.topics.as_ref()?;
        let node = |node: TopicNode| {
            let topic = first.topics.get(node.index)?;
            let n_of = |sense: &JudgedTopics| {
                let judged = sense.topics.iter().find(|other| other.id == topic.id)?;
                Some(judged.judgements.n_relevant())
            };
            let tags = topics.topics.get(topic.place).map(|topic| topic.tags.join(", "));
            Some(Node {
                id: topic.id.clone(),
                title: view.topic(&topic.id),
                depth: node.depth,
                tags: tags.unwrap_or_default(),
                n_pictures: lists.judged.iter().map(n_of).collect(),
            })
        };
        Some(topic_tree(first).into_iter().filter_map(node).collect::<Vec<Node>>())
    })?;
    let senses: Vec<String> = view
        .lists
        .with_value(|lists| lists.judged.iter().map(|sense| sense.relevance.clone()).collect());
    let name = |node: &Node| Cell::new(format!("{}{}", "– ".repeat(node.depth), node.title));
    let mut columns = vec![
        Column::text("Topic", |node: &Node| node.title.clone()).view(name).heads_row(),
        Column::saved("Depth", |node: &Node| node.depth),
    ];
    for (place, sense) in senses.iter().enumerate() {
        let of = move |node: &Node| node.n_pictures.get(place).copied().flatten();
        let title = format!("Pictures, {}", view.sense(sense));
        columns.push(Column::number(title, of));
    }
    columns.push(Column::text("Tags that stand for it", |node: &Node| node.tags.clone()));
    let wide = senses.first().map(|id| view.sense(id)).unwrap_or_default();
    let words = format!(
        "A topic is under another if all of its pictures show the other too (relevance: {wide})."
    );
    let table = DataTable::new("Topic tree", columns, nodes)
        .row(|node: &Node| RowView::default().data("data-topic", node.id.clone()));
    let view = view! {
        <h2>"Topic tree"</h2>
        <p class="prose">{words}</p>
        {table.view()}
    };
    Some(view.into_any())
}
