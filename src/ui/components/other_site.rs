use crate::ui::state::Session;
use leptos::prelude::*;
use rankscope_core::views::Page;
use web_sys::Url;

/// Names the site the open benchmark is read from, and closes it. `None` if it came with the page
/// or from this machine. It depends on the address alone, so that it shows before anything is
/// read, and where reading fails.
pub fn other_site(session: Session) -> Option<AnyView> {
    let site = site_elsewhere(&session.base_url.get())?;
    let href = move || {
        let built_in = session.address.state.with(|state| state.of_other(None));
        session.address.href_of(Page::Explore, &built_in)
    };
    let view = view! {
        <section class="other-site" aria-label="Where this benchmark comes from">
            <p>
                "This benchmark is read from " <strong>{site}</strong>
                ". It did not come with this page."
            </p>
            <a class="button" href=href>
                "Close this benchmark"
            </a>
        </section>
    };
    Some(view.into_any())
}

/// The host and port of a URL of another origin, or its scheme if it has no host.
#[must_use]
pub fn site_elsewhere(url: &str) -> Option<String> {
    let url = Url::new(url).ok()?;
    let own = window().location().origin().ok()?;
    if url.origin() == own {
        return None;
    }
    let host = url.host();
    Some(if host.is_empty() { format!("a {} address", url.protocol()) } else { host })
}
