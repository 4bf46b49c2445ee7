//! What is measured, by what, and where it comes from.

use super::with_dataset;
use crate::benchmark::{EncoderEntry, Manifest};
use crate::engine::protocol::DeviceKind;
use crate::transfer::{cached_bytes, clear_cache};
use crate::ui::components::{device_picker, failure_panel, notice};
use crate::ui::dataset::Dataset;
use crate::ui::engine_client::Module;
use crate::ui::session::{Check, Session};
use crate::ui::words;
use leptos::prelude::*;
use std::sync::Arc;

/// The page.
pub fn benchmark_page(session: Session) -> AnyView {
    let body = with_dataset(session, move |dataset| benchmark(session, &dataset));
    view! {
        {body}
        <section class="block" aria-labelledby="device-title">
            <h2 id="device-title">"Device"</h2>
            {move || device(session)}
            <div class="pickers">{device_picker(session)}</div>
        </section>
        {cache()}
    }
    .into_any()
}

fn benchmark(session: Session, dataset: &Arc<Dataset>) -> AnyView {
    let manifest = &dataset.manifest;
    let checks = manifest.encoders.iter().map(|encoder| encoder_check(session, encoder));
    let checks = checks.collect_view();
    let has_encoders = !manifest.encoders.is_empty();
    let self_checks = has_encoders.then(|| {
        view! {
            <section class="block" aria-labelledby="check-title">
                <h2 id="check-title">"Encoder self-check"</h2>
                <p class="prose">
                    "Encodes a few texts on this device and compares with vectors that were computed elsewhere: the same tokens, and a cosine of 1 but for rounding."
                </p>
                {checks}
            </section>
        }
    });
    view! {
        {about(manifest, &dataset.base_url)}
        {relevance(manifest)}
        {systems(manifest)}
        {self_checks}
        {files(manifest)}
    }
    .into_any()
}

fn about(manifest: &Manifest, base_url: &str) -> AnyView {
    let row = |term: &'static str, value: String| {
        (!value.is_empty()).then(|| {
            view! {
                <dt>{term}</dt>
                <dd>{value}</dd>
            }
        })
    };
    let homepage = (!manifest.homepage.is_empty()).then(|| {
        view! {
            <dt>"Homepage"</dt>
            <dd>{link(&manifest.homepage)}</dd>
        }
    });
    let counts = manifest.counts;
    let captions = if counts.captions > 0 { words::count(counts.captions) } else { String::new() };
    view! {
        <h1>{manifest.title.clone()}</h1>
        <p class="prose lead">{manifest.description.clone()}</p>
        <dl class="facts">
            {row("Images", words::count(counts.images))}
            {row("Queries", words::count(counts.queries))} {row("Captions", captions)}
            {row("Version", manifest.version.clone())} {row("Licence", manifest.license.clone())}
            {row("Citation", manifest.citation.clone())} {homepage}
            {row("Address", base_url.to_string())}
        </dl>
    }
    .into_any()
}

/// A link where the text is a web address; the text alone otherwise.
fn link(text: &str) -> AnyView {
    let text = text.to_string();
    if text.starts_with("https://") || text.starts_with("http://") {
        view! {
            <a href=text.clone() rel="noopener noreferrer">
                {text.clone()}
            </a>
        }
        .into_any()
    } else {
        text.into_any()
    }
}

fn relevance(manifest: &Manifest) -> AnyView {
    let definitions = manifest.relevance.iter().map(|definition| {
        let default = definition.default.then(|| {
            view! { <span class="tag">"shown first"</span> }
        });
        view! {
            <dt>{definition.title.clone()} " " {default}</dt>
            <dd>{definition.counts_as.clone()}</dd>
        }
    });
    let definitions = definitions.collect_view();
    view! {
        <section class="block" aria-labelledby="relevance-title">
            <h2 id="relevance-title">"What counts as relevant"</h2>
            <dl class="definitions">{definitions}</dl>
        </section>
    }
    .into_any()
}

fn systems(manifest: &Manifest) -> AnyView {
    let rows = manifest.systems.iter().map(|system| {
        let encoder = system.encoder.as_ref().map(|id| {
            let entry = manifest.encoders.iter().find(|entry| entry.id == *id);
            entry.map_or_else(|| id.clone(), |entry| entry.title.clone())
        });
        let reads = encoder.unwrap_or_else(|| "none: benchmark queries only".into());
        let stored = if system.queries.is_some() { "yes" } else { "no" };
        view! {
            <tr>
                <th scope="row">
                    {system.title.clone()}
                    <span class="describe">{system.description.clone()}</span>
                </th>
                <td class="number">{system.dim}</td>
                <td>{reads}</td>
                <td>{stored}</td>
                <td>{link(&system.source)}</td>
                <td>{system.license.clone()}</td>
            </tr>
        }
    });
    let rows = rows.collect_view();
    view! {
        <section class="block" aria-labelledby="systems-title">
            <h2 id="systems-title">"Systems"</h2>
            <div class="scroller" tabindex="0" role="region" aria-label="Systems, scrollable">
                <table class="systems" aria-label="Systems">
                    <thead>
                        <tr>
                            <th scope="col">"System"</th>
                            <th scope="col" class="number">
                                "Dimensions"
                            </th>
                            <th scope="col">"Encoder"</th>
                            <th scope="col">"Stored queries"</th>
                            <th scope="col">"Source"</th>
                            <th scope="col">"Licence"</th>
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        </section>
    }
    .into_any()
}

fn files(manifest: &Manifest) -> AnyView {
    let total: u64 = manifest.files.iter().map(|file| file.bytes).sum();
    let summary = format!(
        "{}, {} in all",
        words::counted(manifest.files.len(), "file", "files"),
        words::bytes(total)
    );
    let rows = manifest.files.iter().map(|file| {
        view! {
            <tr>
                <th scope="row">
                    <code>{file.path.clone()}</code>
                </th>
                <td class="number">{words::count(file.bytes)}</td>
                <td>
                    <code class="hash">{file.sha256.clone()}</code>
                </td>
            </tr>
        }
    });
    let rows = rows.collect_view();
    view! {
        <section class="block" aria-labelledby="files-title">
            <h2 id="files-title">"Files"</h2>
            <details>
                <summary>{summary}</summary>
                <div class="scroller" tabindex="0" role="region" aria-label="Files, scrollable">
                    <table aria-label="Files">
                        <thead>
                            <tr>
                                <th scope="col">"Path"</th>
                                <th scope="col" class="number">
                                    "Bytes"
                                </th>
                                <th scope="col">"SHA-256"</th>
                            </tr>
                        </thead>
                        <tbody>{rows}</tbody>
                    </table>
                </div>
            </details>
        </section>
    }
    .into_any()
}

fn device(session: Session) -> AnyView {
    match (session.engine.device.get(), session.engine.module.get()) {
        (Some(report), _) => {
            let kind = match report.kind {
                DeviceKind::WebGpu => "GPU, through WebGPU",
                DeviceKind::Cpu => "CPU",
            };
            view! {
                <p class="prose">
                    <strong>{kind}</strong> " · " {report.name} ". " {report.reason}
                </p>
                {report.notices.into_iter().map(notice).collect_view()}
            }
            .into_any()
        }
        (None, Module::Stopped) => {
            notice("The engine stopped. Choose another device, or reload the page.")
        }
        (None, _) => notice("The engine is not ready yet."),
    }
}

fn encoder_check(session: Session, encoder: &EncoderEntry) -> AnyView {
    let (id, title) = (encoder.id.clone(), encoder.title.clone());
    let (for_state, for_button) = (id.clone(), id.clone());
    let state = Memo::new(move |_| session.checks.with(|all| all.get(&for_state).cloned()));
    let outcome = move || match state.get() {
        None => None,
        Some(Check::Running) => Some(notice("Checking …")),
        Some(Check::Failed(failure)) => {
            let id = id.clone();
            let retry = move || session.check_encoder(&id);
            Some(failure_panel(&failure, "Try again", retry))
        }
        Some(Check::Done(lines)) => {
            let rows = lines.into_iter().map(|line| {
                view! {
                    <tr>
                        <th scope="row">{line.text}</th>
                        <td>{if line.same_tokens { "yes" } else { "no" }}</td>
                        <td class="number" data-cosine=line.cosine.to_string()>
                            {format!("{:.6}", line.cosine)}
                        </td>
                    </tr>
                }
            });
            let rows = rows.collect_view();
            Some(
                view! {
                    <div class="scroller" tabindex="0" role="region" aria-label="Self-check, scrollable">
                        <table aria-label="Encoder self-check">
                            <thead>
                                <tr>
                                    <th scope="col">"Text"</th>
                                    <th scope="col">"Same tokens"</th>
                                    <th scope="col" class="number">
                                        "Cosine"
                                    </th>
                                </tr>
                            </thead>
                            <tbody>{rows}</tbody>
                        </table>
                    </div>
                }
                .into_any(),
            )
        }
    };
    view! {
        <p>
            <button
                type="button"
                class="quiet"
                disabled=move || state.get() == Some(Check::Running)
                on:click=move |_| session.check_encoder(&for_button)
            >
                "Check " {title} " on this device"
            </button>
        </p>
        {outcome}
    }
    .into_any()
}

/// What the browser keeps, and the way to get rid of it.
fn cache() -> AnyView {
    let used = RwSignal::new(None::<u64>);
    let problem = RwSignal::new(None::<String>);
    // The page may be left before the browser answers: hence `try_set`.
    let measure = move || {
        leptos::task::spawn_local(async move {
            let bytes = cached_bytes().await;
            let _ = used.try_set(bytes);
        });
    };
    measure();
    let clear = move |_| {
        leptos::task::spawn_local(async move {
            let outcome = clear_cache().await;
            let _ = problem.try_set(outcome.err().map(|e| e.to_string()));
            let bytes = cached_bytes().await;
            let _ = used.try_set(bytes);
        });
    };
    let words = move || match used.get() {
        Some(bytes) => {
            format!(
                "This site keeps {} in the browser, so that files are downloaded once.",
                words::bytes(bytes)
            )
        }
        None => "The browser does not say how much this site keeps.".to_string(),
    };
    view! {
        <section class="block" aria-labelledby="cache-title">
            <h2 id="cache-title">"Stored files"</h2>
            <p class="prose">{words}</p>
            {move || problem.get().map(|problem| notice(format!("Not cleared: {problem}")))}
            <button type="button" class="quiet" on:click=clear>
                "Remove stored files"
            </button>
        </section>
    }
    .into_any()
}
