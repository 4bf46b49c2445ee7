//! Two groups of queries, tested against each other for every system.

use super::view::View;
use crate::ui::components::table::{Cell, Column, DataTable};
use crate::ui::components::{block, notice, options, picker, plain_options, with_measures};
use leptos::prelude::*;
use rankscope_core::analysis::{
    self, FacetTest, Property, SPLIT, Subset, SystemValues, facet_tests, properties, words,
};
use rankscope_core::statistics::Alternative;
use std::sync::Arc;

const NAME: &str = "Two groups of queries";
/// The level of significance.
const LEVEL: f64 = 0.05;

/// Two groups of queries, by the values of a property, and what is tested of them.
#[derive(Debug, Clone, PartialEq)]
struct Between {
    property: Property,
    values: [String; 2],
    alternative: Alternative,
}

impl Between {
    /// Defaults to the first two values of the first facet.
    fn new(all: &[Property], address: &str) -> Option<Self> {
        let given = Subset::parse(address);
        let named = |wanted: &str| all.iter().find(|property| property.name == wanted);
        let facet = || all.iter().find(|property| property.name != SPLIT);
        let property = given.value("facet").and_then(named).or_else(facet).or(all.first())?;
        let value = |key: &str, place: usize| {
            let known = |wanted: &&str| property.values.iter().any(|(value, _)| value == wanted);
            let first = || property.values.get(place).map(|(value, _)| value.as_str());
            given.value(key).filter(known).or_else(first).map(String::from)
        };
        let alternative = given.value("alternative").and_then(Alternative::named);
        Some(Self {
            property: property.clone(),
            values: [value("x", 0)?, value("y", 1)?],
            alternative: alternative.unwrap_or_default(),
        })
    }

    fn words(&self) -> Option<String> {
        let [x, y] = self.values.clone();
        let facet = Subset::default().with("facet", Some(self.property.name.clone()));
        let alternative = Some(self.alternative).filter(|one| *one != Alternative::default());
        let alternative = alternative.map(|one| one.name().to_owned());
        facet.with("x", Some(x)).with("y", Some(y)).with("alternative", alternative).words()
    }
}

/// `None` if queries have no properties.
pub(super) fn facet_test(view: View) -> Option<AnyView> {
    let all = view.dataset.with_value(|dataset| properties(dataset));
    if all.is_empty() {
        return None;
    }
    let all = StoredValue::new(all);
    let between = Memo::new(move |_| {
        let address = view.address.state.with(|state| state.between.clone()).unwrap_or_default();
        all.with_value(|all| Between::new(all, &address))
    });
    let body = move || tested(view, &between.get()?);
    let body = view! {
        {pickers(view, all, between)}
        {body}
    };
    Some(block("groups", "groups-title", "Is one group of queries harder?", body))
}

fn pickers(view: View, all: StoredValue<Vec<Property>>, between: Memo<Option<Between>>) -> AnyView {
    let address = view.address;
    let names = all.with_value(|all| plain_options(all.iter().map(|property| &property.name)));
    let name =
        Memo::new(move |_| between.get().map(|between| between.property.name).unwrap_or_default());
    let values = Memo::new(move |_| {
        let values =
            between.get().map(|between| between.property.values).unwrap_or_default().into_iter();
        let title = |value: &str, n| format!("{value} ({} queries)", words::count(n));
        values.map(|(value, n)| (value.clone(), title(&value, n))).collect::<Vec<_>>()
    });
    let group = move |label: &'static str, place: usize| {
        let current = Memo::new(move |_| {
            between.get().and_then(|between| between.values.get(place).cloned()).unwrap_or_default()
        });
        picker(label, values, current, move |value| {
            let Some(mut next) = between.get_untracked() else { return };
            if let Some(place) = next.values.get_mut(place) {
                *place = value;
            }
            address.change(|state| state.between = next.words());
        })
    };
    let alternative = Memo::new(move |_| {
        between.get().map(|between| between.alternative).unwrap_or_default().name().to_string()
    });
    let alternatives = options([
        ("two-sided", "differ (two-sided)"),
        ("less", "the first has smaller values (less)"),
        ("greater", "the first has larger values (greater)"),
    ]);
    let ask = move |name: String| {
        let Some(mut next) = between.get_untracked() else { return };
        next.alternative = Alternative::named(&name).unwrap_or_default();
        address.change(|state| state.between = next.words());
    };
    view! {
        <div class="pickers pickers-tight">
            {picker("Facet of the queries", names, name, move |name| {
                let facet = Subset::default().with("facet", Some(name)).words();
                address.change(|state| state.between = facet);
            })} {group("First group", 0)} {group("Second group", 1)}
            {picker("Do the groups …", alternatives, alternative, ask)}
        </div>
    }
    .into_any()
}

fn tested(view: View, between: &Between) -> Option<AnyView> {
    let [x, y] = &between.values;
    if x == y {
        return Some(notice("Choose two different groups."));
    }
    let (index, column) = view.shown_column()?;
    let subset = view.subset.get();
    let systems: Vec<Arc<SystemValues>> = view.dataset.with_value(|dataset| {
        let systems = dataset.manifest.systems.iter();
        systems.filter_map(|system| view.board.shown(&system.id, &[index])).collect()
    });
    if systems.is_empty() {
        return Some(notice("No system has been ranked yet."));
    }
    let tests = view.dataset.with_value(|dataset| {
        let rows = [x, y].map(|value| {
            let group = subset.clone().with(&between.property.name, Some(value.clone()));
            let queries = dataset.queries.iter().enumerate();
            queries.filter(|(_, query)| group.holds(query)).map(|(row, _)| row).collect::<Vec<_>>()
        });
        let values = systems.iter().filter_map(|system| {
            Some((system.system.clone(), system.values.get(index)?.as_slice()))
        });
        let [x, y] = &rows;
        facet_tests(column.measure, dataset.folds.as_deref(), values, [x, y], between.alternative)
    });
    let Ok(tests) = tests else {
        return Some(notice(format!(
            "In one of the groups no query has a value of {} under {}. Choose another group, or \
             another quality measure above.",
            column.measure, column.relevance_title
        )));
    };
    Some(view_of(view, between, &column, tests))
}

fn view_of(
    view: View,
    between: &Between,
    column: &analysis::Column,
    tests: Vec<FacetTest>,
) -> AnyView {
    let [x, y] = &between.values;
    let n_significant = tests.iter().filter(|one| one.p_holm < LEVEL).count();
    let (test, found) = match between.alternative {
        Alternative::TwoSided => ("two-sided", "The groups differ".to_string()),
        Alternative::Less => {
            ("one-sided (less)", format!("Values on “{x}” are smaller than on “{y}”"))
        }
        Alternative::Greater => {
            ("one-sided (greater)", format!("Values on “{x}” are larger than on “{y}”"))
        }
    };
    let of_paper = match between.alternative {
        Alternative::Less => {
            " ConQA’s paper tests its conceptual queries against its descriptive ones in this way. A one-sided test must be chosen before looking."
        }
        Alternative::Greater => " A one-sided test must be chosen before looking.",
        Alternative::TwoSided => "",
    };
    let caption = format!(
        "{} ({}). U counts the pairs of a query of “{x}” and one of “{y}” in which the first has \
         the larger value, a tie as half; p is that of the {test} Mann–Whitney test, with \
         corrections for ties and continuity.{of_paper} The filter on “{}” above is ignored.",
        column.measure, column.relevance_title, between.property.name,
    );
    let summary = format!(
        "{found} for {n_significant} of {} (p < {LEVEL} after Holm’s correction over \
         the systems).",
        words::counted(tests.len(), "system", "systems"),
    );
    let mean = |place: usize| move |one: &FacetTest| one.means.get(place).copied().flatten();
    let mut columns =
        vec![Column::text("System", move |one: &FacetTest| view.title(&one.system)).heads_row()];
    for (place, (value, [key, key_n])) in
        [x, y].into_iter().zip([["x", "n_x"], ["y", "n_y"]]).enumerate()
    {
        let of = mean(place);
        let read = move |one: &FacetTest| of(one).map(|mean| mean.mean);
        columns.push(
            Column::number(value.clone(), read)
                .view(move |one| cell(words::value(read(one)), one, key, read(one))),
        );
        let n = move |one: &FacetTest| of(one).map_or(0, |mean| mean.n);
        columns.push(
            Column::number(format!("Queries of {value}"), n)
                .view(move |one| {
                    let n = n(one);
                    Cell::new(words::count(n))
                        .data("data-system", one.system.clone())
                        .data("data-measure", key_n)
                        .data("data-value", n.to_string())
                })
                .head("n"),
        );
    }
    columns.extend([
        Column::number("U", |one: &FacetTest| one.test.u)
            .view(|one| cell(one.test.u.to_string(), one, "u", Some(one.test.u))),
        p_column("p", "p", |one| one.test.p),
        p_column("p (Holm)", "p_holm", |one| one.p_holm),
    ]);
    let table =
        DataTable::new(NAME, columns, tests).class("board").caption(with_measures(&caption));
    view! { <p class="prose">{summary}</p> {table.view()} }.into_any()
}

fn p_column(
    title: &'static str,
    key: &'static str,
    of: fn(&FacetTest) -> f64,
) -> Column<FacetTest> {
    Column::number(title, of)
        .view(move |one| cell(words::p_value(of(one)), one, key, Some(of(one))))
}

fn cell(words: String, one: &FacetTest, key: &'static str, exact: Option<f64>) -> Cell {
    Cell::new(words).data("data-system", one.system.clone()).data("data-measure", key).exact(exact)
}
