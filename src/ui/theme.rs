//! Light, dark, or as the system has it.

use leptos::prelude::*;

const KEY: &str = "rankscope-theme";

/// The visitor's choice of colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Theme {
    /// As the system has it.
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
        let stored = storage().and_then(|storage| storage.get_item(KEY).ok().flatten());
        match stored.as_deref() {
            Some("light") => Self::Light,
            Some("dark") => Self::Dark,
            _ => Self::Auto,
        }
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    /// The next of the three.
    #[must_use]
    pub fn next(self) -> Self {
        match self {
            Self::Auto => Self::Light,
            Self::Light => Self::Dark,
            Self::Dark => Self::Auto,
        }
    }

    /// Shows it and remembers it.
    pub fn apply(self) {
        if let Some(root) = document().document_element() {
            // Neither can fail: the names are fixed and valid.
            let _ = match self {
                Self::Auto => root.remove_attribute("data-theme"),
                _ => root.set_attribute("data-theme", self.name()),
            };
        }
        if let Some(storage) = storage() {
            // A browser that stores nothing forgets the choice with the page.
            let _ = storage.set_item(KEY, self.name());
        }
    }
}

fn storage() -> Option<web_sys::Storage> {
    window().local_storage().ok().flatten()
}

/// The button that goes through the three.
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
            "Theme: "
            {move || theme.get().name()}
        </button>
    }
}
