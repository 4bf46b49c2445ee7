//! *Embed*: the HTML of a frame that shows one block of the view.

use crate::tr;
use crate::ui::components::{CopyField, copy_field, options, picker};
use crate::ui::state::Session;
use leptos::prelude::*;
use rankscope_core::embed::{Block, Embed, FixedTheme, blocks, frame};

/// The frame's height until its page reports its own.
const HEIGHT_PX: u32 = 480;

pub(super) fn section(session: Session) -> AnyView {
    let page = session.address.page;
    let chosen = RwSignal::new(None::<Block>);
    // The blocks of another page are others.
    let block = Memo::new(move |_| {
        let all = blocks(page.get());
        chosen.get().filter(|block| all.contains(block)).or_else(|| all.first().copied())
    });
    let theme = RwSignal::new(None::<FixedTheme>);
    let href = move || {
        let embed = Embed::new(block.get()?, theme.get());
        Some(session.address.href_with(page.get(), |state| state.embed = Some(embed)))
    };
    let text = Signal::derive(move || {
        let (Some(block), Some(href)) = (block.get(), href()) else { return String::new() };
        let origin = window().location().origin().unwrap_or_default();
        let benchmark = session.title().map(|title| format!(", {title}")).unwrap_or_default();
        let title = format!("{}{benchmark} (Rankscope)", block.title);
        frame(&format!("{origin}{href}"), &title, HEIGHT_PX)
    });
    let named = Signal::derive(move || {
        let all = blocks(page.get()).iter();
        all.map(|block| (block.name.to_string(), block.title.to_string())).collect::<Vec<_>>()
    });
    let name = Signal::derive(move || block.get().map_or("", |block| block.name).to_string());
    let themes =
        options([("", &tr!("the reader’s own")), ("light", &tr!("light")), ("dark", &tr!("dark"))]);
    let theme_name = Signal::derive(move || theme.get().map_or("", FixedTheme::name).to_string());
    let field = CopyField {
        id: "share-embed",
        label: "HTML".into(),
        action: tr!("Copy {format}", format = "HTML"),
        rows: 4,
        text,
    };
    view! {
        <section aria-labelledby="share-embed-title">
            <h3 id="share-embed-title">{tr!("Embed")}</h3>
            <p class="share-words">
                {tr!("A frame with one block of this view, computed in the reader’s browser.")} " "
                <a href=href target="_blank" rel="noopener">
                    {tr!("See it alone")} <span class="visually-hidden">{tr!(" (new tab)")}</span>
                </a>
            </p>
            <div class="pickers pickers-tight">
                {picker(tr!("Block"), named, name, move |name| {
                    let all = blocks(page.get_untracked());
                    chosen.set(all.iter().find(|block| block.name == name).copied());
                })}
                {picker(tr!("Theme of the frame"), themes, theme_name, move |name| {
                    theme.set(FixedTheme::named(&name));
                })}
            </div>
            {copy_field(field)}
        </section>
    }
    .into_any()
}
