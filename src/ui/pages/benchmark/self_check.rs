use super::about::yes_or_no;
use crate::ui::components::table::{Cell, Column, DataTable, Saving};
use crate::ui::components::{
    failure_panel, line_with_button, notice, picker, progress_line, quiet_button_unless,
    titled_section,
};
use crate::ui::state::Session;
use crate::ui::state::encoder_checks::{Check, Checked};
use leptos::prelude::*;
use rankscope_core::analysis::words;
use rankscope_core::benchmark::{EncoderEntry, Manifest};
use rankscope_messages::EncoderCheck;

/// `None` without encoders.
pub(super) fn self_checks(session: Session, manifest: &Manifest) -> Option<AnyView> {
    let encoders = &manifest.encoders;
    if encoders.is_empty() {
        return None;
    }
    let each = encoders.iter().map(|encoder| outcome(session, encoder)).collect_view();
    let ids: Vec<String> = encoders.iter().map(|encoder| encoder.id.clone()).collect();
    let options = encoders.iter().map(|encoder| (encoder.id.clone(), encoder.title.clone()));
    let options = Signal::stored(options.collect::<Vec<_>>());
    let chosen = RwSignal::new(ids.first().cloned().unwrap_or_default());
    let one = move || vec![chosen.get_untracked()];
    let several = (ids.len() > 1).then(|| {
        let ids = ids.clone();
        let all = check_button(session, "Check all encoders", move || ids.clone());
        (picker("Encoder", options, chosen, move |id| chosen.set(id)), all)
    });
    let (encoder, all) = several.unzip();
    let encoders = StoredValue::new(encoders.clone());
    let body = view! {
        <p class="prose">
            "Encodes a few texts on this device and compares the results with stored vectors that were computed elsewhere. The tokens must be the same, and the cosine must be 1 up to rounding."
        </p>
        <div class="pickers pickers-tight">
            {encoder} {check_button(session, "Check on this device", one)} {all}
        </div>
        {move || progress(session, &encoders.get_value())}
        <p class="prose" role="status">{move || summary(session, &encoders.get_value())}</p>
        {each}
    };
    Some(titled_section("check-title", "Encoder self-check", body))
}

fn progress(session: Session, encoders: &[EncoderEntry]) -> Option<AnyView> {
    let checks = session.checks;
    let mut progress = checks.task.with(|state| state.progress().cloned())?;
    if progress.total < 2 {
        return None;
    }
    if let Some(encoder) = encoders.iter().find(|encoder| encoder.id == progress.what) {
        progress.what = encoder.title.clone();
    }
    let line = progress_line("Checking".into(), &progress);
    Some(line_with_button(line, "Cancel", move || checks.stop()))
}

fn summary(session: Session, encoders: &[EncoderEntry]) -> Option<String> {
    if session.checks.is_running() {
        return None;
    }
    let (mut n_checked, mut lowest, mut others) = (0, None::<(f64, &str)>, Vec::new());
    for encoder in encoders {
        let title = encoder.title.as_str();
        match session.checks.of(&encoder.id) {
            Some(Check::Done(checked)) => {
                n_checked += 1;
                if let Some(cosine) = checked.lowest()
                    && lowest.is_none_or(|(so_far, _)| cosine < so_far)
                {
                    lowest = Some((cosine, title));
                }
                others.extend((!checked.agrees()).then(|| format!("{title} ({})", flaw(&checked))));
            }
            Some(Check::Failed(_)) => {
                n_checked += 1;
                others.push(format!("{title} (failed)"));
            }
            _ => {}
        }
    }
    if n_checked == 0 {
        return None;
    }
    let n_agree = words::count((n_checked - others.len()) as u64);
    let of = words::counted(n_checked, "checked encoder", "checked encoders");
    let lowest =
        lowest.map(|(cosine, title)| format!(" The lowest cosine is {cosine:.6} ({title})."));
    let others = (!others.is_empty()).then(|| format!(" Exceptions: {}.", others.join(", ")));
    Some(format!(
        "{n_agree} of {of} agree with their stored vectors on this device.{}{}",
        lowest.unwrap_or_default(),
        others.unwrap_or_default()
    ))
}

fn lowest_words(checked: &Checked) -> String {
    checked.lowest().map_or_else(|| "n/a".into(), |lowest| format!("{lowest:.6}"))
}

fn flaw(checked: &Checked) -> String {
    if checked.lines.iter().any(|line| !line.same_tokens) {
        return "different tokens".into();
    }
    format!("cosine {}, below the required {}", lowest_words(checked), checked.needed)
}

fn check_button(
    session: Session,
    label: &'static str,
    ids: impl Fn() -> Vec<String> + 'static,
) -> AnyView {
    let is_running = move || session.checks.is_running();
    quiet_button_unless(is_running, label, move || session.checks.check(ids()))
}

/// Nothing until the encoder is checked.
fn outcome(session: Session, encoder: &EncoderEntry) -> AnyView {
    let (id, title) = (encoder.id.clone(), encoder.title.clone());
    let for_state = id.clone();
    let state = Memo::new(move |_| session.checks.of(&for_state));
    let outcome = move || match state.get()? {
        Check::Waiting => Some(notice(format!("{title}: waiting …"))),
        Check::Running => Some(notice(format!("{title}: checking …"))),
        Check::Failed(failure) => {
            let id = id.clone();
            let retry = move || session.checks.check(vec![id.clone()]);
            Some(failure_panel(&failure, "Try again", retry))
        }
        Check::Done(checked) => {
            // In a batch, open tables would hide the other encoders.
            let is_open = session.checks.batch.with_untracked(|batch| batch.len() < 2);
            Some(lines(&title, checked, is_open))
        }
    };
    outcome.into_any()
}

/// The results of an encoder's texts.
fn lines(title: &str, checked: Checked, is_open: bool) -> AnyView {
    let verdict = if checked.agrees() { "agrees".to_string() } else { flaw(&checked) };
    let summary = format!(
        "{title}: {verdict}. {}, lowest cosine {}",
        words::counted(checked.lines.len(), "text", "texts"),
        lowest_words(&checked),
    );
    let columns = vec![
        Column::text("text", |line: &EncoderCheck| line.text.clone()).head("Text").heads_row(),
        Column::text("same tokens", |line: &EncoderCheck| yes_or_no(line.same_tokens))
            .head("Same tokens"),
        Column::number("cosine", |line: &EncoderCheck| line.cosine)
            .view(|line| {
                Cell::new(format!("{:.6}", line.cosine))
                    .data("data-cosine", line.cosine.to_string())
            })
            .head("Cosine"),
    ];
    let table = DataTable::new("Encoder self-check", columns, checked.lines).saving(Saving::Above);
    view! {
        <details open=is_open>
            <summary>{summary}</summary>
            <div class="after-summary">{table.view()}</div>
        </details>
    }
    .into_any()
}
