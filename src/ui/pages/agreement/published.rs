//! ECCV Caption's coefficients, next to those recomputed from its figures.

use super::coefficient::{shade, two_decimals};
use super::published_models::{models_by_two, title_of};
use crate::ui::components::table::{Cell, Column, DataTable, Saving};
use crate::ui::components::{block, failure_panel, skeleton_block};
use crate::ui::state::address::Address;
use leptos::prelude::*;
use leptos::tachys::html::style::style;
use rankscope_core::analysis::words;
use rankscope_core::formats::{
    CorrelationTable, FormatError, PublishedTable, correlations_from_csv, published_from_csv,
};
use rankscope_core::statistics::kendall_tau_b;
use rankscope_messages::Failure;
use rankscope_transfer::fetch_text;

const TABLE_2: &str = "published/eccv_table2.csv";
const TABLE_3: &str = "published/eccv_table3.csv";
const TABLE_4: &str = "published/eccv_table4.csv";
const TABLE_5: &str = "published/eccv_table5.csv";
/// Larger differences are more than rounding.
const HALF_OF_LAST_DIGIT: f64 = 0.005;

#[derive(Clone)]
struct Tables {
    /// Table 4, models × measures.
    table: PublishedTable,
    /// Table 5, measures × measures.
    correlations: CorrelationTable,
    /// Table 2, precision and recall of earlier judgements.
    precision: PublishedTable,
    /// Table 3, numbers of positives.
    counts: PublishedTable,
}

/// Loads its files when the page opens.
pub(super) fn published(address: Address) -> AnyView {
    let tables = RwSignal::new(None::<Result<Tables, Failure>>);
    let load = move || {
        tables.set(None);
        leptos::task::spawn_local(async move {
            let outcome = read(address).await;
            // The visitor may have left the page before the files arrived.
            let _ = tables.try_set(Some(outcome));
        });
    };
    load();
    let body = move || match tables.get() {
        None => skeleton_block(),
        Some(Err(failure)) => failure_panel(&failure, "Try again", load),
        Some(Ok(tables)) => view! {
            {compared(&tables.table, &tables.correlations)}
            {models_by_two(address, &tables.table, &tables.correlations)}
            {printed_tables(tables.precision, tables.counts)}
        }
        .into_any(),
    };
    let body = view! {
        <p class="prose">
            "ECCV Caption (Chun et al., ECCV 2022) reports 25 models under many measures in its Table 4, and how well the measures agree (Kendall’s τ) in its Table 5. Here the coefficients of Table 5 are recomputed from the figures of Table 4."
        </p>
        {body}
    };
    block("published", "published-title", "A published table, recomputed", body)
}

async fn read(address: Address) -> Result<Tables, Failure> {
    let text_of =
        async |name: &str| fetch_text(&address.file(name)).await.map_err(|e| Failure::from(&e));
    let unreadable = |e: FormatError| Failure {
        title: "A published table cannot be read".into(),
        detail: e.to_string(),
        advice: "Rebuild the page.".into(),
    };
    let published =
        async |name: &str| published_from_csv(name, &text_of(name).await?).map_err(unreadable);
    let printed = text_of(TABLE_5).await?;
    Ok(Tables {
        table: published(TABLE_4).await?,
        correlations: correlations_from_csv(TABLE_5, &printed).map_err(unreadable)?,
        precision: published(TABLE_2).await?,
        counts: published(TABLE_3).await?,
    })
}

/// A measure in both tables: its column in Table 4 and its row in Table 5.
struct Line {
    measure: String,
    values: Vec<f64>,
    printed: Vec<Option<f64>>,
}

impl Line {
    /// In the order of the printed matrix.
    fn all(table: &PublishedTable, printed: &CorrelationTable) -> Vec<Self> {
        let known = printed.measures.iter().enumerate().filter_map(|(place, name)| {
            let values: Option<Vec<f64>> = table.column(name)?.into_iter().collect();
            Some((place, name, values?))
        });
        let known: Vec<(usize, &String, Vec<f64>)> = known.collect();
        let in_paper =
            |i: usize, j: usize| printed.values.get(i).and_then(|row| row.get(j)).copied();
        let line = |(place, name, values): &(usize, &String, Vec<f64>)| Self {
            measure: (*name).clone(),
            values: values.clone(),
            printed: known.iter().map(|(other, ..)| in_paper(*place, *other)).collect(),
        };
        known.iter().map(line).collect()
    }

    fn printed(&self, place: usize) -> Option<f64> {
        self.printed.get(place).copied().flatten()
    }

    /// By more than rounding.
    fn differs(&self, tau: Option<f64>, place: usize) -> bool {
        let difference = tau.zip(self.printed(place)).map(|(tau, paper)| tau - paper);
        difference.is_some_and(|by| by.abs() > HALF_OF_LAST_DIGIT)
    }
}

fn tau_of(x: &[f64], y: &[f64]) -> Option<f64> {
    kendall_tau_b(x, y).map(|tau| tau.tau_b)
}

fn compared(table: &PublishedTable, printed: &CorrelationTable) -> AnyView {
    let lines = Line::all(table, printed);
    let n_missing = printed.measures.len() - lines.len();
    let differ = lines.iter().enumerate().flat_map(|(i, line)| {
        let others = lines.iter().enumerate().skip(i + 1);
        others.map(move |(j, other)| line.differs(tau_of(&line.values, &other.values), j))
    });
    let n_different = differ.filter(|differs| *differs).count();
    let n_pairs = lines.len() * lines.len().saturating_sub(1) / 2;
    let summary = format!(
        "{} of {} pairs match the printed values. The other {} are marked ≠, with the printed \
         value. The {} measures of Table 5 that are not in Table 4 cannot be recomputed.",
        words::count(n_pairs - n_different),
        words::count(n_pairs),
        words::count(n_different),
        words::count(n_missing),
    );
    let n_models = table.rows.len();
    view! {
        <p class="prose">{summary}</p>
        {matrix(lines, n_models)}
        <details class="data">
            <summary>{format!("Table 4: {n_models} models")}</summary>
            {models(table)}
        </details>
    }
    .into_any()
}

/// Recomputed from Table 4, with the values of Table 5 where they differ.
fn matrix(lines: Vec<Line>, n_models: usize) -> AnyView {
    let title = format!("τ-b, n = {n_models}");
    let mut columns = vec![Column::text(title, |line: &Line| title_of(&line.measure)).heads_row()];
    columns.extend(lines.iter().enumerate().map(|(j, other)| {
        let (values, measure) = (other.values.clone(), other.measure.clone());
        let x = values.clone();
        Column::number(title_of(&measure), move |line: &Line| tau_of(&line.values, &x))
            .view(move |line| coefficient(line, tau_of(&line.values, &values), j, &measure))
            .numeric(false)
    }));
    columns.extend(lines.iter().enumerate().map(|(j, other)| {
        let title = format!("{} printed", title_of(&other.measure));
        Column::saved(title, move |line: &Line| line.printed(j))
    }));
    DataTable::new("Published and recomputed τ-b", columns, lines).class("matrix").view()
}

fn coefficient(line: &Line, tau: Option<f64>, place: usize, other: &str) -> Cell {
    let (class, shade) = shade(tau);
    let differs = line.differs(tau, place);
    let mark = differs.then(|| {
        view! {
            <span class="differs">
                "≠ " {two_decimals(line.printed(place))}
                <span class="visually-hidden">" printed"</span>
            </span>
        }
    });
    let is_as_printed = !differs && line.measure != other;
    let same = is_as_printed.then(|| view! { <span class="agrees">"as printed"</span> });
    let cell = Cell::new((two_decimals(tau), mark, same))
        .class(class)
        .with(style(shade))
        .data("data-row", line.measure.clone())
        .data("data-column", other)
        .exact(tau)
        .data("data-printed", words::exact(line.printed(place)));
    if differs { cell.data("data-differs", "yes") } else { cell }
}

/// A printed row: its name and figures.
struct Row {
    name: String,
    values: Vec<Option<f64>>,
}

fn models(table: &PublishedTable) -> AnyView {
    let rows: Vec<Row> = table
        .rows
        .iter()
        .map(|row| Row {
            name: row.texts.last().cloned().unwrap_or_default(),
            values: row.values.clone(),
        })
        .collect();
    let value = |model: &Row, place: usize| model.values.get(place).copied().flatten();
    let mut columns = vec![Column::text("Model", |model: &Row| model.name.clone()).heads_row()];
    columns.extend(table.measures.iter().enumerate().map(|(place, name)| {
        Column::number(title_of(name), move |model: &Row| value(model, place)).view(move |model| {
            let value = value(model, place);
            Cell::new(value.map_or_else(|| "n/a".into(), |value| format!("{value:.2}")))
        })
    }));
    DataTable::new("Table 4 of ECCV Caption", columns, rows).tall().saving(Saving::No).view()
}

fn printed_tables(precision: PublishedTable, counts: PublishedTable) -> AnyView {
    let percent =
        |value: Option<f64>| value.map_or_else(|| "n/a".into(), |value| format!("{value:.1}"));
    let count = |value: Option<f64>| match value {
        Some(value) if value >= 0.0 && value.fract() == 0.0 => words::count(value as u64),
        _ => "n/a".into(),
    };
    let heads = [
        "Prec, image → text",
        "Recall, image → text",
        "Prec, text → image",
        "Recall, text → image",
    ];
    let numbers = ["Positive images", "Positive captions"];
    view! {
        <h3>"What earlier judgements lack"</h3>
        <p class="prose">
            "Precision and recall of earlier judgements by the pairs that people verified, in per cent, and the number of positives of each set, as the authors print them with their library eccv_caption (Tables 2 and 3 of the paper). The paper prints one formula, |r ∩ p| / |p|, for both Prec and Recall, where r are the earlier positives and p the verified ones. Only Recall is divided by |p|; Prec is |r ∩ p| / |r|. The library does not include the verified pairs, so the first table cannot be recomputed. The second is that of the judgements of COCO 5K, except for the row of verified pairs."
        </p>
        <div class="pair">
            <div>{table("Precision and recall of earlier judgements", &heads, precision, percent)}</div>
            <div>{table("Number of positives", &numbers, counts, count)}</div>
        </div>
    }
    .into_any()
}

fn table(
    name: &'static str,
    heads: &[&'static str],
    table: PublishedTable,
    written: fn(Option<f64>) -> String,
) -> AnyView {
    let lines: Vec<Row> = table
        .rows
        .into_iter()
        .map(|row| Row { name: row.texts.last().cloned().unwrap_or_default(), values: row.values })
        .collect();
    let mut columns = vec![Column::text("Judgements", |row: &Row| row.name.clone()).heads_row()];
    columns.extend(heads.iter().enumerate().map(|(place, title)| {
        let value = move |row: &Row| row.values.get(place).copied().flatten();
        Column::number(*title, value)
            .view(move |row| Cell::new(written(value(row))).exact(value(row)))
    }));
    DataTable::new(name, columns, lines).titled().view()
}
