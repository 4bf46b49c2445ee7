//! Votes of a round become judgements by a rule, and systems are ranked by them.

use crate::ui::components::{failure_text, focus_later, notice, picker, vote_rules};
use crate::ui::state::Session;
use leptos::prelude::*;
use rankscope_core::analysis::{Dataset, words};
use rankscope_core::formats::{VoteRule, VotedImage, qrels_from_votes, trec_from_qrels};
use rankscope_core::views::Page;
use std::sync::Arc;

/// The heading above, which stays when the lists change.
const HEADING: &str = "join-title";

pub(super) fn judgements(
    session: Session,
    dataset: &Arc<Dataset>,
    voted: &[VotedImage],
) -> Option<AnyView> {
    let (_, key) = session.judging.returned.with_untracked(|own| own.key.clone())?;
    if voted.is_empty() {
        return None;
    }
    if key.benchmark != dataset.own.id {
        return Some(notice(format!(
            "The round is of the benchmark {}, and {} is open: open {} to make judgements of its votes.",
            key.benchmark, dataset.own.id, key.benchmark
        )));
    }
    let n_voters = voted.iter().map(|own| own.votes.n()).max().unwrap_or(0);
    let has_controls = voted.iter().any(|own| !own.controls.is_empty());
    let rules = vote_rules(u32::try_from(n_voters).unwrap_or(u32::MAX), has_controls);
    let rule = RwSignal::new(VoteRule::Sure.to_string());
    let failure = RwSignal::new(None::<String>);
    let stem = format!("round-{}", key.round);
    let (voted, for_name): (Arc<[VotedImage]>, String) = (voted.into(), stem.clone());
    let for_warning = voted.clone();
    let warning = move || {
        let rule: VoteRule = rule.get().parse().ok()?;
        let warning = rule.check("the votes", &for_warning).ok().flatten()?;
        Some(notice(words::sentence(&warning)))
    };
    let make = move |_| {
        let Ok(chosen) = rule.get_untracked().parse::<VoteRule>() else { return };
        let text = trec_from_qrels(&qrels_from_votes(&[], &voted, chosen));
        let name = format!("{for_name}-{chosen}.qrels");
        leptos::task::spawn_local(async move {
            match session.imports.add_judgements(&name, &text).await {
                // The lists have changed, and with them all below the heading.
                Ok(_) => focus_later(HEADING),
                Err(e) => {
                    let _ = failure.try_set(Some(failure_text(&e)));
                }
            }
        });
    };
    let view = view! {
        <h3>"Judgements of the votes"</h3>
        <div class="pickers pickers-tight">
            {picker("A picture is relevant if", rules, rule, move |name| rule.set(name))}
            <button type="button" on:click=make>
                "Make judgements"
            </button>
        </div>
        {warning}
        {move || failure.get().map(notice)}
        {made(session, dataset, &stem)}
    };
    Some(view.into_any())
}

/// The judgements of this round that were made here, each with where it ranks the systems.
fn made(session: Session, dataset: &Dataset, stem: &str) -> Option<AnyView> {
    let own = dataset.imported.iter().filter(|import| import.file.starts_with(stem));
    let items: Vec<AnyView> = own
        .map(|import| {
            let id = import.id.clone();
            let href = session.address.href_with(Page::Leaderboard, |state| {
                state.relevance = Some(id);
                state.round = None;
            });
            view! {
                <li data-import=import.id.clone()>
                    <strong>{import.title()}</strong> ": " {import.summary.clone()} " "
                    <a href=href>"Systems ranked by them"</a>
                </li>
            }
            .into_any()
        })
        .collect();
    (!items.is_empty()).then(|| view! { <ul class="join-made">{items}</ul> }.into_any())
}
