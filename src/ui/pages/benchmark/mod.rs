//! What is measured, by what, and where it comes from.

mod about;
mod import;
mod self_check;
mod stored;

use super::with_dataset;
use crate::benchmark::Manifest;
use crate::engine::protocol::DeviceKind;
use crate::ui::components::{device_picker, notice};
use crate::ui::engine_client::Module;
use crate::ui::session::Session;
use leptos::prelude::*;

/// The page.
pub(super) fn benchmark_page(session: Session) -> AnyView {
    // An import changes nothing of what the benchmark itself is.
    let own = Memo::new(move |_| session.dataset().map(|d| (d.base_url.clone(), d.own.clone())));
    view! {
        {with_dataset(session, |_| ().into_any())}
        {move || own.get().map(|(base_url, manifest)| about::about(&manifest, &base_url))}
        {import::import(session)}
        {move || own.get().map(|(_, manifest)| parts(session, &manifest))}
        <section class="block" aria-labelledby="device-title">
            <h2 id="device-title">"Device"</h2>
            {move || device(session)}
            <div class="pickers">{device_picker(session)}</div>
        </section>
        {stored::stored(session)}
    }
    .into_any()
}

fn parts(session: Session, manifest: &Manifest) -> AnyView {
    view! {
        {about::relevance(manifest)}
        {about::systems(manifest)}
        {self_check::self_checks(session, manifest)}
        {about::files(manifest)}
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
