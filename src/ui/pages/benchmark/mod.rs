//! What is measured, by what, and where it comes from.

mod about;
mod self_check;
mod stored;

use super::with_dataset;
use crate::engine::protocol::DeviceKind;
use crate::ui::components::{device_picker, notice};
use crate::ui::dataset::Dataset;
use crate::ui::engine_client::Module;
use crate::ui::session::Session;
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
        {stored::stored(session)}
    }
    .into_any()
}

fn benchmark(session: Session, dataset: &Arc<Dataset>) -> AnyView {
    let manifest = &dataset.manifest;
    view! {
        {about::about(manifest, &dataset.base_url)}
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
            }
            .into_any()
        }
        (None, Module::Stopped) => {
            notice("The engine stopped. Choose another device, or reload the page.")
        }
        (None, _) => notice("The engine is not ready yet."),
    }
}
