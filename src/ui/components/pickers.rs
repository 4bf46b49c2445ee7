//! The choices beside the query: system, relevance, length, device.

use crate::messages::DevicePreference;
use crate::ui::state::Session;
use crate::ui::state::view::LENGTHS;
use leptos::prelude::*;

/// A labelled list of `(value, title)`.
pub fn picker(
    label: impl Into<String>,
    options: Memo<Vec<(String, String)>>,
    current: Memo<String>,
    choose: impl Fn(String) + 'static,
) -> AnyView {
    let label = label.into();
    let id = format!("picker-{}", label.to_lowercase().replace(' ', "-"));
    picker_of(id, label, options, current, choose)
}

/// The same with an id of its own, where another list has the same label.
pub(super) fn picker_of(
    id: String,
    label: String,
    options: Memo<Vec<(String, String)>>,
    current: Memo<String>,
    choose: impl Fn(String) + 'static,
) -> AnyView {
    let items = move || {
        let item = |(value, title): (String, String)| {
            let own = value.clone();
            let is_current = move || current.with(|current| *current == own);
            view! {
                <option value=value prop:selected=is_current>
                    {title}
                </option>
            }
        };
        options.get().into_iter().map(item).collect_view()
    };
    // Beside the list, not around it: a label that holds a list is read out with all its items.
    view! {
        <div class="picker">
            <label class="picker-label" for=id.clone()>
                {label}
            </label>
            <select id=id on:change=move |ev| choose(event_target_value(&ev))>
                {items}
            </select>
        </div>
    }
    .into_any()
}

/// Which system answers.
pub fn system_picker(session: Session) -> AnyView {
    let options = Memo::new(move |_| {
        let dataset = session.dataset();
        dataset.map_or_else(Vec::new, |dataset| {
            let systems = dataset.manifest.systems.iter();
            systems.map(|system| (system.id.clone(), system.title.clone())).collect()
        })
    });
    let current = Memo::new(move |_| {
        session.search.choice.with(|choice| {
            let system = choice.as_ref().and_then(|choice| choice.system.as_ref());
            system.map(|system| system.id.clone()).unwrap_or_default()
        })
    });
    picker("System", options, current, move |id| {
        session.address.change(|state| state.system = Some(id));
    })
}

/// What counts as relevant.
pub fn relevance_picker(session: Session) -> AnyView {
    let options = Memo::new(move |_| {
        let dataset = session.dataset();
        dataset.map_or_else(Vec::new, |dataset| {
            let all = dataset.manifest.relevance.iter();
            all.map(|definition| (definition.id.clone(), definition.title.clone())).collect()
        })
    });
    let current = Memo::new(move |_| {
        session.search.choice.with(|choice| {
            let definition = choice.as_ref().and_then(|choice| choice.relevance());
            definition.map(|definition| definition.id.clone()).unwrap_or_default()
        })
    });
    picker("Relevance", options, current, move |id| {
        session.address.change(|state| state.relevance = Some(id));
    })
}

/// How many results are shown.
pub fn length_picker(session: Session) -> AnyView {
    let options =
        Memo::new(move |_| LENGTHS.iter().map(|k| (k.to_string(), k.to_string())).collect());
    let current = Memo::new(move |_| session.address.state.with(|state| state.k.to_string()));
    picker("k", options, current, move |k| {
        if let Ok(k) = k.parse() {
            session.address.change(|state| state.k = k);
        }
    })
}

/// Which device computes.
pub fn device_picker(session: Session) -> AnyView {
    let options = Memo::new(move |_| {
        let all = [("auto", "GPU where there is one"), ("webgpu", "GPU (WebGPU)"), ("cpu", "CPU")];
        all.iter().map(|(value, title)| (value.to_string(), title.to_string())).collect()
    });
    let current = Memo::new(move |_| {
        let device = session.address.state.with(|state| state.device);
        let name = match device {
            DevicePreference::Auto => "auto",
            DevicePreference::WebGpu => "webgpu",
            DevicePreference::Cpu => "cpu",
        };
        name.to_string()
    });
    picker("Device", options, current, move |device| {
        let device = match device.as_str() {
            "webgpu" => DevicePreference::WebGpu,
            "cpu" => DevicePreference::Cpu,
            _ => DevicePreference::Auto,
        };
        session.address.change(|state| state.device = device);
    })
}
