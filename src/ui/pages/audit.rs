//! What a printed mean and the number of queries say by themselves: `rankscope audit` as a form.

use crate::ui::components::table::{Cell, Column, DataTable};
use crate::ui::components::{quiet_button, report_button};
use crate::ui::state::Session;
use crate::ui::state::view::ViewState;
use leptos::prelude::*;
use rankscope_core::analysis::Subset;
use rankscope_core::report::{AuditAsked, AuditLine, AuditReport};

/// An empty form, in the address.
const EMPTY: &str = "1";
/// Its name in the address, its label, what is asked, and an example.
type Field = (&'static str, &'static str, &'static str, &'static str);
const FIELDS: [Field; 4] = [
    ("mean", "Printed mean", "with all its digits", ".832"),
    ("against", "Another mean", "of the same queries, if there is one", ".818"),
    ("n", "Queries", "how many", "1000"),
    ("sd", "Deviation of the differences", "if it is known", "0.2"),
];

/// An empty form.
pub(super) fn open_audit(state: &mut ViewState) {
    state.audit = Some(EMPTY.into());
}

/// The body of the block that Compare and Agreement have.
pub(super) fn audit(session: Session) -> AnyView {
    let address = session.address;
    let asked = Memo::new(move |_| address.state.with(|state| state.audit.clone()));
    let is_open = Memo::new(move |_| asked.with(Option::is_some));
    let body = move || match is_open.get() {
        false => {
            let open = move || address.change(open_audit);
            view! { <p>{quiet_button("Audit a number", open)}</p> }.into_any()
        }
        true => opened(session, asked),
    };
    view! {
        <p class="prose">
            "A table prints a mean and says how many queries there were, and nothing else. What range can the mean have, can the difference of two be more than chance, and how small a difference can so many queries show at all?"
        </p>
        {body}
    }
    .into_any()
}

fn opened(session: Session, asked: Memo<Option<String>>) -> AnyView {
    // The number of queries of this benchmark, until another is entered.
    let usual_n = Memo::new(move |_| session.outline().map(|own| own.queries.len().to_string()));
    let value = move |name: &'static str| {
        let given = asked.with(|asked| {
            Subset::parse(asked.as_deref().unwrap_or_default()).value(name).map(String::from)
        });
        let usual = if name == "n" { usual_n.get() } else { None };
        given.or(usual).unwrap_or_default()
    };
    let found = Memo::new(move |_| {
        let [mean, against, n, sd] = FIELDS.map(|(name, ..)| value(name));
        AuditAsked::from_text(&mean, &against, &n, &sd)
    });
    let set = move |name: &'static str, text: String| {
        session.address.change(|state| {
            let text = text.trim().to_string();
            let now = Subset::parse(state.audit.as_deref().unwrap_or_default());
            let now = now.with(name, Some(text).filter(|text| !text.is_empty()));
            state.audit = Some(now.words().unwrap_or_else(|| EMPTY.into()));
        });
    };
    let field = move |(name, label, what, example): Field| {
        let id = format!("audit-{name}");
        let note = format!("{id}-note");
        // An empty form has no faults yet.
        let fault = Memo::new(move |_| {
            let is_missing = name == "mean" && value(name).is_empty();
            let faults = found.with(|found| found.as_ref().err().cloned().unwrap_or_default());
            faults.into_iter().find(|(own, _)| *own == name && !is_missing).map(|(_, why)| why)
        });
        view! {
            <div class="picker audit-field">
                <label class="picker-label" for=id.clone()>
                    {label}
                </label>
                <input
                    id=id
                    class="depth-field"
                    type="text"
                    dir="auto"
                    inputmode="decimal"
                    autocomplete="off"
                    placeholder=example
                    prop:value=move || value(name)
                    aria-invalid=move || fault.with(Option::is_some).then_some("true")
                    aria-describedby=note.clone()
                    on:change=move |ev| set(name, event_target_value(&ev))
                />
                <span id=note class="picker-note" role="status">
                    {move || fault.get().unwrap_or_else(|| what.to_string())}
                </span>
            </div>
        }
    };
    let report = move || found.get().ok().map(|asked| shown(&asked.report()));
    let close = move || session.address.change(|state| state.audit = None);
    view! {
        <div class="pickers audit-form">{FIELDS.map(field).into_iter().collect_view()}</div>
        <p>{quiet_button("Close", close)}</p>
        {report}
    }
    .into_any()
}

fn shown(report: &AuditReport) -> AnyView {
    let json = serde_json::to_string_pretty(report).ok();
    let words = verdict(report);
    let columns = vec![
        Column::text("What", |line: &AuditLine| line.what.clone())
            .view(|line| {
                let class = if line.is_part { "audit-part" } else { "audit-whole" };
                Cell::new(view! { <span class=class>{line.what.clone()}</span> })
            })
            .heads_row(),
        Column::text("Value", |line: &AuditLine| line.value.clone())
            .view(|line| Cell::new(line.value.clone()).data("data-what", line.what.clone()))
            .numeric(true),
        Column::text("How", |line: &AuditLine| line.by.clone()),
    ];
    view! {
        <p class="prose" role="status">{words}</p>
        {DataTable::new("What the printed mean allows", columns, report.lines()).view()}
        <div class="save">
            {report_button("audit.json", || true, move || json.clone())}
            <span class="save-said">"What rankscope audit prints as JSON."</span>
        </div>
    }
    .into_any()
}

fn verdict(report: &AuditReport) -> String {
    let rate = report.difference.as_ref().and_then(|own| own.rate);
    let difference = report.difference.as_ref().map(|own| rate.unwrap_or(own.bounded));
    let difference = match difference {
        Some(p) if p.must_be_significant => {
            "The difference is significant at .05 whichever queries each system won. "
        }
        Some(p) if p.can_be_significant => {
            "The difference can be significant at .05, but need not be: that depends on which queries each system won. "
        }
        Some(_) => "The difference cannot be significant at .05 with so many queries. ",
        None => "",
    };
    let least =
        report.detectable.difference.map_or("n/a".into(), |of| format!("{:.3}", of.t_noncentral));
    let sd = match report.detectable.sd_is {
        "given" => "with this deviation",
        _ => "if the systems share as little as such means allow; systems that are alike show less",
    };
    format!(
        "{difference}The smallest difference that {} queries show with power 0.8 is {least}, {sd}.",
        report.n
    )
}
