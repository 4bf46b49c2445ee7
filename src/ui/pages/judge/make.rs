//! Makes a round: which queries, which systems, how many people.

use crate::tr;
use crate::ui::components::{
    CopyField, Ticks, cancellable, code_button, copy_field, notice, options, picker, progress_or,
    quiet_button, task_cancelled, task_failed, tick_picker, titled_section,
};
use crate::ui::pages::choices::{query_filter, relevance_picker};
use crate::ui::save::save_bytes;
use crate::ui::state::Session;
use crate::ui::state::making_round::{AskedRound, MadeRound, made_round};
use crate::ui::state::view::ViewState;
use crate::ui::task::TaskState;
use leptos::html;
use leptos::prelude::*;
use rankscope_core::analysis::{Dataset, MAX_ITEMS, RoundPlan, Scale, ids_with_rankings, words};
use rankscope_core::views::Page;
use std::sync::Arc;

const GUIDELINES: &str = "round-guidelines";

pub(super) fn make(session: Session, dataset: &Arc<Dataset>) -> AnyView {
    let ids = ids_with_rankings(dataset);
    if ids.is_empty() || dataset.queries.is_empty() {
        let words = "A round needs queries and a system that ranks them, which this benchmark does not have.";
        return titled_section("make-title", "Make a round", notice(words));
    }
    let for_plan = ids.clone();
    let plan = Memo::new(move |_| {
        session
            .address
            .state
            .with(|state| RoundPlan::new(&for_plan, state.round.as_deref().unwrap_or_default()))
    });
    let for_conditions = dataset.clone();
    Effect::new(move |_| session.queries.want(&for_conditions, session.board));
    let guidelines = NodeRef::<html::Textarea>::new();
    let body = view! {
        <p class="prose">
            "Pictures come from the first results of the systems, each once. Controls are pictures outside this pool whose answer the benchmark knows. The same choices and seed make the same round, here and with "
            <code>"rankscope round"</code> "."
        </p>
        <div class="pickers choices">
            {query_filter(session, dataset)}
            {systems(session, dataset, ids, plan)}
            {number(session, plan, Number::DEPTH)}
            {number(session, plan, Number::PEOPLE)}
            {number(session, plan, Number::SHEETS)}
            {number(session, plan, Number::CONTROLS)}
            {relevance_picker(session)}
            {scale(session, plan)}
            {number(session, plan, Number::SEED)}
        </div>
        <div class="sheet-field">
            <label class="picker-label" for=GUIDELINES>
                "Guidelines for the judges (optional, shown on every sheet)"
            </label>
            <textarea id=GUIDELINES dir="auto" rows="3" maxlength="20000" node_ref=guidelines></textarea>
        </div>
        {begin(session, dataset, plan, guidelines)}
        <div>{move || result(session)}</div>
    };
    titled_section("make-title", "Make a round", body)
}

fn change(session: Session, name: &'static str, value: &str) {
    session.address.change(|state| {
        let now = state.round.take();
        state.round = RoundPlan::changed(now.as_deref().unwrap_or_default(), name, value);
    });
}

fn systems(
    session: Session,
    dataset: &Arc<Dataset>,
    ids: Vec<String>,
    plan: Memo<RoundPlan>,
) -> AnyView {
    let title = |id: &String| {
        let system = dataset.manifest.system(id);
        (id.clone(), system.map_or_else(|| id.clone(), |own| own.title.clone()))
    };
    let options: Vec<(String, String)> = ids.iter().map(title).collect();
    tick_picker(Ticks {
        label: "Systems",
        id: "round-systems-label",
        name: "Systems whose results are pooled",
        options: Signal::stored(options),
        chosen: Memo::new(move |_| plan.with(|plan| plan.systems.clone())).into(),
        choose: Callback::new(move |chosen: Vec<String>| {
            change(session, "systems", &chosen.join(","));
        }),
        summary: |n_chosen, n| match n_chosen {
            0 => "none".to_string(),
            _ if n_chosen == n => format!("all {n}"),
            _ => words::counted(n_chosen, "system", "systems"),
        },
    })
}

#[derive(Clone, Copy)]
struct Number {
    name: &'static str,
    id: &'static str,
    label: &'static str,
    least: &'static str,
    of: fn(&RoundPlan) -> u64,
}

impl Number {
    const DEPTH: Self = Self {
        name: "depth",
        id: "round-depth",
        label: "Results of each system",
        least: "1",
        of: |plan| plan.depth as u64,
    };
    const PEOPLE: Self = Self {
        name: "people",
        id: "round-people",
        label: "People a picture",
        least: "1",
        of: |plan| plan.choice.per_picture as u64,
    };
    const SHEETS: Self = Self {
        name: "sheets",
        id: "round-sheets",
        label: "Sheets",
        least: "1",
        of: |plan| plan.choice.n_sheets as u64,
    };
    const CONTROLS: Self = Self {
        name: "controls",
        id: "round-controls",
        label: "Controls a sheet",
        least: "0",
        of: |plan| plan.choice.n_controls as u64,
    };
    const SEED: Self = Self {
        name: "seed",
        id: "round-seed",
        label: "Seed",
        least: "0",
        of: |plan| plan.choice.seed,
    };
}

fn number(session: Session, plan: Memo<RoundPlan>, number: Number) -> AnyView {
    let Number { name, id, label, least, of } = number;
    let current = Memo::new(move |_| plan.with(of));
    let choose = move |ev: web_sys::Event| {
        let text = event_target_value(&ev);
        if text.trim().parse::<u64>().is_ok() {
            change(session, name, text.trim());
        }
        // What cannot be is put back.
        let now = current.get_untracked().to_string();
        if let Some(field) = event_target_of(&ev).filter(|field| field.value() != now) {
            field.set_value(&now);
        }
    };
    view! {
        <div class="picker">
            <label class="picker-label" for=id>
                {label}
            </label>
            <input
                id=id
                class="depth-field"
                type="number"
                min=least
                step="1"
                prop:value=move || current.get().to_string()
                on:change=choose
            />
        </div>
    }
    .into_any()
}

fn event_target_of(ev: &web_sys::Event) -> Option<web_sys::HtmlInputElement> {
    wasm_bindgen::JsCast::dyn_into(ev.target()?).ok()
}

fn scale(session: Session, plan: Memo<RoundPlan>) -> AnyView {
    let scales = options(Scale::ALL.map(|scale| (scale.name(), scale.title())));
    let current = Memo::new(move |_| plan.with(|plan| plan.choice.answers.name().to_string()));
    picker("Answers", scales, current, move |name| change(session, "answers", &name))
}

fn begin(
    session: Session,
    dataset: &Arc<Dataset>,
    plan: Memo<RoundPlan>,
    guidelines: NodeRef<html::Textarea>,
) -> AnyView {
    let making = session.judging.making;
    let for_rows = dataset.clone();
    let rows = Memo::new(move |_| {
        let all = || (0..for_rows.queries.len()).collect();
        session.queries.rows(&for_rows).unwrap_or_else(all)
    });
    let is_disabled = move || {
        making.is_running() || plan.with(|plan| plan.systems.is_empty()) || rows.with(Vec::is_empty)
    };
    let dataset = dataset.clone();
    let make = move |_| {
        let relevance = session.address.state.with_untracked(|state| state.relevance.clone());
        let asked = AskedRound {
            dataset: dataset.clone(),
            plan: plan.get_untracked(),
            query_rows: rows.get_untracked(),
            definition: dataset.definition_or_usual(relevance.as_deref()),
            guidelines: guidelines.get_untracked().map(|area| area.value()).unwrap_or_default(),
        };
        making.start_with(asked, move |run, asked| made_round(session.engine, asked, run));
    };
    let words = move || {
        plan.with(|plan| {
            let n = rows.with(Vec::len);
            let most = n.saturating_mul(plan.depth).saturating_mul(plan.systems.len());
            let each = most.saturating_mul(plan.choice.per_picture).div_ceil(plan.choice.n_sheets);
            let each = each.saturating_add(plan.choice.n_controls);
            let too_many = match each > MAX_ITEMS {
                true => format!(
                    " A sheet has at most {}: choose fewer queries, or more sheets.",
                    words::count(MAX_ITEMS)
                ),
                false => String::new(),
            };
            format!(
                "{}: at most {}, and {} with the controls on a sheet.{too_many}",
                words::counted(n, "query", "queries"),
                words::counted(most, "picture", "pictures"),
                words::count(each),
            )
        })
    };
    view! {
        <p class="round-size">{words}</p>
        <div class="buttons">
            <button type="button" class="primary" disabled=is_disabled on:click=make>
                "Make the round"
            </button>
        </div>
    }
    .into_any()
}

fn result(session: Session) -> AnyView {
    let making = session.judging.making;
    match making.get() {
        TaskState::Idle => ().into_any(),
        TaskState::Running { progress, .. } => {
            cancellable(making, progress_or("Ranking", progress.as_ref(), "Asking the systems …"))
        }
        TaskState::Cancelled { .. } => {
            task_cancelled(making, "The round was not made: you cancelled it.", "Make it")
        }
        TaskState::Failed { failure, .. } => task_failed(making, &failure),
        TaskState::Done(made) => done(session, &made),
    }
}

fn done(session: Session, made: &Arc<MadeRound>) -> AnyView {
    let name = format!("round-{}", made.id);
    let words = format!(
        "{} for {} on {}, the longest of {} with its controls.",
        words::counted(made.n_pictures, "picture", "pictures"),
        words::counted(made.n_queries, "query", "queries"),
        words::counted(made.sheets.len(), "sheet", "sheets"),
        words::count(made.longest),
    );
    let (for_save, file) = (made.clone(), format!("{name}.zip"));
    let save = move || save_bytes(&file, "application/zip", &for_save.zip);
    let (sheets, folder) = (made.sheets.clone(), name.clone());
    let links = Signal::derive(move || {
        let link = |sheet: &String| link(session, &format!("{folder}/{sheet}"));
        sheets.iter().map(link).collect::<Vec<_>>()
    });
    let field = CopyField {
        id: "round-links",
        label: "Addresses, one a person".into(),
        action: "Copy the addresses".into(),
        rows: 4,
        text: Signal::derive(move || links.get().join("\n")),
    };
    view! {
        <div class="panel" data-round=made.id.clone()>
            <p role="status">{words}</p>
            <div class="buttons">{quiet_button("Save the round (.zip)", save)}</div>
            <p class="prose">
                "Unpack it and give each person a sheet, which opens on this page. Keep "
                <code>"key.json"</code> ": it says which pictures are controls."
            </p>
            <details>
                <summary>"Hand out addresses instead"</summary>
                <p class="prose">
                    "Put the sheets, without the key, into a folder " <code>{name}</code>
                    " beside the benchmark’s files. Then each address opens one."
                </p>
                {copy_field(field)}
                <div class="buttons">{code_button("round-codes", tr!("QR codes of the sheets"), links)}</div>
            </details>
        </div>
    }
    .into_any()
}

/// The address of a sheet beside the benchmark; tracked.
fn link(session: Session, sheet: &str) -> String {
    let benchmark = session.address.state.with(|state| state.benchmark.clone());
    let state = ViewState { benchmark, sheet: Some(sheet.to_owned()), ..ViewState::default() };
    let origin = window().location().origin().unwrap_or_default();
    format!("{origin}{}", session.address.href_of(Page::Judge, &state))
}
