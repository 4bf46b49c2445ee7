//! A grid of pictures of the gallery, to start from where nothing is asked.

use super::image::{caption_of, picture_of};
use leptos::prelude::*;
use rankscope_core::analysis::{Dataset, spread_rows};
use rankscope_core::benchmark::Image;

const N: usize = 12;

/// Whether pictures are drawn or small copies, which load at once.
pub fn has_start_pictures(dataset: &Dataset) -> bool {
    dataset.image(0).is_some_and(|image| is_at_hand(&image))
}

fn is_at_hand(image: &Image) -> bool {
    image.scene.is_some() || image.original.is_some()
}

/// `link` makes an item of a picture, whose row it gets; `None` without pictures at hand.
pub fn start_pictures(
    dataset: &Dataset,
    link: impl Fn(u32, &Image, AnyView) -> Option<AnyView>,
) -> Option<AnyView> {
    let item = |row: u32| {
        let image = dataset.image(row).filter(|image| is_at_hand(image))?;
        let picture = picture_of(&image, &dataset.base_url, caption_of(&image));
        Some(view! { <li>{link(row, &image, picture)?}</li> })
    };
    let items: Vec<_> = spread_rows(dataset.n_images(), N).filter_map(item).collect();
    (!items.is_empty()).then(|| {
        view! {
            <ul class="samples" aria-label="Sample pictures">
                {items}
            </ul>
        }
        .into_any()
    })
}
