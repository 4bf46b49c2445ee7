//! The measures of one query.

use super::explanation::explanation;
use crate::ui::shown::Explained;
use crate::ui::words;
use leptos::prelude::*;

/// A row for each measure: full name, what it is, how much of it is judged, value.
pub fn measures_table(measures: &[Explained], highlight: RwSignal<Option<usize>>) -> AnyView {
    let rows = measures.iter().map(|Explained { measure, explained }| {
        let name = measure.to_string();
        let value = explained.as_ref().map(|explained| explained.value);
        let judged = explained.as_ref().map(|explained| explained.judged);
        let judged = judged.map(|judged| format!("{} of {}", judged.n_judged, judged.n_hits));
        view! {
            <tr>
                <th scope="row">
                    <code>{name.clone()}</code>
                    <span class="describe">{measure.describe()}</span>
                    {explained.as_ref().map(|explained| explanation(explained, highlight))}
                </th>
                <td class="number">{judged.unwrap_or_else(|| "n/a".into())}</td>
                <td class="number" data-measure=name data-value=words::exact(value)>
                    {words::value(value)}
                </td>
            </tr>
        }
    });
    let rows = rows.collect_view();
    view! {
        <table class="measures" aria-label="Measures of this query">
            <thead>
                <tr>
                    <th scope="col">"Measure"</th>
                    <th scope="col" class="number" title="How many of the results that the measure looks at are judged">
                        "Judged"
                    </th>
                    <th scope="col" class="number">
                        "Value"
                    </th>
                </tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
    }
    .into_any()
}
