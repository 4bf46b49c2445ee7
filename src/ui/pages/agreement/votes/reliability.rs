//! How far people agree: in a sentence, by group, by query and by person.

use super::histogram::histogram;
use super::people::people;
use super::view::View;
use crate::ui::components::table::{Cell, Column, DataTable, RowView, Rows};
use crate::ui::components::{more_rows, notice, report_button};
use crate::ui::state::view::Asked;
use leptos::prelude::*;
use rankscope_core::analysis::{ALL_QUERIES, QueryVotes, VoteAgreement, value_of, words};
use rankscope_core::formats::VoteRule;
use rankscope_core::report::{VotesReport, votes_in_words};
use rankscope_core::views::Page;
use std::sync::Arc;

/// Rows shown at first, and added at a time.
const N_ROWS: usize = 10;

pub(super) fn reliability(view: View) -> AnyView {
    let by = view.of_choice(|own| own.by.clone());
    // The tables are drawn again for another report only.
    let report = Memo::new_with_compare(
        move |_| {
            let votes = view.votes()?;
            view.dataset.with_value(|dataset| {
                let voted = view.rows.with(|rows| votes.cast(&dataset.queries, rows.as_deref()));
                let group_of = |id: &str| {
                    let row = *dataset.query_row_from_id.get(id)? as usize;
                    let value = value_of(dataset.queries.get(row)?, by.get().as_deref()?)?;
                    Some(value.to_owned())
                };
                let report = VoteAgreement::by_group(&voted, true, group_of);
                Some((Arc::new(report), Arc::new(voted)))
            })
        },
        |_, _| true,
    );
    let body = move || {
        let (report, voted) = report.get()?;
        let all = report.get(ALL_QUERIES)?.clone();
        if all.n_items == 0 {
            return Some(notice("Nobody voted on these queries. Choose other queries."));
        }
        let for_button = report.clone();
        let warning = view.votes().and_then(|votes| votes.warning(VoteRule::Unsure));
        let warning = warning.map(|words| notice(format!("Careful: {words}.")));
        let body = view! {
            <p class="prose" data-finding="" role="status">{votes_in_words(&report)}</p>
            {warning}
            {groups(&report)}
            <div class="pair">
                <div>{histogram(&all)}</div>
                <div>{queries(view, &all)}</div>
            </div>
            {people(&all, &voted)}
            <div class="save">
                {report_button("votes.json", || true, move || {
                    serde_json::to_string_pretty(&*for_button).ok()
                })}
            </div>
        };
        Some(body.into_any())
    };
    view! {
        <h3>"How far they agree"</h3>
        {body}
    }
    .into_any()
}

struct Group {
    name: String,
    title: String,
    of: VoteAgreement,
}

fn groups(report: &VotesReport) -> AnyView {
    let (all, others): (Vec<_>, Vec<_>) = report.iter().partition(|(name, _)| *name == ALL_QUERIES);
    let group = |(name, of): (&String, &VoteAgreement)| Group {
        title: if name == ALL_QUERIES { "All queries".into() } else { name.clone() },
        name: name.clone(),
        of: of.clone(),
    };
    let rows: Vec<Group> = all.into_iter().chain(others).map(group).collect();
    let share = |place: usize| {
        move |own: &Group| {
            let n = own.of.votes.get(place).copied().unwrap_or_default();
            (own.of.n_votes > 0).then(|| n as f64 / own.of.n_votes as f64)
        }
    };
    let columns = vec![
        Column::text("Queries", |own: &Group| own.title.clone()).heads_row(),
        Column::number("Pictures", |own: &Group| own.of.n_items)
            .view(|own| Cell::new(words::count(own.of.n_items))),
        Column::number("Votes", |own: &Group| own.of.n_votes)
            .view(|own| Cell::new(words::count(own.of.n_votes))),
        value("Fleiss’ κ", "fleiss", |own| own.of.fleiss),
        value("Krippendorff’s α", "krippendorff", |own| own.of.krippendorff),
        value("Entropy, bits", "entropy", |own| own.of.entropy),
        percent("All the same", "unanimous", |own| {
            (own.of.n_items > 0).then(|| own.of.unanimous as f64 / own.of.n_items as f64)
        }),
        percent("Relevant", "relevant", share(0)),
        percent("Not", "not", share(1)),
        percent("Unsure", "unsure", share(2)),
    ];
    DataTable::new("Agreement of people", columns, rows)
        .caption("κ and α: 1 for full agreement, 0 for what chance explains. Entropy: the mean over the pictures, 0 where all votes are the same, up to 1.58 bits where they are spread evenly.")
        .view()
}

fn value(
    title: &'static str,
    key: &'static str,
    of: impl Fn(&Group) -> Option<f64> + Copy + Send + Sync + 'static,
) -> Column<Group> {
    Column::number(title, of).view(move |own| {
        Cell::new(words::value(of(own)))
            .data("data-group", own.name.clone())
            .data("data-measure", key)
            .exact(of(own))
    })
}

fn percent(
    title: &'static str,
    key: &'static str,
    of: impl Fn(&Group) -> Option<f64> + Copy + Send + Sync + 'static,
) -> Column<Group> {
    Column::number(title, of).view(move |own| {
        let share = of(own);
        let words = share.map_or_else(|| "n/a".into(), |share| format!("{:.0} %", 100.0 * share));
        Cell::new(words).data("data-group", own.name.clone()).data("data-measure", key).exact(share)
    })
}

#[derive(Clone)]
struct Query {
    id: String,
    text: String,
    votes: QueryVotes,
}

/// The queries on which people agree least come first.
fn queries(view: View, all: &VoteAgreement) -> AnyView {
    let text = |id: &String| {
        view.dataset.with_value(|dataset| {
            let row = *dataset.query_row_from_id.get(id)? as usize;
            Some(dataset.queries.get(row)?.text.clone())
        })
    };
    let query = |(id, votes): (&String, &QueryVotes)| Query {
        text: text(id).unwrap_or_else(|| id.clone()),
        id: id.clone(),
        votes: votes.clone(),
    };
    let mut rows: Vec<Query> = all.per_query.iter().map(query).collect();
    rows.sort_by(|a, b| b.votes.entropy.total_cmp(&a.votes.entropy));
    let (n, saved) = (rows.len(), rows.clone());
    let n_shown = RwSignal::new(N_ROWS);
    let shown = Rows::reactive(move || rows.iter().take(n_shown.get()).cloned().collect());
    let base = view.of_choice(|own| own.base.id.clone());
    let address = view.session.address;
    let link = move |own: &Query| {
        let id = own.id.clone();
        let href = move || {
            address.href_with(Page::Explore, |state| {
                state.asked = Some(Asked::Stored(id.clone()));
                state.relevance = Some(base.get());
            })
        };
        Cell::new(view! { <a href=href dir="auto">{own.text.clone()}</a> })
    };
    let votes =
        |place: usize| move |own: &Query| own.votes.votes.get(place).copied().unwrap_or_default();
    let columns = vec![
        Column::text("Query", |own: &Query| own.text.clone()).view(link).heads_row(),
        Column::saved("Query id", |own: &Query| own.id.clone()),
        Column::number("Entropy, bits", |own: &Query| own.votes.entropy).view(|own| {
            Cell::new(words::value(Some(own.votes.entropy)))
                .data("data-query", own.id.clone())
                .exact(Some(own.votes.entropy))
        }),
        Column::number("Pictures", |own: &Query| own.votes.n_items),
        Column::shown("Relevant, not, unsure", |own: &Query| {
            Cell::new(own.votes.votes.map(words::count).join(", "))
        }),
        Column::saved("Relevant", votes(0)),
        Column::saved("Not", votes(1)),
        Column::saved("Unsure", votes(2)),
    ];
    DataTable::new("Queries by disagreement", columns, shown)
        .saved_rows(saved)
        .class("split")
        .caption("Those on which people agree least come first. A query links to its pictures with their votes.")
        .row(|own| RowView::default().data("data-query", own.id.clone()))
        .more(more_rows(n_shown, N_ROWS, move || n))
        .view()
}
