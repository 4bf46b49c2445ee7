//! Explore: one query at a time, with results, curves and measures.

mod browse;
mod browse_section;
mod conditions;
mod desk;
mod explained;
mod figures;
mod first_run;
mod intro;
mod near_queries;
mod own_picture;
mod own_words;
pub(super) mod page;
mod score_strip;
mod seeds;
mod status;
mod story;
mod tabs;
mod texts;
mod tools;
mod votes;

use crate::ui::components::{
    Lanes, LargerView, Results, WhyCard, depth_field, failure_panel, follow_changes,
    has_start_pictures, lanes, no_pictures, notice, results_list, run_tool, task_failed,
    what_if_tools,
};
use crate::ui::pages::loading::results_loading;
use crate::ui::state::Session;
use crate::ui::state::explanations::explanations;
use crate::ui::state::hand_judged::with_judgements_of;
use crate::ui::state::image_votes::votes_behind;
use crate::ui::state::shown::Shown;
use crate::ui::task::TaskState;
pub(super) use browse::list;
pub(super) use conditions::{conditions_field, conditions_note};
use figures::{figures, measures};
use first_run::{OR_START, samples};
use leptos::prelude::*;
use own_words::Judges;
use rankscope_core::analysis::Desk;
use rankscope_messages::Failure;
use status::{status_line, status_notes};
use std::sync::Arc;
use tabs::Tabs;

/// Results, curves and measures: images, or the texts for an image. `value_card` shows the value that is
/// open.
pub(super) fn answer(
    session: Session,
    value_card: fn(Session, Signal<bool>) -> AnyView,
) -> AnyView {
    let finds_texts = Memo::new(move |_| texts::finds_texts(session));
    let body = move || match finds_texts.get() {
        true => texts::texts_answer(session),
        false => images_answer(session, value_card),
    };
    view! {
        {texts::find_picker(session)}
        {body}
    }
    .into_any()
}

fn images_answer(session: Session, value_card: fn(Session, Signal<bool>) -> AnyView) -> AnyView {
    let shown = session.shown;
    let judges = Judges::new(session);
    let is_busy = move || session.search.is_running.get();
    // Stale: the results shown are of the previous search. Partial results of the running search
    // are not.
    let is_stale = move || {
        let key = session.search.key.get();
        let is_current = |shown: Arc<Shown>| key.as_ref() == Some(&shown.found.key);
        is_busy() && !shown.get().is_some_and(is_current)
    };
    let has_lanes = Memo::new(move |_| session.compared.lanes.with(|lanes| !lanes.is_empty()));
    let first = Signal::derive(move || {
        session.search.choice.with(|choice| Some(choice.as_ref()?.system.as_ref()?.id.clone()))
    });
    let (address, highlight) = (session.address, session.highlight);
    let larger = LargerView::closed();
    let votes = votes_behind(session);
    let is_all_judged = Signal::derive(move || session.dataset().is_some());
    let explained = explanations(session);
    let why = WhyCard::new(votes.loaded, explained, is_all_judged);
    let columns = Lanes { address, compared: session.compared, highlight, larger, why, first };
    let pictures = session
        .answerable()
        .is_some_and(|dataset| own_picture::can_see(&dataset))
        .then_some(session.own_pictures);
    let cards = NodeRef::new();
    follow_changes(shown.into(), cards);
    let list = Results {
        address,
        highlight,
        what_if: session.what_if,
        engine: session.engine,
        pictures,
        guides: session.guides,
        carried: session.carried,
        is_all_judged,
        larger,
        why,
        cards,
        votes: votes.loaded,
    };
    let mode = Memo::new(move |_| session.address.state.with(|state| state.judge.clone()));
    let on_desk = Memo::new(move |_| Some((judges.for_desk.get()?, mode.get()?)));
    // Not while the desk is open: other lists would restart its round.
    let counted = Memo::new(move |last: Option<&Desk>| match last {
        Some(last) if mode.with(Option::is_some) => last.clone(),
        _ => judges.kept.all.get(),
    });
    let desk = move || {
        let (query, mode) = on_desk.get()?;
        desk::desk(session, (judges.kept, larger), query, &mode)
    };
    let results = move || match shown.get() {
        _ if on_desk.with(Option::is_some) => None,
        Some(shown) if shown.hits.is_empty() => Some(nothing_found(session, &shown)),
        Some(shown) if has_lanes.get() && address.is_story.get() => {
            let story = story::story(session, columns, &shown);
            Some(view! { {story} {starts(session)} }.into_any())
        }
        Some(shown) if has_lanes.get() => Some(lanes(columns, &shown)),
        Some(shown) => Some(results_list(list, &shown)),
        None if is_busy() => Some(results_loading(session)),
        None => None,
    };
    // What-if mode changes a single list, so there are no tools for several side by side.
    let tools = move || {
        let is_list = !has_lanes.get() && on_desk.with(Option::is_none);
        let shown = shown.get().filter(|shown| is_list && !shown.hits.is_empty());
        shown.and_then(|shown| what_if_tools(session.what_if, &shown))
    };
    let is_changing = move || address.state.with(|state| state.edit.is_some()) && !has_lanes.get();
    let measured = Signal::derive(move || shown.get().filter(|shown| !searches_nothing(shown)));
    let side = move || measured.get().map(|shown| figures(session, judges, &shown));
    let is_there = Signal::derive(move || measured.with(Option::is_some) && !is_busy());
    let tabs = Tabs::new(address.state.with_untracked(|state| state.embed.is_some()));
    view! {
        {tabs.view()}
        <div class="answer-head" class:answer-story=move || address.is_story.get()>
            <div class="status-area">{move || status_line(session)}</div>
            <div class="answer-tools" class:changing=is_changing>
                {move || judges.bar()} {votes::rule(session, votes)} {tools}
            </div>
        </div>
        {move || status_notes(session)}
        {explained::query_explained(session, explained)}
        {move || reranking_note(session)}
        {with_judgements_of(session, counted.into())}
        {move || failure(session)}
        <div class="answer" class:answer-lanes=move || has_lanes.get() class:stale=is_stale data-tab=move || tabs.shown()>
            <section id="panel-results" role=move || tabs.role() class="answer-results" data-block="results" aria-label="Search results" aria-busy=move || if is_busy() { "true" } else { "false" }>
                <h2 class="visually-hidden">"Results"</h2>
                {larger.view()}
                {why.view()}
                {value_card(session, is_there)}
                {desk}
                {results}
                {move || {
                    shown.get().filter(|shown| !shown.hits.is_empty()).and_then(|shown| run_tool(&shown))
                }}
            </section>
            <section class="answer-figures" aria-label="Curves and measures">
                <div id="panel-curves" role=move || tabs.role() aria-labelledby=move || tabs.role().map(|_| "tab-curves")>
                    {side}
                </div>
                <div id="panel-measures" role=move || tabs.role() aria-labelledby=move || tabs.role().map(|_| "tab-measures")>
                    {measures(session, measured)}
                </div>
            </section>
        </div>
        {seeds::seeds(session)}
        {move || (!address.is_story.get()).then(|| starts(session))}
    }
    .into_any()
}

/// Below the search that Explore opens with; the pictures come once that has answered.
fn starts(session: Session) -> Option<AnyView> {
    let is_opening = session.address.is_opening.get();
    let dataset = session.answerable().filter(|own| is_opening && has_start_pictures(own))?;
    let pictures = move || {
        let has_answered = !session.lists.is_answering();
        has_answered.then(|| samples(session, &dataset, OR_START))
    };
    Some(view! { <section class="starts-pictures" aria-label="Start from a picture">{pictures}</section> }.into_any())
}

fn failure(session: Session) -> Option<AnyView> {
    let task = session.search.task;
    match task.get() {
        TaskState::Failed { failure, .. } => Some(task_failed(task, &failure)),
        TaskState::Cancelled { .. } => {
            let failure = Failure {
                title: "The search was cancelled".into(),
                detail: String::new(),
                advice: "Search again to see the results.".into(),
            };
            Some(failure_panel(&failure, "Search again", move || task.retry()))
        }
        _ => None,
    }
}

fn reranking_note(session: Session) -> Option<AnyView> {
    session.search.choice.with(|choice| {
            let choice = choice.as_ref()?;
            let reranker = choice.reranker.as_ref()?;
            let title = &reranker.title;
            Some(match choice.unusable_reranker() {
                Some(_) => notice(format!(
                    "{title} does not re-rank these results: one of the two systems cannot score \
                     this query. Your own words need a text encoder, a picture needs a vision \
                     tower, and a run has the benchmark’s queries only."
                )),
                None => {
                    let words = format!(
                        "Two stages: {title} re-ranks the first {} results. What the first stage \
                         misses stays missing.",
                        choice.rerank_depth
                    );
                    let unscored = move || unscored_note(session);
                    view! {
                        <div class="pickers pickers-tight">{depth_field(session.address, "explore-depth")}</div>
                        <p class="prose stages">{words} {unscored}</p>
                    }
                    .into_any()
                }
            })
        })
}

fn unscored_note(session: Session) -> Option<String> {
    let shown = session.shown.get()?;
    let (n, of) = (shown.n_unscored(), shown.found.hits.len());
    (n > 0 && shown.choice.is_reranked()).then(|| {
        format!(" {n} of these {of} have no score of it: they come last in their old order.")
    })
}

fn searches_nothing(shown: &Shown) -> bool {
    shown.choice.among.as_ref().is_some_and(|filter| filter.n == 0)
}

fn nothing_found(session: Session, shown: &Shown) -> AnyView {
    match &shown.choice.among {
        Some(filter) if filter.n == 0 => no_pictures(filter, session.address),
        Some(filter) => notice(format!(
            "This system ranks none of the {} for this query: {}.",
            filter.share(),
            filter.summary(),
        )),
        None if shown.choice.candidates().is_some_and(|rows| rows.is_empty()) => {
            let title = shown.choice.relevance().map(|d| d.title.clone()).unwrap_or_default();
            notice(format!(
                "“{title}” ranks fixed candidates only, and has none for this query. Choose another \
                 query, or another definition of relevance."
            ))
        }
        None => notice("This system ranks no picture for this query."),
    }
}
