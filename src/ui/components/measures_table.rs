//! The measures of one query.

use crate::metrics::Measure;
use crate::ui::words;
use leptos::prelude::*;

/// A row for each measure: full name, value, what it is.
pub fn measures_table(measures: &[(Measure, Option<f64>)]) -> AnyView {
    let rows = measures.iter().map(|(measure, value)| {
        let (name, value) = (measure.to_string(), *value);
        view! {
            <tr>
                <th scope="row">
                    <code>{name.clone()}</code>
                    <span class="describe">{measure.describe()}</span>
                </th>
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
