//! The width of a chart on the page, in the units of its view box, so that a unit is a pixel and text
//! has the same size in every chart.

use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::ResizeObserver;

/// The size of a chart's text in view box units. Where the style sheet has it larger, as for an
/// audience, the whole chart is drawn larger.
const TEXT: f64 = 12.0;

/// The width of `area`, an element without height: a chart's height follows its width, and an
/// observer must not change what it observes. `None` until it is laid out.
pub(super) fn observed_width(area: NodeRef<html::Div>) -> ReadSignal<Option<f64>> {
    let (width, set) = signal(None);
    area.on_load(move |area| {
        let observed = area.clone();
        let measure = move || {
            let pixels = observed.get_bounding_client_rect().width();
            let style = window().get_computed_style(&observed).ok().flatten();
            let text = style.and_then(|style| style.get_property_value("font-size").ok());
            let text = text.and_then(|text| text.trim_end_matches("px").parse::<f64>().ok());
            let text = text.filter(|text| *text > 0.0).unwrap_or(TEXT);
            // Hidden: it keeps what it had. The chart may have gone.
            if pixels > 0.0 {
                let _ = set.try_set(Some((pixels * TEXT / text).round()));
            }
        };
        // It ends with the element.
        let measure = Closure::<dyn FnMut()>::new(measure).into_js_value();
        if let Ok(observer) = ResizeObserver::new(measure.unchecked_ref()) {
            observer.observe(&area);
        }
    });
    width
}
