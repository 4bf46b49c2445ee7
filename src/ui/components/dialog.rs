//! A modal dialog. Its content is rebuilt each time it opens; the browser handles Escape and
//! focus.

use leptos::html;
use leptos::prelude::*;

#[derive(Clone, Copy)]
pub struct Dialog {
    class: &'static str,
    title_id: &'static str,
    element: NodeRef<html::Dialog>,
    is_open: RwSignal<bool>,
}

impl Dialog {
    /// The content has a title with the id `title_id`.
    pub fn new(class: &'static str, title_id: &'static str) -> Self {
        Self { class, title_id, element: NodeRef::new(), is_open: RwSignal::new(false) }
    }

    pub fn open(self) {
        self.is_open.set(true);
        // Once the content is rendered: its first field takes the focus.
        request_animation_frame(move || {
            if let Some(element) = self.element.get_untracked() {
                // It fails only where it is open already.
                let _ = element.show_modal();
            }
        });
    }

    pub fn close(self) {
        // The browser returns the focus to what opened it.
        if let Some(element) = self.element.get_untracked() {
            element.close();
        }
    }

    pub fn view(self, content: impl Fn() -> AnyView + Copy + Send + 'static) -> AnyView {
        view! {
            <dialog
                class=self.class
                node_ref=self.element
                aria-labelledby=self.title_id
                on:close=move |_| self.is_open.set(false)
            >
                {move || self.is_open.get().then(content)}
            </dialog>
        }
        .into_any()
    }
}

#[derive(Clone, Copy)]
pub(super) struct DialogPicker {
    pub(super) label: &'static str,
    /// Screen readers say it before what is chosen.
    pub(super) action: &'static str,
    pub(super) dialog: Dialog,
}

impl DialogPicker {
    pub(super) fn close(self) {
        self.dialog.close();
    }

    pub(super) fn view(
        self,
        summary: impl Fn() -> String + Copy + Send + 'static,
        opening: impl Fn() + 'static,
        content: impl Fn() -> AnyView + Copy + Send + 'static,
    ) -> AnyView {
        let Self { label, action, dialog } = self;
        let open = move |_| {
            opening();
            dialog.open();
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
                {dialog.view(content)}
            </div>
        }
        .into_any()
    }
}
