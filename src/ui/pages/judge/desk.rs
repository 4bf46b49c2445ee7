//! A sheet to answer: one picture at a time, one key an answer. Made for a phone.

use super::guidelines::guidelines;
use super::keep_pictures::keep_pictures;
use super::opened::Opened;
use super::scale_words::words_of;
use super::sheets::close_button;
use super::stopwatch::{Stopwatch, minutes};
use super::stored::{key_of, name_of};
use crate::page_tr;
use crate::ui::components::{
    LargerView, caption_of, notice, picture_button, quiet_button, quiet_button_unless,
};
use crate::ui::picture_url::Picture;
use crate::ui::save::{file_name, save_text};
use crate::ui::state::Session;
use crate::ui::stored_text::Kept;
use leptos::prelude::*;
use leptos::{ev, html};
use rankscope_core::analysis::{Dataset, Scale, SheetWork};
use std::borrow::Cow;
use std::sync::Arc;
use wasm_bindgen::JsCast;
use web_sys::{Element, EventTarget};

/// Fields that take letters themselves, and dialogs above the sheet.
const OWN_LETTERS: &str = "input, select, textarea, [contenteditable], [role=menu], dialog";
const PERSON: &str = "sheet-person";
const NOTE: &str = "sheet-note";

#[derive(Clone, Copy)]
struct Desk {
    kept: Kept<SheetWork>,
    scale: Scale,
    /// Of the picture in view.
    place: RwSignal<usize>,
    /// Announced to screen readers.
    said: RwSignal<String>,
    watch: Stopwatch,
    note: NodeRef<html::Input>,
    person: NodeRef<html::Input>,
}

pub(super) fn desk(session: Session, dataset: &Arc<Dataset>, opened: &Opened) -> AnyView {
    let Opened { work, rows, is_stored } = opened;
    let key = key_of(&dataset.own.id, &name_of(&work.sheet));
    let n = work.n();
    let desk = Desk {
        kept: Kept::new(key, work.clone()),
        scale: work.sheet.answers,
        place: RwSignal::new(work.next_open(n).unwrap_or(0)),
        said: RwSignal::new(String::new()),
        watch: Stopwatch::started(),
        note: NodeRef::new(),
        person: NodeRef::new(),
    };
    desk.kept.is_stored.set(*is_stored);
    desk.listen();
    let is_open = RwSignal::new(true);
    keep_pictures(dataset, rows, is_open);
    let title = page_tr!(
        "Sheet {n} of {n_sheets}",
        n = work.sheet.sheet.to_string(),
        n_sheets = work.sheet.sheets.to_string(),
    );
    let question = move || desk.item(|item| format!("“{}”", item.text));
    let larger = LargerView::closed();
    let has_guidelines = !work.sheet.guidelines.is_empty() && work.n_answered() == 0;
    view! {
        <section class="sheet" data-block="sheet" aria-labelledby="sheet-title">
            <div class="sheet-head">
                <h2 id="sheet-title">{title}</h2>
                <p class="sheet-count">{move || desk.count()}</p>
                {close_button(session)}
            </div>
            {move || desk.progress()}
            <p class="visually-hidden" role="status">{move || desk.said.get()}</p>
            {move || (!desk.kept.is_stored.get()).then(not_stored)}
            {larger.view()}
            <div class="sheet-body">
                <div class="sheet-view">
                    <p class="sheet-question" dir="auto">{question}</p>
                    {picture_in_view(desk, dataset, rows.clone(), larger)}
                </div>
                <div class="sheet-side">
                    {answers(desk)}
                    {note_field(desk)}
                    {moves(desk)}
                    {save(desk)}
                    {guidelines(desk.scale, &work.sheet.guidelines, has_guidelines)}
                </div>
            </div>
        </section>
    }
    .into_any()
}

impl Desk {
    fn listen(self) {
        // On the window: nothing has the focus at first.
        let listener = window_event_listener(ev::keydown, move |ev| {
            let has_modifier = ev.ctrl_key() || ev.meta_key() || ev.alt_key();
            if has_modifier || ev.default_prevented() || takes_letters(ev.target()) {
                return;
            }
            match ev.key().as_str() {
                "ArrowLeft" => self.step(-1),
                "ArrowRight" => self.step(1),
                "Backspace" => self.undo(),
                key => match self.scale.answer_of_key(key) {
                    Some(answer) => self.answer(answer),
                    None => return,
                },
            }
            ev.prevent_default();
        });
        on_cleanup(move || listener.remove());
    }

    /// Tracked.
    fn item<T: Default>(self, read: impl FnOnce(&rankscope_core::analysis::SheetItem) -> T) -> T {
        let place = self.place.get();
        self.kept.value.with(|work| work.item(place).map(read).unwrap_or_default())
    }

    fn n(self) -> usize {
        self.kept.value.with_untracked(SheetWork::n)
    }

    fn answer(self, answer: &str) {
        let place = self.place.get_untracked();
        let ms = self.watch.lap();
        self.kept.change(|work| {
            work.answer(place, answer, ms);
        });
        let has_note = || {
            let note = |work: &SheetWork| work.item(place).is_some_and(|own| !own.note.is_empty());
            self.kept.value.with_untracked(note)
        };
        if self.scale.wants_reason(answer) && !has_note() {
            self.said.set(page_tr!("Answered. Write why, then press Enter."));
            focus(self.note.get_untracked());
        } else {
            self.go_on();
        }
    }

    /// To the next picture without an answer.
    fn go_on(self) {
        let place = self.place.get_untracked();
        match self.kept.value.with_untracked(|work| work.next_open(place)) {
            Some(next) => self.show(next, &page_tr!("Answered.")),
            None => self.said.set(page_tr!("All pictures are answered. Save your answers.")),
        }
    }

    fn undo(self) {
        let mut undone = None;
        self.kept.change_if(|work| {
            undone = work.undo();
            undone.is_some()
        });
        if let Some(place) = undone {
            self.show(place, &page_tr!("The last answer was taken back."));
        }
    }

    fn step(self, by: isize) {
        let place = self.place.get_untracked().checked_add_signed(by);
        if let Some(place) = place.filter(|place| *place < self.n()) {
            self.show(place, "");
        }
    }

    fn show(self, place: usize, before: &str) {
        // The time on a picture that is left without an answer counts for none.
        self.watch.lap();
        self.place.set(place);
        let text =
            self.kept.value.with_untracked(|work| work.item(place).map(|own| own.text.clone()));
        let (n, text) = (self.n(), text.unwrap_or_default());
        let now = page_tr!("Picture {place} of {n}, for “{text}”.", place = place + 1, n, text);
        self.said.set(format!("{before} {now}"));
    }

    /// Tracked.
    fn count(self) -> String {
        let place = self.place.get() + 1;
        self.kept.value.with(|work| {
            let (n, done) = (work.n(), work.n_answered());
            page_tr!(
                "Picture {place} of {n} · {done} answered · {time}",
                place,
                n,
                done,
                time = minutes(work.spent_ms()),
            )
        })
    }

    /// Tracked.
    fn progress(self) -> AnyView {
        let (n, done) = self.kept.value.with(|work| (work.n(), work.n_answered()));
        view! {
            <progress class="sheet-progress" max=n.to_string() value=done.to_string() aria-label=page_tr!("Answered")></progress>
        }
        .into_any()
    }

    fn save(self) {
        let typed = self.person.get_untracked().map(|field| field.value());
        let name = typed.unwrap_or_default().trim().to_owned();
        self.kept.change(|work| work.sheet.person.clone_from(&name));
        if name.is_empty() {
            self.said.set(page_tr!("Write your name first: the votes are counted by person."));
            return focus(self.person.get_untracked());
        }
        self.kept.value.with_untracked(|work| {
            let sheet = &work.sheet;
            let file = format!("sheet-{}-{}.json", sheet.sheet, file_name(&name));
            save_text(&file, "application/json", &sheet.to_json());
        });
        self.said.set(page_tr!("Saved."));
    }
}

fn takes_letters(target: Option<EventTarget>) -> bool {
    let element = target.and_then(|target| target.dyn_into::<Element>().ok());
    element.is_some_and(|e| e.closest(OWN_LETTERS).is_ok_and(|e| e.is_some()))
}

fn focus(field: Option<web_sys::HtmlInputElement>) {
    if let Some(field) = field {
        // On failure the focus stays where it is.
        let _ = field.focus();
    }
}

fn not_stored() -> AnyView {
    notice(page_tr!(
        "This browser does not store data for this page: save your answers before you leave."
    ))
}

fn picture_in_view(
    desk: Desk,
    dataset: &Arc<Dataset>,
    rows: Vec<u32>,
    larger: LargerView,
) -> AnyView {
    let open = larger.opener(dataset, rows.clone(), "Picture");
    let dataset = dataset.clone();
    let picture = move || {
        let place = desk.place.get();
        let row = rows.get(place).copied().unwrap_or_default();
        let image = dataset.image(row).map(Cow::into_owned).unwrap_or_default();
        let url = Picture::of(&image, &dataset.base_url);
        let is_missing = RwSignal::new(url.is_none());
        picture_button(url, caption_of(&image), is_missing, open(place))
    };
    view! { <div class="sheet-picture" data-image=move || desk.item(|item| item.image.clone())>{picture}</div> }
        .into_any()
}

/// They stay while pictures change, and so does the focus.
fn answers(desk: Desk) -> AnyView {
    let scale = desk.scale;
    let button = |answer: &'static str| {
        let (words, meaning) = words_of(scale, answer);
        let key = scale.key(answer).unwrap_or_default();
        let is_given = move || desk.item(|item| item.answer.as_deref() == Some(answer));
        view! {
            <button
                type="button"
                class="sheet-answer"
                aria-pressed=move || if is_given() { "true" } else { "false" }
                aria-keyshortcuts=key
                data-answer=answer
                title=meaning
                on:click=move |_| desk.answer(answer)
            >
                <kbd aria-hidden="true">{key.to_uppercase()}</kbd>
                <span>{words}</span>
            </button>
        }
    };
    let buttons = scale.answers().iter().map(|(answer, _)| button(answer)).collect_view();
    view! { <div class="sheet-answers" role="group" aria-label=page_tr!("Is the picture relevant?")>{buttons}</div> }
        .into_any()
}

fn note_field(desk: Desk) -> AnyView {
    let note = Memo::new(move |_| desk.item(|item| item.note.clone()));
    let wants_reason = Memo::new(move |_| {
        desk.item(|item| item.answer.as_deref().is_some_and(|own| desk.scale.wants_reason(own)))
    });
    let keep = move |text: String| {
        let place = desk.place.get_untracked();
        desk.kept.change(|work| work.note(place, &text));
    };
    let on_key = move |ev: web_sys::KeyboardEvent| {
        if ev.key() == "Enter" && !ev.is_composing() {
            ev.prevent_default();
            if let Some(field) = desk.note.get_untracked() {
                keep(field.value());
                // Letters are answers again.
                let _ = field.blur();
            }
            let place = desk.place.get_untracked();
            let is_answered = desk
                .kept
                .value
                .with_untracked(|work| work.item(place).is_some_and(|item| item.answer.is_some()));
            if is_answered {
                desk.go_on();
            }
        }
    };
    view! {
        <div class="sheet-field">
            <label class="picker-label" for=NOTE>
                {move || match wants_reason.get() {
                    true => page_tr!("Why? Enter goes on"),
                    false => page_tr!("Note, if you like"),
                }}
            </label>
            <input
                id=NOTE
                type="text"
                dir="auto"
                maxlength="2000"
                autocomplete="off"
                enterkeyhint="next"
                node_ref=desk.note
                class:sheet-wanted=move || wants_reason.get() && note.with(String::is_empty)
                prop:value=note
                on:change=move |ev| keep(event_target_value(&ev))
                on:keydown=on_key
            />
        </div>
    }
    .into_any()
}

fn moves(desk: Desk) -> AnyView {
    let is_first = move || desk.place.get() == 0;
    let is_last = move || desk.place.get() + 1 >= desk.kept.value.with(SheetWork::n);
    let has_nothing = move || desk.kept.value.with(SheetWork::n_answered) == 0;
    view! {
        <div class="buttons sheet-moves">
            {quiet_button_unless(has_nothing, page_tr!("Undo"), move || desk.undo())}
            {quiet_button_unless(is_first, page_tr!("← Previous"), move || desk.step(-1))}
            {quiet_button_unless(is_last, page_tr!("Next →"), move || desk.step(1))}
        </div>
    }
    .into_any()
}

fn save(desk: Desk) -> AnyView {
    let is_done = Memo::new(move |_| desk.kept.value.with(SheetWork::is_done));
    let n = desk.n();
    let person = desk.kept.value.with_untracked(|work| work.sheet.person.clone());
    let named = move |ev: web_sys::Event| {
        let name = event_target_value(&ev).trim().to_owned();
        desk.kept.change(|work| work.sheet.person = name);
    };
    let button = move || match is_done.get() {
        true => view! {
            <button type="button" class="primary" on:click=move |_| desk.save()>
                {page_tr!("Save your answers")}
            </button>
        }
        .into_any(),
        false => quiet_button(page_tr!("Save what is answered so far"), move || desk.save()),
    };
    let words = move || {
        is_done.get().then(|| {
            view! {
                <p class="sheet-done">
                    {page_tr!("All {n} pictures are answered. Save the file and hand it to whoever gave you the sheet. You can still change answers.", n)}
                </p>
            }
        })
    };
    view! {
        <div class="sheet-save" class:sheet-ready=move || is_done.get()>
            {words}
            <div class="sheet-field">
                <label class="picker-label" for=PERSON>
                    {page_tr!("Your name, as the votes will have it")}
                </label>
                <input
                    id=PERSON
                    type="text"
                    dir="auto"
                    maxlength="200"
                    autocomplete="name"
                    node_ref=desk.person
                    prop:value=person
                    on:change=named
                />
            </div>
            {button}
        </div>
    }
    .into_any()
}
