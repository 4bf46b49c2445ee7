//! A table of models and measures, the visitor's own or one that a paper prints: how the measures agree,
//! how they order the models, and the figures.

mod choice;
mod figures;
mod here;
mod known;
mod matrix;
mod orders;
mod own;

pub(super) use figures::figures;
pub(super) use known::{Shown, known_by, read};

use crate::ui::components::{
    failure_panel, focus_later, notice, picker, report_button, skeleton_block,
};
use crate::ui::state::Session;
use crate::ui::state::address::Address;
use crate::ui::state::own_table::OWN;
use crate::ui::task::{Ended, Task, TaskState};
use choice::{TableChoice, choose, group_words};
use known::KNOWN;
use leptos::prelude::*;
use rankscope_core::analysis::words;
use rankscope_core::formats::PublishedTable;
use rankscope_core::report::TableAgreement;
use std::sync::Arc;

pub(super) fn tables(session: Session) -> AnyView {
    let (address, own) = (session.address, session.own_table);
    let choice =
        Memo::new(move |_| address.state.with(|state| TableChoice::of(state.table.as_deref())));
    let id = Memo::new(move |_| choice.get().id);
    let task: Task<Arc<Shown>> = Task::new();
    Effect::new(move |_| {
        let Some(known) = known_by(&id.get()) else { return task.reset() };
        task.start(move |_| async move {
            read(address, known).await.map(Arc::new).map_err(Ended::Failed)
        });
    });
    let current = Memo::new(move |_| match id.get() == OWN {
        true => own.get().map(|own| Arc::new(Shown::own(&own))),
        false => task.value(),
    });
    // The focus goes to a table of the visitor's own when it arrives, not when it is chosen again.
    let seen = StoredValue::new(own.get_untracked().map(|own| Arc::as_ptr(&own) as usize));
    Effect::new(move |_| {
        let is_shown = current.with(Option::is_some) && id.get() == OWN;
        let now = own.with(|own| own.as_ref().map(|own| Arc::as_ptr(own) as usize));
        if is_shown && seen.get_value() != now {
            seen.set_value(now);
            focus_later("table-title");
        }
    });
    let body = move || match (current.get(), task.get()) {
        (Some(shown), _) => of_rows(session, &shown, choice),
        (None, TaskState::Failed { failure, .. }) => {
            failure_panel(&failure, "Try again", move || task.retry())
        }
        (None, _) if id.get() == OWN => notice(
            "The address shows a table that stayed on the visitor’s own machine. Choose it again, \
             or another.",
        ),
        (None, _) => skeleton_block(),
    };
    let options = Signal::derive(move || {
        let own =
            own.with(|own| own.as_ref().map(|own| (OWN.to_string(), own.source.name.clone())));
        let known = KNOWN.iter().map(|known| (known.id.to_string(), known.title.to_string()));
        own.into_iter().chain(known).collect::<Vec<_>>()
    });
    view! {
        {own::intake(session)}
        <div class="pickers pickers-tight">
            {picker("Table", options, id, move |id| choose(address, &id, ""))}
            {move || current.get().and_then(|shown| rows_picker(address, &shown.table, choice))}
        </div>
        {body}
    }
    .into_any()
}

/// All rows, or those of a group; `None` without groups.
fn rows_picker(
    address: Address,
    table: &PublishedTable,
    choice: Memo<TableChoice>,
) -> Option<AnyView> {
    let mut options = vec![(String::new(), format!("All {}", table.rows.len()))];
    for column in table.text_columns.iter().chain(&table.flag_columns) {
        let values = table.values_of(column).unwrap_or_default();
        options.extend(table.groups(column).into_iter().map(|group| {
            let n = values.iter().filter(|value| **value == group).count();
            let title = format!("{}: {group} ({n})", known::title_of(column));
            (group_words(column, &group), title)
        }));
    }
    let current = Memo::new(move |_| {
        choice.get().only.map_or_else(String::new, |(column, value)| group_words(&column, &value))
    });
    let choose = move |only: String| choose(address, &choice.get_untracked().id, &only);
    (options.len() > 1).then(|| picker("Rows", options, current, choose))
}

fn of_rows(session: Session, whole: &Arc<Shown>, choice: Memo<TableChoice>) -> AnyView {
    let table = match choice.get().only {
        None => whole.table.clone(),
        Some((column, value)) => match whole.table.only(&column, &value) {
            Ok(table) => table,
            Err(known) => {
                return notice(format!(
                    "The address names {column}={value}, which is not in this table, only {}.",
                    known.join(", ")
                ));
            }
        },
    };
    // What is printed is over all rows.
    let is_whole = table.rows.len() == whole.table.rows.len();
    let printed = whole.printed.clone().filter(|_| is_whole);
    let shown = Arc::new(Shown { table, printed, ..(**whole).clone() });
    let table = &shown.table;
    let (n_models, n_measures) = (table.rows.len(), table.measures.len());
    let has_orders = shown.has_orders && n_models > 1;
    let agreement = TableAgreement::new(table, &[], shown.printed.as_ref()).ok();
    let agreement = agreement.filter(|_| has_orders).map(Arc::new);
    let n_figures = match n_measures {
        0 => String::new(),
        n => format!(", {}", words::counted(n, "column of figures", "columns of figures")),
    };
    let n_rows = words::counted(n_models, "row", "rows");
    let size = format!("{}: {n_rows}{n_figures}.", shown.title);
    let for_figures = shown.clone();
    let found = agreement.map(|agreement| {
        let for_report = agreement.clone();
        let json = move || serde_json::to_string_pretty(&*for_report).ok();
        view! {
            {matrix::matrix(&shown, &agreement)}
            <div class="save">
                {report_button("agree-table.json", || true, json)}
                <span class="save-said">"What rankscope agree --table prints as JSON."</span>
            </div>
            {orders::orders(session.address, &shown)}
        }
    });
    view! {
        <p id="table-title" tabindex="-1" class="prose" role="status">
            {size} " " {shown.about.clone()}
        </p>
        {found}
        <details class="data" open=!has_orders>
            <summary>{format!("All {n_models} rows")}</summary>
            {move || figures(&for_figures, &here::here(session, &for_figures))}
        </details>
    }
    .into_any()
}
