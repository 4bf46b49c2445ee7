//! What a chart shows, in a sentence or two for those who do not see it.

use super::words::{counted, shortened};
use std::cmp::Ordering::{Equal, Greater, Less};

/// A reading of many points is cut here; the chart's table has all.
const MOST_CHARACTERS: usize = 160;

/// Of points at such heights, where more is further up, each with what is read of it; `titles` are those of
/// the axes, x first. `None` without points.
pub fn points_summary(
    (x, y): (&str, &str),
    heights: &[f64],
    readings: &[String],
) -> Option<String> {
    let n = counted(heights.len().min(readings.len()), "point", "points");
    let points = || heights.iter().zip(readings).filter(|(height, _)| height.is_finite());
    let by_height = |a: &(&f64, &String), b: &(&f64, &String)| a.0.total_cmp(b.0);
    // Of equals the first, as they are read.
    let (top, highest) = points().rev().max_by(by_height)?;
    let (low, lowest) = points().min_by(by_height)?;
    let with_others = |height: &f64, reading: &str| {
        let reading = shortened(reading.trim_end_matches('.'), MOST_CHARACTERS);
        match points().filter(|(own, _)| own.total_cmp(height).is_eq()).count() {
            0 | 1 => reading,
            n => format!("{reading}; {} at the same height", counted(n - 1, "other", "others")),
        }
    };
    let extremes = match top.total_cmp(low) {
        Equal if readings.len() == 1 => format!("{}.", with_others(top, highest)),
        Equal => format!("All at one height: {}.", with_others(top, highest)),
        _ => {
            format!("Highest: {}. Lowest: {}.", with_others(top, highest), with_others(low, lowest))
        }
    };
    Some(format!("{y} by {x}, {n}. {extremes}"))
}

/// Of rankings of the same systems, with the place of each system from 0 in each; compares the first with
/// the last.
pub fn rankings_summary(systems: &[String], rankings: &[(&str, &[usize])]) -> Option<String> {
    let [(first, from), .., (last, to)] = rankings else { return None };
    let moves: Vec<(&String, usize, usize)> = systems
        .iter()
        .zip(from.iter().zip(*to))
        .map(|(name, (from, to))| (name, *from, *to))
        .collect();
    let (best, _, _) = moves.iter().find(|(_, from, _)| *from == 0)?;
    let (new_best, _, _) = moves.iter().find(|(_, _, to)| *to == 0)?;
    let leads = match best == new_best {
        true => format!("{best} comes first by {first} and by {last}"),
        false => format!("{best} comes first by {first}, {new_best} by {last}"),
    };
    let moving = moves.iter().filter(|(_, from, to)| from != to).count();
    // Of equals the first.
    let furthest = moves.iter().rev().max_by_key(|(_, from, to)| from.abs_diff(*to));
    let furthest = furthest.filter(|_| moving > 0).map_or_else(String::new, |(name, from, to)| {
        let way = match from.cmp(to) {
            Less => "falls",
            Equal => "stays",
            Greater => "rises",
        };
        format!("; {name} moves furthest: it {way} from rank {} to {}", from + 1, to + 1)
    });
    let n = systems.len();
    Some(match moving {
        0 => format!("{leads}, and none of {} changes its rank.", counted(n, "system", "systems")),
        _ => format!(
            "{leads}; {moving} of {} change their rank{furthest}.",
            counted(n, "system", "systems")
        ),
    })
}
