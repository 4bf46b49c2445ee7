//! Saves texts, tables, charts and archives as files, which the page itself generates.

use gloo::events::EventListener;
use gloo::file::{Blob, ObjectUrl};
use gloo::timers::callback::Timeout;
use leptos::prelude::*;
use rankscope_core::table::{Format, Table};
use wasm_bindgen::JsCast;
use wasm_bindgen::JsValue;
use wasm_bindgen::closure::Closure;
use wasm_bindgen_futures::JsFuture;

const REVOKED_AFTER_MS: u32 = 10_000;
/// PNG pixels per unit of a chart's view box.
const PIXELS_PER_UNIT: f64 = 2.0;
/// The computed styles copied into a saved chart, which has no style sheet.
const STYLES: [&str; 12] = [
    "fill",
    "fill-opacity",
    "stroke",
    "stroke-width",
    "stroke-dasharray",
    "stroke-linejoin",
    "vector-effect",
    "font-family",
    "font-size",
    "font-weight",
    "font-variant-numeric",
    "text-anchor",
];

pub fn save_text(name: &str, mime: &str, text: &str) {
    save_blob(name, Blob::new_with_options(text, Some(mime)));
}

pub fn save_bytes(name: &str, mime: &str, bytes: &[u8]) {
    save_blob(name, Blob::new_with_options(bytes, Some(mime)));
}

/// Returns whether the browser did so. Outside HTTPS and this machine it has no clipboard.
pub async fn copy_text(text: &str) -> bool {
    let clipboard = window().navigator().clipboard();
    if clipboard.is_undefined() {
        return false;
    }
    JsFuture::from(clipboard.write_text(text)).await.is_ok()
}

pub fn save_table(name: &str, format: &Format, table: &Table) {
    let name = format!("{}.{}", file_name(name), format.extension);
    save_text(&name, format.mime, &(format.write)(table));
}

pub fn save_svg(name: &str, svg: &web_sys::Element) {
    if let Some((text, _)) = standalone(svg) {
        save_text(&format!("{}.svg", file_name(name)), "image/svg+xml", &text);
    }
}

pub fn save_png(name: &str, svg: &web_sys::Element) {
    // If the browser refuses, no file is saved; the SVG button remains.
    let _ = try_save_png(name, svg);
}

fn try_save_png(name: &str, svg: &web_sys::Element) -> Result<(), JsValue> {
    let Some((text, (width, height))) = standalone(svg) else { return Ok(()) };
    let image = web_sys::HtmlImageElement::new()?;
    let canvas = document().create_element("canvas")?.dyn_into::<web_sys::HtmlCanvasElement>()?;
    let (width, height) = (width * PIXELS_PER_UNIT, height * PIXELS_PER_UNIT);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "charts are some hundred units wide"
    )]
    {
        canvas.set_width(width as u32);
        canvas.set_height(height as u32);
    }
    let name = format!("{}.png", file_name(name));
    let drawn = image.clone();
    let on_load = move |_: &web_sys::Event| {
        let context = canvas.get_context("2d").ok().flatten();
        let context = context.and_then(|c| c.dyn_into::<web_sys::CanvasRenderingContext2d>().ok());
        let Some(context) = context else { return };
        if context
            .draw_image_with_html_image_element_and_dw_and_dh(&drawn, 0.0, 0.0, width, height)
            .is_err()
        {
            return;
        }
        let on_blob = Closure::once_into_js(move |blob: JsValue| {
            if let Ok(blob) = blob.dyn_into::<web_sys::Blob>() {
                save_blob(&name, blob.into());
            }
        });
        // Fails for a canvas without pixels: there is nothing to save.
        let _ = canvas.to_blob(on_blob.unchecked_ref());
    };
    EventListener::once(&image, "load", on_load).forget();
    let encoded = String::from(js_sys::encode_uri_component(&text));
    image.set_src(&format!("data:image/svg+xml;charset=utf-8,{encoded}"));
    Ok(())
}

/// Returns whether it was saved: the pixels of a canvas with a picture of another site may not be read.
pub async fn save_canvas(name: &str, canvas: &web_sys::HtmlCanvasElement) -> bool {
    let Ok(blob) = JsFuture::from(png_of(canvas)).await else { return false };
    let Ok(blob) = blob.dyn_into::<web_sys::Blob>() else { return false };
    save_blob(&format!("{}.png", file_name(name)), blob.into());
    true
}

/// Returns whether the browser did so.
pub async fn copy_picture(canvas: &web_sys::HtmlCanvasElement) -> bool {
    let clipboard = window().navigator().clipboard();
    let item = js_sys::Reflect::get(&window(), &"ClipboardItem".into());
    let Some(item) = item.ok().and_then(|item| item.dyn_into::<js_sys::Function>().ok()) else {
        return false;
    };
    if clipboard.is_undefined() {
        return false;
    }
    let forms = js_sys::Object::new();
    // The picture as a promise: where the browser asks for a click, this counts as within it.
    let is_set = js_sys::Reflect::set(&forms, &"image/png".into(), &png_of(canvas));
    let made = js_sys::Reflect::construct(&item, &js_sys::Array::of1(&forms));
    let (Ok(_), Ok(made)) = (is_set, made) else { return false };
    JsFuture::from(clipboard.write(&js_sys::Array::of1(&made))).await.is_ok()
}

/// A promise of the canvas's PNG.
fn png_of(canvas: &web_sys::HtmlCanvasElement) -> js_sys::Promise {
    js_sys::Promise::new(&mut |resolve, reject| {
        if let Err(why) = canvas.to_blob(&resolve) {
            // Rejecting cannot fail.
            let _ = reject.call1(&JsValue::NULL, &why);
        }
    })
}

/// A chart's SVG with its computed styles inlined, and its `(width, height)` in view box units.
fn standalone(svg: &web_sys::Element) -> Option<(String, (f64, f64))> {
    let copy = svg.clone_node_with_deep(true).ok()?.dyn_into::<web_sys::Element>().ok()?;
    let (from, to) = (svg.query_selector_all("*").ok()?, copy.query_selector_all("*").ok()?);
    for nth in 0..from.length().min(to.length()) {
        let from = from.get(nth)?.dyn_into::<web_sys::Element>().ok()?;
        let to = to.get(nth)?.dyn_into::<web_sys::Element>().ok()?;
        let computed = window().get_computed_style(&from).ok().flatten()?;
        for style in STYLES {
            let value = computed.get_property_value(style).unwrap_or_default();
            if !value.is_empty() {
                // Cannot fail: the names are fixed and valid.
                let _ = to.set_attribute(style, &value);
            }
        }
        let _ = to.remove_attribute("class");
    }
    let view_box = svg.get_attribute("viewBox")?;
    let numbers: Vec<f64> = view_box.split_whitespace().filter_map(|n| n.parse().ok()).collect();
    let [_, _, width, height] = numbers.as_slice() else { return None };
    let background = svg.parent_element().and_then(|parent| {
        window()
            .get_computed_style(&parent)
            .ok()
            .flatten()?
            .get_property_value("background-color")
            .ok()
    });
    let _ = copy.set_attribute("xmlns", "http://www.w3.org/2000/svg");
    let _ = copy.set_attribute("width", &width.to_string());
    let _ = copy.set_attribute("height", &height.to_string());
    // Not as an attribute, which the page's policy forbids.
    let style = copy.dyn_ref::<web_sys::SvgElement>()?.style();
    let _ = style.set_property("background", &background.unwrap_or_default());
    let text = web_sys::XmlSerializer::new().ok()?.serialize_to_string(&copy).ok()?;
    Some((text, (*width, *height)))
}

fn save_blob(name: &str, blob: Blob) {
    let url = ObjectUrl::from(blob);
    let link = document().create_element("a").ok();
    if let Some(link) = link.and_then(|a| a.dyn_into::<web_sys::HtmlAnchorElement>().ok()) {
        link.set_href(&url);
        link.set_download(name);
        link.click();
    }
    // The URL ends with its value. The browser may not have started reading it yet.
    Timeout::new(REVOKED_AFTER_MS, move || drop(url)).forget();
}

/// A lower-case file name of letters and digits; runs of anything else become one dash.
pub fn file_name(name: &str) -> String {
    let letters = name.chars().map(|c| if c.is_alphanumeric() { c } else { '-' });
    let words = letters.collect::<String>().to_lowercase();
    let parts: Vec<&str> = words.split('-').filter(|part| !part.is_empty()).collect();
    parts.join("-")
}
