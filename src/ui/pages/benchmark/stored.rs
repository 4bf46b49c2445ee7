use crate::ui::components::{focus_later, keep_all, newer_page, quiet_button};
use crate::ui::state::Session;
use crate::ui::state::kept_files::KeptFiles;
use crate::ui::state::offline::OfflineState;
use crate::ui::stored_text::{forget_text, stored_under};
use gloo::timers::future::TimeoutFuture;
use leptos::prelude::*;
use rankscope_core::analysis::words;
use rankscope_transfer::{cached_bytes, clear_cache};

const HEADING: &str = "cache-title";
/// Browsers count removed files a moment later.
const COUNTED_MS: u32 = 1_000;

pub(super) fn stored(session: Session) -> AnyView {
    let files = KeptFiles::new(session);
    // Whether the visitor is asked before everything is removed.
    let asks = RwSignal::new(false);
    // Bytes that the site stores; `None` if the browser does not report it.
    let used = RwSignal::new(None::<u64>);
    let measure = move || {
        files.look_up();
        leptos::task::spawn_local(async move {
            let _ = used.try_set(cached_bytes().await);
        });
    };
    // Measure again when the lists are loaded, when files were downloaded, and when the page itself is
    // stored.
    Effect::new(move |_| {
        let _ = (session.dataset(), session.offline.state.get(), files.is_downloading());
        measure();
        session.storage.look_up();
    });
    let clear = move |_| {
        asks.set(false);
        files.stop();
        // The engine may have some of the files open.
        session.engine.restart();
        leptos::task::spawn_local(async move {
            let outcome = session.offline.remove(clear_cache()).await;
            if outcome.is_ok() {
                session.imports.drop_all();
            }
            focus_later(HEADING);
            let problem = |e| {
                format!(
                    "The files could not be removed: {e}. Close other tabs of this site and try again."
                )
            };
            let _ = files.problem.try_set(outcome.err().map(problem));
            measure();
            // Browsers count what was removed a moment later.
            TimeoutFuture::new(COUNTED_MS).await;
            measure();
        });
    };
    let keep = move || {
        asks.set(false);
        focus_later(HEADING);
    };
    let question = move || {
        asks.get().then(|| {
            view! {
                <div class="panel" role="group" aria-labelledby="remove-title">
                    <h3 id="remove-title">"Remove everything that is stored?"</h3>
                    <p class="prose">{removed_words(session)}</p>
                    <div class="buttons">
                        <button type="button" class="primary" on:click=clear>"Remove"</button>
                        {quiet_button("Keep", keep)}
                    </div>
                </div>
            }
        })
    };
    let is_removing = move || session.offline.state.get() == OfflineState::Removing;
    view! {
        <section class="block" aria-labelledby=HEADING>
            <h2 id=HEADING tabindex="-1">"Stored on this device"</h2>
            <p class="prose" role="status">{move || session.offline.state.get().words()}</p>
            {move || newer_page(session.offline)}
            {keep_all(session, files)}
            <p class="prose">
                {move || used_words(used.get())} " "
                {move || kept_words(session.storage.is_kept.get())}
            </p>
            <button
                type="button"
                class="quiet"
                aria-expanded=move || if asks.get() { "true" } else { "false" }
                on:click=move |_| asks.update(|asks| *asks = !*asks)
                disabled=is_removing
            >
                "Remove stored files …"
            </button>
            {question}
            {stored_own()}
        </section>
    }
    .into_any()
}

fn removed_words(session: Session) -> String {
    let dataset = session.dataset();
    let imported = dataset.iter().flat_map(|dataset| &dataset.imported);
    let files = imported.filter(|import| import.computed.is_none());
    let files: Vec<String> = files.map(|import| import.file.clone()).collect();
    let imports = match files.as_slice() {
        [] => "files that you imported into other benchmarks".into(),
        files => format!("the files that you imported ({} and any others)", files.join(", ")),
    };
    format!(
        "This removes the page’s offline copy, the stored files of all benchmarks, benchmarks from \
         folders, and {imports}. Imported files are nowhere else unless you have a copy. Your \
         judgements, votes and the theme stay."
    )
}

fn used_words(used: Option<u64>) -> String {
    match used {
        Some(bytes) => format!(
            "This site stores {} in the browser, including imported files.",
            words::bytes(bytes)
        ),
        None => "The browser does not report how much this site stores.".into(),
    }
}

fn kept_words(is_kept: Option<bool>) -> &'static str {
    match is_kept {
        Some(true) => "The browser has agreed to keep it until you remove it.",
        Some(false) => {
            "The browser has not agreed to keep it and may delete it when the disk is nearly full, \
             so keep your own copy of what you import."
        }
        None => {
            "The browser does not say how long it keeps it, so keep your own copy of what you \
             import."
        }
    }
}

/// `keys` is the prefix of the keys in local storage.
struct Kind {
    title: &'static str,
    keys: &'static str,
}

const KINDS: [Kind; 8] = [
    Kind { title: "Your judgements, on Explore’s desk", keys: "rankscope-judgements:" },
    Kind { title: "Sheets of rounds with your answers, on Judge", keys: "rankscope-sheet:" },
    Kind { title: "Votes of a class, in the lesson", keys: "rankscope-class-votes" },
    Kind { title: "Votes between guides and text", keys: "rankscope-guide-ballot:" },
    Kind { title: "Weights that guides have learnt", keys: "rankscope-trust:" },
    Kind { title: "Earlier searches by guides", keys: "rankscope-guides:" },
    Kind { title: "How pictures fit their frames", keys: "rankscope-pictures" },
    Kind { title: "The theme", keys: "rankscope-theme" },
];

const OWN_HEADING: &str = "stored-own-title";

/// `None` where nothing is stored.
fn stored_own() -> Option<AnyView> {
    let found = |(index, kind): (usize, &Kind)| {
        let found = stored_under(kind.keys);
        let bytes = found.iter().map(|(_, bytes)| bytes).sum();
        (!found.is_empty()).then_some((index, bytes))
    };
    let there: Vec<(usize, u64)> = KINDS.iter().enumerate().filter_map(found).collect();
    if there.is_empty() {
        return None;
    }
    // The kind whose removal is asked about.
    let asked = RwSignal::new(None::<usize>);
    let item = move |(index, bytes): (usize, u64)| {
        let title = KINDS[index].title;
        let question = move || (asked.get() == Some(index)).then(|| own_question(index, asked));
        view! {
            <li>
                <span>{title}</span>
                <span class="describe">{words::bytes(bytes)}</span>
                <button
                    type="button"
                    class="quiet"
                    aria-expanded=move || if asked.get() == Some(index) { "true" } else { "false" }
                    on:click=move |_| {
                        asked.update(|now| *now = (*now != Some(index)).then_some(index));
                    }
                >
                    "Remove …"
                    <span class="visually-hidden">{format!(" {title}")}</span>
                </button>
                {question}
            </li>
        }
    };
    let view = view! {
        <h3 id=OWN_HEADING tabindex="-1">"What you made or chose here"</h3>
        <ul class="folders stored-own" aria-labelledby=OWN_HEADING>
            {there.into_iter().map(item).collect_view()}
        </ul>
    };
    Some(view.into_any())
}

fn own_question(index: usize, asked: RwSignal<Option<usize>>) -> AnyView {
    let kind = &KINDS[index];
    let remove = move |_| {
        for (key, _) in stored_under(KINDS[index].keys) {
            forget_text(&key);
        }
        // The open page still has it, and would store it again.
        let _ = window().location().reload();
    };
    let keep = move || {
        asked.set(None);
        focus_later(OWN_HEADING);
    };
    view! {
        <div class="panel" role="group" aria-label=format!("Remove: {}?", kind.title)>
            <p>"There is no other copy unless you saved one. The page will reload."</p>
            <div class="buttons">
                <button type="button" class="primary" on:click=remove>"Remove"</button>
                {quiet_button("Keep", keep)}
            </div>
        </div>
    }
    .into_any()
}
