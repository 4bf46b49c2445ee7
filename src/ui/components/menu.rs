//! A button that opens a panel of choices.

use leptos::prelude::*;

/// What stays free beside a panel.
const EDGE_PX: f64 = 8.0;

/// What a panel's content can do with the panel.
#[derive(Clone, Copy)]
pub(super) struct Menu {
    /// Whether it is open.
    pub(super) is_open: RwSignal<bool>,
    details: NodeRef<leptos::html::Details>,
}

impl Menu {
    pub(super) fn close(&self) {
        if let Some(details) = self.details.get_untracked() {
            details.set_open(false);
        }
    }
}

/// A labelled button that says what is chosen, and the panel below it. `id` is of the label;
/// `name` is what the choice is about, for those who hear the page.
pub(super) fn menu(
    label: &'static str,
    id: &'static str,
    name: &'static str,
    summary: impl Fn() -> String + Copy + Send + Sync + 'static,
    content: impl FnOnce(Menu) -> AnyView,
) -> AnyView {
    let details = NodeRef::<leptos::html::Details>::new();
    let panel = NodeRef::<leptos::html::Fieldset>::new();
    // How far it is moved to the left, so that it does not reach beyond the window.
    let moved_px = RwSignal::new(0.0);
    let fit = move || {
        let width = document().document_element().map(|root| f64::from(root.client_width()));
        if let (Some(panel), Some(width)) = (panel.get_untracked(), width) {
            let excess = panel.get_bounding_client_rect().right() + EDGE_PX - width;
            moved_px.set(excess.max(0.0));
        }
    };
    let menu = Menu { is_open: RwSignal::new(false), details };
    // A click elsewhere closes it; so does Escape, which leaves the focus at the button.
    let on_leave = move |ev: web_sys::FocusEvent| {
        let to = ev.related_target().and_then(|to| wasm_bindgen::JsCast::dyn_into(to).ok());
        let is_inside = details.get_untracked().is_some_and(|own| own.contains(to.as_ref()));
        if to.is_some() && !is_inside {
            menu.close();
        }
    };
    view! {
        <div class="picker">
            <span class="picker-label" id=id>
                {label}
            </span>
            <details
                class="menu"
                node_ref=details
                on:toggle=move |_| {
                    moved_px.set(0.0);
                    menu.is_open.set(details.get_untracked().is_some_and(|own| own.open()));
                    // Once its content is there.
                    request_animation_frame(fit);
                }
                on:focusout=on_leave
                on:keydown=move |ev| {
                    if ev.key() == "Escape" {
                        menu.close();
                    }
                }
            >
                <summary aria-label=move || format!("{name}: {}", summary())>{summary}</summary>
                <fieldset
                    class="menu-panel"
                    node_ref=panel
                    aria-labelledby=id
                    style:margin-left=move || format!("-{}px", moved_px.get())
                >
                    {content(menu)}
                </fieldset>
            </details>
        </div>
    }
    .into_any()
}
