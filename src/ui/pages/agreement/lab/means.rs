use super::view::View;
use crate::ui::components::coefficient::two_decimals;
use crate::ui::components::table::{Cell, Column, DataTable, RowView};
use crate::ui::components::{bump_plot, with_measures};
use crate::ui::state::annotator_lab::LabResult;
use crate::ui::state::reverse::Direction;
use leptos::prelude::*;
use rankscope_core::analysis::{WHOLE, words};
use rankscope_core::metrics::Mean;
use rankscope_core::statistics::descending_ranks;

const TABLE: &str = "Systems under the truth and under what was seen";

/// Equal means share the mean of their ranks.
#[derive(Clone, Copy)]
struct Placed {
    mean: Option<f64>,
    rank: Option<f64>,
}

struct Row {
    id: String,
    title: String,
    is_annotator: bool,
    truth: Placed,
    seen: Placed,
    gained: Option<f64>,
}

pub(super) fn verdict(result: &LabResult) -> String {
    let LabResult { choice, direction, outcome, .. } = result;
    let n = |of: Vec<Option<Mean>>| of.iter().flatten().map(|mean| mean.n).max().unwrap_or(0);
    let (n_truth, n_seen) = (n(outcome.truth()), n(outcome.seen(WHOLE)));
    if n_seen == 0 {
        return "Nobody saw anything relevant. Choose more systems, or more results of each."
            .into();
    }
    let tau = outcome.effect(WHOLE).and_then(|effect| effect.tau_b);
    let left_out = n_truth.saturating_sub(n_seen);
    let error = choice.error.map(|error| {
        let (percent, seed) = ((error.probability * 1e4).round() / 100.0, error.seed);
        format!(" {percent} % of the judgements are wrong, drawn at random with seed {seed}.")
    });
    let (query, queries, relevant) = match direction {
        Direction::ToImages => ("query", "queries", "picture"),
        Direction::ToTexts => ("image", "images", "text"),
        Direction::Mean => ("query or image", "queries and images", "result"),
    };
    format!(
        "τ-b with the truth {}, over {}. {} proposed their first {}. For {} of {} nobody saw a \
         relevant {relevant}; they are left out of the means under what was seen.{}",
        two_decimals(tau),
        words::counted(choice.systems.len(), "system", "systems"),
        words::counted(choice.proposers.len(), "system", "systems"),
        words::counted(choice.depth, "result", "results"),
        words::count(left_out),
        words::counted(n_truth, query, queries),
        error.unwrap_or_default(),
    )
}

pub(super) fn means(view: View, result: &LabResult) -> AnyView {
    let rows = rows(view, result);
    let titles: Vec<String> = rows
        .iter()
        .map(|row| if row.is_annotator { format!("◆ {}", row.title) } else { row.title.clone() })
        .collect();
    let of = |read: fn(&Row) -> Option<f64>| {
        rows.iter().map(|row| read(row).unwrap_or(f64::NAN)).collect::<Vec<f64>>()
    };
    let (truth, seen) = (of(|row| row.truth.mean), of(|row| row.seen.mean));
    view! {
        <div class="lab-means">
            {bump_plot("Ranks by the truth and by what was seen", &titles, &[("By the truth".into(), truth), ("By what was seen".into(), seen)])}
            <div>{table(result, rows)}</div>
        </div>
    }
    .into_any()
}

fn rows(view: View, result: &LabResult) -> Vec<Row> {
    let LabResult { choice, outcome, .. } = result;
    let (truth, seen) = (placed(&outcome.truth()), placed(&outcome.seen(WHOLE)));
    let effect = outcome.effect(WHOLE);
    let nothing = Placed { mean: None, rank: None };
    let row = |(place, id): (usize, &String)| Row {
        id: id.clone(),
        title: view.title(id),
        is_annotator: choice.proposers.holds(place),
        truth: truth.get(place).copied().unwrap_or(nothing),
        seen: seen.get(place).copied().unwrap_or(nothing),
        gained: effect.as_ref().and_then(|effect| effect.gained.get(place).copied()),
    };
    let mut rows: Vec<Row> = choice.systems.iter().enumerate().map(row).collect();
    let by_truth = |row: &Row| row.truth.mean.unwrap_or(f64::NEG_INFINITY);
    rows.sort_by(|a, b| by_truth(b).total_cmp(&by_truth(a)));
    rows
}

fn placed(means: &[Option<Mean>]) -> Vec<Placed> {
    let values: Option<Vec<f64>> = means.iter().map(|mean| mean.map(|mean| mean.mean)).collect();
    let ranks = values.map(|values| descending_ranks(&values));
    let of = |(place, mean): (usize, &Option<Mean>)| Placed {
        mean: mean.map(|mean| mean.mean),
        rank: ranks.as_ref().and_then(|ranks| ranks.get(place).copied()),
    };
    means.iter().enumerate().map(of).collect()
}

fn table(result: &LabResult, rows: Vec<Row>) -> AnyView {
    let column = &result.choice.column.1;
    let columns = vec![
        Column::text("System", |row: &Row| row.title.clone())
            .view(|row| {
                let tag = row.is_annotator.then(|| view! { <span class="tag">"proposes"</span> });
                Cell::new(view! { {row.title.clone()} " " {tag} })
            })
            .heads_row(),
        value("Truth", "truth", |row| row.truth.mean),
        rank("Rank by the truth", |row| row.truth.rank),
        value("Seen", "seen", |row| row.seen.mean),
        rank("Rank by what was seen", |row| row.seen.rank),
        Column::number("Places gained", |row: &Row| row.gained).view(|row| {
            Cell::new(places(row.gained))
                .data("data-system", row.id.clone())
                .data("data-measure", "places")
                .exact(row.gained)
        }),
    ];
    DataTable::new(TABLE, columns, rows)
        .caption(with_measures(&format!(
            "{} ({}). Places gained: the rank by the truth minus the rank by what was seen; equal \
             means share the mean of their ranks.",
            column.measure, column.relevance_title
        )))
        .row(|row| RowView::default().data("data-system", row.id.clone()))
        .view()
}

fn value(title: &'static str, key: &'static str, of: fn(&Row) -> Option<f64>) -> Column<Row> {
    Column::number(title, of).view(move |row| {
        Cell::new(words::value(of(row)))
            .data("data-system", row.id.clone())
            .data("data-measure", key)
            .exact(of(row))
    })
}

fn rank(title: &'static str, of: fn(&Row) -> Option<f64>) -> Column<Row> {
    Column::number(title, of)
        .view(move |row| Cell::new(of(row).map_or_else(|| "n/a".into(), |rank| rank.to_string())))
        .head("Rank")
}

/// Places gained, with a sign: `+2`, `−0.5`, `0`.
pub(super) fn places(gained: Option<f64>) -> String {
    match gained {
        None => "n/a".into(),
        Some(0.0) => "0".into(),
        Some(gained) if gained > 0.0 => format!("+{gained}"),
        Some(gained) => format!("−{}", -gained),
    }
}
