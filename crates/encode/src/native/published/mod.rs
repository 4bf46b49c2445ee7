//! A published model's folder: its model, its weights under the names that packs use, and its
//! tokenizer. What cannot be imported is refused here, by name.

mod bert;
mod clip;
mod files;
mod open_clip;
mod reshaped;
mod sentence;
mod sentencepiece;
mod siglip;
mod text;
mod vision;

pub(super) use files::{PublishedText, PublishedVision, json_from_file};
pub(super) use text::text_from_dir;
pub(super) use vision::vision_from_dir;
