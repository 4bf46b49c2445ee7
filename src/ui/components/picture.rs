use crate::page_tr;
use crate::ui::picture_url::{Picture, drawn_url, url_of_scene};
use leptos::prelude::*;
use rankscope_core::benchmark::Image;

/// The picture, or its caption if it does not load.
pub fn picture(picture: Option<Picture>, caption: String, is_missing: RwSignal<bool>) -> AnyView {
    framed(picture, caption, is_missing, None)
}

pub fn picture_button(
    picture: Option<Picture>,
    caption: String,
    is_missing: RwSignal<bool>,
    open: Callback<()>,
) -> AnyView {
    framed(picture, caption, is_missing, Some(open))
}

fn framed(
    picture: Option<Picture>,
    caption: String,
    is_missing: RwSignal<bool>,
    open: Option<Callback<()>>,
) -> AnyView {
    let is_drawn = matches!(picture, Some(Picture::Drawn(_)));
    let url = url_of(picture, is_missing);
    let inside = move || {
        if is_missing.get() {
            return view! {
                <p class="picture-words" dir="auto">
                    <span class="visually-hidden">{page_tr!("Picture not available: ")}</span>
                    {caption.clone()}
                </p>
            }
            .into_any();
        }
        let Some(url) = url.get() else { return ().into_any() };
        let image = view! {
            <img
                src=url
                alt=caption.clone()
                loading="lazy"
                decoding="async"
                referrerpolicy="no-referrer"
                draggable="false"
                on:error=move |_| is_missing.set(true)
            />
        };
        match open {
            None => image.into_any(),
            Some(open) => view! {
                <button
                    type="button"
                    class="enlarge"
                    aria-haspopup="dialog"
                    aria-label=page_tr!("Larger view: {caption}", caption)
                    on:click=move |_| open.run(())
                >
                    {image}
                </button>
            }
            .into_any(),
        }
    };
    view! {
        <div class="picture" class:drawn=is_drawn>
            {inside}
        </div>
    }
    .into_any()
}

/// The address of a picture once there is one; `is_missing` where there is none.
pub(super) fn url_of(
    picture: Option<Picture>,
    is_missing: RwSignal<bool>,
) -> RwSignal<Option<String>> {
    let url = RwSignal::new(None);
    match picture {
        None => is_missing.set(true),
        Some(Picture::At(address)) => url.set(Some(address)),
        Some(Picture::Drawn(scene)) => match drawn_url(scene) {
            Some(drawn) => url.set(Some(drawn)),
            None => leptos::task::spawn_local(async move {
                // The signals are gone if the visitor has navigated away.
                let _ = match url_of_scene(scene).await {
                    Some(drawn) => url.try_set(Some(drawn)).is_some(),
                    None => is_missing.try_set(true).is_some(),
                };
            }),
        },
    }
    url
}

/// An image's caption, or words with its id.
pub(super) fn caption_of(image: &Image) -> String {
    match image.caption.as_str() {
        "" => page_tr!("Image {id} (no caption)", id = image.id),
        caption => caption.to_string(),
    }
}
