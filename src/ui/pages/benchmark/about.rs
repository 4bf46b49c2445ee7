//! What the benchmark is: its facts, definitions of relevance, systems and files.

use crate::ui::components::rows_tools;
use crate::ui::words;
use leptos::prelude::*;
use rankscope_core::benchmark::{FileEntry, Manifest, System};

pub(super) fn about(manifest: &Manifest, base_url: &str) -> AnyView {
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

pub(super) fn relevance(manifest: &Manifest) -> AnyView {
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

pub(super) fn systems(manifest: &Manifest) -> AnyView {
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
    let saved = rows_of_systems(manifest);
    view! {
        <section class="block" aria-labelledby="systems-title">
            <h2 id="systems-title">"Systems"</h2>
            {rows_tools("Systems", move || saved.clone())}
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

pub(super) fn files(manifest: &Manifest) -> AnyView {
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
    let saved = rows_of_files(manifest);
    view! {
        <section class="block" aria-labelledby="files-title">
            <h2 id="files-title">"Files"</h2>
            <details>
                <summary>{summary}</summary>
                <div class="after-summary">{rows_tools("Files", move || saved.clone())}</div>
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

fn line<const N: usize>(cells: [&str; N]) -> Vec<String> {
    cells.map(String::from).to_vec()
}

fn rows_of_systems(manifest: &Manifest) -> Vec<Vec<String>> {
    let head = [
        "system",
        "title",
        "description",
        "dimensions",
        "parameters",
        "encoder",
        "stored queries",
        "source",
        "licence",
    ];
    let row = |system: &System| {
        vec![
            system.id.clone(),
            system.title.clone(),
            system.description.clone(),
            system.dim.to_string(),
            system.parameters.map(|n| n.to_string()).unwrap_or_default(),
            system.encoder.clone().unwrap_or_default(),
            if system.queries.is_some() { "yes" } else { "no" }.into(),
            system.source.clone(),
            system.license.clone(),
        ]
    };
    std::iter::once(line(head)).chain(manifest.systems.iter().map(row)).collect()
}

fn rows_of_files(manifest: &Manifest) -> Vec<Vec<String>> {
    let row =
        |file: &FileEntry| vec![file.path.clone(), file.bytes.to_string(), file.sha256.clone()];
    std::iter::once(line(["path", "bytes", "sha256"]))
        .chain(manifest.files.iter().map(row))
        .collect()
}
