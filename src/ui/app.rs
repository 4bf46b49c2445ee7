//! The frame around every page: top bar, the bar of a benchmark from elsewhere, banner and routes.

use super::components::{
    language_note, language_picker, missing_import, newer_page, other_site, quiet_button,
    visit_note,
};
use super::embed::{foot, show_embed, unknown_block};
use super::language::{load_language, marked_english, page_name};
use super::lessons::show_mode;
use super::pages::{
    accept_files_elsewhere, lesson_apart, page_apart, receipt_apart, share_button, want,
    want_all_later,
};
use super::picture_fit::PictureFit;
use super::state::parts::Part;
use super::theme::{Theme, ThemeButton};
use crate::tr;
use crate::ui::engine_client::Module;
use crate::ui::state::Session;
use crate::ui::state::address::app_base;
use gloo::timers::future::TimeoutFuture;
use leptos::html;
use leptos::prelude::*;
use leptos_router::components::{Route, Router, Routes};
use leptos_router::{StaticSegment, path};
use rankscope_core::views::{INDEX_FILE, Page, with_single_slashes};
use rankscope_messages::{DeviceKind, DevicePreference};

/// Replaces the placeholder text of `index.html` with the page.
pub fn mount() {
    show_usual_address();
    Theme::stored().show();
    PictureFit::stored().show();
    // Not `leptos::task::spawn_local`: it only works once something is mounted.
    wasm_bindgen_futures::spawn_local(async {
        // Lets the browser respond between compiling the module and mounting.
        TimeoutFuture::new(0).await;
        load_language().await;
        let placeholder = document().get_element_by_id("loading");
        leptos::mount::mount_to_body(App);
        // After mounting, which checks whether pictures are shown.
        if let Some(placeholder) = placeholder {
            placeholder.remove();
        }
    });
}

/// Some hosts answer `//` as `/`. Paths derived from such an address would be wrong.
fn show_usual_address() {
    let location = window().location();
    let Some(path) = location.pathname().ok().as_deref().and_then(with_single_slashes) else {
        return;
    };
    let rest = [location.search(), location.hash()].map(Result::unwrap_or_default).concat();
    if let Ok(history) = window().history() {
        // If the browser refuses, the page is as it was asked for.
        let url = format!("{path}{rest}");
        let _ = history.replace_state_with_url(&wasm_bindgen::JsValue::NULL, "", Some(&url));
    }
}

#[component]
fn App() -> impl IntoView {
    let base = app_base();
    view! {
        <Router base=base.clone()>
            <Frame base=base />
        </Router>
    }
}

#[component]
fn Frame(base: String) -> impl IntoView {
    let session = Session::new(base);
    let main = NodeRef::<html::Main>::new();
    Effect::new(move |_| {
        let page = session.address.page.get();
        let title = session.title().map(|title| format!(" · {title}")).unwrap_or_default();
        let asked = (page == Page::Explore).then(|| asked_words(session)).flatten();
        let asked = asked.map(|asked| format!("{asked} · ")).unwrap_or_default();
        document().set_title(&format!("{asked}{}{title} · Rankscope", page_name(page)));
    });
    show_mode(session);
    show_embed(session);
    let is_embed = Memo::new(move |_| session.address.state.with(|state| state.embed.is_some()));
    // A reader of an article comes for one block, and need not fetch what the others are made of.
    if !is_embed.get_untracked() {
        want_all_later(session);
    }
    let unknown = Memo::new(move |_| {
        let page = session.address.page.get();
        session.address.state.with(|state| state.embed.as_ref()?.block(page).err())
    });
    let english = move || {
        let has_sheet = session.address.state.with(|state| state.sheet.is_some());
        marked_english(session.address.page.get(), has_sheet)
    };
    let is_lesson = move || session.address.state.with(|state| state.lesson.is_some());
    // The router would treat `#main` as a page, so the focus is moved by hand.
    let skip = move |ev: web_sys::MouseEvent| {
        ev.prevent_default();
        if let Some(main) = main.get_untracked() {
            // On failure the focus stays where it is.
            let _ = main.focus();
        }
    };
    view! {
        {move || {
            (!is_embed.get()).then(|| {
                view! {
                    <a class="skip-link" href="#main" on:click=skip>
                        {tr!("Skip to content")}
                    </a>
                    {top_bar(session)}
                    {move || other_site(session)}
                }
            })
        }}
        {move || banner(session)}
        {move || newer_build(session).filter(|_| !is_embed.get())}
        {language_note()}
        {move || visit_note(session.imports).filter(|_| !is_embed.get())}
        {move || {
            (!is_embed.get()).then(|| (accept_files_elsewhere(session), receipt_apart(session)))
        }}
        <div class="stage" class:in-lesson=is_lesson>
        {move || (!is_embed.get()).then(|| lesson_apart(session))}
        <main
            id="main"
            tabindex="-1"
            node_ref=main
            lang=move || english().map(|(lang, _)| lang)
            dir=move || english().map(|(_, dir)| dir)
        >
            {move || missing_import(&*session.outline()?, session.address)}
            {move || match unknown.get() {
                Some(unknown) => unknown_block(&unknown),
                None => routes(session),
            }}
        </main>
        </div>
        {move || match is_embed.get() {
            true => foot(session),
            // On a phone the top bar has no room for it.
            false => view! { <footer class="page-foot">{language_picker(session)}</footer> }.into_any(),
        }}
    }
}

fn routes(session: Session) -> AnyView {
    view! {
        <Routes fallback=move || not_found(session)>
            <Route path=path!("/") view=move || page_apart(session, Page::Explore) />
            <Route path=(StaticSegment(INDEX_FILE),) view=move || page_apart(session, Page::Explore) />
            <Route path=at(Page::Compare) view=move || page_apart(session, Page::Compare) />
            <Route path=at(Page::Leaderboard) view=move || page_apart(session, Page::Leaderboard) />
            <Route path=at(Page::Agreement) view=move || page_apart(session, Page::Agreement) />
            <Route path=at(Page::Guides) view=move || page_apart(session, Page::Guides) />
            <Route path=at(Page::Judge) view=move || page_apart(session, Page::Judge) />
            <Route path=at(Page::Topics) view=move || page_apart(session, Page::Topics) />
            <Route path=at(Page::Benchmark) view=move || page_apart(session, Page::Benchmark) />
            <Route path=at(Page::Learn) view=move || page_apart(session, Page::Learn) />
        </Routes>
    }
    .into_any()
}

/// The text of the query, for the title: it tells tabs and history entries apart.
fn asked_words(session: Session) -> Option<String> {
    session.search.choice.with(|choice| choice.as_ref()?.words().map(|words| format!("“{words}”")))
}

fn at(page: Page) -> (StaticSegment<&'static str>,) {
    (StaticSegment(page.segment()),)
}

fn top_bar(session: Session) -> AnyView {
    let nav = |page: Page| {
        let is_current = move || (session.address.page.get() == page).then_some("page");
        // Preloads the page: pointing at a link often precedes a click.
        let preload = move || {
            if let Some(part) = Part::of(page) {
                want(session, part);
            }
        };
        view! {
            <li>
                // A plain link: the router intercepts it, and its address includes the app's folder.
                <a
                    href=move || session.address.href(page)
                    aria-current=is_current
                    on:pointerenter=move |_| preload()
                    on:focus=move |_| preload()
                >
                    {page_name(page)}
                </a>
            </li>
        }
    };
    let pages = NodeRef::<html::Nav>::new();
    // On a narrow screen the line of pages scrolls: the current one comes into the middle.
    Effect::new(move |_| {
        session.address.page.track();
        request_animation_frame(move || {
            let Some(pages) = pages.try_get_untracked().flatten() else { return };
            let current = pages.query_selector("a[aria-current]").ok().flatten();
            if let Some(current) = current {
                let (own, all) =
                    (current.get_bounding_client_rect(), pages.get_bounding_client_rect());
                let off = (own.left() + own.right() - all.left() - all.right()) / 2.0;
                #[expect(clippy::cast_possible_truncation, reason = "pixels of a screen")]
                pages.set_scroll_left(pages.scroll_left() + off as i32);
            }
        });
    });
    view! {
        <header class="top-bar">
            <p class="brand">
                <a href=move || session.address.href(Page::Explore)>"Rankscope"</a>
                <span class="brand-benchmark">{move || session.title()}</span>
            </p>
            <nav aria-label=tr!("Pages") node_ref=pages>
                <ul>
                    {Page::ALL.map(nav).into_iter().collect_view()}
                </ul>
            </nav>
            <div class="top-tools">
                {device_chip(session)}
                {share_button(session)}
                <ThemeButton />
                {language_picker(session)}
            </div>
        </header>
    }
    .into_any()
}

/// Opens where it stands: which device computes, why, and the way to another.
fn device_chip(session: Session) -> AnyView {
    let device =
        Memo::new(move |_| match (session.engine.device.get(), session.engine.module.get()) {
            (Some(device), _) => {
                let words = match device.kind {
                    DeviceKind::Cpu if session.engine.is_gpu_starting.get() => {
                        tr!("CPU, GPU starting")
                    }
                    DeviceKind::Cpu => "CPU".to_string(),
                    DeviceKind::WebGpu => format!("GPU · {}", device.name),
                };
                (words, device.reason)
            }
            (None, Module::Stopped) => (tr!("Engine stopped"), String::new()),
            (None, Module::Running) => (tr!("Choosing a device"), String::new()),
            (None, Module::Loading { .. }) => (tr!("Loading engine"), String::new()),
        });
    let (words, reason) = (move || device.get().0, move || device.get().1);
    let elsewhere = move || {
        let is_cpu = session.address.state.with(|state| state.device == DevicePreference::Cpu);
        let (words, device) = match is_cpu {
            true => (tr!("Use the GPU if there is one"), DevicePreference::Auto),
            false => (tr!("Run on the CPU"), DevicePreference::Cpu),
        };
        quiet_button(words, move || session.address.change(|state| state.device = device))
    };
    let card = NodeRef::<html::Div>::new();
    let close = move |_| {
        if let Some(card) = card.get_untracked() {
            // It is open, or has closed by itself.
            let _ = card.hide_popover();
        }
    };
    view! {
        <button type="button" class="device-chip" title=reason popovertarget="device-card">
            <span class="visually-hidden">{tr!("Device: ")}</span>
            <span class="device-words">{words}</span>
        </button>
        <div id="device-card" class="why device-card" popover="auto" node_ref=card>
            <p>
                <strong>{words} ". "</strong>
                <span lang="en">{reason}</span>
            </p>
            <p>{elsewhere}</p>
            <p role="status">{move || session.offline.state.get().words()}</p>
            <a
                href=move || session.address.href(Page::Benchmark) + "#device-title"
                on:click=close
            >
                {tr!("Device and memory")}
            </a>
        </div>
    }
    .into_any()
}

/// An engine failure, unless the page below already shows it.
fn banner(session: Session) -> Option<AnyView> {
    let failure = session.engine.crash.get().or_else(|| session.engine.open_failure.get())?;
    let is_shown_below = match session.address.page.get() {
        Page::Explore => session.search.task.with(|state| state.failure().is_some()),
        Page::Compare | Page::Leaderboard | Page::Agreement => {
            session.board.task.with(|state| state.failure().is_some())
        }
        Page::Topics => session.challenges.work.with(|state| state.failure().is_some()),
        Page::Guides => session.guides.work.with(|state| state.failure().is_some()),
        Page::Judge | Page::Benchmark | Page::Learn => false,
    };
    if is_shown_below {
        return None;
    }
    let device = session.address.state.with(|state| state.device);
    let use_cpu = (device != DevicePreference::Cpu).then(|| {
        let on_click = move || {
            session.address.change(|state| state.device = DevicePreference::Cpu);
        };
        view! {
            {quiet_button(tr!("Run on the CPU"), on_click)}
        }
    });
    let view = view! {
        <div class="banner" role="alert">
            <p lang="en" dir="ltr">
                <strong>{failure.title}</strong> " " {failure.detail} " " {failure.advice}
            </p>
            {use_cpu}
        </div>
    };
    Some(view.into_any())
}

/// The notice of a newer build; the Benchmark page has its own.
fn newer_build(session: Session) -> Option<AnyView> {
    let has_own = session.address.page.get() == Page::Benchmark;
    newer_page(session.offline).filter(|_| !has_own)
}

fn not_found(session: Session) -> AnyView {
    view! {
        <h1>{tr!("Page not found")}</h1>
        <p>
            <a href=move || session.address.href(Page::Explore)>{tr!("Go to Explore")}</a>
        </p>
    }
    .into_any()
}
