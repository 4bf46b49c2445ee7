//! A button that shows addresses as QR codes, large enough for a projector.

use super::dialog::Dialog;
use super::quiet_button::quiet_button;
use crate::ui::local_host::local_host;
use crate::ui::qr_code::{Code, code_of};
use crate::{around, tr};
use leptos::prelude::*;

/// Version 25: smaller modules are not read from a projector across a room.
const MOST_MODULES: usize = 125;

pub fn code_button(
    title_id: &'static str,
    title: String,
    addresses: Signal<Vec<String>>,
) -> AnyView {
    let title = StoredValue::new(title);
    let dialog = Dialog::new("code-dialog", title_id);
    let content = move || {
        let all = addresses.get_untracked();
        let is_one = all.len() == 1;
        let title = title.get_value();
        let host = all.first().and_then(|address| local_host(address));
        let note = host.map(|host| {
            let alone = match is_one {
                true => tr!(
                    "This page is served from this machine ({host}), so the code works here alone.",
                    host,
                ),
                false => tr!(
                    "This page is served from this machine ({host}), so the codes work here alone.",
                    host,
                ),
            };
            let [before, after] = around!("Serve it to a class with {command}, and open the page by the address that it prints."; command);
            view! {
                <p class="share-note">
                    {alone} " " {before} <code dir="ltr">"rankscope serve --listen"</code> {after}
                </p>
            }
        });
        view! {
            <div class="measure-title">
                <h2 id=title_id>{title}</h2>
                {quiet_button(tr!("Close"), move || dialog.close())}
            </div>
            {note}
            <ul class="codes" class:codes-many=!is_one>
                {all.into_iter().map(|address| view! { <li>{code(address)}</li> }).collect_view()}
            </ul>
        }
        .into_any()
    };
    let label = move || match addresses.with(Vec::len) {
        1 => tr!("QR code"),
        _ => tr!("QR codes"),
    };
    view! {
        {quiet_button(label, move || dialog.open())}
        {dialog.view(content)}
    }
    .into_any()
}

/// With the address below, for those who type it.
fn code(address: String) -> AnyView {
    let drawn = RwSignal::new(None);
    let for_code = address.clone();
    leptos::task::spawn_local(async move {
        let code = code_of(for_code, MOST_MODULES).await;
        // The dialog may be closed by now.
        let _ = drawn.try_set(Some(code));
    });
    view! {
        <div class="code-room">{move || drawn.get().map(code_view)}</div>
        <p class="code-address" dir="ltr">{address}</p>
    }
    .into_any()
}

fn code_view(code: Code) -> AnyView {
    let sorry = |words: String| view! { <p role="alert">{words}</p> }.into_any();
    match code {
        Code::Drawn(n, path) => view! {
            <svg
                class="code"
                role="img"
                aria-label=tr!("QR code of the address below")
                viewBox=format!("0 0 {n} {n}")
            >
                <path d=path></path>
            </svg>
        }
        .into_any(),
        Code::TooLong => sorry(tr!(
            "This address is too long for a QR code that a phone reads from afar. Remove what it need not carry, such as a filter or your own words, or hand out the address below."
        )),
        Code::NotLoaded => sorry(tr!(
            "The part of the page that draws QR codes did not arrive. Check the connection, close this and try again, or hand out the address below."
        )),
    }
}
