use super::quiet_button::quiet_button;
use crate::page_tr;
use crate::ui::language::page_number;
use leptos::prelude::*;
use rankscope_core::analysis::words;
use rankscope_messages::{Progress, ProgressUnit};

/// `images/0.jsonl · 1.2 MB of 3.4 MB`.
pub fn progress_words(progress: &Progress) -> String {
    let Progress { what, done, total, unit } = progress;
    let amount = match (unit, *total) {
        (_, 0) if *done == 0 => return what.clone(),
        (ProgressUnit::Bytes, 0) => page_number(&words::bytes(*done)),
        (ProgressUnit::Bytes, total) => {
            let (done, total) =
                (page_number(&words::bytes(*done)), page_number(&words::bytes(total)));
            page_tr!("{done} of {total}", done, total)
        }
        (ProgressUnit::Queries, total) => page_tr!("{done} of {total} queries", done, total),
        (ProgressUnit::Rows, total) => page_tr!("{done} of {total} rows", done, total),
        (ProgressUnit::Texts, total) => page_tr!("{done} of {total} texts", done, total),
        (ProgressUnit::Encoders, total) => page_tr!("{done} of {total} encoders", done, total),
        (ProgressUnit::Layers, total) => page_tr!("{done} of {total} steps", done, total),
        (ProgressUnit::Orders, total) => page_tr!("{done} of {total} orders", done, total),
    };
    format!("{what} · {amount}")
}

/// Indeterminate if the total is unknown.
pub fn progress_line(label: String, progress: &Progress) -> AnyView {
    progress_bar(label, (progress.done, progress.total), progress_words(progress))
}

pub fn line_with_button(line: AnyView, label: impl IntoAny, act: impl Fn() + 'static) -> AnyView {
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
