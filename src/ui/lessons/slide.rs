//! While presenting, what a step is about fills the room that the step's words leave of the window:
//! it is laid out and scaled so that all of it is in view.

use super::aim::{BESIDE, boxed, found};
use super::lesson::Scene;
use gloo::events::EventListener;
use gloo::timers::callback::Timeout;
use leptos::html;
use leptos::prelude::*;
use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, HtmlElement, KeyboardEvent, ResizeObserver};

/// The mark of what is fitted.
const FITTED: &str = "data-slide";
/// Its value before it was first fitted: charts take some frames, which nobody needs to see.
const FITTING: &str = "fitting";
/// The mark of the page until then: what moves unseen disturbs nobody.
const AWAITED: &str = "data-awaits-slide";
/// A slide is shown once nothing has changed for so long,
const SETTLED_MS: u32 = 250;
/// and after so long in any case, if it is there,
const MOST_MS: f64 = 4_000.0;
/// or if it is not: then the page shows what it has.
const MISSED_MS: u32 = 15_000;
/// Of a long block, the part that fits on a slide.
const PART: &str = ".slide-part";
/// Areas that scroll by themselves: what they hold must be in view without.
const SCROLLER: &str = ".scroller";
/// Width over height.
const WIDEST_CHART: f64 = 1.5;
const LEAST_ZOOM: f64 = 0.4;
const MOST_ZOOM: f64 = 1.25;
/// Halvings of the range of zooms.
const N_HALVINGS: usize = 5;
const N_NARROWINGS: usize = 3;
/// At most so much narrower than the window, before zoom: cards of less get cramped.
const NARROWEST: f64 = 0.65;
/// Charts draw themselves anew for another zoom: how tall they have become is seen later.
const CHART: &str = ".plot";
const REDRAWN_MS: u32 = 80;
/// Above and below what is fitted, in pixels.
const GAP: f64 = 10.0;
/// What fits and fills this share of the room stays as it is when the page changes.
const FILLS: f64 = 0.85;
/// Against contents that change their size whenever they are fitted.
const MOST_FITS: usize = 60;

struct Slide {
    scene: &'static Scene,
    strip: HtmlElement,
    /// The room for which the contents were fitted, in pixels.
    room: Cell<(f64, f64)>,
    /// The visitor has scrolled elsewhere.
    is_left: Cell<bool>,
    n_fits: Cell<usize>,
    is_waiting: Cell<bool>,
    /// When it was first there, by the page's clock.
    since: Cell<Option<f64>>,
    /// Counts what has been fitted; older timers do nothing.
    turn: Cell<u32>,
}

/// Fits now and whenever the window or the page changes, until the reactive owner ends.
pub(super) fn show_slide(scene: &'static Scene, strip: NodeRef<html::Aside>) {
    let running = StoredValue::new_local(None::<Running>);
    Effect::new(move |_| {
        let Some(strip) = strip.get() else { return };
        let slide = Slide {
            scene,
            strip: strip.unchecked_into(),
            room: Cell::default(),
            is_left: Cell::new(false),
            n_fits: Cell::new(0),
            is_waiting: Cell::new(false),
            since: Cell::new(None),
            turn: Cell::new(0),
        };
        running.set_value(Running::start(slide));
    });
    on_cleanup(move || {
        running.try_update_value(|running| drop(running.take()));
    });
}

struct Running {
    observer: ResizeObserver,
    _fit: Closure<dyn FnMut()>,
    _listeners: Vec<EventListener>,
    _missed: Timeout,
}

impl Running {
    fn start(slide: Slide) -> Option<Self> {
        let main = document().query_selector("main").ok().flatten()?;
        let slide = Rc::new(slide);
        let left = slide.clone();
        let left = move |event: &web_sys::Event| {
            let key = event.dyn_ref::<KeyboardEvent>().map(KeyboardEvent::key);
            // It shows the next line.
            if key.as_deref() != Some(" ") {
                left.is_left.set(true);
            }
        };
        let mut listeners: Vec<EventListener> = ["wheel", "touchmove", "keydown"]
            .map(|event| EventListener::new(&window(), event, left.clone()))
            .into();
        let resized = slide.clone();
        listeners.push(EventListener::new(&window(), "resize", move |_| {
            resized.is_left.set(false);
            resized.n_fits.set(0);
            resized.later();
        }));
        let changed = slide.clone();
        let fit = Closure::<dyn FnMut()>::new(move || changed.later());
        let observer = ResizeObserver::new(fit.as_ref().unchecked_ref()).ok()?;
        // Both are told of at once.
        observer.observe(&main);
        observer.observe(&slide.strip);
        hide();
        let missed = Timeout::new(MISSED_MS, reveal);
        Some(Self { observer, _fit: fit, _listeners: listeners, _missed: missed })
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.observer.disconnect();
        reveal();
        unmark(None);
    }
}

impl Slide {
    fn target(&self) -> Option<HtmlElement> {
        let found = match self.scene {
            Scene::Block(_, block) => found(block)?,
            Scene::Activity(_) => query("main .activity")?,
        };
        let part = found.query_selector(PART).ok().flatten();
        boxed(&part.unwrap_or(found))?.dyn_into().ok()
    }

    /// Fits before the next frame, unless another step is shown by then.
    fn later(self: &Rc<Self>) {
        if self.is_waiting.replace(true) {
            return;
        }
        let slide = Rc::downgrade(self);
        request_animation_frame(move || {
            if let Some(slide) = slide.upgrade() {
                slide.is_waiting.set(false);
                slide.fit();
            }
        });
    }

    fn fit(self: &Rc<Self>) {
        let is_wide = window().match_media(BESIDE).ok().flatten().is_some_and(|m| m.matches());
        let target = self.target().filter(|_| is_wide);
        unmark(target.as_ref());
        let Some(target) = target else { return };
        if target.get_attribute(FITTED).is_none() {
            // Cannot fail: the name is valid.
            let _ = target.set_attribute(FITTED, FITTING);
            self.room.take();
            self.since.take();
            // A chart that was drawn anew stands elsewhere until it is fitted.
            hide();
        }
        let Some(room) = self.measured_room(&target) else { return };
        // What is seen is not fitted anew for a better use of the room.
        let fills = || {
            is_shown(&target)
                || height_of(&target) >= FILLS * room.1
                || zoom_of(&target) >= MOST_ZOOM
        };
        let is_kept = self.room.get() == room && is_whole(&target, room) && fills();
        let is_over = is_kept || self.n_fits.get() >= MOST_FITS;
        if !is_over {
            self.n_fits.set(self.n_fits.get() + 1);
            self.room.set(room);
            if target.query_selector(CHART).is_ok_and(|chart| chart.is_some()) {
                approach(&target, room);
                let slide = Rc::downgrade(self);
                let again = move || {
                    if let Some(slide) = slide.upgrade() {
                        slide.later();
                    }
                };
                Timeout::new(REDRAWN_MS, again).forget();
            } else {
                fit_into(&target, room);
            }
        }
        self.show_settled(&target);
        if !self.is_left.get() {
            let wanted = self.strip.get_bounding_client_rect().height() + GAP;
            window().scroll_by_with_x_and_y(0.0, target.get_bounding_client_rect().top() - wanted);
        }
    }

    /// Shows it once nothing has been fitted for a while.
    fn show_settled(self: &Rc<Self>, target: &HtmlElement) {
        if is_shown(target) {
            return;
        }
        let now = window().performance().map_or(0.0, |clock| clock.now());
        let since = self.since.get().unwrap_or(now);
        self.since.set(Some(since));
        // What stands in for results is replaced by something of another size.
        let is_awaited = target.query_selector(".skeleton").is_ok_and(|found| found.is_some());
        if now - since > if is_awaited { f64::from(MISSED_MS) } else { MOST_MS } {
            return show(target);
        }
        let turn = self.turn.get().wrapping_add(1);
        self.turn.set(turn);
        let (slide, target) = (Rc::downgrade(self), target.clone());
        let settled = move || match slide.upgrade().filter(|slide| slide.turn.get() == turn) {
            Some(slide) if is_awaited => slide.later(),
            Some(_) => show(&target),
            None => {}
        };
        Timeout::new(SETTLED_MS, settled).forget();
    }

    /// Width and height for the contents, in pixels.
    fn measured_room(&self, target: &HtmlElement) -> Option<(f64, f64)> {
        let height = window().inner_height().ok()?.as_f64()?;
        let strip = self.strip.get_bounding_client_rect().height();
        // Marks of blocks have no box.
        let around =
            std::iter::successors(target.parent_element(), |around| around.parent_element());
        let widths = around.map(|around| around.get_bounding_client_rect().width());
        let width = widths.into_iter().find(|width| *width > 0.0)?;
        Some((width, (height - strip - 2.0 * GAP).max(1.0)))
    }
}

/// The largest zoom at which all is in view, at the room's full width if possible.
fn fit_into(target: &HtmlElement, room: (f64, f64)) {
    let fits = |zoom: f64| {
        set(target, zoom, 1.0);
        if is_whole(target, room) {
            return Some((zoom, 1.0));
        }
        // Pictures are as tall as they are wide, and the words below them are not.
        let mut share = 1.0;
        for _ in 0..N_NARROWINGS {
            share *= 0.99 * room.1 / height_of(target);
            if share >= 1.0 || share < NARROWEST * zoom {
                return None;
            }
            set(target, zoom, share);
            if is_whole(target, room) {
                return Some((zoom, share));
            }
        }
        None
    };
    let mut best = fits(MOST_ZOOM);
    if best.is_none() {
        let (mut low, mut high) = (LEAST_ZOOM, MOST_ZOOM);
        best = Some((LEAST_ZOOM, 1.0));
        for _ in 0..N_HALVINGS {
            let middle = f64::midpoint(low, high);
            match fits(middle) {
                Some(fit) => (best, low) = (Some(fit), middle),
                None => high = middle,
            }
        }
    }
    if let Some((zoom, share)) = best {
        set(target, zoom, share);
    }
}

/// Nearer to the zoom at which all is in view.
fn approach(target: &HtmlElement, room: (f64, f64)) {
    let zoom = zoom_of(target);
    let wanted = 0.98 * zoom * room.1 / height_of(target);
    let wanted = if is_cut(target) { wanted.min(0.9 * zoom) } else { wanted };
    // A single chart is not much wider than it is tall.
    let is_chart = target.tag_name().eq_ignore_ascii_case("figure");
    let share = if is_chart { (WIDEST_CHART * room.1 / room.0).min(1.0) } else { 1.0 };
    set(target, wanted.clamp(LEAST_ZOOM, MOST_ZOOM), share);
}

fn set(target: &HtmlElement, zoom: f64, share: f64) {
    let style = target.style();
    // Neither can fail: names and values are valid.
    let _ = style.set_property("--slide-zoom", &format!("{zoom:.3}"));
    let _ = style.set_property("--slide-width", &format!("{:.2}%", 100.0 * share));
}

fn show(target: &HtmlElement) {
    // Cannot fail: the name is valid.
    let _ = target.set_attribute(FITTED, "");
    reveal();
}

fn is_shown(target: &HtmlElement) -> bool {
    target.get_attribute(FITTED).is_some_and(|mark| mark.is_empty())
}

/// Hides the page until its slide is fitted.
fn hide() {
    if let Some(main) = query("main") {
        // Cannot fail: the name is valid.
        let _ = main.set_attribute(AWAITED, "");
    }
}

fn reveal() {
    if let Some(main) = query("main") {
        // Cannot fail: the name is valid.
        let _ = main.remove_attribute(AWAITED);
    }
}

fn zoom_of(target: &HtmlElement) -> f64 {
    let zoom = target.style().get_property_value("--slide-zoom");
    zoom.ok().and_then(|zoom| zoom.parse().ok()).unwrap_or(1.0)
}

fn height_of(target: &HtmlElement) -> f64 {
    target.get_bounding_client_rect().height().max(1.0)
}

fn is_whole(target: &HtmlElement, room: (f64, f64)) -> bool {
    height_of(target) <= room.1 && !is_cut(target)
}

/// Whether something of it is to be scrolled to, in it or in an area of it.
fn is_cut(target: &HtmlElement) -> bool {
    let is_cut = |element: &Element, is_area: bool| {
        element.scroll_width() > element.client_width() + 1
            || is_area && element.scroll_height() > element.client_height() + 1
    };
    is_cut(target, false) || all(target, SCROLLER).iter().any(|area| is_cut(area, true))
}

/// Takes the mark from all but `kept`.
fn unmark(kept: Option<&HtmlElement>) {
    let Some(root) = document().document_element() else { return };
    for element in all(&root, &format!("[{FITTED}]")) {
        let Ok(element) = element.dyn_into::<HtmlElement>() else { continue };
        if Some(&element) != kept {
            // None can fail: the names are valid.
            let _ = element.remove_attribute(FITTED);
            let _ = element.style().remove_property("--slide-zoom");
            let _ = element.style().remove_property("--slide-width");
        }
    }
}

fn query(selector: &str) -> Option<Element> {
    document().query_selector(selector).ok().flatten()
}

fn all(within: &Element, selector: &str) -> Vec<Element> {
    let Ok(list) = within.query_selector_all(selector) else { return Vec::new() };
    (0..list.length()).filter_map(|index| list.item(index)?.dyn_into().ok()).collect()
}
