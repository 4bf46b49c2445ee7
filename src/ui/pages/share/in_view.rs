//! What the page shows, as far as it is cited.

use crate::ui::state::Session;
use crate::ui::state::agreement::agreement_memo;
use crate::ui::state::choice::{Choice, Question};
use crate::ui::state::compare::comparison_memo;
use leptos::prelude::*;
use rankscope_core::analysis::{Column, Dataset, ids_in_address, ids_with_queries, runs_shown};
use rankscope_core::metrics::{Measure, Publication};
use rankscope_core::views::Page;

#[derive(Debug, Clone, Default)]
pub(super) struct InView {
    pub(super) query: Option<String>,
    pub(super) system_ids: Vec<String>,
    pub(super) relevance_ids: Vec<String>,
    /// The title of what judges instead of a definition.
    pub(super) own_judged: Option<String>,
    pub(super) measures: Vec<Measure>,
    /// Publications behind the page itself.
    pub(super) publications: Vec<Publication>,
}

/// `None` until the lists are loaded; tracked.
pub(super) fn in_view(session: Session) -> Option<InView> {
    let dataset = session.outline()?;
    let choice = session.search.outline.get()?;
    Some(match session.address.page.get() {
        Page::Explore => of_explore(session, &choice),
        Page::Compare => of_compare(session),
        Page::Leaderboard => of_leaderboard(session, &dataset, &choice),
        Page::Agreement => of_agreement(session, &dataset),
        Page::Topics => {
            InView { publications: vec![Publication::HuiskesLew2008], ..InView::default() }
        }
        Page::Guides => InView {
            query: choice.words().map(str::to_string),
            publications: vec![Publication::Needle2024],
            ..InView::default()
        },
        Page::Judge | Page::Benchmark | Page::Learn => InView::default(),
    })
}

/// Nothing is ranked without a query, and nothing measured without its judgements.
fn of_explore(session: Session, choice: &Choice) -> InView {
    let query = match &choice.question {
        Question::None | Question::LostPicture => return InView::default(),
        Question::Words(words) => words.clone(),
        Question::Stored(_, query) => query.text.clone(),
        Question::Image(_, image) => format!("pictures like {}", image.id),
        Question::Picture(picture) => format!("the picture {}", picture.name),
    };
    let manifest = &choice.dataset.manifest;
    let ids: Vec<String> = manifest.systems.iter().map(|system| system.id.clone()).collect();
    let also = session.address.state.with(|state| state.also.clone());
    let also = also.map_or_else(Vec::new, |also| ids_in_address(&also, &ids));
    let first = [&choice.system, &choice.reranker].into_iter().flatten();
    let first: Vec<String> = first.map(|system| system.id.clone()).collect();
    let also = also.into_iter().filter(|id| !first.contains(id)).collect::<Vec<_>>();
    let seen = InView {
        query: Some(query),
        system_ids: [first.clone(), also].concat(),
        ..InView::default()
    };
    let own_judged = choice.own_judged.as_ref().map(|judged| judged.title.clone());
    if own_judged.is_none() && choice.stored_row().is_none() {
        return seen;
    }
    let definition = choice.relevance().filter(|_| own_judged.is_none());
    let is_judged = own_judged.is_some() || definition.is_some();
    InView {
        relevance_ids: definition.map(|definition| definition.id.clone()).into_iter().collect(),
        own_judged,
        measures: if is_judged { choice.list_measures.clone() } else { Vec::new() },
        ..seen
    }
}

fn of_compare(session: Session) -> InView {
    let Some(comparison) = comparison_memo(session).get() else { return InView::default() };
    let queries = &comparison.dataset.queries;
    let query = comparison.query_row.and_then(|row| queries.get(row as usize));
    let columns = comparison.columns.iter().map(|(_, column)| column);
    InView {
        query: query.map(|query| query.text.clone()),
        system_ids: vec![comparison.a.id.clone(), comparison.b.id.clone()],
        ..of_columns(columns)
    }
}

fn of_leaderboard(session: Session, dataset: &Dataset, choice: &Choice) -> InView {
    let chosen = &session.measures.get().measures;
    let mut columns = Column::headlines_of(dataset);
    if columns.is_empty() || !chosen.is_empty() {
        let under = Column::under(&Column::all_of(dataset, chosen), choice.definition, chosen);
        columns = under.into_iter().map(|(_, column)| column).collect();
    }
    let runs = session.address.state.with(|state| runs_shown(dataset, state.runs.as_deref()));
    InView { system_ids: [ids_with_queries(dataset), runs].concat(), ..of_columns(columns.iter()) }
}

fn of_agreement(session: Session, dataset: &Dataset) -> InView {
    let Some(agreement) = agreement_memo(session).get() else { return InView::default() };
    let columns = agreement.columns.iter().map(|(_, column)| column);
    InView { system_ids: ids_with_queries(dataset), ..of_columns(columns) }
}

/// The measures and definitions of columns, each once.
fn of_columns<'a>(columns: impl Iterator<Item = &'a Column>) -> InView {
    let mut seen = InView::default();
    for column in columns {
        if !seen.measures.contains(&column.measure) {
            seen.measures.push(column.measure);
        }
        if !seen.relevance_ids.contains(&column.relevance) {
            seen.relevance_ids.push(column.relevance.clone());
        }
    }
    seen
}
