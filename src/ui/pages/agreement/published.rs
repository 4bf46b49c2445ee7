//! A paper's table, and the coefficients that it prints beside those that come out of it.

use super::matrix::{shade, two_decimals};
use crate::messages::Failure;
use crate::transfer::fetch_text;
use crate::ui::components::{failure_panel, table_tools};
use crate::ui::state::Session;
use crate::ui::words;
use leptos::prelude::*;
use rankscope_core::formats::{
    CorrelationTable, FormatError, PublishedTable, correlations_from_csv, published_from_csv,
};
use rankscope_core::statistics::kendall_tau_b;

const TABLE_4: &str = "published/eccv_table4.csv";
const TABLE_5: &str = "published/eccv_table5.csv";
/// A recomputed coefficient rounds to the printed one if it is no further away than this.
const HALF_OF_LAST_DIGIT: f64 = 0.005;

/// Both tables, read.
type Tables = (PublishedTable, CorrelationTable);

/// The section, loaded when it is opened.
pub(super) fn published(session: Session) -> AnyView {
    let tables = RwSignal::new(None::<Result<Tables, Failure>>);
    let load = move || {
        tables.set(None);
        leptos::task::spawn_local(async move {
            let outcome = read(session).await;
            // The page may have been left before the files were there.
            let _ = tables.try_set(Some(outcome));
        });
    };
    load();
    let body = move || match tables.get() {
        None => view! { <div class="skeleton skeleton-block" aria-hidden="true"></div> }.into_any(),
        Some(Err(failure)) => failure_panel(&failure, "Try again", load),
        Some(Ok((table, printed))) => compared(&table, &printed),
    };
    view! {
        <section class="block" aria-labelledby="published-title">
            <h2 id="published-title">"What a paper printed, and what comes out of its table"</h2>
            <p class="prose">
                "ECCV Caption (Chun et al., ECCV 2022) reports 25 models under many measures in its Table 4, and how far these agree (Kendall’s τ) in its Table 5. Here the coefficients of Table 5 are taken again from the figures of Table 4."
            </p>
            {body}
        </section>
    }
    .into_any()
}

async fn read(session: Session) -> Result<Tables, Failure> {
    let text_of = async |name: &str| {
        fetch_text(&session.address.file(name)).await.map_err(|e| Failure::from(&e))
    };
    let unreadable = |e: FormatError| Failure {
        title: "A published table cannot be read.".into(),
        detail: e.to_string(),
        advice: "Build the page again.".into(),
    };
    let (table, printed) = (text_of(TABLE_4).await?, text_of(TABLE_5).await?);
    Ok((
        published_from_csv(TABLE_4, &table).map_err(unreadable)?,
        correlations_from_csv(TABLE_5, &printed).map_err(unreadable)?,
    ))
}

/// The measures as the paper writes them.
fn title_of(measure: &str) -> String {
    let known = [
        ("eccv_map_at_r", "ECCV mAP@R"),
        ("eccv_rprecision", "ECCV R-Precision"),
        ("eccv_r1", "ECCV R@1"),
        ("cxc_r1", "CxC R@1"),
        ("coco_1k_r1", "COCO 1K R@1"),
        ("coco_5k_r1", "COCO 5K R@1"),
        ("pmrp", "PMRP"),
    ];
    let found = known.iter().find(|(id, _)| *id == measure);
    found.map_or_else(|| measure.to_string(), |(_, title)| (*title).to_string())
}

fn compared(table: &PublishedTable, printed: &CorrelationTable) -> AnyView {
    // In the order of the printed matrix.
    let measures: Vec<(usize, &String, Vec<f64>)> = printed
        .measures
        .iter()
        .enumerate()
        .filter_map(|(place, name)| {
            let column: Option<Vec<f64>> = table.column(name)?.into_iter().collect();
            Some((place, name, column?))
        })
        .collect();
    let n_left_out = printed.measures.len() - measures.len();
    let (mut n_pairs, mut n_different) = (0, 0);
    let heads = measures.iter().map(|(_, name, _)| view! { <th scope="col">{title_of(name)}</th> });
    let heads = heads.collect_view();
    let rows = measures.iter().enumerate().map(|(i, (row, name, x))| {
        let cells = measures.iter().enumerate().map(|(j, (column, other, y))| {
            let tau = kendall_tau_b(x, y).map(|tau| tau.tau_b);
            let paper = printed.values.get(*row).and_then(|row| row.get(*column)).copied();
            let difference = tau.zip(paper).map(|(tau, paper)| tau - paper);
            let differs = difference.is_some_and(|by| by.abs() > HALF_OF_LAST_DIGIT);
            if i < j {
                n_pairs += 1;
                n_different += usize::from(differs);
            }
            let (class, style) = shade(tau);
            let mark = differs.then(|| {
                view! {
                    <span class="differs">
                        "≠ " {two_decimals(paper)}
                        <span class="visually-hidden">" printed"</span>
                    </span>
                }
            });
            let same =
                (!differs && i != j).then(|| view! { <span class="agrees">"as printed"</span> });
            view! {
                <td
                    class=class
                    style=style
                    data-row=(*name).clone()
                    data-column=(*other).clone()
                    data-value=words::exact(tau)
                    data-printed=words::exact(paper)
                    data-differs=differs.then_some("yes")
                >
                    {two_decimals(tau)}
                    {mark}
                    {same}
                </td>
            }
        });
        let cells = cells.collect_view();
        view! {
            <tr>
                <th scope="row">{title_of(name)}</th>
                {cells}
            </tr>
        }
    });
    let rows = rows.collect_view();
    let summary = format!(
        "{} of {} pairs come out as printed; the other {} are marked ≠, with what the paper \
         prints. The {} measures of Table 5 that Table 4 does not list cannot be taken again.",
        words::count(n_pairs - n_different),
        words::count(n_pairs),
        words::count(n_different),
        words::count(n_left_out),
    );
    let n_models = table.rows.len();
    let models = table.rows.iter().map(|row| {
        let name = row.texts.last().cloned().unwrap_or_default();
        let cells = row.values.iter().map(|value| {
            let words = value.map_or_else(|| "n/a".into(), |value| format!("{value:.2}"));
            view! { <td class="number">{words}</td> }
        });
        let cells = cells.collect_view();
        view! {
            <tr>
                <th scope="row">{name}</th>
                {cells}
            </tr>
        }
    });
    let models = models.collect_view();
    let model_heads = table.measures.iter().map(|name| {
        view! {
            <th scope="col" class="number">
                {title_of(name)}
            </th>
        }
    });
    let model_heads = model_heads.collect_view();
    view! {
        <p class="prose">{summary}</p>
        <div class="scroller" tabindex="0" role="region" aria-label="Published agreement, scrollable">
            <table class="matrix" aria-label="Published and recomputed τ-b">
                <thead>
                    <tr>
                        <th scope="col">{format!("τ-b, n = {n_models}")}</th>
                        {heads}
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
        {table_tools("Published and recomputed τ-b")}
        <details class="data">
            <summary>{format!("Table 4: {n_models} models")}</summary>
            <div class="scroller scroller-tall" tabindex="0" role="region" aria-label="Table 4, scrollable">
                <table aria-label="Table 4 of ECCV Caption">
                    <thead>
                        <tr>
                            <th scope="col">"Model"</th>
                            {model_heads}
                        </tr>
                    </thead>
                    <tbody>{models}</tbody>
                </table>
            </div>
        </details>
    }
    .into_any()
}
