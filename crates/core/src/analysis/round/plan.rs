//! What a page's address says of a round to be made.

use super::{RoundChoice, Scale};
use crate::analysis::{Subset, split_ids};

/// The most hits of a system, people, sheets and controls that a page offers.
const MOST_DEPTH: usize = 1_000;
const MOST_PEOPLE: usize = 100;
const MOST_SHEETS: usize = 500;
const MOST_CONTROLS: usize = 1_000;
/// As many systems, hits, people and controls as `rankscope round` has by default or in its examples.
const N_SYSTEMS: usize = 3;
const DEPTH: usize = 10;
const USUAL: RoundChoice =
    RoundChoice { per_picture: 3, n_sheets: 3, n_controls: 10, answers: Scale::Conqa, seed: 0 };

/// Text form: `systems=a,b;depth=10;people=3;sheets=8;controls=10;answers=conqa;seed=0`, where what is absent
/// takes its default.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoundPlan {
    /// The ids of the systems that are pooled.
    pub systems: Vec<String>,
    /// How many of its first hits each adds for a query.
    pub depth: usize,
    pub choice: RoundChoice,
}

impl RoundPlan {
    /// Reads an address; `systems` can be pooled.
    pub fn new(systems: &[String], address: &str) -> Self {
        let given = Subset::parse(address);
        let number = |name: &str, least: usize, most: usize| {
            let number = given.value(name).and_then(|text| text.parse::<usize>().ok());
            number.filter(|number| (least..=most).contains(number))
        };
        let named = given.value("systems").map(|ids| {
            let named: Vec<&str> = split_ids(ids).collect();
            systems.iter().filter(|id| named.contains(&id.as_str())).cloned().collect()
        });
        let usual = || systems.iter().take(N_SYSTEMS).cloned().collect();
        let seed = given.value("seed").and_then(|seed| seed.parse().ok());
        Self {
            systems: named.unwrap_or_else(usual),
            depth: number("depth", 1, MOST_DEPTH).unwrap_or(DEPTH),
            choice: RoundChoice {
                per_picture: number("people", 1, MOST_PEOPLE).unwrap_or(USUAL.per_picture),
                n_sheets: number("sheets", 1, MOST_SHEETS).unwrap_or(USUAL.n_sheets),
                n_controls: number("controls", 0, MOST_CONTROLS).unwrap_or(USUAL.n_controls),
                answers: given.value("answers").and_then(Scale::named).unwrap_or(USUAL.answers),
                seed: seed.unwrap_or(USUAL.seed),
            },
        }
    }

    /// The text of one that differs in a value; see [`RoundPlan`]. The text need not be valid: what is not
    /// keeps its default.
    pub fn changed(address: &str, name: &str, value: &str) -> Option<String> {
        Subset::parse(address).with(name, [value.to_owned()]).words()
    }
}
