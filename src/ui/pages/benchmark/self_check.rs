//! The encoders on this device against vectors that were computed elsewhere.

use crate::benchmark::{EncoderEntry, Manifest};
use crate::engine::protocol::EncoderCheck;
use crate::ui::components::{failure_panel, notice, rows_tools};
use crate::ui::session::{Check, Session};
use leptos::prelude::*;

/// The self-check of every encoder; nothing where there is none.
pub(super) fn self_checks(session: Session, manifest: &Manifest) -> Option<AnyView> {
    let checks = manifest.encoders.iter().map(|encoder| encoder_check(session, encoder));
    let checks = checks.collect_view();
    let has_encoders = !manifest.encoders.is_empty();
    has_encoders.then(|| {
        view! {
            <section class="block" aria-labelledby="check-title">
                <h2 id="check-title">"Encoder self-check"</h2>
                <p class="prose">
                    "Encodes a few texts on this device and compares with vectors that were computed elsewhere: the same tokens, and a cosine of 1 but for rounding."
                </p>
                {checks}
            </section>
        }
        .into_any()
    })
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
            let saved = rows_of_checks(&lines);
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
                    {rows_tools("Encoder self-check", move || saved.clone())}
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

fn rows_of_checks(lines: &[EncoderCheck]) -> Vec<Vec<String>> {
    let head = ["text", "same tokens", "cosine"].map(String::from).to_vec();
    let row = |line: &EncoderCheck| {
        let same = if line.same_tokens { "yes" } else { "no" };
        vec![line.text.clone(), same.into(), line.cosine.to_string()]
    };
    std::iter::once(head).chain(lines.iter().map(row)).collect()
}
