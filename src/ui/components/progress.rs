use super::quiet_button::quiet_button;
use leptos::prelude::*;
use rankscope_core::analysis::words;
use rankscope_messages::{Progress, ProgressUnit};

/// `images/0.jsonl · 1.2 MB of 3.4 MB`.
pub fn progress_words(progress: &Progress) -> String {
    let Progress { what, done, total, unit } = progress;
    let of = |total: u64, name: &str| {
        format!("{} of {} {name}", words::count(*done), words::count(total))
    };
    let amount = match (unit, *total) {
        (_, 0) if *done == 0 => return what.clone(),
        (ProgressUnit::Bytes, 0) => words::bytes(*done),
        (ProgressUnit::Bytes, total) => {
            format!("{} of {}", words::bytes(*done), words::bytes(total))
        }
        (ProgressUnit::Queries, total) => of(total, "queries"),
        (ProgressUnit::Rows, total) => of(total, "rows"),
        (ProgressUnit::Texts, total) => of(total, "texts"),
        (ProgressUnit::Encoders, total) => of(total, "encoders"),
        (ProgressUnit::Layers, total) => of(total, "steps"),
        (ProgressUnit::Orders, total) => of(total, "orders"),
    };
    format!("{what} · {amount}")
}

/// Indeterminate if the total is unknown.
pub fn progress_line(label: String, progress: &Progress) -> AnyView {
    progress_bar(label, (progress.done, progress.total), progress_words(progress))
}

pub fn line_with_button(line: AnyView, label: &'static str, act: impl Fn() + 'static) -> AnyView {
    view! {
        <div class="status-running">
            {line}
            {quiet_button(label, act)}
        </div>
    }
    .into_any()
}

pub fn progress_bar(label: String, (done, total): (u64, u64), words: String) -> AnyView {
    let value = (total > 0).then(|| done.min(total).to_string());
    let max = total.max(1).to_string();
    view! {
        <div class="progress">
            <progress max=max value=value aria-label=label.clone()></progress>
            <p>
                <span class="progress-label">{label}</span>
                " "
                <span class="progress-words">{words}</span>
            </p>
        </div>
    }
    .into_any()
}
