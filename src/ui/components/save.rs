//! The buttons that export a table, a chart, a text or a run.

use super::table::{Marks, MarksOf};
use crate::page_tr;
use crate::ui::save::{copy_text, file_name, save_png, save_svg, save_table, save_text};
use crate::ui::state::choice::Question;
use crate::ui::state::shown::Shown;
use leptos::prelude::*;
use leptos::svg::Svg;
use rankscope_core::formats::{RunEntry, trec_from_run};
use rankscope_core::table::{CSV, Format, JSON, LATEX, MARKDOWN, Table};
use std::rc::Rc;
use std::sync::Arc;

pub(super) struct Exported {
    pub(super) data: Box<dyn Fn() -> Table>,
    pub(super) printed: Box<dyn Fn(Marks) -> Table>,
    /// `None` for a table without any.
    pub(super) marks: Option<MarksOf>,
}

impl Exported {
    async fn for_people(&self) -> Table {
        let marks = match &self.marks {
            Some(marks) => marks().await,
            None => Marks::default(),
        };
        let mut table = (self.printed)(marks);
        table.print.notes.extend(source());
        table
    }
}

/// The page's title, which names the benchmark, and the address, which has every choice.
fn source() -> Option<String> {
    let address = window().location().href().ok()?;
    Some(format!("From {}: {address}", document().title()))
}

/// Every value as CSV and JSON, and the table as LaTeX and Markdown, built on click.
/// `label` names the table in the page's language, `name` its files.
pub(super) fn table_buttons(name: &str, label: &str, exported: Exported) -> AnyView {
    let exported = Rc::new(exported);
    let label = format!(" ({label})");
    let button = |format: Format| {
        let (label, exported, name) = (label.clone(), exported.clone(), name.to_string());
        view! {
            <button type="button" on:click=move |_| save_table(&name, &format, &(exported.data)())>
                {page_tr!("Export {format}", format = format.name)}
                <span class="visually-hidden">{label}</span>
            </button>
        }
    };
    let data = [CSV, JSON].map(button).into_iter().collect_view();
    let said = RwSignal::new(String::new());
    let print = |format: Format, to_clipboard: bool| {
        let (exported, name, label) = (exported.clone(), name.to_string(), label.clone());
        let on_click = move |_| {
            let (exported, name) = (exported.clone(), name.clone());
            said.set(String::new());
            leptos::task::spawn_local(async move {
                let table = exported.for_people().await;
                if !to_clipboard {
                    save_table(&name, &format, &table);
                    return;
                }
                let is_copied = copy_text(&(format.write)(&table)).await;
                said.set(copied_words(is_copied));
            });
        };
        view! {
            <button type="button" on:click=on_click>
                {match to_clipboard {
                    true => page_tr!("Copy {format}", format = format.name),
                    false => page_tr!("Export {format}", format = format.name),
                }}
                <span class="visually-hidden">{label}</span>
            </button>
        }
    };
    let printed = [(LATEX, false), (LATEX, true), (MARKDOWN, false), (MARKDOWN, true)];
    let printed = printed.map(|(format, to_clipboard)| print(format, to_clipboard));
    view! {
        <div class="save">
            {data}
            <details class="save-more">
                <summary>{page_tr!("For papers")}<span class="visually-hidden">{label.clone()}</span></summary>
                <div class="save">
                    {printed.into_iter().collect_view()}
                    <span class="save-said" role="status">{said}</span>
                </div>
            </details>
        </div>
    }
    .into_any()
}

pub(super) fn copied_words(is_copied: bool) -> String {
    match is_copied {
        true => page_tr!("Copied."),
        false => page_tr!("Copying was blocked. Download the file instead."),
    }
}

pub(super) fn chart_buttons(name: &str, svg: NodeRef<Svg>) -> AnyView {
    let label = format!(" ({name})");
    let (for_svg, for_png) = (name.to_string(), name.to_string());
    let save = move |name: &str, save: fn(&str, &web_sys::Element)| {
        if let Some(svg) = svg.get_untracked() {
            save(name, &svg);
        }
    };
    view! {
        <div class="save">
            <button type="button" on:click=move |_| save(&for_svg, save_svg)>
                {page_tr!("Save as {format}", format = "SVG")}
                <span class="visually-hidden">{label.clone()}</span>
            </button>
            <button type="button" on:click=move |_| save(&for_png, save_png)>
                {page_tr!("Save as {format}", format = "PNG")}
                <span class="visually-hidden">{label}</span>
            </button>
        </div>
    }
    .into_any()
}

pub fn text_button(
    label: String,
    file: String,
    text: impl Fn() -> Option<String> + 'static,
) -> AnyView {
    let click = move |_| {
        if let Some(text) = text() {
            save_text(&file, "text/plain", &text);
        }
    };
    view! {
        <button type="button" on:click=click>
            {label}
        </button>
    }
    .into_any()
}

/// Saves what a command prints with `--json`; disabled until all of it is computed.
pub fn report_button(
    file: &'static str,
    is_ready: impl Fn() -> bool + Send + 'static,
    report: impl Fn() -> Option<String> + 'static,
) -> AnyView {
    let click = move |_| {
        if let Some(text) = report() {
            save_text(file, "application/json", &text);
        }
    };
    view! {
        <button type="button" prop:disabled=move || !is_ready() on:click=click>
            {page_tr!("Export report (JSON)")}
        </button>
    }
    .into_any()
}

/// The whole ranking of a benchmark query with the visitor's changes; `None` for other queries,
/// and while not all images have ids.
pub fn run_tool(shown: &Arc<Shown>) -> Option<AnyView> {
    if shown.choice.dataset.is_partly_listed() {
        return None;
    }
    let Question::Stored(_, query) = &shown.choice.question else { return None };
    let mut system = shown.choice.system.as_ref()?.id.clone();
    if let Some(reranker) = &shown.choice.reranker {
        system = format!("{system}-reranked-by-{}", reranker.id);
    }
    if let Some(filter) = &shown.choice.among {
        system = format!("{system}-among-{}", file_name(&filter.summary()));
    }
    let name = format!("{}-{}.run", file_name(&system), file_name(&query.id));
    let (query, shown) = (query.id.clone(), shown.clone());
    let run = move || {
        let entry = |hit: &rankscope_core::ranking::Hit| {
            let image = shown.choice.dataset.image(hit.row_in_corpus)?;
            Some(RunEntry {
                query: query.clone(),
                document: image.id.clone(),
                score: f64::from(hit.score),
                tag: system.clone(),
            })
        };
        let entries: Vec<RunEntry> = shown.hits.iter().filter_map(entry).collect();
        trec_from_run(&system, &entries).ok()
    };
    let view = view! {
        <div class="save">{text_button(page_tr!("Export TREC run"), name, run)}</div>
    };
    Some(view.into_any())
}
