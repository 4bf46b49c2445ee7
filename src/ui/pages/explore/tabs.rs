//! On a phone, one of results, curves and measures at a time.

use crate::ui::narrow::is_narrow;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

const ALL: [(&str, &str); 3] =
    [("results", "Results"), ("curves", "Curves"), ("measures", "Measures")];

#[derive(Clone, Copy)]
pub(super) struct Tabs {
    is_on: Memo<bool>,
    shown: RwSignal<&'static str>,
}

impl Tabs {
    /// Tabs on a narrow screen; none in a frame, which shows its own block.
    pub(super) fn new(is_embed: bool) -> Self {
        let is_narrow = is_narrow();
        let is_on = Memo::new(move |_| is_narrow.get() && !is_embed);
        Self { is_on, shown: RwSignal::new(ALL[0].0) }
    }

    /// `None` if everything is shown.
    pub(super) fn shown(self) -> Option<&'static str> {
        self.is_on.get().then(|| self.shown.get())
    }

    /// The role of a panel.
    pub(super) fn role(self) -> Option<&'static str> {
        self.is_on.get().then_some("tabpanel")
    }

    pub(super) fn view(self) -> AnyView {
        let list = move || {
            self.is_on.get().then(|| {
                view! {
                    <div
                        class="answer-tabs"
                        role="tablist"
                        aria-label="Parts of the answer"
                        on:keydown=move |ev| self.on_key(&ev)
                    >
                        {ALL.map(|(name, title)| self.tab(name, title)).into_iter().collect_view()}
                    </div>
                }
            })
        };
        list.into_any()
    }

    fn tab(self, name: &'static str, title: &'static str) -> AnyView {
        let is_shown = move || self.shown.get() == name;
        view! {
            <button
                type="button"
                role="tab"
                id=format!("tab-{name}")
                aria-controls=format!("panel-{name}")
                aria-selected=move || if is_shown() { "true" } else { "false" }
                tabindex=move || if is_shown() { "0" } else { "-1" }
                on:click=move |_| self.shown.set(name)
            >
                {title}
            </button>
        }
        .into_any()
    }

    fn on_key(self, ev: &web_sys::KeyboardEvent) {
        let now = self.shown.get_untracked();
        let place = ALL.iter().position(|(name, _)| *name == now).unwrap_or(0);
        let next = match ev.key().as_str() {
            "ArrowRight" => (place + 1) % ALL.len(),
            "ArrowLeft" => (place + ALL.len() - 1) % ALL.len(),
            "Home" => 0,
            "End" => ALL.len() - 1,
            _ => return,
        };
        ev.prevent_default();
        let Some((name, _)) = ALL.get(next) else { return };
        self.shown.set(name);
        let tab = document().get_element_by_id(&format!("tab-{name}"));
        if let Some(tab) = tab.and_then(|tab| tab.dyn_into::<web_sys::HtmlElement>().ok()) {
            // On failure the focus stays where it is.
            let _ = tab.focus();
        }
    }
}
