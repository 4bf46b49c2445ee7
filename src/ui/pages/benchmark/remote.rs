//! The systems of remote search engines: where they are, the visitor's key, and their recall.

use crate::ui::components::{
    failure_panel, line_with_button, notice, progress_line, quiet_button_unless, titled_section,
};
use crate::ui::state::Session;
use crate::ui::state::remote_recalls::Recalled;
use leptos::prelude::*;
use rankscope_core::benchmark::{Manifest, Remote, System};
use rankscope_transfer::is_sendable;
use std::collections::BTreeMap;

/// `None` if no system asks a search engine.
pub(super) fn remote_search(session: Session, manifest: &Manifest) -> Option<AnyView> {
    let systems = manifest.systems.iter().filter(|system| system.remote.is_some());
    let systems: Vec<System> = systems.cloned().collect();
    let mut by_origin: BTreeMap<String, Remote> = BTreeMap::new();
    for remote in systems.iter().filter_map(|system| system.remote.clone()) {
        by_origin.entry(remote.origin().to_owned()).or_insert(remote);
    }
    if by_origin.is_empty() {
        return None;
    }
    let keys = by_origin.into_iter().map(|(origin, remote)| key_field(session, origin, &remote));
    let body = view! {
        <p class="prose">
            "A search engine elsewhere holds the vectors of these systems, and answers by an approximate index. It gets the vectors of the queries, and no texts. Its recall is measured on 32 queries, spread over the benchmark, against an exact search."
        </p>
        {systems.iter().map(|system| engine(session, system)).collect_view()}
        {keys.collect_view()}
    };
    Some(titled_section("remote-title", "Remote search", body))
}

/// Where a system's vectors are, and its recall there.
fn engine(session: Session, system: &System) -> Option<AnyView> {
    let remote = system.remote.clone()?;
    let (id, title) = (system.id.clone(), system.title.clone());
    let recalls = session.board.recalls;
    let (of_state, of_button) = (id.clone(), id.clone());
    let recalled = Memo::new(move |_| recalls.of(&of_state));
    let outcome = move || match recalled.get() {
        None => view! { <p>"Its recall has not been measured yet."</p> }.into_any(),
        Some(Recalled::Measuring) => measuring(session),
        Some(Recalled::Done(Some(recall))) => {
            let words = format!("It answers: {}.", recall.words());
            view! { <p data-recall=recall.mean.to_string()>{words}</p> }.into_any()
        }
        Some(Recalled::Done(None)) => {
            let words = "It answers. Its recall cannot be measured: the collection is too large to \
                         read back, and the benchmark has no gallery of it.";
            view! { <p>{words}</p> }.into_any()
        }
        Some(Recalled::Failed(failure)) => {
            let id = id.clone();
            failure_panel(&failure, "Try again", move || recalls.measure(&id))
        }
    };
    let is_measuring = move || recalled.with(|r| matches!(r, Some(Recalled::Measuring)));
    Some(
        view! {
            <div class="check-row">
                {quiet_button_unless(
                    is_measuring,
                    format!("Measure {title}"),
                    move || recalls.measure(&of_button),
                )}
                <span>
                    {format!(
                        "{} at {}, collection {}, by {}",
                        remote.kind.title(),
                        remote.base(),
                        remote.collection,
                        remote.metric.name(),
                    )}
                </span>
                <div role="status">{outcome}</div>
            </div>
        }
        .into_any(),
    )
}

fn measuring(session: Session) -> AnyView {
    let recalls = session.board.recalls;
    let line = move || match recalls.task.with(|state| state.progress().cloned()) {
        Some(progress) => progress_line("Measuring its recall".into(), &progress),
        None => view! { <p class="progress-words">"Measuring its recall …"</p> }.into_any(),
    };
    line_with_button(line.into_any(), "Cancel", move || recalls.stop())
}

fn key_field(session: Session, origin: String, remote: &Remote) -> AnyView {
    let engine = session.engine;
    let typed = RwSignal::new(String::new());
    let said = RwSignal::new(None::<&'static str>);
    let id = format!("key-{}", origin.replace(|c: char| !c.is_ascii_alphanumeric(), "-"));
    let label = format!("Key for {origin}, if it asks for one");
    let (to_use, to_forget) = (origin.clone(), origin.clone());
    let has_key = move || engine.keyed.with(|origins| origins.contains(&origin));
    let use_it = move |ev: web_sys::SubmitEvent| {
        ev.prevent_default();
        let key = typed.get_untracked();
        let key = key.trim();
        if !is_sendable(key) {
            said.set(Some("A key consists of letters, digits and signs, without spaces."));
            return;
        }
        engine.set_key(&to_use, Some(key.to_owned()));
        typed.set(String::new());
        said.set(Some("The key is used from now on."));
    };
    let forget = move || {
        engine.set_key(&to_forget, None);
        said.set(Some("The key is forgotten."));
    };
    let warning = remote.is_readable_on_the_way().then(|| {
        notice(
            "This address is not encrypted: anyone on the network path can read the key and the \
             queries’ vectors.",
        )
    });
    view! {
        <form class="remote-key" on:submit=use_it>
            <label for=id.clone()>{label}</label>
            <input
                id=id
                type="password"
                autocomplete="off"
                prop:value=typed
                on:input=move |ev| typed.set(event_target_value(&ev))
            />
            <button type="submit" class="quiet">"Use this key"</button>
            {quiet_button_unless(move || !has_key(), "Forget it", forget)}
            <p class="describe">
                "It is kept in this tab only, until you close or reload it."
            </p>
            {warning}
            <p role="status">{move || said.get()}</p>
        </form>
    }
    .into_any()
}
