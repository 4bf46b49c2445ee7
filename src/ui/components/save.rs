//! Buttons that save what stands beside them.

use crate::table::{FORMATS, Format, Table};
use crate::ui::save::{
    TableForm, rows_of_table, save_png, save_rows, save_svg, save_table, save_text,
};
use leptos::prelude::*;
use leptos::svg::Svg;
use std::rc::Rc;

/// Saves a table in each of the formats; `data` makes it when it is asked for.
pub(super) fn table_buttons(name: &str, data: Box<dyn Fn() -> Table>) -> AnyView {
    let data = Rc::new(data);
    let button = |format: Format| {
        let (label, data, name) = (format!(" of {name}"), data.clone(), name.to_string());
        view! {
            <button type="button" on:click=move |_| save_table(&name, &format, &data())>
                {format.name}
                <span class="visually-hidden">{label}</span>
            </button>
        }
    };
    view! { <div class="save">{FORMATS.map(button).into_iter().collect_view()}</div> }.into_any()
}

/// Saves the table of this name as it stands in the page.
pub fn table_tools(label: &'static str) -> AnyView {
    rows_tools(label, move || rows_of_table(label))
}

/// Saves a table that is given as rows, the first of which names the columns.
pub fn rows_tools(label: &'static str, rows: impl Fn() -> Vec<Vec<String>> + 'static) -> AnyView {
    let rows = std::rc::Rc::new(rows);
    let for_json = rows.clone();
    view! {
        <div class="save">
            <button type="button" on:click=move |_| save_rows(label, TableForm::Csv, &rows())>
                "CSV"
                <span class="visually-hidden">{format!(" of {label}")}</span>
            </button>
            <button type="button" on:click=move |_| save_rows(label, TableForm::Json, &for_json())>
                "JSON"
                <span class="visually-hidden">{format!(" of {label}")}</span>
            </button>
        </div>
    }
    .into_any()
}

/// Saves a chart under its name, as SVG and as PNG.
pub(super) fn chart_buttons(name: &str, svg: NodeRef<Svg>) -> AnyView {
    let of = format!(" of {name}");
    let (for_svg, for_png) = (name.to_string(), name.to_string());
    let save = move |name: &str, save: fn(&str, &web_sys::Element)| {
        if let Some(svg) = svg.get_untracked() {
            save(name, &svg);
        }
    };
    view! {
        <div class="save">
            <button type="button" on:click=move |_| save(&for_svg, save_svg)>
                "SVG"
                <span class="visually-hidden">{of.clone()}</span>
            </button>
            <button type="button" on:click=move |_| save(&for_png, save_png)>
                "PNG"
                <span class="visually-hidden">{of}</span>
            </button>
        </div>
    }
    .into_any()
}

/// Saves a text under a name; `text` makes it when it is asked for.
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
