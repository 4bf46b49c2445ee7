//! Means, differences, intervals and tests of every measure.

use super::View;
use crate::ui::column::Column;
use crate::ui::components::{notice, table_tools};
use crate::ui::state::compare::{Comparison, OnQuery, Tested, n_draws};
use crate::ui::state::view::Page;
use crate::ui::tally::SystemValues;
use crate::ui::words;
use leptos::prelude::*;
use rankscope_core::metrics::Mean;
use rankscope_core::statistics::holm;

/// A measure of both systems.
struct Row {
    column: Column,
    pairs: Vec<OnQuery>,
    tested: Option<Tested>,
    p_holm: Option<f64>,
    is_chosen: bool,
}

impl Row {
    fn mean(&self, of: fn(&OnQuery) -> f64) -> Option<f64> {
        Mean::of(self.pairs.iter().map(|on| Some(of(on)))).map(|mean| mean.mean)
    }

    fn n(&self, is_so: fn(&OnQuery) -> bool) -> usize {
        self.pairs.iter().filter(|on| is_so(on)).count()
    }
}

/// The verdict in a sentence and every measure in a table.
pub(super) fn summary(view: View, outcomes: Signal<Vec<Option<Tested>>>) -> Option<AnyView> {
    let comparison = view.comparison.get()?;
    let (a, b) = view.both.get()?;
    let rows = rows(&comparison, &a, &b, &outcomes.get());
    let chosen = rows.iter().find(|row| row.is_chosen)?;
    let same = (comparison.a.id == comparison.b.id)
        .then(|| notice("A and B are the same system, so that they cannot differ."));
    let verdict = verdict(&comparison, chosen);
    let lines = rows.iter().map(|row| line(view, row)).collect_view();
    let n_draws = n_draws(chosen.pairs.len());
    let caption = format!(
        "A − B: mean over the queries where both have a value (n). Interval: 95 % of {} resamples \
         of these queries. p: two-sided paired randomisation test, {} exchanges of A and B. \
         p (Holm): corrected for the {} tests of this table.",
        words::count(n_draws),
        words::count(n_draws),
        rows.len(),
    );
    let view = view! {
        {same}
        <p class="verdict">{verdict}</p>
        <div class="scroller" tabindex="0" role="region" aria-label="Measures of both, scrollable">
            <table class="board" aria-label="Measures of both systems">
                <caption>
                    <span class="caption-words">{caption}</span>
                </caption>
                <thead>
                    <tr>
                        <th scope="col">"Measure"</th>
                        <th scope="col" class="number">"A"</th>
                        <th scope="col" class="number">"B"</th>
                        <th scope="col" class="number">"A − B"</th>
                        <th scope="col" class="number">"95 % interval"</th>
                        <th scope="col" class="number">"p"</th>
                        <th scope="col" class="number">"p (Holm)"</th>
                        <th scope="col" class="number">"A better"</th>
                        <th scope="col" class="number">"Equal"</th>
                        <th scope="col" class="number">"B better"</th>
                        <th scope="col" class="number">"n"</th>
                    </tr>
                </thead>
                <tbody>{lines}</tbody>
            </table>
        </div>
        {table_tools("Measures of both systems")}
    };
    Some(view.into_any())
}

fn rows(
    comparison: &Comparison,
    a: &SystemValues,
    b: &SystemValues,
    outcomes: &[Option<Tested>],
) -> Vec<Row> {
    let tested = |place: usize| outcomes.get(place).copied().flatten();
    let p_values: Vec<f64> = outcomes.iter().flatten().map(|test| test.randomisation.p).collect();
    // The correction needs every test of the table.
    let is_complete = !outcomes.is_empty() && p_values.len() == outcomes.len();
    let corrected = is_complete.then(|| holm(&p_values).ok()).flatten();
    let row = |(place, (index, column)): (usize, &(usize, Column))| Row {
        column: column.clone(),
        pairs: comparison.pairs(a, b, *index),
        tested: tested(place),
        p_holm: corrected.as_ref().and_then(|all| all.get(place).copied()),
        is_chosen: place == comparison.chosen,
    };
    comparison.columns.iter().enumerate().map(row).collect()
}

fn verdict(comparison: &Comparison, row: &Row) -> String {
    let (name, n) = (row.column.measure.to_string(), row.pairs.len());
    let (Some(a), Some(b)) = (row.mean(|on| on.a), row.mean(|on| on.b)) else {
        return format!(
            "No query has an image that is relevant under this definition, so that {name} has no \
             value for either system."
        );
    };
    let (title_a, title_b) = (&comparison.a.title, &comparison.b.title);
    let difference = row.mean(OnQuery::difference).unwrap_or(0.0);
    let order = match () {
        () if difference > 0.0 => format!("{title_a} (A) is ahead of {title_b} (B)"),
        () if difference < 0.0 => format!("{title_b} (B) is ahead of {title_a} (A)"),
        () => format!("{title_a} (A) and {title_b} (B) are level"),
    };
    let chance = match row.tested {
        None => " Whether that could be chance is being tested …".to_string(),
        Some(test) if test.randomisation.p < 0.05 => format!(
            " A difference as large comes about by chance in {} of exchanges: hardly chance.",
            percent(test.randomisation.p)
        ),
        Some(test) => format!(
            " A difference as large comes about by chance in {} of exchanges: it may well be \
             chance.",
            percent(test.randomisation.p)
        ),
    };
    format!(
        "On {name}, {order}: {a:.4} (A) and {b:.4} (B) over {}.{chance}",
        words::counted(n, "query", "queries")
    )
}

fn percent(p: f64) -> String {
    if p < 0.001 { "less than 0.1 %".into() } else { format!("{:.1} %", p * 100.0) }
}

fn line(view: View, row: &Row) -> AnyView {
    let name = row.column.measure.to_string();
    let for_click = name.clone();
    let address = view.session.address;
    let href = {
        let name = name.clone();
        move || {
            let name = name.clone();
            address.href_with(Page::Compare, |state| (state.measure, state.at) = (Some(name), None))
        }
    };
    let choose = move |ev: web_sys::MouseEvent| {
        if ev.ctrl_key() || ev.meta_key() || ev.shift_key() {
            return;
        }
        ev.prevent_default();
        address.change(|state| (state.measure, state.at) = (Some(for_click.clone()), None));
    };
    let (a, b) = (row.mean(|on| on.a), row.mean(|on| on.b));
    let difference = row.mean(OnQuery::difference);
    let waiting = if row.pairs.is_empty() { "n/a" } else { "…" };
    let interval = row.tested.map_or_else(
        || waiting.to_string(),
        |test| {
            test.interval.map_or_else(
                || "n/a".into(),
                |i| format!("{} … {}", words::signed(i.low), words::signed(i.high)),
            )
        },
    );
    let p = row.tested.map(|test| test.randomisation.p);
    let p_words = p.map_or_else(|| waiting.to_string(), words::p_value);
    let p_holm = row.p_holm.map_or_else(|| waiting.to_string(), words::p_value);
    let cell = |of: &'static str, value: Option<f64>, words: String| {
        view! {
            <td class="number" data-measure=name.clone() data-of=of data-value=words::exact(value)>
                {words}
            </td>
        }
    };
    view! {
        <tr class:chosen-row=row.is_chosen aria-current=row.is_chosen.then_some("true")>
            <th scope="row">
                <a href=href on:click=choose title=row.column.measure.describe()>
                    <code>{name.clone()}</code>
                </a>
            </th>
            {cell("a", a, words::value(a))}
            {cell("b", b, words::value(b))}
            {cell("difference", difference, difference.map_or_else(|| "n/a".into(), words::signed))}
            <td class="number">{interval}</td>
            {cell("p", p, p_words)}
            <td class="number">{p_holm}</td>
            <td class="number">{words::count(row.n(|on| on.difference() > 0.0))}</td>
            <td class="number">{words::count(row.n(|on| on.difference() == 0.0))}</td>
            <td class="number">{words::count(row.n(|on| on.difference() < 0.0))}</td>
            <td class="number">{words::count(row.pairs.len())}</td>
        </tr>
    }
    .into_any()
}
