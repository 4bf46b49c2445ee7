//! The measures of one query.

use super::explanation::explanation;
use super::save::table_tools;
use crate::ui::state::Session;
use crate::ui::state::shown::{Explained, Judged, Shown};
use crate::ui::words;
use leptos::prelude::*;

/// A change below this is rounding.
const LEAST_CHANGE: f64 = 1e-12;

/// A row for each measure: full name, what it is, how much of it is judged, value; in the
/// what-if mode also the value before the changes, and the difference. A value opens how it
/// came about.
pub fn measures_table(session: Session, shown: &Shown, judged: &Judged) -> AnyView {
    let original = shown.original.as_ref().map(|original| &original.judged.measures);
    let rows = judged.measures.iter().enumerate().map(|(index, explained)| {
        let before = original.map(|all| {
            let before = all.get(index).and_then(|one| one.explained.as_ref());
            before.map(|explained| explained.value)
        });
        row(session, shown, explained, before)
    });
    let rows = rows.collect_view();
    let change_heads = original.is_some().then(|| {
        view! {
            <th scope="col" class="number">"Original"</th>
            <th scope="col" class="number">"Change"</th>
        }
    });
    view! {
        <div
            class="scroller"
            tabindex="0"
            role="region"
            aria-label="Measures of this query, scrollable"
        >
            <table
                class="measures"
                class:measures-changed=original.is_some()
                aria-label="Measures of this query"
            >
                <thead>
                    <tr>
                        <th scope="col">"Measure"</th>
                        <th scope="col" class="number" title="How many of the results that the measure looks at are judged">
                            "Judged"
                        </th>
                        <th scope="col" class="number">
                            "Value"
                        </th>
                        {change_heads}
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
        {table_tools("Measures of this query")}
    }
    .into_any()
}

/// A measure, and below it how its value came about once that is asked for. `before` is the
/// value before the visitor's changes, in the what-if mode.
fn row(
    session: Session,
    shown: &Shown,
    Explained { measure, explained }: &Explained,
    before: Option<Option<f64>>,
) -> AnyView {
    let name = measure.to_string();
    let value = explained.as_ref().map(|explained| explained.value);
    let share = explained.as_ref().map(|explained| explained.judged);
    let share = share.map(|share| format!("{} of {}", share.n_judged, share.n_hits));
    let is_open = {
        let name = name.clone();
        Memo::new(move |_| session.explained.with(|open| open.contains(&name)))
    };
    let for_click = name.clone();
    let toggle = move |_| {
        session.explained.update(|open| {
            if !open.remove(&for_click) {
                open.insert(for_click.clone());
            }
        });
    };
    let number = match explained {
        Some(_) => view! {
            <button
                type="button"
                class="value"
                aria-expanded=move || if is_open.get() { "true" } else { "false" }
                on:click=toggle
            >
                {words::value(value)}
                <span class="visually-hidden">{format!(", how {name} comes about")}</span>
            </button>
        }
        .into_any(),
        None => words::value(value).into_any(),
    };
    let n_columns = if before.is_some() { "5" } else { "3" };
    let below = explained.clone().map(|explained| {
        let dataset = shown.choice.dataset.clone();
        move || {
            is_open.get().then(|| {
                let content = explanation(&dataset, &explained, session.highlight);
                view! {
                    <tr class="explained-row">
                        <td colspan=n_columns>{content}</td>
                    </tr>
                }
            })
        }
    });
    view! {
        <tr>
            <th scope="row">
                <code>{name.clone()}</code>
                <span class="describe">{measure.describe()}</span>
            </th>
            <td class="number">{share.unwrap_or_else(|| "n/a".into())}</td>
            <td class="number" data-measure=name data-value=words::exact(value)>
                {number}
            </td>
            {before.map(|before| changes(value, before))}
        </tr>
        {below}
    }
    .into_any()
}

/// What the value was, and by how much it changed.
fn changes(value: Option<f64>, before: Option<f64>) -> AnyView {
    let difference = value.zip(before).map(|(now, before)| now - before);
    let class = match difference {
        Some(by) if by > LEAST_CHANGE => "number for-a",
        Some(by) if by < -LEAST_CHANGE => "number for-b",
        _ => "number",
    };
    view! {
        <td class="number" data-before=words::exact(before)>
            {words::value(before)}
        </td>
        <td class=class data-difference=words::exact(difference)>
            {difference.map_or_else(|| "n/a".into(), words::signed)}
        </td>
    }
    .into_any()
}
