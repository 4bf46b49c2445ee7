//! The way through the ranks that adds a value up, with the precision curve as far as it has come. It
//! plays, unless the visitor wants no motion; buttons take single steps.

use crate::ui::components::{quiet_button, quiet_button_unless};
use crate::ui::task::Task;
use gloo::timers::future::TimeoutFuture;
use leptos::prelude::*;
use rankscope_core::chart::line_path;
use rankscope_core::metrics::Step;

const STILL: &str = "(prefers-reduced-motion: reduce)";

/// How long all steps take together, and the bounds of one, in milliseconds.
const ALL_MS: u32 = 6_000;
const STEP_MS: (u32, u32) = (60, 450);

const WIDTH: f64 = 320.0;
const HEIGHT: f64 = 80.0;

#[derive(Clone, Copy)]
pub(super) struct Walk {
    steps: StoredValue<Vec<Step>>,
    n: usize,
    /// The place of the last step taken; at first all are.
    at: RwSignal<usize>,
    playing: Task<()>,
}

impl Walk {
    pub(super) fn new(steps: Vec<Step>) -> Self {
        let n = steps.len();
        let at = RwSignal::new(n.saturating_sub(1));
        Self { steps: StoredValue::new(steps), n, at, playing: Task::new() }
    }

    fn step(self) -> Option<Step> {
        let at = self.at.get();
        self.steps.with_value(|steps| steps.get(at).copied())
    }

    /// Whether a rank has not been reached; tracked.
    pub(super) fn is_ahead(self, rank: usize) -> bool {
        let is_at_end = self.at.get() + 1 >= self.n;
        !is_at_end && self.step().is_some_and(|step| step.rank < rank)
    }

    fn play(self) {
        let (n, at) = (self.n, self.at);
        let of_all = u32::try_from(n).map_or(0, |n| ALL_MS / n.max(1));
        let ms = of_all.clamp(STEP_MS.0, STEP_MS.1);
        self.playing.start(move |_| async move {
            if at.get_untracked() + 1 >= n {
                at.set(0);
            }
            while at.get_untracked() + 1 < n {
                TimeoutFuture::new(ms).await;
                at.update(|at| *at += 1);
            }
            Ok(())
        });
    }

    fn go_to(self, place: usize) {
        self.playing.reset();
        self.at.set(place.min(self.n.saturating_sub(1)));
    }

    pub(super) fn view(self) -> Option<AnyView> {
        if self.n < 2 {
            return None;
        }
        let is_still = window().match_media(STILL).ok().flatten().is_some_and(|own| own.matches());
        let is_playing = Memo::new(move |_| self.playing.with(|state| state.is_running()));
        let play = (!is_still).then(|| {
            let words = move || if is_playing.get() { "Pause" } else { "Play" };
            quiet_button(words, move || match is_playing.get_untracked() {
                true => self.playing.reset(),
                false => self.play(),
            })
        });
        let at = move || self.at.get();
        let said = move || self.step().map(words_of);
        let view = view! {
            <div class="value-walk">
                <div class="value-steps" role="group" aria-label="Ranks, one by one">
                    {play}
                    {quiet_button_unless(move || at() == 0, "First", move || self.go_to(0))}
                    {quiet_button_unless(
                        move || at() == 0,
                        "← Back",
                        move || self.go_to(self.at.get_untracked().saturating_sub(1)),
                    )}
                    {quiet_button_unless(
                        move || at() + 1 >= self.n,
                        "Next →",
                        move || self.go_to(self.at.get_untracked() + 1),
                    )}
                </div>
                // While it plays, the steps would be read over one another.
                <p role="status" aria-live=move || if is_playing.get() { "off" } else { "polite" }>
                    {said}
                </p>
                {self.curve()}
            </div>
        };
        Some(view.into_any())
    }

    fn curve(self) -> AnyView {
        let last = self.steps.with_value(|steps| steps.last().map_or(1, |step| step.rank));
        let place = move |step: &Step| {
            let x = (step.rank as f64 - 0.5) / last as f64 * WIDTH;
            (x, HEIGHT * (1.0 - step.precision))
        };
        let points = move |n: usize| {
            self.steps.with_value(|all| all.iter().take(n).map(place).collect::<Vec<_>>())
        };
        let whole = line_path(&points(self.n));
        let path = move || line_path(&points(self.at.get() + 1));
        let point = move || {
            let at = self.at.get();
            points(at + 1).last().map(|(x, y)| {
                view! { <circle class="walk-point" cx=format!("{x:.1}") cy=format!("{y:.1}") r="4"></circle> }
            })
        };
        let label = move || {
            self.step()
                .map(|step| format!("Precision up to rank {}: {:.3}", step.rank, step.precision))
        };
        view! {
            <svg
                class="walk"
                role="img"
                aria-label=label
                viewBox=format!("-4 -6 {} {}", WIDTH + 8.0, HEIGHT + 12.0)
            >
                <path class="walk-frame" d=format!("M0,0V{HEIGHT}H{WIDTH}")></path>
                <path class="curve curve-ghost" d=whole></path>
                <path class="curve" d=path></path>
                {point}
            </svg>
            <p class="barcode-ends" aria-hidden="true">
                <span>"precision by rank: 1"</span>
                <span>{last}</span>
            </p>
        }
        .into_any()
    }
}

fn words_of(step: Step) -> String {
    let counts = match (step.term.is_some(), step.is_relevant) {
        (true, _) => "counts",
        (false, true) => "is relevant and does not count",
        (false, false) => "does not count",
    };
    format!(
        "Rank {} {counts}. Precision so far {:.3}; sum {:.3}, value {:.3}.",
        step.rank, step.precision, step.sum, step.value
    )
}
