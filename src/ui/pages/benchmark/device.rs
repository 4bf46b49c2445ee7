use crate::ui::components::notice;
use crate::ui::components::table::{Cell, Column, DataTable, Saving};
use crate::ui::engine_client::{Engine, Module, unexpected};
use crate::ui::pages::choices::device_picker;
use crate::ui::state::Session;
use crate::ui::task::{Ended, Task};
use js_sys::{ArrayBuffer, Reflect};
use leptos::prelude::*;
use rankscope_core::analysis::{Dataset, words};
use rankscope_core::vectors::ShardDtype;
use rankscope_messages::{
    AdapterFacts, DeviceKind, DeviceReport, Held, HeldKind, Request, Response,
};
use wasm_bindgen::JsCast;

#[derive(Debug, Clone, PartialEq)]
struct Memory {
    wasm_bytes: u64,
    held: Vec<Held>,
}

pub(super) fn device_section(session: Session) -> AnyView {
    let memory = RwSignal::new(None);
    let asking: Task<()> = Task::new();
    // Ask again after anything that may have loaded a gallery or an encoder.
    Effect::new(move |_| {
        let is_ready = session.engine.device.with(Option::is_some);
        let _ = (session.board.systems.get(), session.codes_board.systems.get());
        let _ = session.checks.by_encoder.get();
        if is_ready {
            asking.start(move |_| async move {
                let now = memory_of(session.engine).await?;
                memory.set(Some(now));
                Ok(())
            });
        }
    });
    view! {
        <section class="block" aria-labelledby="device-title">
            <h2 id="device-title">"Device"</h2>
            {move || device(session)}
            <div class="pickers">{device_picker(session.address)}</div>
            {move || memory.get().map(|memory| in_memory(session, &memory))}
        </section>
    }
    .into_any()
}

async fn memory_of(engine: Engine) -> Result<Memory, Ended> {
    match engine.ask(Request::Holdings).await? {
        Response::Held { wasm_bytes, held } => Ok(Memory { wasm_bytes, held }),
        response => Err(unexpected(&response)),
    }
}

fn device(session: Session) -> AnyView {
    match (session.engine.device.get(), session.engine.module.get()) {
        (Some(report), _) => {
            let adapter = report.adapter.as_ref().map(|facts| adapter(facts, &report));
            let kind = match report.kind {
                DeviceKind::WebGpu => "GPU (WebGPU)",
                DeviceKind::Cpu => "CPU",
            };
            view! {
                <p class="prose">
                    <strong>{kind}</strong> " · " {report.name} ". " {report.reason}
                </p>
                {report.notices.into_iter().map(notice).collect_view()}
                {adapter}
            }
            .into_any()
        }
        (None, Module::Stopped) => {
            notice("The engine stopped. Choose another device, or reload the page.")
        }
        (None, _) => notice("The engine is not ready yet."),
    }
}

fn adapter(facts: &AdapterFacts, report: &DeviceReport) -> AnyView {
    let use_of_it = match report.kind {
        DeviceKind::WebGpu => "in use",
        DeviceKind::Cpu => "not in use",
    };
    let kind = if facts.is_fallback { "fallback: software running on the CPU" } else { "hardware" };
    let halves = if facts.has_shader_f16 { "yes" } else { "no: float32 only" };
    let [x, y, z] = facts.max_workgroup_size;
    let workgroup = format!(
        "at most {} invocations, {} × {} × {}, with {} of shared memory",
        words::count(facts.max_workgroup_invocations),
        words::count(x),
        words::count(y),
        words::count(z),
        words::binary_bytes(u64::from(facts.max_workgroup_storage_bytes)),
    );
    view! {
        <dl class="facts" aria-label="Adapter">
            <dt>"WebGPU adapter"</dt>
            <dd>{format!("{} ({use_of_it})", facts.name)}</dd>
            <dt>"Kind"</dt>
            <dd>{kind}</dd>
            <dt>"float16 in shaders"</dt>
            <dd>{halves}</dd>
            <dt>"Largest buffer"</dt>
            <dd>{words::binary_bytes(facts.max_buffer_bytes)}</dd>
            <dt>"Largest binding"</dt>
            <dd>{words::binary_bytes(facts.max_storage_binding_bytes)}</dd>
            <dt>"Workgroup"</dt>
            <dd>{workgroup}</dd>
        </dl>
    }
    .into_any()
}

fn in_memory(session: Session, memory: &Memory) -> AnyView {
    let page = page_bytes().map_or_else(String::new, |bytes| {
        format!("; the page uses another {}", words::bytes(bytes))
    });
    let bytes = words::bytes(memory.wasm_bytes);
    let total =
        format!("The engine uses {bytes} of WebAssembly memory, which never shrinks{page}.");
    let on_gpu: u64 = memory.held.iter().map(|held| held.bytes_on_gpu).sum();
    let on_gpu = (on_gpu > 0)
        .then(|| format!(" {} of the loaded data is in GPU memory.", words::bytes(on_gpu)));
    if memory.held.is_empty() {
        return view! { <p class="prose">{total} " No gallery or encoder is loaded yet."</p> }
            .into_any();
    }
    let dataset = session.dataset();
    let columns = vec![
        Column::text("id", |held: &Held| held.id.clone())
            .view(move |held| Cell::new(title_of(dataset.as_deref(), held)))
            .head("Name")
            .heads_row(),
        Column::text("kind", |held: &Held| kind_of(held).to_lowercase())
            .view(|held| Cell::new(kind_of(held)))
            .head("Kind"),
        Column::text("stored as", |held: &Held| type_of(held.stored)).head("Stored as"),
        Column::text("computed in", |held: &Held| held.computed.clone()).head("Computed in"),
        Column::number("bytes here", |held: &Held| held.bytes)
            .view(|held| Cell::new(words::bytes(held.bytes)))
            .head("In memory"),
        Column::number("bytes on the GPU", |held: &Held| held.bytes_on_gpu)
            .view(|held| {
                let is_any = held.bytes_on_gpu > 0;
                Cell::new(if is_any { words::bytes(held.bytes_on_gpu) } else { "none".into() })
            })
            .head("On the GPU"),
    ];
    let table = DataTable::new("In memory", columns, memory.held.clone())
        .class("in-memory")
        .caption("The galleries and encoders that are loaded. A gallery is searched in the type given here; every hit that is shown is rescored from the stored vectors in float64.")
        .tall()
        .saving(Saving::Above);
    view! {
        <p class="prose">{total} {on_gpu}</p>
        {table.view()}
    }
    .into_any()
}

fn title_of(dataset: Option<&Dataset>, held: &Held) -> String {
    let title = dataset.and_then(|dataset| match held.kind {
        HeldKind::Gallery | HeldKind::Texts => {
            dataset.openable.system(&held.id).map(|system| system.title.clone())
        }
        HeldKind::Encoder | HeldKind::VisionTower => {
            let entry = dataset.own.encoders.iter().find(|entry| entry.id == held.id);
            entry.map(|entry| entry.title.clone())
        }
    });
    title.unwrap_or_else(|| held.id.clone())
}

fn kind_of(held: &Held) -> &'static str {
    match held.kind {
        HeldKind::Gallery => "Gallery",
        HeldKind::Texts => "Texts",
        HeldKind::Encoder => "Encoder",
        HeldKind::VisionTower => "Vision tower",
    }
}

fn type_of(stored: ShardDtype) -> &'static str {
    match stored {
        ShardDtype::F16 => "float16",
        ShardDtype::F32 => "float32",
        ShardDtype::I8 => "int8",
    }
}

fn page_bytes() -> Option<u64> {
    let buffer = Reflect::get(&wasm_bindgen::memory(), &"buffer".into()).ok()?;
    Some(u64::from(buffer.dyn_into::<ArrayBuffer>().ok()?.byte_length()))
}
