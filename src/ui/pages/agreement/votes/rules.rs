//! The systems under every rule that makes relevance of votes.

use super::view::View;
use crate::ui::components::coefficient::{shade, two_decimals};
use crate::ui::components::table::{Cell, Column, DataTable, RowView};
use crate::ui::components::{
    Ranking, bump_chart, cancellable, picker, plain_options, progress_line, report_button,
    task_cancelled, task_failed, with_measures,
};
use crate::ui::pages::choices::system_title;
use crate::ui::state::vote_orders::{UnderRules, ValuesByRule, VoteOrders};
use crate::ui::task::TaskState;
use leptos::prelude::*;
use leptos::tachys::html::style::style;
use rankscope_core::analysis::{
    Dataset, Imported, VotesChoice, ids_with_queries, measures_by_votes, words,
};
use rankscope_core::formats::VoteRule;
use rankscope_core::metrics::Measure;
use rankscope_core::report::VoteOrdersReport;
use std::sync::Arc;

const NO_CONTROLS: &str = "These votes carry no answers to controls, so no rule weighs people by them. Votes that Judge or rankscope round joins carry them.";
const BUMP: &str = "Order of the systems under every rule";

pub(super) fn rules(view: View) -> AnyView {
    let orders = VoteOrders::new(view.session.engine);
    let wanted = Memo::new(move |_| {
        let choice = view.choice.get()?;
        let votes = view.votes()?;
        let dataset = view.dataset.get_value();
        let chosen = view.session.measures.with(|own| own.measures.clone());
        choice.has_orders.then(|| UnderRules {
            rules: rules_with(&votes.rules(), choice.rule),
            measures: measures_by_votes(&dataset, &choice.base.id, &chosen),
            systems: ids_with_queries(&dataset),
            joined: joined_of(&dataset),
            base: choice.base,
            votes,
            dataset,
        })
    });
    Effect::new(move |_| match wanted.get() {
        Some(wanted) => untrack(|| orders.want(&wanted)),
        None => orders.once.task.reset(),
    });
    let is_open = view.of_choice(|own| own.has_orders);
    let body = move || match is_open.get() {
        true => opened(view, orders),
        false => view! {
            <button type="button" on:click=move |_| view.set("orders", Some("yes".into()))>
                "Rank the systems under every rule"
            </button>
        }
        .into_any(),
    };
    view! {
        <h3>"Does the rule decide who wins?"</h3>
        <p class="prose">
            "ConQA counts a picture as relevant if all votes say so. Every other rule is another benchmark: the systems are measured under each, on the same votes. Definitions that you join stand beside the rules, on the same queries."
        </p>
        {body}
    }
    .into_any()
}

/// The definitions that the visitor joined.
fn joined_of(dataset: &Dataset) -> Vec<Arc<Imported>> {
    let is_joined = |own: &&Arc<Imported>| own.id.contains(['|', '&']);
    dataset.imported.iter().filter(is_joined).cloned().collect()
}

/// What a rule or a joined definition counts as relevant.
fn counts_as(view: View, id: &str) -> String {
    let of_joined = || {
        view.dataset.with_value(|dataset| {
            dataset.manifest.definition(id).map(|own| own.counts_as.clone()).unwrap_or_default()
        })
    };
    id.parse::<VoteRule>().map_or_else(|_| of_joined(), VoteRule::counts_as)
}

/// The rule that the address names is among them.
fn rules_with(all: &[VoteRule], chosen: VoteRule) -> Vec<VoteRule> {
    let more = (!all.contains(&chosen)).then_some(chosen);
    all.iter().copied().chain(more).collect()
}

fn opened(view: View, orders: VoteOrders) -> AnyView {
    let task = orders.once.task;
    let status = move || match task.get() {
        TaskState::Running { progress, .. } => {
            let line = progress.map(|own| progress_line("Ranking under every rule".into(), &own));
            Some(cancellable(task, line.into_any()))
        }
        TaskState::Failed { failure, .. } => Some(task_failed(task, &failure)),
        TaskState::Cancelled { .. } => Some(task_cancelled(task, "Cancelled.", "Rank again")),
        TaskState::Done(_) | TaskState::Idle => None,
    };
    let report = Memo::new_with_compare(
        move |_| {
            let values: ValuesByRule = task.with(|state| state.value().cloned())?;
            let report = view.rows.with(|rows| values.report(rows.as_deref()));
            Some(Arc::new(report))
        },
        |_, _| true,
    );
    let found = move || {
        let (report, choice) = (report.get()?, view.choice.get()?);
        found(view, &report, &choice)
    };
    view! {
        <div class="pickers">{measure(view)} {rule(view)}</div>
        {move || {
            let has_none = view.votes().is_some_and(|votes| !votes.has_controls());
            has_none.then(|| view! { <p class="prose">{NO_CONTROLS}</p> })
        }}
        <div class="status-area">{status}</div>
        {found}
    }
    .into_any()
}

fn measure(view: View) -> AnyView {
    let all = Memo::new(move |_| {
        let base = view.choice.with(|own| own.as_ref().map(|own| own.base.id.clone()));
        let chosen = view.session.measures.with(|own| own.measures.clone());
        let of = |base: String| {
            view.dataset.with_value(|dataset| measures_by_votes(dataset, &base, &chosen))
        };
        plain_options(base.map(of).unwrap_or_default())
    });
    let current = view.of_choice(|own| own.measure.to_string());
    picker("Systems measured by", all, current, move |name| view.set("measure", Some(name)))
}

fn rule(view: View) -> AnyView {
    let current = view.of_choice(|own| own.rule.to_string());
    let all = Memo::new(move |_| {
        let chosen = view.choice.with(|own| own.as_ref().map(|own| own.rule).unwrap_or_default());
        let all = view.votes().map(|votes| votes.rules()).unwrap_or_default();
        let option =
            |own: VoteRule| (own.to_string(), own.counts_as().trim_end_matches('.').into());
        rules_with(&all, chosen).into_iter().map(option).collect::<Vec<(String, String)>>()
    });
    picker("Compared with the rule", all, current, move |rule| view.set("rule", Some(rule)))
}

/// As the heading of a narrow column.
fn short(rule: &str) -> String {
    match rule.parse() {
        Ok(VoteRule::FullRelevant) => "all".into(),
        Ok(VoteRule::Sure) => "most".into(),
        Ok(VoteRule::Unsure) => "half".into(),
        Ok(VoteRule::AtLeast(n)) => format!("≥ {n}"),
        Ok(VoteRule::Share(percent)) => format!("{percent} %"),
        Ok(VoteRule::Weighted) => "weighted".into(),
        Err(_) => rule.to_owned(),
    }
}

fn found(view: View, report: &Arc<VoteOrdersReport>, choice: &VotesChoice) -> Option<AnyView> {
    let measure = choice.measure.to_string();
    let of_measure = report.order.get(&measure)?;
    let chosen = report.rules.iter().position(|own| *own == choice.rule.to_string())?;
    // The best under the chosen rule first.
    let ids = of_measure.get(report.rules.get(chosen)?)?.clone();
    let titles: Vec<String> =
        view.dataset.with_value(|dataset| ids.iter().map(|id| system_title(dataset, id)).collect());
    let ranking = |rule: &String| {
        let order = of_measure.get(rule).map_or(&[][..], Vec::as_slice);
        let place = |id: &String| order.iter().position(|own| own == id).unwrap_or(ids.len());
        Ranking { name: short(rule), places: ids.iter().map(place).collect() }
    };
    // A rule under which nothing is relevant orders no systems.
    let ordering: Vec<&String> =
        report.rules.iter().filter(|rule| n_values(report, rule, &measure) > 0).collect();
    let marked = ordering.iter().position(|rule| **rule == choice.rule.to_string());
    let rankings: Vec<Ranking> = ordering.iter().map(|rule| ranking(rule)).collect();
    let bump = (rankings.len() > 1).then(|| bump_chart(BUMP, BUMP, &titles, rankings, marked));
    let for_button = report.clone();
    let view = view! {
        <p class="prose" data-finding="" role="status">{finding(view, report, (&measure, chosen), titles.first())}</p>
        {bump}
        {agreement(view, report, &measure, chosen)}
        {means(report, (&ids, &titles), choice.measure)}
        <div class="save">
            {report_button("votes-orders.json", || true, move || {
                serde_json::to_string_pretty(&*for_button).ok()
            })}
        </div>
    };
    Some(view.into_any())
}

/// How many queries have a value under a rule.
fn n_values(report: &VoteOrdersReport, rule: &str, measure: &str) -> usize {
    let of = report.systems.values().filter_map(|own| Some(own.get(rule)?.get(measure)?.n));
    of.max().unwrap_or(0)
}

/// Which system wins how often, and the rule that agrees least with the chosen one.
fn finding(
    view: View,
    report: &VoteOrdersReport,
    (measure, chosen): (&str, usize),
    winner: Option<&String>,
) -> String {
    let order = report.order.get(measure);
    let first = |rule: &&String| order?.get(*rule)?.first();
    let has_values = |rule: &&String| n_values(report, rule, measure) > 0;
    let Some(of_chosen) = report.rules.get(chosen).filter(has_values) else {
        return "No picture is relevant by the chosen rule, so it orders no systems. Choose another."
            .into();
    };
    let rules: Vec<&String> = report.rules.iter().filter(has_values).collect();
    let n_same = rules.iter().filter(|rule| first(rule) == first(&of_chosen)).count();
    let n = rules.len();
    let winner = winner.map_or("", String::as_str);
    let winner = match n_same == n {
        true => format!("{winner} comes first under every rule by which a picture is relevant."),
        false => {
            format!("{winner} comes first under {n_same} of {n} rules: the rule decides who wins.")
        }
    };
    let taus = report.tau_b.get(measure).and_then(|rows| rows.get(chosen));
    let least = taus.into_iter().flatten().zip(&report.rules);
    let least = least.filter(|(_, rule)| *rule != of_chosen);
    let least = least.filter_map(|(tau, rule)| Some(((*tau)?, rule)));
    let least = least.min_by(|a, b| a.0.total_cmp(&b.0));
    let least = least.map(|(tau, rule)| {
        let counts_as = counts_as(view, rule);
        format!(
            " The order differs most where relevant means: “{counts_as}” (τ-b {}).",
            two_decimals(Some(tau))
        )
    });
    format!(
        "{winner}{} Over {}.",
        least.unwrap_or_default(),
        words::counted(report.n_queries, "query with votes", "queries with votes")
    )
}

struct Rule {
    id: String,
    counts_as: String,
    tau_b: Option<f64>,
    /// Queries with a value.
    n: usize,
    is_chosen: bool,
}

fn agreement(view: View, report: &VoteOrdersReport, measure: &str, chosen: usize) -> AnyView {
    let taus = report.tau_b.get(measure).and_then(|rows| rows.get(chosen));
    let row = |(place, id): (usize, &String)| Rule {
        id: id.clone(),
        counts_as: counts_as(view, id),
        tau_b: taus.and_then(|row| row.get(place).copied().flatten()),
        n: n_values(report, id, measure),
        is_chosen: place == chosen,
    };
    let rows: Vec<Rule> = report.rules.iter().enumerate().map(row).collect();
    let columns = vec![
        Column::text("Rule", |own: &Rule| short(&own.id)).heads_row(),
        Column::text("A picture is relevant if", |own: &Rule| own.counts_as.clone()),
        Column::number("Queries with a value", |own: &Rule| own.n),
        Column::number("τ-b with the chosen rule", |own: &Rule| own.tau_b)
            .view(|own| {
                let (class, strength) = shade(own.tau_b);
                Cell::new(two_decimals(own.tau_b))
                    .class(class)
                    .with(style(strength))
                    .data("data-rule", own.id.clone())
                    .exact(own.tau_b)
            })
            .numeric(false),
    ];
    DataTable::new("Rules and the order of the systems", columns, rows)
        .class("matrix")
        .caption("Where few votes are enough, more queries have a relevant picture. τ-b: 1 for the same order, −1 for the opposite.")
        .row(|own| RowView::default().chosen(own.is_chosen))
        .view()
}

struct System {
    id: String,
    title: String,
    /// By rule.
    means: Vec<Option<f64>>,
}

fn means(
    report: &VoteOrdersReport,
    (ids, titles): (&[String], &[String]),
    measure: Measure,
) -> AnyView {
    let name = measure.to_string();
    let row = |(id, title): (&String, &String)| System {
        id: id.clone(),
        title: title.clone(),
        means: report
            .rules
            .iter()
            .map(|rule| report.systems.get(id)?.get(rule)?.get(&name)?.mean)
            .collect(),
    };
    let rows: Vec<System> = ids.iter().zip(titles).map(row).collect();
    let mut columns = vec![Column::text("System", |own: &System| own.title.clone()).heads_row()];
    for (place, rule) in report.rules.iter().enumerate() {
        let mean = move |own: &System| own.means.get(place).copied().flatten();
        let for_cell = rule.clone();
        columns.push(Column::number(short(rule), mean).best_in_bold().view(move |own| {
            Cell::new(words::value(mean(own)))
                .data("data-system", own.id.clone())
                .data("data-rule", for_cell.clone())
                .exact(mean(own))
        }));
    }
    DataTable::new("Systems under every rule", columns, rows)
        .caption(with_measures(&format!("Mean {name}; the best under the chosen rule first.")))
        .view()
}
