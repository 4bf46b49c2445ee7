//! The five lists, and what three measures say of them.

use super::pictures::{LETTERS, LISTS, MEASURES, PRINTED, WORDS, values};
use crate::ui::state::Session;
use crate::ui::words;
use leptos::prelude::*;

/// The activity: lists and measures.
pub(in crate::ui::lessons) fn five_lists(_: Session) -> AnyView {
    view! {
        <section class="activity" aria-labelledby="lists-title">
            <h2 id="lists-title">"Five lists for a query with eight relevant pictures"</h2>
            {lists_table(None)}
        </section>
    }
    .into_any()
}

/// The lists as marks with their measures, and the printed strengths if `name` says so.
pub(super) fn lists_table(printed: Option<&'static str>) -> AnyView {
    let columns = MEASURES.map(values);
    let heads = MEASURES.map(|measure| {
        view! {
            <th scope="col" class="number">
                <code>{measure}</code>
            </th>
        }
    });
    let printed_head = printed.map(|name| {
        view! {
            <th scope="col" class="number">
                {name}
            </th>
        }
    });
    let rows = LETTERS.iter().enumerate().map(|(index, letter)| {
        let marks = LISTS[index].iter().map(|is_right| {
            let (class, shape) =
                if *is_right { ("list-right", "✓") } else { ("list-wrong", "·") };
            view! { <span class=class>{shape}</span> }
        });
        let marks = marks.collect_view();
        let cells = MEASURES.iter().zip(&columns).map(|(measure, values)| {
            let value = values.get(index).copied();
            view! {
                <td
                    class="number"
                    data-list=*letter
                    data-measure=*measure
                    data-value=words::exact(value)
                >
                    {value.map_or_else(|| "n/a".into(), |value| format!("{:.1}", 100.0 * value))}
                </td>
            }
        });
        let cells = cells.collect_view();
        let strength = printed.map(|_| {
            view! { <td class="number">{format!("{:.2}", PRINTED[index])}</td> }
        });
        view! {
            <tr>
                <th scope="row">
                    {*letter} <span class="describe">{WORDS[index]}</span>
                </th>
                <td>
                    <span class="list-marks" aria-hidden="true">
                        {marks}
                    </span>
                    <span class="visually-hidden">{WORDS[index]}</span>
                </td>
                {cells}
                {strength}
            </tr>
        }
    });
    let rows = rows.collect_view();
    view! {
        <div class="scroller" tabindex="0" role="region" aria-label="The five lists, scrollable">
            <table class="lists-table" aria-label="The five lists">
                <caption>
                    <span class="caption-words">
                        "✓ right, · wrong, from the first place to the eighth. Measures in per cent."
                    </span>
                </caption>
                <thead>
                    <tr>
                        <th scope="col">"List"</th>
                        <th scope="col">"Places"</th>
                        {heads}
                        {printed_head}
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}
