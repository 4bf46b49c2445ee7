//! Buttons that save what stands above them.

use crate::ui::save::{TableForm, rows_of_table, save_png, save_rows, save_svg, save_text};
use leptos::prelude::*;

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

/// Saves the chart of this name.
pub fn chart_tools(label: &str) -> AnyView {
    let (for_svg, for_png) = (label.to_string(), label.to_string());
    let of = format!(" of {label}");
    view! {
        <div class="save">
            <button type="button" on:click=move |_| save_svg(&for_svg)>
                "SVG"
                <span class="visually-hidden">{of.clone()}</span>
            </button>
            <button type="button" on:click=move |_| save_png(&for_png)>
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
