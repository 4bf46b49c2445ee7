use super::round::{Lying, Rounds};
use crate::ui::components::{notice, picture_button};
use crate::ui::picture_url::Picture;
use leptos::html;
use leptos::prelude::*;
use rankscope_core::analysis::Answer;

pub(super) fn answer_of_key(key: &str) -> Option<Answer> {
    Answer::ALL.into_iter().find(|answer| answer.key() == key.to_lowercase())
}

/// The order stays while pictures are answered.
pub(super) fn cards(rounds: Rounds) -> AnyView {
    // Not for every answer, or the buttons would lose the focus.
    let pictures = Memo::new(move |_| {
        rounds.current.with(|round| {
            let all = round.pictures.iter();
            let ids = all.map(|p| (p.image.clone(), p.row)).collect::<Vec<_>>();
            (round.text.clone(), ids)
        })
    });
    let view = move || {
        let n = pictures.with(|(_, all)| all.len());
        let session = rounds.session;
        if n == 0 && (session.search.is_running.get() || session.shown.with(Option::is_none)) {
            return view! { <p class="progress-words">"Waiting for results to judge …"</p> }
                .into_any();
        }
        if n == 0 {
            return notice(
                "All results are judged. Compare with another system, or ask another query, to \
                 judge more.",
            );
        }
        let rows = pictures.with(|(_, all)| all.iter().map(|(_, row)| *row).collect());
        let larger = rounds.larger.opener(&rounds.dataset(), rows, "Picture");
        let cards = (0..n).map(|place| card(rounds, place, n, larger(place))).collect_view();
        view! { <ol class="desk-cards" aria-label="Pictures to judge">{cards}</ol> }.into_any()
    };
    view.into_any()
}

fn card(rounds: Rounds, place: usize, n: usize, open: Callback<()>) -> Option<AnyView> {
    let dataset = rounds.dataset();
    let Lying { image: id, row, .. } =
        rounds.current.with_untracked(|round| round.pictures.get(place).cloned())?;
    let image = dataset.image(row)?.into_owned();
    let url = Picture::of(&image, &dataset.base_url);
    let is_missing = RwSignal::new(url.is_none());
    let caption = if image.caption.is_empty() { format!("Image {id}") } else { image.caption };
    let first = NodeRef::<html::Button>::new();
    // The focus follows the picture that is next.
    Effect::new(move |was: Option<bool>| {
        let is_active = rounds.active.get() == place;
        let is_on_desk = !rounds.said.with_untracked(String::is_empty);
        if let Some(first) = first.get().filter(|_| is_active && is_on_desk && was != Some(true)) {
            // On failure the focus stays where it is.
            let _ = first.focus();
        }
        is_active
    });
    let answer =
        move || rounds.current.with(|round| round.pictures.get(place).and_then(|p| p.answer));
    let button = |nth: usize, one: Answer| {
        let click = move |_| rounds.answer(place, one);
        let is_pressed = move || if answer() == Some(one) { "true" } else { "false" };
        let label = format!("{}: picture {} of {n}", capital(one.words()), place + 1);
        // The focus goes to the first button of a picture.
        let node = if nth == 0 { first } else { NodeRef::new() };
        view! {
            <button
                type="button"
                node_ref=node
                class=format!("desk-answer desk-{}", one.key())
                aria-pressed=is_pressed
                aria-label=label
                aria-keyshortcuts=one.key()
                on:click=click
                on:focus=move |_| rounds.active.set(place)
            >
                <kbd aria-hidden="true">{one.key().to_uppercase()}</kbd>
                {one.words()}
            </button>
        }
        .into_any()
    };
    let buttons = Answer::ALL.into_iter().enumerate().map(|(nth, one)| button(nth, one));
    let buttons = buttons.collect_view();
    let view = view! {
        <li
            class="desk-card"
            class:desk-active=move || rounds.active.get() == place
            class:desk-answered=move || answer().is_some()
            data-image=id
        >
            {picture_button(url, caption, is_missing, open)}
            <div class="desk-buttons" role="group" aria-label=format!("Picture {} of {n}", place + 1)>
                {buttons}
            </div>
        </li>
    };
    Some(view.into_any())
}

fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().collect::<String>() + letters.as_str()
    })
}
