//! What the card says, taken from what the page shows.

use super::super::choices::system_title;
use crate::ui::components::title_of;
use crate::ui::picture_url::Picture;
use crate::ui::state::Session;
use crate::ui::state::compare::comparison_memo;
use crate::ui::state::shown::Shown;
use leptos::prelude::*;
use rankscope_core::analysis::{Dataset, OnQuery, query_verdict, verdict_words};
use rankscope_core::chart::QrCode;
use rankscope_core::ranking::Hit;
use rankscope_core::views::Page;
use std::borrow::Cow;
use std::sync::Arc;

const N_PICTURES: usize = 5;
/// Version 15: at three pixels a module, the widest code that the card has room for.
const MOST_MODULES: usize = 85;

pub(super) struct Card {
    pub(super) headline: String,
    /// At most two.
    pub(super) sides: Vec<Side>,
    pub(super) verdict: String,
    /// Measure, definition and benchmark.
    pub(super) basis: String,
    pub(super) address: String,
    /// `None` if the address is too long.
    pub(super) code: Option<QrCode>,
}

pub(super) struct Side {
    pub(super) title: String,
    pub(super) value: Option<f64>,
    pub(super) pictures: Vec<Shot>,
}

/// A hit on the card.
pub(super) struct Shot {
    pub(super) picture: Option<Picture>,
    pub(super) caption: String,
    /// `None` if nothing judges it.
    pub(super) is_relevant: Option<bool>,
}

impl PartialEq for Card {
    /// A card with the same words at the same address has the same hits.
    fn eq(&self, other: &Self) -> bool {
        self.address == other.address && self.words() == other.words()
    }
}

impl Card {
    pub(super) fn has_no_code(&self) -> bool {
        self.code.is_none()
    }

    /// All that it says, for those who do not see it.
    pub(super) fn words(&self) -> String {
        let side = |side: &Side| {
            let n = side.pictures.len();
            let judged: Vec<bool> =
                side.pictures.iter().filter_map(|own| own.is_relevant).collect();
            let n_relevant = judged.iter().filter(|is_relevant| **is_relevant).count();
            match judged.len() {
                0 => format!(" {}: its first {n} results.", side.title),
                _ => {
                    let are = if n_relevant == 1 { "is" } else { "are" };
                    format!(
                        " {}: {n_relevant} of its first {n} results {are} relevant.",
                        side.title
                    )
                }
            }
        };
        let sides: String =
            self.sides.iter().filter(|side| !side.pictures.is_empty()).map(side).collect();
        format!("{}. {}{sides} {}.", self.headline, self.verdict, self.basis)
    }
}

/// `None` until what the page shows is there; tracked.
pub(super) fn content(session: Session, address: String) -> Option<Card> {
    let dataset = session.outline()?;
    let code = QrCode::of(&address, MOST_MODULES);
    let title = dataset.manifest.title.clone();
    let card = |headline, sides, verdict, basis: Vec<String>| Card {
        headline,
        sides,
        verdict,
        basis: basis.into_iter().chain([title.clone()]).collect::<Vec<_>>().join(" · "),
        address: address.clone(),
        code,
    };
    match session.address.page.get() {
        Page::Explore => {
            let (headline, sides, verdict, basis) = of_explore(session)?;
            Some(card(headline, sides, verdict, basis))
        }
        Page::Compare => {
            let (headline, sides, verdict, basis) = of_compare(session)?;
            Some(card(headline, sides, verdict, basis))
        }
        page => {
            Some(card(format!("{}: {title}", page.name()), Vec::new(), String::new(), Vec::new()))
        }
    }
}

type Parts = (String, Vec<Side>, String, Vec<String>);

/// The two best of the systems shown, or the one.
fn of_explore(session: Session) -> Option<Parts> {
    let first = session.shown.get()?;
    if session.compared.are_awaited() {
        return None;
    }
    let lanes = session.compared.lanes.get();
    let mut all = vec![first.clone()];
    all.extend(lanes.iter().filter_map(|lane| lane.shown().cloned()));
    let value = |shown: &Shown| {
        let first = shown.judged.as_ref()?.measures.first()?;
        first.explained.as_ref().map(|explained| explained.value)
    };
    all.sort_by(|a, b| value(b).unwrap_or(-1.0).total_cmp(&value(a).unwrap_or(-1.0)));
    all.truncate(2);
    let choice = &first.choice;
    let measure = first.judged.as_ref().and_then(|judged| judged.measures.first());
    let measure = measure.map(|own| own.measure.to_string());
    let query = choice.words().unwrap_or("this picture");
    let named: Vec<(String, Option<f64>)> =
        all.iter().map(|shown| (title_of(shown), value(shown))).collect();
    let verdict = match (named.len(), &measure) {
        (2.., measure) => query_verdict(query, measure.as_deref().unwrap_or_default(), &named),
        _ => String::new(),
    };
    let sides = all.iter().map(|shown| {
        let grades = shown.judged.as_ref().map(|judged| judged.list.grades());
        let is_relevant = |at: usize| {
            let grade = grades.as_ref()?.get(at).copied().flatten();
            Some(grade.is_some_and(|grade| grade >= 1))
        };
        Side {
            title: title_of(shown),
            value: value(shown),
            pictures: shots(&choice.dataset, &shown.hits, is_relevant),
        }
    });
    let sides = sides.collect();
    let own = choice.own_judged.as_ref().map(|own| own.title.clone());
    let definition = choice.relevance().filter(|_| measure.is_some());
    let definition = own.or_else(|| definition.map(|definition| definition.title.clone()));
    Some((format!("“{query}”"), sides, verdict, measure.into_iter().chain(definition).collect()))
}

/// The chosen query, or that with the largest difference.
fn of_compare(session: Session) -> Option<Parts> {
    let comparison = comparison_memo(session).get()?;
    let of = |id: &str| session.board.of(id);
    let (a, b) = (of(&comparison.a.id)?, of(&comparison.b.id)?);
    let dataset = &comparison.dataset;
    let (a, b) = (session.queries.of(dataset, a), session.queries.of(dataset, b));
    let (index, column) = comparison.column()?;
    let pairs = comparison.pairs(&a, &b, *index);
    let most = || {
        let size = |on: &&OnQuery| on.difference().abs();
        let most = pairs.iter().rev().max_by(|x, y| size(x).total_cmp(&size(y)));
        most.map(|on| on.query_row)
    };
    let row = comparison.query_row.or_else(most)?;
    let query = dataset.queries.get(row as usize)?;
    let relevance = dataset.relevance.get(comparison.definition);
    let side = |id: &str, values: &rankscope_core::analysis::SystemValues| {
        let hits = values.head(comparison.definition, row);
        let is_relevant = |at: usize| {
            let grade = relevance?.grade(row, hits.get(at)?.row_in_corpus);
            Some(grade.is_some_and(|grade| grade >= 1))
        };
        Side {
            title: system_title(dataset, id),
            value: values.value(*index, row as usize),
            pictures: shots(dataset, hits, is_relevant),
        }
    };
    let sides = vec![side(&comparison.a.id, &a), side(&comparison.b.id, &b)];
    let measure = column.measure.to_string();
    let verdict = verdict_words(&comparison, &measure, &pairs);
    let basis = vec![measure, column.relevance_title.clone()];
    Some((format!("“{}”", query.text), sides, verdict, basis))
}

fn shots(
    dataset: &Arc<Dataset>,
    hits: &[Hit],
    is_relevant: impl Fn(usize) -> Option<bool>,
) -> Vec<Shot> {
    let shot = |(at, hit): (usize, &Hit)| {
        let image = dataset.image(hit.row_in_corpus).map(Cow::into_owned).unwrap_or_default();
        Shot {
            picture: Picture::of(&image, &dataset.base_url),
            caption: crate::ui::components::caption_of(&image),
            is_relevant: is_relevant(at),
        }
    };
    hits.iter().take(N_PICTURES).enumerate().map(shot).collect()
}
