use leptos::prelude::{document, window};
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{ResizeObserver, Window};

/// Posts `{ rankscope: { height } }` to the parent, in CSS pixels, now and whenever it changes: a
/// frame does not size itself. Nothing else is ever sent. Does nothing outside a frame.
pub(super) fn tell_parent() {
    let window = window();
    let parent = window.parent().ok().flatten().filter(|parent| *parent != window);
    let (Some(parent), Some(root)) = (parent, document().document_element()) else { return };
    let observed = root.clone();
    let mut told = 0.0;
    let tell = move || {
        let height = observed.get_bounding_client_rect().height().ceil();
        #[expect(clippy::float_cmp, reason = "whole numbers")]
        if height != told {
            told = height;
            post(&parent, height);
        }
    };
    // It lives as long as the page, and so does the observer while it has something to observe.
    let tell = Closure::<dyn FnMut()>::new(tell).into_js_value();
    if let Ok(observer) = ResizeObserver::new(tell.unchecked_ref()) {
        observer.observe(&root);
    }
}

fn post(parent: &Window, height: f64) {
    let message = js_sys::JSON::parse(&format!("{{\"rankscope\":{{\"height\":{height}}}}}"));
    // To whichever page it is: who may frame this one is for its host to say, and a height is no
    // secret.
    let _ = message.and_then(|message| parent.post_message(&message, "*"));
}
