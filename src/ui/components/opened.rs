//! A `details` element of a result, whose content waits until it is open.

use leptos::html::Details;
use leptos::prelude::*;

/// The id of the picture that an element is about.
const OF: &str = "data-of";

#[derive(Clone, Copy)]
pub(super) struct Opened {
    pub(super) element: NodeRef<Details>,
    pub(super) is_open: RwSignal<bool>,
}

impl Opened {
    /// A list that is drawn again keeps its elements: what was open stays open for the same
    /// picture.
    pub(super) fn of(id: &str) -> Self {
        let own = Self { element: NodeRef::new(), is_open: RwSignal::new(false) };
        let id = id.to_string();
        Effect::new(move |_| {
            let Some(element) = own.element.get() else { return };
            if element.get_attribute(OF).is_some_and(|before| before != id) {
                element.set_open(false);
            }
            // Cannot fail: the attribute's name is valid.
            let _ = element.set_attribute(OF, &id);
            own.follow();
        });
        own
    }

    pub(super) fn follow(self) {
        let is_open = self.element.get_untracked().is_some_and(|element| element.open());
        if self.is_open.get_untracked() != is_open {
            self.is_open.set(is_open);
        }
    }

    pub(super) fn when_open(self, begin: impl Fn() + 'static) {
        Effect::new(move |_| {
            if self.is_open.get() {
                untrack(&begin);
            }
        });
    }
}
