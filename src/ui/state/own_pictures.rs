//! The visitor's pictures. They stay in the page: the address has a number, and a reload forgets
//! them.

use super::address::Address;
use super::view::Asked;
use crate::ui::imports::{picture_from_blob, preview_of};
use crate::ui::picture_url::{self, pixels_of_scene, url_of_scene};
use crate::ui::task::{Ended, Task, part_missing};
use leptos::prelude::*;
pub use rankscope_address::question::OwnPicture;
use rankscope_core::benchmark::Image;
use rankscope_core::views::Page;
use rankscope_messages::{Failure, Picture};
use std::future::Future;
use std::sync::Arc;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, File};

/// Pictures that are kept for going back in the browser's history; each has up to 16 MB.
const N_KEPT: usize = 4;

/// What was taken, before it has a number.
struct Taken {
    name: String,
    pixels: Picture,
    preview: Option<String>,
}

#[derive(Clone, Copy)]
pub struct OwnPictures {
    pub task: Task<()>,
    all: RwSignal<Vec<Arc<OwnPicture>>>,
    address: Address,
}

impl OwnPictures {
    pub fn new(address: Address) -> Self {
        let pictures = Self { task: Task::new(), all: RwSignal::new(Vec::new()), address };
        // A failure is about a picture that did not become the query; another query ends it.
        Effect::new(move |last: Option<Option<Asked>>| {
            let asked = address.state.with(|state| state.asked.clone());
            if last.is_some_and(|last| last != asked)
                && pictures.task.with_untracked(|state| state.failure().is_some())
            {
                pictures.task.reset();
            }
            asked
        });
        pictures
    }

    /// Tracked.
    pub fn get(&self, number: u32) -> Option<Arc<OwnPicture>> {
        self.all.with(|all| all.iter().find(|own| own.number == number).cloned())
    }

    pub fn take_file(&self, file: File) {
        self.take(move || {
            let file = file.clone();
            async move { taken_from_blob(&file, file.name()).await }
        });
    }

    pub fn take_drawing(&self, drawing: Blob) {
        self.take(move || {
            let drawing = drawing.clone();
            async move { taken_from_blob(&drawing, "Your drawing".into()).await }
        });
    }

    /// Searches with the picture of one of the benchmark's images, as if it were the visitor's.
    pub fn take_hit(&self, image: Image, base_url: String) {
        self.take(move || taken_from_image(image.clone(), base_url.clone()));
    }

    pub fn fail(&self, failure: Failure) {
        self.take(move || std::future::ready(Err(failure.clone())));
    }

    fn take<F>(&self, read: impl Fn() -> F + 'static)
    where
        F: Future<Output = Result<Taken, Failure>> + 'static,
    {
        let pictures = *self;
        self.task.start(move |_| {
            let read = read();
            async move {
                let Taken { name, pixels, preview } = read.await.map_err(Ended::Failed)?;
                let number = pictures.next_number();
                let own = Arc::new(OwnPicture { number, name, pixels, preview });
                pictures.all.update(|all| {
                    all.retain(|other| other.number != number);
                    all.push(own);
                    let n_surplus = all.len().saturating_sub(N_KEPT);
                    all.drain(..n_surplus);
                });
                let asked = Some(Asked::Picture(number));
                let address = pictures.address;
                if address.page.get_untracked() == Page::Topics {
                    address.change(|state| state.asked = asked);
                    return Ok(());
                }
                if address.state.with_untracked(|state| state.asked != asked) {
                    address.ask(asked);
                }
                // The picture is shown next to the query, and a result may be far below.
                window().scroll_to_with_x_and_y(0.0, 0.0);
                Ok(())
            }
        });
    }

    /// The one in the address if its picture is lost, so that the visitor's choice takes its
    /// place.
    fn next_number(&self) -> u32 {
        let asked = self.address.state.with_untracked(|state| match state.asked {
            Some(Asked::Picture(number)) => number,
            _ => 0,
        });
        self.all.with_untracked(|all| {
            let is_lost = asked > 0 && all.iter().all(|own| own.number != asked);
            let highest = all.iter().map(|own| own.number).max().unwrap_or(0);
            if is_lost { asked } else { highest.max(asked) + 1 }
        })
    }
}

async fn taken_from_blob(blob: &Blob, name: String) -> Result<Taken, Failure> {
    let pixels = picture_from_blob(blob, &name).await?;
    let preview = preview_of(&pixels);
    Ok(Taken { name, pixels, preview })
}

async fn taken_from_image(image: Image, base_url: String) -> Result<Taken, Failure> {
    let name = if image.caption.is_empty() {
        format!("Image {}", image.id)
    } else {
        image.caption.clone()
    };
    match picture_url::Picture::of(&image, &base_url) {
        Some(picture_url::Picture::Drawn(scene)) => {
            let pixels = pixels_of_scene(scene).await;
            let pixels = pixels.map_err(|_| part_missing("The picture cannot be drawn"))?;
            Ok(Taken { name, pixels, preview: url_of_scene(scene).await })
        }
        Some(picture_url::Picture::At(url)) => {
            taken_from_blob(&downloaded(&url).await?, name).await
        }
        None => Err(unreadable("This image has no picture in the benchmark.".into())),
    }
}

/// A picture of the benchmark, downloaded again so that its pixels can be read.
async fn downloaded(url: &str) -> Result<Blob, Failure> {
    let failed = |_| {
        unreadable(
            "Its server does not answer, or does not let other sites read its pixels.".into(),
        )
    };
    let response = JsFuture::from(window().fetch_with_str(url)).await.map_err(failed)?;
    let response: web_sys::Response = response.dyn_into().map_err(failed)?;
    if !response.ok() {
        return Err(unreadable(format!("The server answered with status {}.", response.status())));
    }
    let blob = JsFuture::from(response.blob().map_err(failed)?).await.map_err(failed)?;
    blob.dyn_into().map_err(failed)
}

fn unreadable(detail: String) -> Failure {
    Failure {
        title: "The picture cannot be read".into(),
        detail,
        advice: "“More like this” needs no pixels. Or save the picture and choose the file.".into(),
    }
}
