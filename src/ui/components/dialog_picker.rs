//! A choice that is made in a dialog: a label, a button that names what is chosen, and the dialog.

use leptos::html;
use leptos::prelude::*;

/// A dialog and what leads to it. Cheap to copy.
#[derive(Clone, Copy)]
pub(super) struct DialogPicker {
    /// Above the button.
    pub(super) label: &'static str,
    /// What the button does; screen readers say it before what is chosen.
    pub(super) action: &'static str,
    /// The dialog's class.
    pub(super) class: &'static str,
    /// The id of the dialog's title.
    pub(super) title_id: &'static str,
    /// The dialog.
    pub(super) element: NodeRef<html::Dialog>,
}

impl DialogPicker {
    /// Closes the dialog.
    pub(super) fn close(self) {
        // The browser returns the focus to the button.
        if let Some(element) = self.element.get_untracked() {
            element.close();
        }
    }

    /// `summary` names what is chosen; `opening` runs before the dialog opens, and `content` makes
    /// what is in it each time.
    pub(super) fn view(
        self,
        summary: impl Fn() -> String + Copy + Send + 'static,
        opening: impl Fn() + 'static,
        content: impl Fn() -> AnyView + Copy + Send + 'static,
    ) -> AnyView {
        let Self { label, action, class, title_id, element } = self;
        let is_open = RwSignal::new(false);
        let open = move |_| {
            opening();
            is_open.set(true);
            // Once the content is there: its first field takes the focus.
            request_animation_frame(move || {
                if let Some(element) = element.get_untracked() {
                    // It fails only where it is open already.
                    let _ = element.show_modal();
                }
            });
        };
        view! {
            <div class="picker">
                <span class="picker-label" aria-hidden="true">
                    {label}
                </span>
                <button
                    type="button"
                    class="dialog-button"
                    aria-haspopup="dialog"
                    aria-label=move || format!("{action}: {}", summary())
                    on:click=open
                >
                    {summary}
                </button>
                <dialog
                    class=class
                    node_ref=element
                    aria-labelledby=title_id
                    on:close=move |_| is_open.set(false)
                >
                    {move || is_open.get().then(content)}
                </dialog>
            </div>
        }
        .into_any()
    }
}
