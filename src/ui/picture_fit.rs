//! Whether pictures are shown whole or cropped to fill their frames, a choice that the browser
//! keeps.

use super::components::picker;
use super::stored_text::{store_text, stored_text};
use leptos::prelude::*;

const KEY: &str = "rankscope-pictures";
const ATTRIBUTE: &str = "data-pictures";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::ui) enum PictureFit {
    /// Whole, never larger than they are.
    Whole,
    Cropped,
}

impl PictureFit {
    pub(in crate::ui) fn stored() -> Self {
        Self::named(&stored_text(KEY).unwrap_or_default())
    }

    fn named(name: &str) -> Self {
        if name == Self::Cropped.name() { Self::Cropped } else { Self::Whole }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Whole => "whole",
            Self::Cropped => "cropped",
        }
    }

    pub(in crate::ui) fn show(self) {
        if let Some(root) = document().document_element() {
            // Cannot fail: the attribute's name is valid.
            let _ = root.set_attribute(ATTRIBUTE, self.name());
        }
    }
}

pub(in crate::ui) fn picture_fit_picker() -> AnyView {
    let options = [
        (PictureFit::Whole.name().to_string(), "Whole".to_string()),
        (PictureFit::Cropped.name().to_string(), "Cropped to fill".to_string()),
    ];
    let current = RwSignal::new(PictureFit::stored().name().to_string());
    picker("Show pictures", Signal::stored(options.to_vec()), current, move |name| {
        PictureFit::named(&name).show();
        // Without storage the choice lasts as long as the page.
        let _ = store_text(KEY, &name);
        current.set(name);
    })
}
