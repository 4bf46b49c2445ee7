use crate::ui::components::table::{Cell, Column, DataTable, Saving};
use crate::ui::components::{alone, block, titled_section};
use leptos::prelude::*;
use rankscope_core::analysis::words;
use rankscope_core::benchmark::{FileEntry, Manifest, RunKind, StoredRun, System};

pub(super) fn about(manifest: &Manifest, base_url: &str) -> AnyView {
    let row = |term: &'static str, value: String| {
        (!value.is_empty()).then(|| view! { <dt>{term}</dt> <dd>{value}</dd> })
    };
    let homepage = (!manifest.homepage.is_empty())
        .then(|| view! { <dt>"Homepage"</dt> <dd>{link(&manifest.homepage)}</dd> });
    let counts = manifest.counts;
    let captions = (counts.captions > 0).then(|| words::count(counts.captions));
    let view = view! {
        <h1>{manifest.title.clone()}</h1>
        <p class="prose lead">{manifest.description.clone()}</p>
        <dl class="facts">
            {row("Images", words::count(counts.images))}
            {row("Queries", words::count(counts.queries))} {row("Captions", captions.unwrap_or_default())}
            {row("Version", manifest.version.clone())} {row("Licence", manifest.license.clone())}
            {row("Citation", manifest.citation.clone())} {homepage}
            {row("Address", base_url.to_string())}
        </dl>
    };
    alone("about", view)
}

fn link(text: &str) -> AnyView {
    let text = text.to_string();
    if text.starts_with("https://") || text.starts_with("http://") {
        view! { <a href=text.clone() rel="noopener noreferrer">{text.clone()}</a> }.into_any()
    } else {
        text.into_any()
    }
}

/// `None` without systems.
pub(super) fn systems(manifest: &Manifest) -> Option<AnyView> {
    if manifest.systems.is_empty() {
        return None;
    }
    let encoders = manifest.encoders.clone();
    let encoder_title = move |system: &System| {
        let encoder = system.encoder.as_ref().map(|id| {
            let entry = encoders.iter().find(|entry| entry.id == *id);
            entry.map_or_else(|| id.clone(), |entry| entry.title.clone())
        });
        encoder.unwrap_or_else(|| match &system.queries {
            Some(_) => "none (benchmark queries only)".into(),
            None => "none (search by a picture only)".into(),
        })
    };
    let columns = vec![
        Column::saved("system", |system: &System| system.id.clone()),
        Column::text("title", |system: &System| system.title.clone())
            .view(|system| {
                Cell::new(view! {
                    {system.title.clone()}
                    <span class="describe">{system.description.clone()}</span>
                })
            })
            .head("System")
            .heads_row(),
        Column::saved("description", |system: &System| system.description.clone()),
        Column::text("dimensions", |system: &System| system.dim).head("Dimensions").numeric(true),
        Column::saved("parameters", |system: &System| system.parameters),
        Column::text("encoder", |system: &System| system.encoder.clone())
            .view(move |system| Cell::new(encoder_title(system)))
            .head("Encoder"),
        Column::text("stored queries", |system: &System| yes_or_no(system.queries.is_some()))
            .head("Stored queries"),
        Column::text("source", |system: &System| system.source.clone())
            .view(|system| Cell::new(link(&system.source)))
            .head("Source"),
        Column::text("licence", |system: &System| system.license.clone()).head("Licence"),
    ];
    let table = DataTable::new("Systems", columns, manifest.systems.clone())
        .class("systems")
        .saving(Saving::Above);
    Some(block("systems", "systems-title", "Systems", table.view()))
}

/// `None` without runs.
pub(super) fn runs(manifest: &Manifest) -> Option<AnyView> {
    if manifest.runs.is_empty() {
        return None;
    }
    let systems = manifest.systems.clone();
    let first_stage = move |run: &StoredRun| {
        let system = systems.iter().find(|system| Some(&system.id) == run.of.as_ref());
        system.map_or_else(|| "none".to_string(), |system| system.title.clone())
    };
    let columns = vec![
        Column::saved("run", |run: &StoredRun| run.id.clone()),
        Column::text("title", |run: &StoredRun| run.title.clone())
            .view(|run| {
                let (title, source) = (run.title.clone(), run.source.clone());
                Cell::new(view! { {title} <span class="describe">{source}</span> })
            })
            .head("Run")
            .heads_row(),
        Column::text("kind", |run: &StoredRun| match run.kind {
            RunKind::Run => "TREC run",
            RunKind::Logits => "logits of yes and no",
        })
        .head("Made from"),
        Column::text("first stage", first_stage).head("Re-ranks"),
        Column::text("depth", |run: &StoredRun| run.depth).head("Images per query").numeric(true),
        Column::text("prompt", |run: &StoredRun| run.prompt.clone()).head("Asked"),
        Column::saved("source", |run: &StoredRun| run.source.clone()),
    ];
    let table = DataTable::new("Stored runs", columns, manifest.runs.clone())
        .class("systems")
        .saving(Saving::Above);
    let body = view! {
        <p class="prose">
            "Rankings or scores of other programs that come with the benchmark. They can be chosen like systems, and re-rank a system’s first results."
        </p>
        {table.view()}
    };
    Some(block("runs", "runs-title", "Stored runs", body))
}

pub(super) fn files(manifest: &Manifest) -> AnyView {
    let total: u64 = manifest.files.iter().map(|file| file.bytes).sum();
    let summary = format!(
        "{}, {} in total",
        words::counted(manifest.files.len(), "file", "files"),
        words::bytes(total)
    );
    let columns = vec![
        Column::text("path", |file: &FileEntry| file.path.clone())
            .view(|file| Cell::new(view! { <code>{file.path.clone()}</code> }))
            .head("Path")
            .heads_row(),
        Column::number("bytes", |file: &FileEntry| file.bytes).head("Bytes"),
        Column::text("sha256", |file: &FileEntry| file.sha256.clone())
            .view(|file| Cell::new(view! { <code class="hash">{file.sha256.clone()}</code> }))
            .head("SHA-256"),
    ];
    // A line for each of many thousand pictures would be slow and say nothing.
    let is_picture = |file: &FileEntry| file.path.starts_with("pictures/");
    let (pictures, listed): (Vec<_>, Vec<_>) = manifest.files.iter().cloned().partition(is_picture);
    let pictures = (!pictures.is_empty()).then(|| {
        let bytes = pictures.iter().map(|file| file.bytes).sum();
        let words = format!(
            "{} in the folder pictures, {}, are not listed here. Their sizes and hashes are in \
             benchmark.json.",
            words::counted(pictures.len(), "picture", "pictures"),
            words::bytes(bytes),
        );
        view! { <p class="prose">{words}</p> }
    });
    let table = DataTable::new("Files", columns, listed).saving(Saving::Above);
    let body = view! {
        <details>
            <summary>{summary}</summary>
            <div class="after-summary">{pictures} {table.view()}</div>
        </details>
    };
    titled_section("files-title", "Files", body)
}

pub(super) fn yes_or_no(is_so: bool) -> &'static str {
    if is_so { "yes" } else { "no" }
}
