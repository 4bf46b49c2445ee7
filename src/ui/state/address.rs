//! The page's address: read as a memo, changed by navigating.

use super::opening::Opening;
use super::view::{Asked, ViewState};
use leptos::prelude::*;
use leptos_router::NavigateOptions;
use leptos_router::hooks::{use_location, use_navigate};
use rankscope_core::views::Page;
use std::rc::Rc;

/// Navigates to a URL; `true` replaces the current history entry.
type Go = Rc<dyn Fn(&str, bool)>;

#[derive(Clone, Copy)]
pub struct Address {
    /// The parameters in the address, and on Explore a search to open with where they name none.
    pub state: Memo<ViewState>,
    pub page: Memo<Page>,
    /// Whether the address names no query on Explore, so that it may open with one.
    pub may_open: Memo<bool>,
    /// Whether Explore shows a search that the address does not name.
    pub is_opening: Memo<bool>,
    /// Whether that search compares systems, which are shown as a row each.
    pub is_story: Memo<bool>,
    pub opening: RwSignal<Option<Opening>>,
    named: Memo<ViewState>,
    base: StoredValue<String>,
    go: StoredValue<Go, LocalStorage>,
}

impl Address {
    /// Reads the address. Call inside the router only.
    pub fn new(base: String) -> Self {
        let location = use_location();
        let query = location.query;
        let named =
            Memo::new(move |_| query.with(|map| ViewState::from_lookup(|key| map.get(key))));
        let pathname = location.pathname;
        let page = Memo::new(move |_| {
            let pathname = pathname.get();
            let is_at = |page: &Page| pathname.ends_with(page.path());
            // Explore last: its path is the folder itself, and unknown paths show it too.
            let mut others = Page::ALL.into_iter().filter(|page| *page != Page::Explore);
            others.find(is_at).unwrap_or(Page::Explore)
        });
        let opening = RwSignal::new(None::<Opening>);
        let may_open =
            Memo::new(move |_| page.get() == Page::Explore && named.with(ViewState::may_open));
        let is_opening = Memo::new(move |_| may_open.get() && opening.with(Option::is_some));
        let state = Memo::new(move |_| {
            let opening = opening.get().filter(|_| may_open.get());
            opening.map_or_else(|| named.get(), |own| named.with(|named| own.shown(named)))
        });
        let is_story = Memo::new(move |_| {
            let compares = |state: &ViewState| state.also.is_some() && state.embed.is_none();
            is_opening.get() && state.with(compares)
        });
        let navigate = use_navigate();
        let go: Go = Rc::new(move |url, replace| {
            let options =
                NavigateOptions { resolve: false, scroll: false, replace, ..Default::default() };
            navigate(url, options);
        });
        let (base, go) = (StoredValue::new(base), StoredValue::new_local(go));
        Self { state, page, may_open, is_opening, is_story, opening, named, base, go }
    }

    /// Changes the view and adds an entry to the browser's history.
    pub fn change(&self, change: impl FnOnce(&mut ViewState)) {
        self.go_to(change, false);
    }

    /// Changes the view without a history entry: for changes on every keystroke.
    pub fn adjust(&self, change: impl FnOnce(&mut ViewState)) {
        self.go_to(change, true);
    }

    /// The generic part is kept small: it is compiled for every change.
    fn go_to(&self, change: impl FnOnce(&mut ViewState), replace: bool) {
        let mut next = self.state.get_untracked();
        change(&mut next);
        self.go_to_next(next, replace);
    }

    fn go_to_next(&self, mut next: ViewState, replace: bool) {
        let current = self.state.get_untracked();
        next.drop_stale_edit(&current);
        if next != current {
            let page = self.page.get_untracked();
            self.leave_opening(page, &mut next);
            let url = self.url(page, &next);
            let go = self.go.get_value();
            go(&url, replace);
        }
    }

    /// Shows the results of a query on Explore.
    pub fn ask(&self, asked: Option<Asked>) {
        let (current, named) = (self.state.get_untracked(), self.named.get_untracked());
        // Another text is searched as the opening one was, by the same systems; who judges that one is
        // not who judges this.
        let mut next = match asked {
            Some(Asked::Words(_) | Asked::Stored(_)) => {
                ViewState { asked, relevance: named.relevance, ..current.clone() }
            }
            _ => ViewState { asked, ..named },
        };
        let page = match self.page.get_untracked() {
            Page::Guides => Page::Guides,
            _ => Page::Explore,
        };
        self.leave_for(page, &mut next);
        next.drop_stale_edit(&current);
        let go = self.go.get_value();
        go(&self.url(page, &next), false);
    }

    pub fn href(&self, page: Page) -> String {
        self.href_with(page, |_| {})
    }

    pub fn href_with(&self, page: Page, change: impl FnOnce(&mut ViewState)) -> String {
        let mut next = self.state.get();
        self.leave_for(page, &mut next);
        change(&mut next);
        self.href_of_next(page, next)
    }

    /// Forgets what belongs to the current page alone: its table's order, what it is searched for, and
    /// the value that is open.
    fn leave_for(&self, page: Page, state: &mut ViewState) {
        if page != self.page.get_untracked() {
            (state.order, state.find, state.opened) = (None, None, None);
        }
    }

    fn href_of_next(&self, page: Page, mut next: ViewState) -> String {
        self.state.with_untracked(|current| next.drop_stale_edit(current));
        self.leave_opening(page, &mut next);
        self.url(page, &next)
    }

    /// The address that names the opening search, with changes to its ranking.
    pub fn opening_href(&self, edit: Option<String>) -> String {
        let mut next = self.state.get();
        if edit.is_some() {
            // What-if mode changes a single list.
            next.also = None;
        }
        next.edit = edit;
        self.url(Page::Explore, &next)
    }

    /// Takes the opening search out of a view of another page, another query or the opening
    /// itself.
    fn leave_opening(&self, page: Page, next: &mut ViewState) {
        if !self.is_opening.get_untracked() {
            return;
        }
        let (shown, named) = (self.state.get_untracked(), self.named.get_untracked());
        if page == Page::Explore && next.asked == shown.asked && !next.is_same_search(&shown) {
            return;
        }
        let parts = [
            (&mut next.system, shown.system, named.system),
            (&mut next.also, shown.also, named.also),
            (&mut next.relevance, shown.relevance, named.relevance),
        ];
        for (next, shown, named) in parts {
            if *next == shown {
                *next = named;
            }
        }
        if next.asked == shown.asked {
            next.asked = named.asked;
        }
    }

    /// The address of a page with these parameters instead of the current ones.
    pub fn href_of(&self, page: Page, state: &ViewState) -> String {
        self.url(page, state)
    }

    /// Navigates to a page with these parameters, and scrolls to its top.
    pub fn visit(&self, page: Page, state: &ViewState) {
        let go = self.go.get_value();
        go(&self.url(page, state), false);
        window().scroll_to_with_x_and_y(0.0, 0.0);
    }

    /// Changes the view on another page, as its link would.
    pub fn change_on(&self, page: Page, change: impl FnOnce(&mut ViewState)) {
        let mut next = self.state.get_untracked();
        self.leave_for(page, &mut next);
        change(&mut next);
        let (is_other, go) = (page != self.page.get_untracked(), self.go.get_value());
        go(&self.href_of_next(page, next), false);
        if is_other {
            window().scroll_to_with_x_and_y(0.0, 0.0);
        }
    }

    /// Shows a page with these parameters in place of the current entry of the history.
    pub fn replace(&self, page: Page, state: &ViewState) {
        let go = self.go.get_value();
        go(&self.url(page, state), true);
    }

    /// The absolute URL of a file in the app's folder.
    pub fn file(&self, path: &str) -> String {
        let origin = window().location().origin().unwrap_or_default();
        self.base.with_value(|base| format!("{origin}{base}/{path}"))
    }

    fn url(&self, page: Page, state: &ViewState) -> String {
        self.base.with_value(|base| format!("{base}{}{}", page.path(), state.to_query_string()))
    }
}

/// The app's folder without a trailing slash: `""` or `/folder`.
pub fn app_base() -> String {
    let path = window().location().pathname().unwrap_or_default();
    path.rsplit_once('/').map(|(folder, _)| folder.to_string()).unwrap_or_default()
}

/// The absolute URL of the benchmark's folder, with a trailing slash.
pub fn benchmark_url(wanted: Option<&str>) -> String {
    let folder = wanted.unwrap_or("benchmark/");
    let folder = folder.strip_suffix("benchmark.json").unwrap_or(folder);
    let slash = if folder.ends_with('/') { "" } else { "/" };
    let folder = format!("{folder}{slash}");
    resolved(&folder, &window().location().href().unwrap_or_default())
}

/// A URL resolved against a base; returned unchanged if it cannot be resolved.
pub fn resolved(url: &str, base: &str) -> String {
    web_sys::Url::new_with_base(url, base).map_or_else(|_| url.to_string(), |url| url.href())
}
