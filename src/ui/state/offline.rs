//! The page without a network: the service worker that keeps the page's own files, as a signal.
//!
//! It is registered once the engine is there, so that nothing that the visitor waits for shares
//! the line with it. Where it cannot be had, the page works as it does without.

use crate::ui::engine_client::{Engine, Module};
use gloo_timers::future::TimeoutFuture;
use js_sys::{Function, Reflect};
use leptos::prelude::*;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{EventTarget, MessageEvent, ServiceWorkerContainer, ServiceWorkerRegistration};

/// Beside the app; made by `bundle`.
const WORKER_FILE: &str = "service_worker.js";
/// The pause after the engine has started: the first search has begun by then.
const PAUSE_MS: u32 = 1_500;

/// Whether the page opens without a network.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kept {
    /// Other things come first.
    NotYet,
    /// Its files are being kept.
    Running,
    /// It does.
    Yes,
    /// It does, and a later build of the page is kept as well and waits.
    Newer,
    /// It does not, and why.
    No(String),
    /// The visitor is having it removed.
    Removing,
    /// The visitor has removed it; the next visit keeps it again.
    Removed,
}

/// The page's own files in the browser. Cheap to copy.
#[derive(Clone, Copy)]
pub struct Offline {
    /// Whether they are kept.
    pub kept: RwSignal<Kept>,
    registration: StoredValue<Option<ServiceWorkerRegistration>, LocalStorage>,
    /// What the service worker said of its failure.
    reason: RwSignal<Option<String>>,
}

impl Offline {
    /// Has the page kept once the engine runs, or cannot.
    #[must_use]
    pub fn new(engine: Engine, folder: String) -> Self {
        let offline = Self {
            kept: RwSignal::new(Kept::NotYet),
            registration: StoredValue::new_local(None),
            reason: RwSignal::new(None),
        };
        let is_begun = StoredValue::new(false);
        Effect::new(move |_| {
            let is_loading = matches!(engine.module.get(), Module::Loading { .. });
            if is_loading || is_begun.get_value() {
                return;
            }
            is_begun.set_value(true);
            let file = format!("{folder}/{WORKER_FILE}");
            leptos::task::spawn_local(async move {
                TimeoutFuture::new(PAUSE_MS).await;
                if offline.kept.get_untracked() == Kept::NotYet {
                    offline.register(&file).await;
                }
            });
        });
        offline
    }

    async fn register(&self, file: &str) {
        let Some(container) = container() else {
            let why = if window().is_secure_context() {
                "this browser does not allow it here, for example in a private window"
            } else {
                "browsers allow it only for pages served over https or from this machine"
            };
            return self.kept.set(Kept::No(why.into()));
        };
        self.listen(&container);
        let registered = JsFuture::from(container.register(file)).await;
        let registration = registered.map(JsCast::dyn_into::<ServiceWorkerRegistration>);
        match registration {
            Ok(Ok(registration)) if self.is_removed() => {
                // Removed while it was being registered. What a refusal leaves is as before.
                let _ = registration.unregister();
            }
            Ok(Ok(registration)) => {
                self.registration.set_value(Some(registration.clone()));
                self.follow(&registration);
            }
            Ok(Err(_)) => self.kept.set(Kept::No("this browser does not allow it here".into())),
            Err(e) => {
                let said = e.dyn_ref::<js_sys::Error>().map(|e| String::from(e.message()));
                self.kept.set(Kept::No(said.unwrap_or_else(|| "the browser refused".into())));
            }
        }
    }

    /// Hears why files were not kept, and when another build takes over.
    fn listen(&self, container: &ServiceWorkerContainer) {
        let offline = *self;
        let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            let said = Reflect::get(&event.data(), &"notKept".into()).ok();
            offline.reason.set(said.and_then(|said| said.as_string()));
        });
        container.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        // There is one page, and it lives as long as they may be called.
        on_message.forget();
        // A page runs on one build to its end. One that no worker has served began without.
        if part(container, "controller").is_some() {
            let on_change = Closure::<dyn FnMut()>::new(|| {
                // A page that cannot be reloaded goes on as it is.
                let _ = window().location().reload();
            });
            container.set_oncontrollerchange(Some(on_change.as_ref().unchecked_ref()));
            on_change.forget();
        }
    }

    fn follow(&self, registration: &ServiceWorkerRegistration) {
        let offline = *self;
        let found = registration.clone();
        let on_found = Closure::<dyn FnMut()>::new(move || offline.follow_worker(&found));
        on_event(registration, "updatefound", &on_found);
        on_found.forget();
        self.follow_worker(registration);
    }

    /// Follows what is being installed to its end.
    fn follow_worker(&self, registration: &ServiceWorkerRegistration) {
        self.update(registration);
        let Some(worker) = part(registration, "installing") else { return };
        let (offline, registration) = (*self, registration.clone());
        let on_state = Closure::<dyn FnMut()>::new(move || offline.update(&registration));
        on_event(worker.unchecked_ref(), "statechange", &on_state);
        on_state.forget();
    }

    /// Takes over what the registration says of its workers.
    fn update(&self, registration: &ServiceWorkerRegistration) {
        let has = |name: &str| part(registration, name).is_some();
        // A removed registration still reports its end.
        if self.is_removed() {
            return;
        }
        self.kept.set(match (has("active"), has("waiting"), has("installing")) {
            (true, true, _) => Kept::Newer,
            (true, false, _) => Kept::Yes,
            (false, waits, installs) if waits || installs => Kept::Running,
            _ => Kept::No(self.reason.get_untracked().unwrap_or_else(|| {
                "the browser has no space left, or some files of the page could not be fetched"
                    .into()
            })),
        });
    }

    fn is_removed(&self) -> bool {
        matches!(self.kept.get_untracked(), Kept::Removing | Kept::Removed)
    }

    /// Lets a later build take over; the page then loads itself again.
    pub fn use_newer(&self) {
        if let Some(registration) = self.registration.get_value() {
            post(&registration, "waiting", "take over");
        }
    }

    /// The service worker goes, then what `clear` removes, then the page says so.
    pub async fn remove<E>(&self, clear: impl Future<Output = Result<(), E>>) -> Result<(), E> {
        let before = self.kept.try_get_untracked().unwrap_or(Kept::Removed);
        let _ = self.kept.try_set(Kept::Removing);
        self.unregister().await;
        let outcome = clear.await;
        // Where it cannot be kept, the reason is still the better thing to say.
        let after = if matches!(before, Kept::No(_)) { before } else { Kept::Removed };
        let _ = self.kept.try_set(after);
        outcome
    }

    async fn unregister(&self) {
        let Some(container) = container() else { return };
        let found = JsFuture::from(container.get_registration()).await;
        let found = found.ok().and_then(|found| found.dyn_into().ok());
        let Some(registration): Option<ServiceWorkerRegistration> = found else { return };
        if let Ok(removal) = registration.unregister() {
            // A refusal leaves a worker that fetches its files again.
            let _ = JsFuture::from(removal).await;
        }
    }
}

/// `navigator.serviceWorker`; `None` outside a secure context, and in some private windows.
fn container() -> Option<ServiceWorkerContainer> {
    Reflect::get(&window().navigator(), &"serviceWorker".into()).ok()?.dyn_into().ok()
}

/// A property that is there and not null.
fn part(object: &JsValue, name: &str) -> Option<JsValue> {
    let part = Reflect::get(object, &name.into()).ok()?;
    (!part.is_null() && !part.is_undefined()).then_some(part)
}

/// Posts a message to one of a registration's workers, unless it is gone.
fn post(registration: &ServiceWorkerRegistration, name: &str, words: &str) {
    let Some(worker) = part(registration, name) else { return };
    let call = Reflect::get(&worker, &"postMessage".into()).ok();
    if let Some(call) = call.and_then(|call| call.dyn_into::<Function>().ok()) {
        let _ = call.call1(&worker, &words.into());
    }
}

fn on_event(target: &EventTarget, event: &str, listener: &Closure<dyn FnMut()>) {
    // An event target never refuses a listener.
    let _ = target.add_event_listener_with_callback(event, listener.as_ref().unchecked_ref());
}
