//! What the view needs and a link cannot carry, because only this browser has it.

use super::in_view::in_view;
use crate::ui::state::Session;
use crate::ui::state::view::Asked;
use leptos::prelude::*;
use rankscope_core::analysis::{HAND_JUDGED, is_fused};
use rankscope_core::views::Page;
use rankscope_transfer::is_on_this_machine;

#[derive(Debug, Clone)]
pub(super) struct NotCarried {
    pub(super) words: String,
    /// Whether a saved visit includes it.
    pub(super) in_visit: bool,
}

/// Tracked.
pub(super) fn not_carried(session: Session) -> Vec<NotCarried> {
    let state = session.address.state.get();
    let page = session.address.page.get();
    let mut missing = Vec::new();
    let here_alone = |words: String| NotCarried { words, in_visit: false };
    let in_visit = |words: String| NotCarried { words, in_visit: true };
    if session.base_url.with(|url| is_on_this_machine(url)) {
        let title = session.title().unwrap_or_default();
        missing.push(here_alone(format!(
            "the benchmark {title}, a folder that was opened from this machine"
        )));
    }
    if let (Some(Asked::Picture(number)), true) =
        (&state.asked, matches!(page, Page::Explore | Page::Topics))
    {
        missing.push(here_alone(match session.own_pictures.get(*number) {
            Some(own) => format!("your picture, {}", own.name),
            None => "your picture".to_string(),
        }));
    }
    if let (Some(dataset), Some(seen)) = (session.outline(), in_view(session)) {
        let is_seen = |id: &String| {
            let mut ids = seen.system_ids.iter().chain(&seen.relevance_ids);
            // The id of a fused system names its parts.
            ids.any(|own| own == id || is_fused(own) && own.contains(id.as_str()))
        };
        let imports = dataset.imported.iter().filter(|import| import.computed.is_none());
        let imports = imports.filter(|import| is_seen(&import.id));
        missing
            .extend(imports.map(|import| in_visit(format!("the imported file {}", import.file))));
        if seen.relevance_ids.iter().any(|id| id == HAND_JUDGED) {
            missing.push(in_visit("your judgements, made at the judging desk".to_string()));
        }
    }
    if page == Page::Explore && state.judged.is_some() {
        missing.push(in_visit("your judgements of this query".to_string()));
    }
    let has_class_votes = state.lesson.as_deref().is_some_and(|own| own.starts_with("preference"));
    if has_class_votes {
        missing.push(in_visit("the votes of the class".to_string()));
    }
    if page == Page::Guides && state.study.as_deref() == Some("ballot") {
        missing.push(in_visit("the votes of the ballot".to_string()));
    }
    missing
}
