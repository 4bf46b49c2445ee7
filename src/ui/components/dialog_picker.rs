//! A choice that is made in a dialog: a label, a button that names what is chosen, and the dialog.

use super::dialog::Dialog;
use leptos::prelude::*;

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

    /// `opening` runs before the dialog opens.
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
