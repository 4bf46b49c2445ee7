use crate::ui::components::table::{Cell, Column};
use rankscope_core::analysis::words;
use rankscope_core::report::Gain;

/// The columns of a gain: its mean, the interval, and p of both tests. The cell of the mean is marked with the
/// point that it is of.
pub(super) fn gain_columns<T: Clone + Send + Sync + 'static>(
    gain: fn(&T) -> Option<Gain>,
    marked: fn(&T) -> (&'static str, String),
) -> Vec<Column<T>> {
    let p = |title: &'static str, of: fn(Gain) -> Option<f64>| {
        Column::number(title, move |point: &T| of(gain(point)?)).view(move |point| {
            let p = gain(point).and_then(of);
            Cell::new(p.map_or_else(|| "n/a".into(), words::p_value)).exact(p)
        })
    };
    vec![
        Column::number("Gain", move |point: &T| Some(gain(point)?.mean)).view(move |point| {
            let mean = gain(point).map(|gain| gain.mean);
            let (name, place) = marked(point);
            Cell::new(mean.map_or_else(|| "n/a".into(), words::signed))
                .data(name, place)
                .data("data-of", "Gain")
                .exact(mean)
        }),
        Column::text("95% interval", move |point: &T| {
            let ends = gain(point).and_then(|gain| Some((gain.low?, gain.high?)));
            ends.map_or_else(String::new, |(low, high)| {
                format!("{} … {}", words::signed(low), words::signed(high))
            })
        }),
        p("p", |gain| Some(gain.p)),
        p("p, t test", |gain| gain.p_t),
    ]
}
