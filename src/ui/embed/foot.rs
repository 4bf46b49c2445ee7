//! The line below a block: which benchmark, which view, and a link to the whole page.

use crate::ui::components::site_elsewhere;
use crate::ui::state::Session;
use crate::ui::state::choice::{Choice, Question};
use leptos::prelude::*;
use rankscope_core::views::Page;

pub(in crate::ui) fn foot(session: Session) -> AnyView {
    let address = session.address;
    let block = move || {
        let page = address.page.get();
        address.state.with(|state| state.embed.as_ref()?.block(page).ok())
    };
    let nothing = move || {
        let title = block()?.title;
        let words = format!(
            "“{title}” is not available in this view: it may need a query, judgements or another \
             choice. Open the view in Rankscope to see what is missing."
        );
        Some(view! { <p class="embed-nothing notice">{words}</p> })
    };
    let whole = move || address.href_with(address.page.get(), |state| state.embed = None);
    let words = move || words(session).join(" · ");
    view! {
        <footer class="embed-foot">
            {nothing}
            <p class="embed-line">
                <strong>{move || session.title()}</strong>
                <span>{words}</span>
                <a href=whole target="_blank" rel="noopener">
                    "Open in Rankscope"
                    <span class="visually-hidden">" (new tab)"</span>
                </a>
            </p>
        </footer>
    }
    .into_any()
}

fn words(session: Session) -> Vec<String> {
    let page = session.address.page.get();
    let mut words = Vec::new();
    let title = |id: &String| {
        let own = session.outline()?.manifest.system(id).map(|system| system.title.clone());
        own.or_else(|| Some(id.clone()))
    };
    session.address.state.with(|state| match page {
        Page::Explore | Page::Guides => session.search.choice.with(|choice| {
            let Some(choice) = choice else { return };
            words.extend(asked(&choice.question));
            if page == Page::Explore {
                words.extend(searched(choice));
            }
        }),
        Page::Compare => {
            let pair = state.a.as_ref().and_then(title).zip(state.b.as_ref().and_then(title));
            words.extend(pair.map(|(a, b)| format!("{a} (A) against {b} (B)")));
            words.extend(state.measure.clone());
        }
        Page::Topics => words.extend(state.system.as_ref().and_then(title)),
        Page::Leaderboard | Page::Agreement | Page::Judge | Page::Benchmark | Page::Learn => {}
    });
    words.extend(site_elsewhere(&session.base_url.get()).map(|site| format!("read from {site}")));
    words
}

fn asked(question: &Question) -> Option<String> {
    Some(match question {
        Question::None | Question::LostPicture => return None,
        Question::Words(words) => format!("“{words}”"),
        Question::Stored(_, query) => format!("“{}”", query.text),
        Question::Image(_, image) if image.caption.is_empty() => {
            format!("pictures like {}", image.id)
        }
        Question::Image(_, image) => format!("pictures like “{}”", image.caption),
        Question::Picture(own) => format!("pictures like {}", own.name),
    })
}

fn searched(choice: &Choice) -> Vec<String> {
    let system = choice.system.iter().map(|system| system.title.clone());
    let reranker = choice.reranker.iter().filter(|_| choice.is_reranked());
    let reranker = reranker.map(|system| format!("re-ranked by {}", system.title));
    let among = choice.among.iter().map(|filter| format!("among {}", filter.share()));
    system.chain(reranker).chain(among).collect()
}
