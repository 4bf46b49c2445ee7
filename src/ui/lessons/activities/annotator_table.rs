//! Every system by the truth and by what the chosen annotators saw.

use crate::ui::components::{bump_plot, table_tools};
use crate::ui::lessons::live::title_of;
use crate::ui::state::Session;
use crate::ui::state::seen_truth::{SeenRow, SeenTruth};
use crate::ui::words;
use leptos::prelude::*;

const TABLE: &str = "Systems by the truth and by what was seen";

/// The chart of both orders, and its table.
pub(super) fn outcome(session: Session, seen: &SeenTruth) -> AnyView {
    let titles: Vec<String> = seen
        .rows
        .iter()
        .map(|row| {
            let title = title_of(session, &row.system);
            if row.is_annotator { format!("◆ {title}") } else { title }
        })
        .collect();
    let by_truth: Vec<f64> = seen.rows.iter().map(|row| row.by_truth).collect();
    let by_seen: Vec<f64> = seen.rows.iter().map(|row| row.by_seen).collect();
    let names = ("By the truth", "By what was seen");
    view! {
        <div class="bias">
            {bump_plot("Both rankings", &titles, (&by_truth, &by_seen), names)}
            {table(session, seen)}
        </div>
    }
    .into_any()
}

fn table(session: Session, seen: &SeenTruth) -> AnyView {
    let mut rows: Vec<&SeenRow> = seen.rows.iter().collect();
    rows.sort_by_key(|row| row.place_by_seen);
    let rows = rows.into_iter().map(|row| {
        let moved = match row.place_by_truth.cmp(&row.place_by_seen) {
            std::cmp::Ordering::Equal => "–".to_string(),
            std::cmp::Ordering::Greater => format!("↑ {}", row.place_by_truth - row.place_by_seen),
            std::cmp::Ordering::Less => format!("↓ {}", row.place_by_seen - row.place_by_truth),
        };
        let looks = row.is_annotator.then(|| view! { <span class="tag">"looks"</span> });
        view! {
            <tr data-system=row.system.clone()>
                <th scope="row">{title_of(session, &row.system)} " " {looks}</th>
                <td class="number" data-measure="seen" data-value=words::exact(Some(row.by_seen))>
                    {words::value(Some(row.by_seen).filter(|value| value.is_finite()))}
                </td>
                <td class="number" data-measure="place-seen" data-value=row.place_by_seen + 1>
                    {row.place_by_seen + 1}
                </td>
                <td class="number" data-measure="truth" data-value=words::exact(Some(row.by_truth))>
                    {words::value(Some(row.by_truth).filter(|value| value.is_finite()))}
                </td>
                <td class="number" data-measure="place-truth" data-value=row.place_by_truth + 1>
                    {row.place_by_truth + 1}
                </td>
                <td class="number">{moved}</td>
            </tr>
        }
    });
    let rows = rows.collect_view();
    let caption = format!(
        "eccv:mAP@R. By what was seen it is over the {} for which something relevant was seen.",
        words::counted(seen.n_queries, "query", "queries"),
    );
    view! {
        <div class="bias-table">
            <div class="scroller" tabindex="0" role="region" aria-label=format!("{TABLE}, scrollable")>
                <table aria-label=TABLE>
                    <caption>
                        <span class="caption-words">{caption}</span>
                    </caption>
                    <thead>
                        <tr>
                            <th scope="col">"System"</th>
                            <th scope="col" class="number">"Seen"</th>
                            <th scope="col" class="number">"Place"</th>
                            <th scope="col" class="number">"Truth"</th>
                            <th scope="col" class="number">"Place"</th>
                            <th scope="col" class="number">"Move"</th>
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
            {table_tools(TABLE)}
        </div>
    }
    .into_any()
}
