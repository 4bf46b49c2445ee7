//! The style rule that hides all but one block. It names the block, so it is inserted into the
//! page's style sheet: the page's policy forbids `<style>`, but not CSSOM.

use js_sys::Reflect;
use leptos::prelude::document;
use wasm_bindgen::{JsCast, JsValue, prelude::wasm_bindgen};

#[wasm_bindgen]
extern "C" {
    type Sheet;
    #[wasm_bindgen(method, catch, js_name = insertRule)]
    fn insert_rule(this: &Sheet, rule: &str) -> Result<u32, JsValue>;
    #[wasm_bindgen(method, catch, js_name = deleteRule)]
    fn delete_rule(this: &Sheet, place: u32) -> Result<(), JsValue>;
}

/// What takes a block's place or explains it: progress, failures and notices below the page's
/// head.
const STATES: &str = "main > :is(.panel, .notice, .missing-import, .results), \
                      main > :is(.status-area, .answer-head > .status-area) > :is(.status-running, .progress, .failure, .notice)";

/// The headings that name the page; seen by screen readers alone (`style/base.css`).
const HEADINGS: &str = "main h1";

fn rule(block: &str) -> String {
    let shown = format!(":is([data-block~=\"{block}\"], {STATES})");
    let kept = format!(":is({shown}, {HEADINGS})");
    // Beside the way to what is kept, everything goes; inside it, everything stays. The foot says
    // that there is nothing only if that is so.
    format!(
        "@media all {{ \
         :is(main, main :has({kept}):not({kept}, {kept} *)) > :not({kept}, :has({kept})), \
         body:has(main {shown}) .embed-nothing \
         {{ display: none !important }} }}"
    )
}

/// The page has one sheet: the bundler joins all styles.
fn sheet() -> Option<Sheet> {
    let sheets = Reflect::get(&document(), &"styleSheets".into()).ok()?;
    let sheet = Reflect::get_u32(sheets.dyn_ref()?, 0).ok()?;
    (!sheet.is_undefined()).then(|| sheet.unchecked_into())
}

pub(super) fn insert(block: &str) -> Option<u32> {
    // A browser too old for the selectors shows the whole page below its head.
    sheet()?.insert_rule(&rule(block)).ok()
}

pub(super) fn remove(place: u32) {
    if let Some(sheet) = sheet() {
        // Cannot fail: nothing else changes the sheet.
        let _ = sheet.delete_rule(place);
    }
}
