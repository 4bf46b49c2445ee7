//! Light or dark theme, or whichever the operating system uses.

use super::stored_text::{store_text, stored_text};
use crate::tr;
use leptos::prelude::*;

const KEY: &str = "rankscope-theme";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Theme {
    Auto,
    Light,
    Dark,
}

impl Theme {
    pub fn stored() -> Self {
        match stored_text(KEY).as_deref() {
            Some("light") => Self::Light,
            Some("dark") => Self::Dark,
            _ => Self::Auto,
        }
    }

    /// Its name in storage.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    fn words(self) -> String {
        match self {
            Self::Auto => tr!("auto"),
            Self::Light => tr!("light"),
            Self::Dark => tr!("dark"),
        }
    }

    #[must_use]
    pub fn next(self) -> Self {
        match self {
            Self::Auto => Self::Light,
            Self::Light => Self::Dark,
            Self::Dark => Self::Auto,
        }
    }

    pub fn show(self) {
        if let Some(root) = document().document_element() {
            // Cannot fail: the names are fixed and valid.
            let _ = match self {
                Self::Auto => root.remove_attribute("data-theme"),
                _ => root.set_attribute("data-theme", self.name()),
            };
        }
    }

    pub fn apply(self) {
        self.show();
        // Without storage the choice lasts as long as the page.
        let _ = store_text(KEY, self.name());
    }
}

#[component]
pub fn ThemeButton() -> impl IntoView {
    let theme = RwSignal::new(Theme::stored());
    Effect::new(move |_| theme.get().apply());
    view! {
        <button
            type="button"
            class="theme-button"
            title=tr!("Auto follows your system")
            on:click=move |_| theme.update(|theme| *theme = theme.next())
        >
            <span class="theme-word">{tr!("Theme: ")}</span>
            {move || theme.get().words()}
        </button>
    }
}
