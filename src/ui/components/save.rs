//! The buttons that export a table, a chart or a text.

use crate::ui::save::{save_png, save_svg, save_table, save_text};
use leptos::prelude::*;
use leptos::svg::Svg;
use rankscope_core::table::{FORMATS, Format, Table};
use std::rc::Rc;

/// Buttons that export a table, one for each format; `data` builds the table on click.
pub(super) fn table_buttons(name: &str, data: Box<dyn Fn() -> Table>) -> AnyView {
    let data = Rc::new(data);
    let button = |format: Format| {
        let (label, data, name) = (format!(" ({name})"), data.clone(), name.to_string());
        view! {
            <button type="button" on:click=move |_| save_table(&name, &format, &data())>
                "Export "
                {format.name}
                <span class="visually-hidden">{label}</span>
            </button>
        }
    };
    view! { <div class="save">{FORMATS.map(button).into_iter().collect_view()}</div> }.into_any()
}

/// Buttons that save a chart as SVG and as PNG, with its name as the file name.
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
                "Save as SVG"
                <span class="visually-hidden">{label.clone()}</span>
            </button>
            <button type="button" on:click=move |_| save(&for_png, save_png)>
                "Save as PNG"
                <span class="visually-hidden">{label}</span>
            </button>
        </div>
    }
    .into_any()
}

/// A button that saves a text as `file`; `text` builds it on click.
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
