//! The bump chart: two rankings of the same systems, with a line for each system.

use super::frame::figure;
use crate::ui::components::save::chart_buttons;
use leptos::prelude::*;
use leptos::svg::Svg;
use rankscope_core::chart::{link_path, places_from_top};

/// Both rankings side by side, with a line that connects each system's two ranks. `x` and `y` are
/// the systems' values, `names` the headings of the two rankings.
pub fn bump_plot(
    name: &'static str,
    titles: &[String],
    (x, y): (&[f64], &[f64]),
    names: (&str, &str),
) -> AnyView {
    const ROW: f64 = 34.0;
    const TOP: f64 = 44.0;
    let (left, right) = (190.0, 330.0);
    let (from, to) = (places_from_top(x), places_from_top(y));
    #[expect(clippy::cast_precision_loss, reason = "systems are few")]
    let height = |place: usize| TOP + ROW * (place as f64 + 0.5);
    let short = |title: &str| {
        let is_long = title.chars().count() > 27;
        if is_long {
            format!("{}…", title.chars().take(26).collect::<String>())
        } else {
            title.into()
        }
    };
    let number = |value: f64| format!("{value:.1}");
    let lines = titles.iter().zip(from.iter().zip(&to)).map(|(title, (from, to))| {
        let path = link_path((left, height(*from)), (right, height(*to)));
        let class = match from.cmp(to) {
            std::cmp::Ordering::Equal => "bump bump-same",
            std::cmp::Ordering::Less => "bump bump-down",
            std::cmp::Ordering::Greater => "bump bump-up",
        };
        let title = short(title);
        view! {
            <path class=class d=path></path>
            <text
                class="point-label"
                text-anchor="end"
                x=number(left - 8.0)
                y=number(height(*from) + 4.0)
            >
                {format!("{title} {}", from + 1)}
            </text>
            <text class="point-label" x=number(right + 8.0) y=number(height(*to) + 4.0)>
                {format!("{} {title}", to + 1)}
            </text>
        }
    });
    let lines = lines.collect_view();
    let all = height(titles.len());
    let svg = NodeRef::<Svg>::new();
    let description = view! {
        "Best at the top; "
        <span class="key key-a">"rising"</span> " and " <span class="key key-b">"falling"</span>
        " lines are systems that change rank."
    };
    let body = view! {
        <div class="plot plot-still">
            <svg viewBox=format!("0 0 520 {all:.0}") role="img" aria-label=name node_ref=svg>
                <text class="axis-title" text-anchor="end" x=number(left - 8.0) y="24">
                    {short(names.0)}
                </text>
                <text class="axis-title" x=number(right + 8.0) y="24">
                    {short(names.1)}
                </text>
                {lines}
            </svg>
        </div>
        <div class="plot-foot">{chart_buttons(name, svg)}</div>
    };
    figure("Both rankings", Some(description.into_any()), body.into_any())
}
