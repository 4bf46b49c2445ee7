//! The parts that pages are made of. Each takes signals or plain values and returns a view;
//! what it shows is computed elsewhere.

mod axes;
mod board_status;
mod explanation;
mod failure;
mod mark;
mod measures_table;
mod pickers;
mod picture_panel;
mod plot;
mod precision_chart;
mod progress;
mod query_box;
mod recall_chart;
mod results;
mod run_tool;
mod save;
mod scatter;
mod what_if;

pub(in crate::ui) use axes::{Axes, axes, quarter_ticks, ticks};
pub use board_status::board_status;
pub use failure::{failure_panel, notice};
pub use mark::{Mark, mark};
pub use measures_table::measures_table;
pub use pickers::{device_picker, length_picker, picker, relevance_picker, system_picker};
pub use picture_panel::picture_panel;
pub(in crate::ui) use plot::{Plot, plot};
pub use precision_chart::precision_chart;
pub use progress::{progress_line, progress_words};
pub use query_box::query_box;
pub use recall_chart::recall_chart;
pub use results::{picture, results_list, results_skeleton};
pub use run_tool::run_tool;
pub use save::{chart_tools, rows_tools, table_tools, text_button};
pub(in crate::ui) use scatter::{Scatter, scatter};
pub use what_if::what_if_tools;
