//! Offline use: the state of the service worker that stores the page's own files, as a signal.
//!
//! The worker is registered after the engine has started and Explore has answered, so that its downloads
//! do not compete with what the visitor waits for. Where no worker can be registered, the page needs the network.

use super::lists::Lists;
use crate::tr;
use crate::ui::engine_client::{Engine, Module};
use gloo::events::EventListener;
use gloo::timers::future::TimeoutFuture;
use js_sys::{Function, Reflect};
use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Event, MessageEvent, ServiceWorkerContainer, ServiceWorkerRegistration};

const WORKER_FILE: &str = "service_worker.js";
/// Delay after the engine has started: the first search has begun by then.
const PAUSE_MS: u32 = 1_500;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OfflineState {
    /// Not started: other downloads come first.
    Pending,
    Storing,
    Stored,
    /// The page opens offline, and a newer build is stored and waits to take over.
    UpdateReady,
    /// The reason is a clause.
    Unavailable(String),
    Removing,
    /// The visitor has removed the files; the next visit stores them again.
    Removed,
}

impl OfflineState {
    /// Whether the page is ready to be used offline, in a sentence or two.
    pub fn words(&self) -> String {
        match self {
            Self::Pending | Self::Storing => tr!("Storing the page for offline use …"),
            Self::Stored | Self::UpdateReady => {
                tr!("The page is stored on this device and opens offline.")
            }
            Self::Unavailable(why) => tr!(
                "The page is not stored on this device and needs the network: {reason}.",
                reason = why.clone()
            ),
            Self::Removing => tr!("Removing stored files …"),
            Self::Removed => {
                tr!("The page is no longer stored on this device. The next visit stores it again.")
            }
        }
    }
}

#[derive(Clone, Copy)]
pub struct Offline {
    pub state: RwSignal<OfflineState>,
    registration: StoredValue<Option<ServiceWorkerRegistration>, LocalStorage>,
    /// The service worker's reason for a failure.
    reason: RwSignal<Option<String>>,
}

impl Offline {
    /// A frame in another page shows one block of this one, and keeps nothing for it.
    pub fn not_in_frame() -> Self {
        let why = "this is one block of the page, in a frame on another page";
        Self::in_state(OfflineState::Unavailable(why.into()))
    }

    fn in_state(state: OfflineState) -> Self {
        Self {
            state: RwSignal::new(state),
            registration: StoredValue::new_local(None),
            reason: RwSignal::new(None),
        }
    }

    /// Registers the service worker once the engine has started or stopped and Explore has answered.
    pub fn new(engine: Engine, lists: Lists, folder: String) -> Self {
        let offline = Self::in_state(OfflineState::Pending);
        let is_begun = StoredValue::new(false);
        Effect::new(move |_| {
            let is_loading = matches!(engine.module.get(), Module::Loading { .. });
            if is_loading || lists.is_answering() || is_begun.get_value() {
                return;
            }
            is_begun.set_value(true);
            let file = format!("{folder}/{WORKER_FILE}");
            leptos::task::spawn_local(async move {
                TimeoutFuture::new(PAUSE_MS).await;
                if offline.state.get_untracked() == OfflineState::Pending {
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
            return self.state.set(OfflineState::Unavailable(why.into()));
        };
        self.listen(&container);
        let registered = JsFuture::from(container.register(file)).await;
        let registration = registered.map(JsCast::dyn_into::<ServiceWorkerRegistration>);
        match registration {
            Ok(Ok(registration)) if self.is_removed() => {
                // Removed while it was being registered. If this fails, a later removal can retry.
                let _ = registration.unregister();
            }
            Ok(Ok(registration)) => {
                self.registration.set_value(Some(registration.clone()));
                self.follow(&registration);
            }
            Ok(Err(_)) => self
                .state
                .set(OfflineState::Unavailable("this browser does not allow it here".into())),
            Err(e) => {
                let reason = e.dyn_ref::<js_sys::Error>().map(|e| String::from(e.message()));
                self.state.set(OfflineState::Unavailable(
                    reason.unwrap_or_else(|| "the browser refused".into()),
                ));
            }
        }
    }

    /// Listens for reasons why files were not stored, and for another build taking over.
    fn listen(&self, container: &ServiceWorkerContainer) {
        let offline = *self;
        EventListener::new(container, "message", move |event| {
            let message = event.unchecked_ref::<MessageEvent>().data();
            let reason = Reflect::get(&message, &"notKept".into()).ok();
            offline.reason.set(reason.and_then(|reason| reason.as_string()));
        })
        // This one and the others listen until the page closes.
        .forget();
        // A page runs on one build until it is reloaded. One that no worker serves was loaded from
        // the network and need not reload.
        if part(container, "controller").is_some() {
            EventListener::new(container, "controllerchange", |_| {
                // If the reload fails, the page keeps running on the old build.
                let _ = window().location().reload();
            })
            .forget();
        }
    }

    fn follow(&self, registration: &ServiceWorkerRegistration) {
        let offline = *self;
        let found = registration.clone();
        EventListener::new(registration, "updatefound", move |_| offline.follow_worker(&found))
            .forget();
        self.follow_worker(registration);
    }

    /// Follows the installing worker until it is installed or fails.
    fn follow_worker(&self, registration: &ServiceWorkerRegistration) {
        self.update(registration);
        let Some(worker) = part(registration, "installing") else { return };
        let (offline, registration) = (*self, registration.clone());
        let update = move |_: &Event| offline.update(&registration);
        EventListener::new(worker.unchecked_ref(), "statechange", update).forget();
    }

    fn update(&self, registration: &ServiceWorkerRegistration) {
        let has = |name: &str| part(registration, name).is_some();
        // A registration still fires events while it is being removed.
        if self.is_removed() {
            return;
        }
        self.state.set(match (has("active"), has("waiting"), has("installing")) {
            (true, true, _) => OfflineState::UpdateReady,
            (true, false, _) => OfflineState::Stored,
            (false, waits, installs) if waits || installs => OfflineState::Storing,
            _ => OfflineState::Unavailable(self.reason.get_untracked().unwrap_or_else(|| {
                "the browser has no space left, or some files of the page could not be fetched"
                    .into()
            })),
        });
    }

    fn is_removed(&self) -> bool {
        matches!(self.state.get_untracked(), OfflineState::Removing | OfflineState::Removed)
    }

    /// Lets the newer build take over; the page then reloads itself.
    pub fn use_newer(&self) {
        if let Some(registration) = self.registration.get_value() {
            post(&registration, "waiting", "take over");
        }
    }

    /// Unregisters the service worker, then runs `clear`, then updates the state.
    pub async fn remove<E>(&self, clear: impl Future<Output = Result<(), E>>) -> Result<(), E> {
        let before = self.state.try_get_untracked().unwrap_or(OfflineState::Removed);
        let _ = self.state.try_set(OfflineState::Removing);
        self.unregister().await;
        let outcome = clear.await;
        // Where the page cannot be stored at all, keep showing why.
        let after = if matches!(before, OfflineState::Unavailable(_)) {
            before
        } else {
            OfflineState::Removed
        };
        let _ = self.state.try_set(after);
        outcome
    }

    async fn unregister(&self) {
        let Some(container) = container() else { return };
        let found = JsFuture::from(container.get_registration()).await;
        let found = found.ok().and_then(|found| found.dyn_into().ok());
        let Some(registration): Option<ServiceWorkerRegistration> = found else { return };
        if let Ok(removal) = registration.unregister() {
            // If the browser refuses, the worker stays and stores its files again.
            let _ = JsFuture::from(removal).await;
        }
    }
}

/// `navigator.serviceWorker`; `None` outside a secure context, and in some private windows.
fn container() -> Option<ServiceWorkerContainer> {
    Reflect::get(&window().navigator(), &"serviceWorker".into()).ok()?.dyn_into().ok()
}

/// A property that is neither missing, undefined nor null.
fn part(object: &JsValue, name: &str) -> Option<JsValue> {
    let part = Reflect::get(object, &name.into()).ok()?;
    (!part.is_null() && !part.is_undefined()).then_some(part)
}

/// Ignored if the worker is gone.
fn post(registration: &ServiceWorkerRegistration, name: &str, message: &str) {
    let Some(worker) = part(registration, name) else { return };
    let call = Reflect::get(&worker, &"postMessage".into()).ok();
    if let Some(call) = call.and_then(|call| call.dyn_into::<Function>().ok()) {
        let _ = call.call1(&worker, &message.into());
    }
}
