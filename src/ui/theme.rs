//! Light or dark theme, or whichever the operating system uses.

use super::stored_text::{store_text, stored_text};
use leptos::prelude::*;

const KEY: &str = "rankscope-theme";

/// The visitor's choice of theme.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Theme {
    /// Follows the operating system.
    Auto,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

impl Theme {
    /// The stored choice.
    #[must_use]
    pub fn stored() -> Self {
        match stored_text(KEY).as_deref() {
            Some("light") => Self::Light,
            Some("dark") => Self::Dark,
            _ => Self::Auto,
        }
    }

    /// Its name, on the button and in storage.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    /// The theme after this one on the button.
    #[must_use]
    pub fn next(self) -> Self {
        match self {
            Self::Auto => Self::Light,
            Self::Light => Self::Dark,
            Self::Dark => Self::Auto,
        }
    }

    /// Shows the page in it.
    pub fn show(self) {
        if let Some(root) = document().document_element() {
            // Cannot fail: the names are fixed and valid.
            let _ = match self {
                Self::Auto => root.remove_attribute("data-theme"),
                _ => root.set_attribute("data-theme", self.name()),
            };
        }
    }

    /// Shows the page in it and stores the choice.
    pub fn apply(self) {
        self.show();
        // Without storage the choice lasts as long as the page.
        let _ = store_text(KEY, self.name());
    }
}

/// The button that cycles through the themes.
#[component]
pub fn ThemeButton() -> impl IntoView {
    let theme = RwSignal::new(Theme::stored());
    Effect::new(move |_| theme.get().apply());
    view! {
        <button
            type="button"
            class="theme-button"
            title="Auto follows your system"
            on:click=move |_| theme.update(|theme| *theme = theme.next())
        >
            <span class="theme-word">"Theme: "</span>
            {move || theme.get().name()}
        </button>
    }
}
