//! Unions and intersections of definitions of relevance that the address names: `relevance=a|b`.

use super::session::Session;
use leptos::prelude::*;
use rankscope_core::analysis::{Imported, JoinedDefinition, definition_named};
use std::sync::Arc;

/// Adds those that the address names to the lists, once the judgements of all definitions are there.
pub(in crate::ui) fn add_named_joined(session: Session) {
    Effect::new(move |_| {
        let Some(dataset) = session.dataset() else { return };
        let named =
            session.address.state.with(|state| [state.relevance.clone(), state.columns.clone()]);
        let mut made: Vec<Arc<Imported>> = Vec::new();
        for name in named.iter().flatten() {
            let id = definition_named(&dataset.own, name);
            let is_there = dataset.definition_index(&id).is_some()
                || made.iter().any(|own| own.id == id.as_ref());
            // The page says what is wrong with a name that joins no definitions.
            if let Some(Ok(joined)) = JoinedDefinition::named(&dataset.manifest, &id)
                && !is_there
            {
                made.extend(joined.definition(&dataset).map(Arc::new));
            }
        }
        if !made.is_empty() {
            let imported = dataset.imported.iter().cloned().chain(made).collect();
            let dataset = dataset.with_imports(imported, dataset.ids());
            untrack(|| session.lists.replace(dataset));
        }
    });
}
