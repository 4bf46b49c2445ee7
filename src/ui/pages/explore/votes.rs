//! The rule by which votes make a picture relevant.

use crate::ui::components::{picker, task_failed, vote_rule, vote_rules};
use crate::ui::state::Session;
use crate::ui::state::image_votes::BehindVotes;
use leptos::prelude::*;
use rankscope_core::analysis::VotedId;

/// Nothing if the chosen definition has no votes.
pub(super) fn rule(session: Session, votes: BehindVotes) -> AnyView {
    // The visitor's own words have no votes.
    let is_judged = Memo::new(move |_| {
        let choice = session.search.choice;
        choice.with(|choice| choice.as_ref().is_some_and(|c| c.judged_by().is_some()))
    });
    let has_votes = Memo::new(move |_| is_judged.get() && votes.base.with(Option::is_some));
    let task = votes.task;
    let failure =
        move || task.with(|state| state.failure().map(|failure| task_failed(task, failure)));
    let view = move || {
        has_votes.get().then(|| {
            view! {
                {failure}
                <div class="pickers pickers-tight">{choice(session, votes)}</div>
            }
        })
    };
    view.into_any()
}

fn choice(session: Session, votes: BehindVotes) -> AnyView {
    let current = Memo::new(move |_| {
        let named = session.address.state.with(|state| state.relevance.clone());
        let named = session.dataset().zip(named);
        let named = named.and_then(|(dataset, id)| VotedId::named(&dataset.manifest, &id));
        named.map(|id| id.rule.to_string()).unwrap_or_default()
    });
    let options = Memo::new(move |_| {
        let (n_voters, has_controls) = votes
            .loaded
            .with(|votes| votes.as_ref().map_or((0, false), |v| (v.n_voters(), v.has_controls())));
        let title = votes.base.with(|base| base.as_ref().map(|b| b.title.clone()));
        let mut all = vec![(String::new(), format!("as “{}” says", title.unwrap_or_default()))];
        all.extend(vote_rules(n_voters, has_controls));
        let now = current.get();
        if all.iter().all(|(rule, _)| *rule != now) {
            all.extend(now.parse().ok().map(vote_rule));
        }
        all
    });
    picker("Votes that make a picture relevant", options, current, move |rule| {
        let Some(base) = votes.base.get_untracked().map(|base| base.id) else { return };
        let id = match rule.parse() {
            Ok(rule) => VotedId { rule, base }.to_string(),
            Err(_) => base,
        };
        session.address.change(|state| state.relevance = Some(id));
    })
}
