//! A button that opens a panel of options.

use super::focus::focus_summary;
use leptos::prelude::*;

/// The least gap between a panel and the edge of the window.
const EDGE_PX: f64 = 8.0;

#[derive(Clone, Copy)]
pub struct Menu {
    pub(super) is_open: RwSignal<bool>,
    details: NodeRef<leptos::html::Details>,
}

impl Menu {
    pub(super) fn close(&self) {
        if let Some(details) = self.details.get_untracked() {
            details.set_open(false);
        }
    }

    fn focus_button(&self) {
        if let Some(details) = self.details.get_untracked() {
            focus_summary(&details);
        }
    }
}

/// `id` is that of the label element; `name` names the choice for screen readers.
pub fn menu(
    label: &'static str,
    id: &'static str,
    name: &'static str,
    summary: impl Fn() -> String + Copy + Send + Sync + 'static,
    content: impl FnOnce(Menu) -> AnyView,
) -> AnyView {
    let details = NodeRef::<leptos::html::Details>::new();
    let panel = NodeRef::<leptos::html::Fieldset>::new();
    // How far the panel is shifted left to stay inside the window.
    let moved_px = RwSignal::new(0.0);
    let fit = move || {
        let width = document().document_element().map(|root| f64::from(root.client_width()));
        if let (Some(panel), Some(width)) = (panel.get_untracked(), width) {
            let unmoved = panel.get_bounding_client_rect().right() + moved_px.get_untracked();
            moved_px.set((unmoved + EDGE_PX - width).max(0.0));
        }
    };
    let menu = Menu { is_open: RwSignal::new(false), details };
    // A choice changes the words on the button and what is next to it, which can move it to
    // another line under the open panel.
    Effect::new(move |_| {
        summary();
        if menu.is_open.get_untracked() {
            request_animation_frame(fit);
        }
    });
    // Closes when the focus leaves; Escape closes it too and keeps the focus on the button.
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
                    // After the content is laid out.
                    request_animation_frame(fit);
                }
                on:focusout=on_leave
                on:keydown=move |ev| {
                    if ev.key() == "Escape" && menu.is_open.get_untracked() {
                        // One menu at a time: this one may be inside another.
                        ev.stop_propagation();
                        menu.close();
                        menu.focus_button();
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
