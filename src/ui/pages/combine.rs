use super::choices::id_and_title;
use crate::ui::components::{
    CombinePicker, JoinPicker, combine_dialog, join_dialog, notice, plain_options,
};
use crate::ui::state::Session;
use leptos::prelude::*;
use rankscope_core::analysis::{Column, Dataset, Derived, is_derived, split_ids, splits_of, words};
use rankscope_core::benchmark::System;
use rankscope_core::metrics::default_measures;
use rankscope_core::views::Page;
use std::sync::Arc;

pub(super) fn combine_picker(session: Session) -> AnyView {
    let systems = move |is_offered: fn(&Dataset, &System) -> bool| {
        Memo::new(move |_| {
            let of = |dataset: &Dataset| {
                let systems = dataset.manifest.systems.iter();
                id_and_title(systems.filter(|system| is_offered(dataset, system)))
            };
            session.outline().map(|dataset| of(&dataset)).unwrap_or_default()
        })
    };
    let splits = Memo::new(move |_| {
        let of = |dataset: &Dataset| {
            plain_options(splits_of(&dataset.queries).filter(|split| !split.is_empty()))
        };
        session.outline().map(|dataset| of(&dataset)).unwrap_or_default()
    });
    let problem = move |derived: Derived| {
        let made = derived.system(&*session.outline()?);
        made.err().map(|e| e.to_string())
    };
    let refused = Memo::new(move |_| {
        session.outline().map(|dataset| dataset.not_derived.clone()).unwrap_or_default()
    });
    let combine = combine_dialog(CombinePicker {
        systems: systems(|_, system| !is_derived(&system.id)).into(),
        made: systems(|_, system| is_derived(&system.id)).into(),
        with_vectors: systems(has_vectors).into(),
        splits: splits.into(),
        problem: Callback::new(problem),
        refused: refused.into(),
        add: Callback::new(move |id| add(session, id)),
        remove: Callback::new(move |id: String| remove(session, &id)),
    });
    view! { {combine} {join_picker(session)} }.into_any()
}

/// `None` unless there are two definitions of relevance to join.
fn join_picker(session: Session) -> AnyView {
    let of = move |is_joined: bool| {
        Memo::new(move |_| {
            let of = |dataset: &Dataset| {
                let all = dataset.manifest.relevance.iter();
                let all = all.filter(|own| own.id.contains(['|', '&']) == is_joined);
                all.map(|own| (own.id.clone(), own.title.clone())).collect::<Vec<_>>()
            };
            session.outline().map(|dataset| of(&dataset)).unwrap_or_default()
        })
    };
    let (definitions, joined) = (of(false), of(true));
    let made = Memo::new(move |_| {
        joined.with(|all| all.iter().map(|(_, title)| title.clone()).collect::<Vec<_>>())
    });
    let choose = Callback::new(move |id: String| judge_by(session, id));
    let picker = JoinPicker { definitions: definitions.into(), made: made.into(), choose };
    let is_there = Memo::new(move |_| definitions.with(Vec::len) > 1);
    (move || is_there.get().then(|| join_dialog(picker))).into_any()
}

/// The Leaderboard shows headlines, each under a definition of its own, until measures are chosen.
fn judge_by(session: Session, id: String) {
    let dataset = session.outline();
    let has_headlines = dataset.is_some_and(|own| !Column::headlines_of(&own).is_empty());
    let on_leaderboard = session.address.page.get_untracked() == Page::Leaderboard;
    session.address.change(|state| {
        state.relevance = Some(id);
        if on_leaderboard && has_headlines && state.measures.is_none() {
            let names: Vec<String> = default_measures().iter().map(ToString::to_string).collect();
            state.show_measures(Some(names.join(",")));
        }
    });
}

/// Whether others can be made of its vectors.
fn has_vectors(dataset: &Dataset, system: &System) -> bool {
    match Derived::parse(&system.id) {
        Ok(derived) => derived.has_vectors(),
        Err(_) => {
            !dataset.is_run(&system.id) && !system.gallery.is_empty() && system.queries.is_some()
        }
    }
}

/// A page's choices: `pickers`, redrawn with the lists, and the dialog that combines systems, which stays, since it
/// changes the lists.
pub(super) fn choices_with_combining(
    session: Session,
    label: &'static str,
    pickers: impl Fn(Arc<Dataset>) -> AnyView + Send + 'static,
) -> AnyView {
    let is_there = Memo::new(move |was| was == Some(&true) || session.outline().is_some());
    view! {
        <section class="pickers choices" aria-label=label>
            {move || session.outline().map(&pickers)}
            <div class="fuse-tool" class:awaited=move || !is_there.get()>
                {combine_picker(session)}
            </div>
        </section>
        {move || bank_note(session)}
    }
    .into_any()
}

/// The systems whose scores are normalised over queries that are measured.
fn bank_note(session: Session) -> Option<AnyView> {
    let dataset = session.outline()?;
    let rows: Vec<usize> = session.queries.subset.with(|subset| {
        let queries = dataset.queries.iter().enumerate();
        queries.filter(|(_, query)| subset.holds(query)).map(|(row, _)| row).collect()
    });
    let line = |system: &System| {
        let n_rows = words::count(rows.len());
        let title = system.title.clone();
        let of_bank = move |(bank, n): (String, usize)| {
            let n = words::count(n);
            format!(
                "{title}: {n} of the {n_rows} queries measured are in its bank, the split {bank}. No \
                 real query is in its own bank: choose another split under Queries."
            )
        };
        dataset.in_own_banks(&system.id, &rows).into_iter().map(of_bank).collect::<Vec<_>>()
    };
    let derived = dataset.manifest.systems.iter().filter(|system| is_derived(&system.id));
    let lines: Vec<String> = derived.flat_map(line).collect();
    (!lines.is_empty()).then(|| notice(lines.join(" ")))
}

/// Shows the new system where the page has a system to choose.
fn add(session: Session, id: String) {
    let page = session.address.page.get_untracked();
    session.address.change(|state| {
        state.fused = Some(match &state.fused {
            Some(fused) => format!("{fused},{id}"),
            None => id.clone(),
        });
        match page {
            Page::Explore => state.system = Some(id),
            Page::Compare => (state.b, state.at) = (Some(id), None),
            _ => {}
        }
    });
}

fn remove(session: Session, id: &str) {
    let without = |ids: &mut Option<String>| {
        let kept = ids.as_deref().map(|ids| split_ids(ids).filter(|kept| *kept != id));
        *ids = kept.map(|kept| kept.collect::<Vec<_>>().join(",")).filter(|ids| !ids.is_empty());
    };
    session.address.change(|state| {
        for ids in [
            &mut state.fused,
            &mut state.system,
            &mut state.also,
            &mut state.rerank,
            &mut state.first,
            &mut state.curve,
            &mut state.a,
            &mut state.b,
        ] {
            without(ids);
        }
    });
}
