//! Hubs: pictures that are among the first hits of very many queries, as `rankscope hubs` counts them.

use super::view::View;
use crate::ui::components::{block, caption_of, picker, picture_of, report_button, said};
use leptos::prelude::*;
use rankscope_core::analysis::{Hubness, N_KEPT, words};
use rankscope_core::benchmark::Image;
use rankscope_core::report::HubsReport;

/// The most frequent pictures that are shown, as many as the command prints.
const N_TOP: usize = 10;
const DEPTHS: [usize; 6] = [1, 5, 10, 20, 50, N_KEPT];

struct Counted {
    hubness: Hubness,
    report: HubsReport,
    n_queries: usize,
    k: usize,
}

pub(super) fn hubs(view: View) -> AnyView {
    let address = view.address;
    let options = Memo::new(move |_| {
        let rows = view.rows.get();
        let systems = rows.iter().map(|row| (row.system.clone(), view.title(&row.system)));
        std::iter::once((String::new(), "choose".to_string())).chain(systems).collect::<Vec<_>>()
    });
    let chosen = Memo::new(move |_| address.state.with(|state| state.hubs.clone()));
    let current = Memo::new(move |_| chosen.get().unwrap_or_default());
    let k = Memo::new(move |_| address.state.with(|state| state.hubs_depth));
    let depths = DEPTHS.map(|k| (k.to_string(), k.to_string())).to_vec();
    let shown = move || {
        let system = chosen.get()?;
        Some(match counted(view, &system, k.get()) {
            Some(counted) => figures(view, counted),
            None if options.with(|all| all.iter().any(|(id, _)| *id == system)) => {
                said("Its hits are counted once it is computed.").into_any()
            }
            None => said("There is no such system here.").into_any(),
        })
    };
    let body = view! {
        <p class="prose">
            "Does a system find some pictures for almost any query, and others for none? Vectors of many dimensions tend to: a few pictures, hubs, take the places of many."
        </p>
        <div class="pickers pickers-tight">
            {picker("Hubs of", options, current, move |id: String| {
                address.change(|state| state.hubs = (!id.is_empty()).then_some(id));
            })}
            {picker(
                "First hits",
                Signal::stored(depths),
                Memo::new(move |_| k.get().to_string()),
                move |chosen: String| {
                    address.change(|state| {
                        state.hubs_depth = chosen.parse().unwrap_or(state.hubs_depth);
                    });
                },
            )}
        </div>
        {shown}
    };
    block("hubs", "hubs-title", "Hubs", body)
}

/// `None` until the system is ranked; tracked.
fn counted(view: View, system: &str, k: usize) -> Option<Counted> {
    let values = view.board.ranked(system)?;
    let rows = view.query_rows();
    let rankings = rows.iter().filter_map(|row| Some(values.hits(u32::try_from(*row).ok()?)));
    view.dataset.with_value(|dataset| {
        let hubness = Hubness::new(rankings, dataset.n_images(), k);
        let report = HubsReport::new(&hubness, dataset.image_ids(), N_TOP);
        Some(Counted { hubness, report, n_queries: rows.len(), k })
    })
}

fn figures(view: View, counted: Counted) -> AnyView {
    let dataset = view.dataset.get_value();
    let finding = finding(&counted, dataset.n_images());
    let Counted { hubness, report, n_queries, .. } = counted;
    let of = words::counted(n_queries, "query", "queries");
    let card = |(row, n): (usize, u32)| {
        let image = u32::try_from(row).ok().and_then(|row| Some(dataset.image(row)?.into_owned()));
        let image = image.unwrap_or_else(|| {
            let id = dataset.image_ids().get(row).map(|id| id.into_owned()).unwrap_or_default();
            Image { id, ..Image::default() }
        });
        view! {
            <li class="card" data-image=image.id.clone() data-n=n>
                {picture_of(&image, &dataset.base_url, caption_of(&image))}
                <p class="card-line">{format!("{} of {of}", words::count(n))}</p>
                <p class="caption" dir="auto">{caption_of(&image)}</p>
            </li>
        }
    };
    let cards = hubness.top(N_TOP).into_iter().map(card).collect_view();
    let json = move || serde_json::to_string_pretty(&report).ok();
    view! {
        <p class="prose" data-finding="">{finding}</p>
        <ol class="results" aria-label="Pictures found most often">{cards}</ol>
        <div class="save">
            {report_button("hubs.json", || true, json)}
            <span class="save-said">"As rankscope hubs prints it with --json."</span>
        </div>
    }
    .into_any()
}

fn finding(counted: &Counted, n_images: usize) -> String {
    let Counted { report, n_queries, k, .. } = counted;
    let HubsReport { skewness, never, share_never, .. } = report;
    let skewness = skewness.map_or("no skewness: it is the same for all".to_owned(), |own| {
        format!("a skewness of {own:.3}")
    });
    format!(
        "Over {}, the number of times a picture is among the first {k} has {skewness}. {} of {} ({:.1}%) are never found.",
        words::counted(*n_queries, "query", "queries"),
        words::count(*never),
        words::counted(n_images, "picture", "pictures"),
        100.0 * share_never,
    )
}
