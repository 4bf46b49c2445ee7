//! What each person voted, and how far every two agree.

use crate::ui::components::kappa_table;
use crate::ui::components::table::{Cell, Column, DataTable};
use leptos::prelude::*;
use rankscope_core::analysis::{AnnotatorAgreement, AnnotatorPair, VoteAgreement, words};
use rankscope_core::formats::VotedImage;
use std::sync::Arc;

/// The most people whose agreement is shown two by two.
const MOST_IN_PAIRS: usize = 20;

struct Person {
    name: String,
    votes: [u64; 3],
    /// The mean of κ with the others, over those who have one.
    kappa: Option<f64>,
}

impl Person {
    fn n(&self) -> u64 {
        self.votes.iter().sum()
    }
}

/// Words only where the votes do not say who cast them.
pub(super) fn people(all: &VoteAgreement, voted: &Arc<Vec<VotedImage>>) -> AnyView {
    if all.persons.is_empty() {
        let words = "The votes say how many people gave which answer, but not who did: nothing can be \
                     said of single people.";
        return view! { <p class="prose">{words}</p> }.into_any();
    }
    let person = |(name, votes): (&String, &[u64; 3])| Person {
        name: name.clone(),
        votes: *votes,
        kappa: mean_kappa(all, name),
    };
    let mut rows: Vec<Person> = all.persons.iter().map(person).collect();
    let n = rows.len();
    // Who agrees least with the others comes first.
    let place = |own: &Person| own.kappa.unwrap_or(f64::INFINITY);
    rows.sort_by(|a, b| place(a).total_cmp(&place(b)));
    let share = |title: &'static str, place: usize| {
        let of = move |own: &Person| {
            let n = own.votes.get(place).copied().unwrap_or_default();
            (own.n() > 0).then(|| n as f64 / own.n() as f64)
        };
        Column::number(title, of).view(move |own| {
            let share = of(own).unwrap_or_default();
            Cell::new(format!("{:.0} %", 100.0 * share)).exact(of(own))
        })
    };
    let columns = vec![
        Column::text("Person", |own: &Person| own.name.clone()).heads_row(),
        Column::number("Votes", Person::n).view(|own| {
            Cell::new(words::count(own.n()))
                .data("data-person", own.name.clone())
                .exact(Some(own.n() as f64))
        }),
        share("Relevant", 0),
        share("Not", 1),
        share("Unsure", 2),
        Column::number("Mean κ with the others", |own: &Person| own.kappa)
            .view(|own| Cell::new(words::value(own.kappa)).exact(own.kappa)),
    ];
    let persons = DataTable::new("Votes by person", columns, rows)
        .caption(
            "Who agrees least with the others comes first: read their answers before the rest’s.",
        )
        .tall()
        .view();
    let in_pairs = (n <= MOST_IN_PAIRS).then(|| AnnotatorAgreement::new(voted)).flatten();
    let pairs = match in_pairs {
        Some(agreement) => view! {
            <p class="prose">
                "Cohen’s κ of every two, over the pictures that both voted on."
            </p>
            {kappa_table(&Arc::new(agreement))}
        }
        .into_any(),
        None if n > MOST_IN_PAIRS => view! {
            <p class="prose">
                {format!("Cohen’s κ of every two of these {n} people is in the report.")}
            </p>
        }
        .into_any(),
        None => ().into_any(),
    };
    view! {
        <h3>"Person by person"</h3>
        {persons}
        {pairs}
    }
    .into_any()
}

fn mean_kappa(all: &VoteAgreement, name: &str) -> Option<f64> {
    let pairs = all.pairs.iter().flat_map(|(one, others)| {
        others.iter().map(move |(other, pair)| (one.as_str(), other.as_str(), pair))
    });
    let own = pairs.filter(|(one, other, _)| *one == name || *other == name);
    let kappas: Vec<f64> =
        own.filter_map(|(_, _, pair): (_, _, &AnnotatorPair)| pair.kappa).collect();
    (!kappas.is_empty()).then(|| kappas.iter().sum::<f64>() / kappas.len() as f64)
}
