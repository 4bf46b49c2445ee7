//! What a visitor sees after a panic, which leaves the page's state half changed.

use leptos::prelude::{document, window};
use std::panic::{PanicHookInfo, set_hook};
use wasm_bindgen::JsValue;
use web_sys::Element;

const NOTICE: &str = "stopped";

/// When the code stops, shows the cause and a way out, and writes it to the console.
pub fn say_when_stopped() {
    set_hook(Box::new(|info| {
        console_error_panic_hook::hook(info);
        // What cannot be shown is in the console.
        let _ = show(info);
    }));
}

/// Made of the browser's own elements: signals and views may be half changed.
fn show(info: &PanicHookInfo<'_>) -> Result<(), JsValue> {
    let Some(body) = document().body() else { return Ok(()) };
    // What stopped first is the cause of the rest.
    if document().get_element_by_id(NOTICE).is_some() {
        return Ok(());
    }
    let notice = element("div", "")?;
    notice.set_id(NOTICE);
    notice.set_class_name("banner stopped");
    notice.set_attribute("role", "alert")?;
    notice.set_attribute("lang", "en")?;
    notice.set_attribute("dir", "ltr")?;
    let words = element("p", "")?;
    let title = element("strong", "The page has stopped.")?;
    words.append_child(&title)?;
    // The place in the code and the calls that led there are for the console.
    let reason =
        info.payload_as_str().and_then(|all| all.lines().next()).unwrap_or("no reason given");
    let cause = format!(
        " An unexpected error occurred: {reason} (see the browser’s console for more). Reload the \
         page; what this browser has stored is kept."
    );
    words.append_child(&document().create_text_node(&cause))?;
    notice.append_child(&words)?;
    let reload = element("a", "Reload the page")?;
    let location = window().location();
    // Without a fragment, which would only scroll; external, so that the router leaves it to the browser.
    reload.set_attribute("href", &format!("{}{}", location.pathname()?, location.search()?))?;
    reload.set_attribute("rel", "external")?;
    notice.append_child(&reload)?;
    body.insert_before(&notice, body.first_child().as_ref())?;
    Ok(())
}

fn element(name: &str, words: &str) -> Result<Element, JsValue> {
    let element = document().create_element(name)?;
    element.set_text_content(Some(words));
    Ok(element)
}
