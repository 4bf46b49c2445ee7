//! The seeds of a query, as in ConQA, and the pictures nearest to each: the judged candidates.

use crate::ui::components::{
    Mark, caption_of, mark, notice, picture_of, quiet_button, said, task_failed, titled_section,
};
use crate::ui::state::Session;
use crate::ui::state::choice::{Choice, Question};
use crate::ui::task::{Ended, Task, TaskState};
use leptos::prelude::*;
use rankscope_core::analysis::{Dataset, QuerySeed, QuerySeeds, words};
use rankscope_core::benchmark::seeds_path;
use rankscope_core::formats::text_from_bytes;
use rankscope_messages::Failure;
use rankscope_transfer::fetch_file;
use std::sync::Arc;

/// Nothing for a query or a system without seeds.
pub(super) fn seeds(session: Session) -> AnyView {
    // The path of the system's seeds, for a query of the benchmark.
    let path = Memo::new(move |_| {
        session.search.choice.with(|choice| {
            let choice = choice.as_ref()?;
            let path = seeds_path(&choice.system.as_ref()?.id);
            let is_stored = matches!(choice.question, Question::Stored(..));
            (is_stored && choice.dataset.own.file(&path).is_ok()).then_some(path)
        })
    });
    let task: Task<Arc<QuerySeeds>> = Task::new();
    Effect::new(move |_| {
        let Some(path) = path.get() else { return task.reset() };
        let Some(dataset) = untrack(|| session.answerable()) else { return };
        task.start(move |_| {
            let (dataset, path) = (dataset.clone(), path.clone());
            async move { read(&dataset, &path).await.map(Arc::new).map_err(Ended::Failed) }
        });
    });
    let nearest_rows = Memo::new(move |_| {
        let row = session.search.choice.with(|choice| match choice.as_ref()?.question {
            Question::Stored(row, _) => Some(row),
            _ => None,
        })?;
        let wanted = session.address.state.with(|state| state.seed.clone())?;
        task.with(|state| match state {
            TaskState::Done(seeds) => {
                let chosen = seeds.of(row).iter().find(|seed| seed.image.id == wanted)?;
                Some(Arc::from(chosen.nearest.as_slice()))
            }
            _ => None,
        })
    });
    // For the desk.
    Effect::new(move |_| session.seed_rows.set(nearest_rows.get()));
    on_cleanup(move || session.seed_rows.set(None));
    let body = move || match task.get() {
        TaskState::Done(seeds) => shown(session, &seeds),
        TaskState::Failed { failure, .. } => task_failed(task, &failure),
        _ => said("Loading the seeds …"),
    };
    let view = move || {
        path.with(Option::is_some)
            .then(|| titled_section("seeds-title", "Seeds of this query", body))
    };
    view.into_any()
}

async fn read(dataset: &Dataset, path: &str) -> Result<QuerySeeds, Failure> {
    let unreadable = |detail: String| Failure {
        title: "The seeds cannot be read".into(),
        detail,
        advice:
            "Results and measures are not affected. Rebuild the benchmark, or tell its publisher."
                .into(),
    };
    let file = dataset.own.file(path).map_err(|e| unreadable(e.to_string()))?;
    let bytes = fetch_file(&dataset.base_url, file, &|| false, &mut |_, _| {}).await;
    let bytes = bytes.map_err(|e| Failure::from(&e))?;
    let text = text_from_bytes(path, &bytes).map_err(|e| unreadable(e.to_string()))?;
    QuerySeeds::read(path, &text, dataset).map_err(|e| unreadable(e.to_string()))
}

fn shown(session: Session, seeds: &Arc<QuerySeeds>) -> AnyView {
    let choice = session.search.choice.get();
    let Some((query_row, choice)) = choice.and_then(|choice| match choice.question {
        Question::Stored(row, _) => Some((row, choice)),
        _ => None,
    }) else {
        return ().into_any();
    };
    let of_query = seeds.of(query_row);
    if of_query.is_empty() {
        return notice("This query has no seeds.");
    }
    let wanted = session.address.state.with(|state| state.seed.clone());
    let chosen = of_query.iter().find(|seed| Some(&seed.image.id) == wanted.as_ref());
    let system = choice.system.as_ref().map(|system| system.title.clone()).unwrap_or_default();
    let base_url = choice.dataset.base_url.clone();
    let items = of_query.iter().map(|seed| item(session, seed, wanted.as_ref(), &base_url));
    let items = items.collect_view();
    view! {
        <p class="prose">
            {format!(
                "The query was written with {} in mind. Choose one to see the pictures of the corpus nearest to it by {system}: this is how the candidates that people judged were found.",
                words::counted(of_query.len(), "picture", "pictures"),
            )}
        </p>
        <ul class="results" aria-label="Seeds">{items}</ul>
        {chosen.map(|seed| nearest(session, &choice, query_row, seed))}
    }
    .into_any()
}

fn item(session: Session, seed: &QuerySeed, chosen: Option<&String>, base_url: &str) -> AnyView {
    let (id, is_chosen) = (seed.image.id.clone(), chosen == Some(&seed.image.id));
    let label = format!("Pictures nearest to seed {id}");
    let choose = move |_| {
        let id = (!is_chosen).then(|| id.clone());
        session.address.change(|state| state.seed = id);
    };
    view! {
        <li class="card" data-seed=seed.image.id.clone()>
            {picture_of(&seed.image, base_url, caption_of(&seed.image))}
            <p class="caption" dir="auto">{caption_of(&seed.image)}</p>
            <button
                type="button"
                class="quiet"
                aria-pressed=if is_chosen { "true" } else { "false" }
                on:click=choose
            >
                "Nearest pictures" <span class="visually-hidden">{label}</span>
            </button>
        </li>
    }
    .into_any()
}

fn nearest(session: Session, choice: &Choice, query_row: u32, seed: &QuerySeed) -> AnyView {
    let judge = move || {
        session.address.change(|state| {
            (state.judge, state.judged) = (Some("five".into()), Some("mine".into()));
        });
    };
    let relevance = choice.dataset.relevance.get(choice.definition);
    let judgements = relevance.and_then(|relevance| relevance.of_query(query_row));
    let grade = |row: u32| judgements.and_then(|judged| judged.grade(row));
    let n_relevant = seed.nearest.iter().filter(|row| grade(**row) >= Some(1)).count();
    let n_judged = seed.nearest.iter().filter(|row| grade(**row).is_some()).count();
    let items = seed.nearest.iter().enumerate().map(|(place, row)| {
        let image =
            choice.dataset.image(*row).map(std::borrow::Cow::into_owned).unwrap_or_default();
        view! {
            <li class="card" data-image=image.id.clone()>
                {picture_of(&image, &choice.dataset.base_url, caption_of(&image))}
                <div class="card-line">
                    <span class="rank"><span class="visually-hidden">"Rank "</span> {place + 1}</span>
                </div>
                {mark(Mark::of(grade(*row)))}
                <p class="caption" dir="auto">{caption_of(&image)}</p>
            </li>
        }
    });
    let items = items.collect_view();
    let title = choice.relevance().map(|definition| definition.title.clone()).unwrap_or_default();
    view! {
        <h3>{format!("Nearest to seed {}", seed.image.id)}</h3>
        <p class="prose" role="status">
            {format!(
                "{}: {} judged and {} relevant under “{title}”.",
                words::counted(seed.nearest.len(), "picture", "pictures"),
                words::count(n_judged),
                words::count(n_relevant),
            )}
        </p>
        <div class="buttons">{quiet_button("Judge them for the query", judge)}</div>
        <ol class="results" aria-label="Pictures nearest to the seed">{items}</ol>
    }
    .into_any()
}
