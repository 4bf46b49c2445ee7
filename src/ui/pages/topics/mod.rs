//! Topics and tags: MIRFLICKR's three challenges, the tags of one picture, and what the benchmark has.

mod annotators;
mod curves;
mod findings;
mod opened;
mod statistics;
mod systems;
mod try_it;
mod view;

use super::choices::id_and_title;
use super::loading::lists_loading;
use super::with_dataset;
use crate::ui::components::{alone, options, picker, plain_options, task_failed};
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
        TaskState::Done(lists) => loaded(session, &dataset, lists),
        TaskState::Failed { failure, .. } => task_failed(lists, &failure),
        _ => lists_loading("Reading topics and tags", || None),
    };
    view.into_any()
}

fn loaded(session: Session, dataset: &Arc<Dataset>, lists: Arc<TopicLists>) -> AnyView {
    let systems = dataset.own.systems.iter();
    let systems = id_and_title(systems.filter(|system| !system.gallery.is_empty()));
    if systems.is_empty() {
        return no_systems();
    }
    if lists.judged.is_empty() && !lists.has_tags() {
        return nothing();
    }
    let (known, base_url) = (systems.clone(), dataset.base_url.clone());
    let attempt = Memo::new(move |_| {
        session.address.state.with(|state| {
            let named = known.iter().find(|(id, _)| state.system.as_ref() == Some(id));
            let system = named.or(known.first()).map(|(id, _)| id.as_str()).unwrap_or_default();
            Attempt::of(state, &base_url, system)
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
    let challenges = options(Challenge::ALL.map(|(_, id, title)| (id, title)));
    let challenge = Memo::new(move |_| {
        let chosen = view.challenge();
        let named = Challenge::ALL.into_iter().find(|(challenge, ..)| *challenge == chosen);
        named.map_or("", |(_, name, _)| name).to_string()
    });
    let system = Memo::new(move |_| view.attempt.with(|attempt| attempt.system.clone()));
    let k = Memo::new(move |_| view.attempt.with(|attempt| attempt.k.to_string()));
    let ks = Memo::new(move |_| {
        let k = view.attempt.with(|attempt| attempt.k);
        let mut all = NEIGHBOURS.to_vec();
        if !all.contains(&k) {
            all.push(k);
            all.sort_unstable();
        }
        plain_options(all)
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
            {picker("System", view.systems.get_value(), system, move |id| {
                address.change(|state| state.system = Some(id));
            })}
            {neighbours}
        </section>
    }
    .into_any()
}

fn no_systems() -> AnyView {
    view! {
        <section class="panel" role="status">
            <h2>"This benchmark has no systems"</h2>
            <p class="prose">
                "Topics and tags are predicted from the vectors of pictures. A recipe defines them under "
                <code>"[[systems]]"</code> ", from files (" <code>"gallery"</code>
                ") or made from the pictures themselves (" <code>"made_from = \"pixels\""</code>
                "). Then rebuild the benchmark with " <code>"rankscope build"</code> "."
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
                "A recipe defines topics under " <code>"[[topics]]"</code>
                ": the id of a query, and the tags that stand for it. Tags come with the list of pictures. Then rebuild the benchmark with "
                <code>"rankscope build"</code> "."
            </p>
        </section>
    }
    .into_any()
}
