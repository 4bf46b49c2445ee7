//! Topics and tags: MIRFLICKR's three challenges, the tags of one picture, and what the benchmark has.

mod annotators;
mod curves;
mod findings;
mod opened;
mod statistics;
mod systems;
mod try_it;
mod view;

use super::loading::lists_loading;
use super::with_dataset;
use crate::ui::components::{alone, failure_panel, picker};
use crate::ui::state::Session;
use crate::ui::state::challenges::{Attempt, Challenge};
use crate::ui::state::topic_lists::TopicLists;
use crate::ui::task::TaskState;
use leptos::prelude::*;
use rankscope_core::analysis::Dataset;
use rankscope_core::topics::N_NEIGHBOURS;
use std::sync::Arc;
use view::View;

const NEIGHBOURS: [usize; 6] = [5, 10, 20, 50, 100, 200];

pub(super) fn topics_page(session: Session) -> AnyView {
    let body = with_dataset(session, move |dataset| topics(session, &dataset));
    view! {
        <div class="page-head">
            <h1>"Topics"</h1>
        </div>
        <p class="prose">
            "What do vectors know about topics and tags? Three challenges of MIRFLICKR (Huiskes and Lew, 2008) for the systems of this benchmark."
        </p>
        {body}
    }
    .into_any()
}

fn topics(session: Session, dataset: &Arc<Dataset>) -> AnyView {
    let lists = session.challenges.lists;
    session.challenges.want_lists(dataset);
    let dataset = dataset.clone();
    let view = move || match lists.get() {
        TaskState::Done(own) => loaded(session, &dataset, own),
        TaskState::Failed { failure, .. } => {
            failure_panel(&failure, "Try again", move || lists.retry())
        }
        _ => lists_loading("Reading topics and tags", || None),
    };
    view.into_any()
}

fn loaded(session: Session, dataset: &Arc<Dataset>, lists: Arc<TopicLists>) -> AnyView {
    let systems: Vec<(String, String)> = dataset
        .own
        .systems
        .iter()
        .filter(|system| !system.gallery.is_empty())
        .map(|system| (system.id.clone(), system.title.clone()))
        .collect();
    if systems.is_empty() {
        return no_systems();
    }
    if lists.judged.is_empty() && !lists.has_tags() {
        return nothing();
    }
    let (known, base_url) = (systems.clone(), dataset.base_url.clone());
    let attempt = Memo::new(move |_| {
        session.address.state.with(|state| {
            let named = state.system.as_ref();
            let own = known.iter().map(|(id, _)| id);
            let named = named.filter(|named| known.iter().any(|(id, _)| id == *named));
            let system = named.or_else(|| own.into_iter().next()).cloned().unwrap_or_default();
            Attempt::of(state, &base_url, &system)
        })
    });
    let view = View {
        session,
        attempt,
        dataset: StoredValue::new(dataset.clone()),
        lists: StoredValue::new(lists),
        systems: StoredValue::new(systems),
    };
    view! {
        {pickers(view)}
        {try_it::try_it(view)}
        {move || findings::findings(view)}
        {alone("systems", systems::systems(view))}
        {opened::opened(view)}
        {statistics::statistics(view)}
        {annotators::annotators(view)}
    }
    .into_any()
}

fn pickers(view: View) -> AnyView {
    let address = view.session.address;
    let challenges = Memo::new(move |_| {
        let option = |(_, id, title): (_, &str, &str)| (id.to_string(), title.to_string());
        Challenge::ALL.map(option).to_vec()
    });
    let challenge = Memo::new(move |_| name_of(view.challenge()).to_string());
    let systems = Memo::new(move |_| view.systems.get_value());
    let system = Memo::new(move |_| view.attempt.with(|attempt| attempt.system.clone()));
    let k = Memo::new(move |_| view.attempt.with(|attempt| attempt.k.to_string()));
    let ks = Memo::new(move |_| {
        let own = view.attempt.with(|attempt| attempt.k);
        let mut all = NEIGHBOURS.to_vec();
        if !all.contains(&own) {
            all.push(own);
            all.sort_unstable();
        }
        all.into_iter().map(|k| (k.to_string(), k.to_string())).collect::<Vec<_>>()
    });
    let has_neighbours = Memo::new(move |_| view.challenge() != Challenge::Recognition);
    let neighbours = move || {
        has_neighbours.get().then(|| {
            picker("Neighbours", ks, k, move |k| {
                let k = k.parse().ok().filter(|k| *k != N_NEIGHBOURS);
                address.change(|state| state.neighbours = k);
            })
        })
    };
    view! {
        <section class="pickers" aria-label="Challenge and system">
            {picker("Challenge", challenges, challenge, move |id| {
                address.change(|state| state.challenge = (id != "recognition").then_some(id));
            })}
            {picker("System", systems, system, move |id| {
                address.change(|state| state.system = Some(id));
            })}
            {neighbours}
        </section>
    }
    .into_any()
}

fn name_of(challenge: Challenge) -> &'static str {
    let own = Challenge::ALL.iter().find(|(own, ..)| *own == challenge);
    own.map_or("", |(_, name, _)| name)
}

fn no_systems() -> AnyView {
    view! {
        <section class="panel" role="status">
            <h2>"This benchmark has no systems"</h2>
            <p class="prose">
                "Topics and tags are predicted from the vectors of pictures. A recipe brings them as "
                <code>"[[systems]]"</code> ", from files (" <code>"gallery"</code>
                ") or made from the pictures themselves (" <code>"made_from = \"pixels\""</code> "). Then "
                <code>"rankscope build"</code> " makes the benchmark anew."
            </p>
        </section>
    }
    .into_any()
}

fn nothing() -> AnyView {
    view! {
        <section class="panel" role="status">
            <h2>"This benchmark has neither topics nor tags"</h2>
            <p class="prose">
                "Recognition needs queries that are topics, with judgements of the pictures that show them. Propagation and suggestion need pictures with tags."
            </p>
            <p class="prose">
                "A recipe brings topics by " <code>"[[topics]]"</code>
                ": the id of a query, and the tags that stand for it. Tags come with the list of pictures. Then "
                <code>"rankscope build"</code> " makes the benchmark anew."
            </p>
        </section>
    }
    .into_any()
}
