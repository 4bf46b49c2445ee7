//! The components that pages are built from. Each takes signals or plain values and returns a
//! view; what it shows is computed elsewhere.

mod board_status;
mod candidates_note;
mod chart;
mod depth_field;
mod dialog_picker;
mod explanation;
mod facet_pickers;
mod failure;
mod file_drop;
mod fuse_dialog;
mod fused_terms;
mod lane_curves;
mod lanes;
mod mark;
mod measure_list;
mod measure_picker;
mod measures_table;
mod menu;
mod missing_import;
mod newer_page;
mod other_site;
mod picker;
mod picture_panel;
mod picture_picker;
mod precision_chart;
mod progress;
mod query_box;
mod query_list;
mod recall_chart;
mod results;
mod run_tool;
mod save;
pub mod table;
mod text_results;
mod tick_picker;
mod what_if;

pub use board_status::board_status;
pub use candidates_note::candidates_words;
pub use chart::bump_plot;
pub(in crate::ui) use chart::{
    Axes, Chart, Datum, Relevant, Scatter, figure, quarter_ticks, relevant_histogram, scatter,
    ticks,
};
pub use depth_field::depth_field;
pub use facet_pickers::{Facets, facet_pickers};
pub use failure::{failure_panel, notice};
pub use file_drop::{accept_drops, drop_veil, file_button};
pub use fuse_dialog::{FusePicker, fuse_dialog};
pub use lane_curves::{Curves, judged_lanes};
pub use lanes::{Lanes, lanes, lanes_table};
pub use mark::{Mark, mark};
pub use measure_picker::{MeasurePicker, measure_picker};
pub use measures_table::measures_table;
pub use missing_import::missing_import;
pub use newer_page::newer_page;
pub use other_site::other_site;
pub use picker::picker;
pub use picture_panel::picture_panel;
pub use picture_picker::{Filter, all_pictures_note, no_pictures, picture_menu, picture_note};
pub use precision_chart::precision_chart;
pub use progress::{line_with_button, progress_bar, progress_line, progress_words};
pub use query_box::query_box;
pub use query_list::{find_field, more_rows};
pub use recall_chart::recall_chart;
pub use results::{Results, picture, results_list, results_skeleton};
pub use run_tool::run_tool;
pub use save::text_button;
pub use text_results::text_results;
pub use tick_picker::{Ticks, tick_picker};
pub use what_if::what_if_tools;
