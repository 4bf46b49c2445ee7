//! The visitor's judgements as a definition of relevance of every page: `relevance=_mine`.

use super::session::Session;
use super::stored_desk::{desk_key, stored_desk};
use crate::ui::components::notice;
use leptos::prelude::*;
use rankscope_core::analysis::{Dataset, Desk, HAND_JUDGED, NotCounted, definition_named};
use std::sync::Arc;

/// Says why they are not among the definitions if the address asks for them.
pub(in crate::ui) fn with_stored_judgements(session: Session) -> AnyView {
    let id = Memo::new(move |_| session.dataset().map(|dataset| dataset.manifest.id.clone()));
    let desk = Memo::new(move |_| {
        // The desk reports what cannot be read, and can start over.
        id.get().and_then(|id| stored_desk(&desk_key(&id)).ok()).unwrap_or_default()
    });
    with_judgements_of(session, desk.into())
}

/// The same for judgements that may change.
pub(in crate::ui) fn with_judgements_of(session: Session, desk: Signal<Desk>) -> AnyView {
    Effect::new(move |_| {
        let Some(dataset) = session.dataset() else { return };
        if let Some(dataset) = desk.with(|desk| replaced(&dataset, desk)) {
            untrack(|| session.lists.replace(dataset));
        }
    });
    let note = move || {
        let named = session.address.state.with(|state| state.relevance.clone())?;
        let dataset = session.dataset()?;
        if definition_named(&dataset.own, &named) != HAND_JUDGED {
            return None;
        }
        let words = match desk.with(|desk| desk.definition(&dataset).err())? {
            NotCounted::Nothing => {
                "This link counts pictures that were judged by hand. Such judgements stay in the browser where they were made, and this browser has none for this benchmark. Judge some pictures on Explore."
            }
            NotCounted::LeftOut => {
                "Your judgements do not count for now: too many control answers disagree with the benchmark. They are kept; answer more controls on Explore’s judging desk."
            }
        };
        Some(notice(words))
    };
    note.into_any()
}

/// The benchmark with these judgements in place of earlier ones; `None` if it has them already.
fn replaced(dataset: &Dataset, desk: &Desk) -> Option<Dataset> {
    let definition = desk.definition(dataset).ok().map(Arc::new);
    let earlier = dataset.imported.iter().find(|import| import.id == HAND_JUDGED);
    if earlier == definition.as_ref() {
        return None;
    }
    let others = dataset.imported.iter().filter(|import| import.id != HAND_JUDGED).cloned();
    Some(dataset.with_imports(others.chain(definition).collect(), dataset.ids()))
}
